"""Routes that say or change one thing."""

import pytest

from loopback import Loopback, Permission, Person
from loopback.model.channels import ChannelType
from loopback.world import archiving, membership
from tests.loopback.bare import Bare
from tests.loopback.rights import grant


@pytest.fixture
def of_guild(server: Loopback) -> str:
    """Return the path of the guild, in which the bot may do all."""
    grant(server, Permission.ADMINISTRATOR)
    return f"/guilds/{server.world.guild().id}"


async def test_bans_are_read(
    server: Loopback, bare: Bare, of_guild: str, ann: Person, bo: Person
) -> None:
    assert (await bare("GET", f"{of_guild}/bans"))[1] == []
    for person in (ann, bo):
        membership.ban(server.world, server.world.guild(), person.user)
    low, high = sorted(str(each.id) for each in (ann, bo))
    _, found = await bare("GET", f"{of_guild}/bans?limit=1")
    assert [each["user"]["id"] for each in found] == [low]
    _, found = await bare("GET", f"{of_guild}/bans?after={low}")
    assert [each["user"]["id"] for each in found] == [high]
    assert (await bare("GET", f"{of_guild}/bans/{ann.id}"))[1]["reason"] is None
    assert (await bare("GET", f"{of_guild}/bans/7"))[1]["code"] == 10026


async def test_roles_are_read_and_counted(
    server: Loopback, bare: Bare, of_guild: str, ann: Person
) -> None:
    world, guild = server.world, server.world.guild()
    role = membership.add_role(world, guild, "Winner", 0)
    membership.set_role(world, guild, guild.members[ann.id], role, held=True)
    assert (await bare("GET", f"{of_guild}/roles/{role.id}"))[1]["name"] == "Winner"
    assert (await bare("GET", f"{of_guild}/roles/7"))[1]["code"] == 10011
    _, counts = await bare("GET", f"{of_guild}/roles/member-counts")
    assert counts[str(role.id)] == 1
    assert set(counts) == {str(each) for each in guild.roles} - {str(guild.id)}


async def test_webhooks_of_a_guild_are_read_and_renamed(bare: Bare, of_guild: str) -> None:
    _, made = await bare("POST", f"{bare.channel()}/webhooks", {"name": "Hook"})
    path = f"/webhooks/{made['id']}"
    assert (await bare("PATCH", path, {"name": "Line"}))[1]["name"] == "Line"
    with_token = f"{path}/{made['token']}"
    status, renamed = await bare("PATCH", with_token, {"name": "Sinker"}, token=None)
    assert (status, renamed["name"], "user" in renamed) == (200, "Sinker", False)
    _, found = await bare("GET", f"{of_guild}/webhooks")
    assert [each["name"] for each in found] == ["Sinker"]
    status, answer = await bare("PATCH", path, {"channel_id": "7"})
    assert answer["errors"]["channel_id"]["_errors"][0]["code"] == "NOT_SUPPORTED"


async def test_channels_are_moved(server: Loopback, bare: Bare, of_guild: str) -> None:
    world = server.world
    shelf = world.add_channel(world.guild(), "shelf", type=ChannelType.CATEGORY)
    lobby, quiet = world.channel("lobby"), world.channel("quiet")
    moves = [{"id": str(lobby.id), "position": 9, "parent_id": str(shelf.id)}]
    moves += [{"id": str(quiet.id), "position": 0}]
    assert (await bare("PATCH", f"{of_guild}/channels", moves))[0] == 204
    assert (lobby.position, lobby.parent_id, quiet.position) == (9, shelf.id, 0)
    status, _ = await bare("PATCH", f"{of_guild}/channels", {"id": 7})
    assert status == 400


async def test_archived_private_threads_are_read(
    server: Loopback, bare: Bare, of_guild: str, ann: Person
) -> None:
    assert of_guild
    thread = ann.open_thread("Secret", channel="lobby", private=True)
    archiving.set_archived(server.world, thread, archived=True)
    for kind, expected in (("private", [str(thread.id)]), ("public", [])):
        _, found = await bare("GET", f"{bare.channel()}/threads/archived/{kind}")
        assert [each["id"] for each in found["threads"]] == expected


async def test_a_guild_has_no_emojis_and_the_bot_leaves_it(
    server: Loopback, bare: Bare, of_guild: str
) -> None:
    guild = server.world.guild()
    assert await bare("GET", f"{of_guild}/emojis") == (200, [])
    assert (await bare("DELETE", f"/users/@me/guilds/{guild.id}"))[0] == 204
    assert server.world.bot.id not in guild.members
    assert (await bare("GET", of_guild))[1]["code"] == 10004

"""Members and roles: who comes and goes, what a bot may change, and which events tell of it."""

from collections.abc import AsyncGenerator
from datetime import timedelta

import discord
import pytest

from loopback import CannotDo, Loopback, Permission, Person
from loopback.model.people import Guild
from loopback.world import membership
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import SampleBot, running, sample_server
from tests.loopback.waiting import until

MODERATES = (
    Permission.KICK_MEMBERS
    | Permission.BAN_MEMBERS
    | Permission.MANAGE_ROLES
    | Permission.MANAGE_NICKNAMES
    | Permission.MODERATE_MEMBERS
)


@pytest.fixture
async def server() -> AsyncGenerator[Loopback]:
    intents = discord.Intents(members=True)
    async with sample_server(privileged_intents=intents.value) as opened:
        guild = opened.world.guild()
        member = guild.members[opened.world.bot.id]
        role = membership.add_role(opened.world, guild, "Moderator", int(MODERATES))
        role.position = 5
        member.role_ids.add(role.id)
        yield opened


@pytest.fixture
async def bot(server: Loopback) -> AsyncGenerator[SampleBot]:
    intents = discord.Intents(guilds=True, members=True, moderation=True)
    async with running(server, intents=intents) as started:
        yield started


@pytest.fixture
def guild(server: Loopback) -> Guild:
    return server.world.guild()


async def test_who_comes_and_goes_is_told(bot: SampleBot, server: Loopback, guild: Guild) -> None:
    ed = server.world.add_user("Ed")
    membership.join(server.world, guild, ed)
    known = bot.get_guild(guild.id)
    assert known is not None
    await until(lambda: known.get_member(ed.id) is not None)
    person = server.person("Ed")
    person.say("Hello")
    membership.leave(server.world, guild, ed)
    await until(lambda: known.get_member(ed.id) is None)
    with pytest.raises(CannotDo, match="does not see"):
        person.say("Hello?")
    with pytest.raises(discord.NotFound):
        await known.fetch_member(ed.id)


async def test_a_bot_makes_gives_changes_and_deletes_a_role(
    bot: SampleBot, guild: Guild, ann: Person
) -> None:
    known = bot.guilds[0]
    role = await known.create_role(name="Winner", colour=discord.Colour(0x00FF00), hoist=True)
    member = await known.fetch_member(ann.id)
    await member.add_roles(role)
    assert guild.members[ann.id].role_ids == {role.id}
    await until(lambda: (cached := known.get_member(ann.id)) is not None and role in cached.roles)
    await role.edit(name="Champion", mentionable=True)
    assert (guild.roles[role.id].name, guild.roles[role.id].mentionable) == ("Champion", True)
    assert (guild.roles[role.id].colour, guild.roles[role.id].hoist) == (0x00FF00, True)
    await member.remove_roles(role)
    assert guild.members[ann.id].role_ids == set()
    await member.add_roles(role)
    await role.delete()
    assert guild.members[ann.id].role_ids == set()
    await until(lambda: "GUILD_ROLE_DELETE" in bot.events)
    assert {"GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE", "GUILD_MEMBER_UPDATE"} <= set(bot.events)


async def test_a_time_out_leaves_reading(
    bot: SampleBot, server: Loopback, ann: Person, bo: Person
) -> None:
    shown = await ann.slash("show")
    assert shown.message is not None
    member = await bot.guilds[0].fetch_member(ann.id)
    await member.timeout(timedelta(minutes=10))
    assert ann.sees("lobby")
    for act in (lambda: ann.say("!"), lambda: ann.start_slash("show")):
        with pytest.raises(CannotDo, match="Ann is timed out"):
            act()
    with pytest.raises(CannotDo, match="Ann is timed out"):
        ann.start_click(shown.message, "Update")
    bo.say("not me")
    server.clock.advance(601)
    ann.say("again")
    await member.timeout(timedelta(minutes=10))
    await member.timeout(None)
    ann.say("forgiven")


async def test_a_bot_kicks_bans_and_renames_members(
    bot: SampleBot, server: Loopback, guild: Guild, ann: Person, bo: Person
) -> None:
    known = bot.guilds[0]
    await (await known.fetch_member(ann.id)).edit(nick="Queen")
    assert guild.shown_name(ann.user) == "Queen"
    assert known.me.nick is None
    await known.me.edit(nick="Judge")
    assert guild.shown_name(server.world.bot) == "Judge"
    await known.kick(discord.Object(ann.id))
    await known.ban(discord.Object(bo.id))
    assert not {ann.id, bo.id} & set(guild.members)
    assert guild.banned == {bo.id}
    await known.unban(discord.Object(bo.id))
    assert guild.banned == set()
    with pytest.raises(discord.NotFound) as caught:
        await known.unban(discord.Object(bo.id))
    assert caught.value.code == 10026
    await until(lambda: {"GUILD_BAN_ADD", "GUILD_BAN_REMOVE"} <= set(bot.events))


async def test_members_are_read_in_pages_and_found(
    bot: SampleBot, guild: Guild, ann: Person
) -> None:
    read = [each.id async for each in bot.guilds[0].fetch_members(limit=None)]
    assert sorted(read) == sorted(guild.members)
    assert [each.id for each in await bot.guilds[0].query_members("an")] == [ann.id]


async def test_a_bot_does_nothing_beyond_its_rights(
    server: Loopback, bare: Bare, guild: Guild, ann: Person
) -> None:
    high = membership.add_role(server.world, guild, "Admin", 0)
    own = guild.rank(server.world.bot.id)
    high.position = 9
    of_ann, of_guild = f"/guilds/{guild.id}/members/{ann.id}", f"/guilds/{guild.id}"
    refused = [
        ("PUT", f"{of_ann}/roles/{high.id}", None),
        ("POST", f"{of_guild}/roles", {"name": "x", "permissions": str(1 << 3)}),
        ("DELETE", f"{of_guild}/roles/{high.id}", None),
        ("DELETE", of_guild + f"/members/{guild.owner_id}", None),
    ]
    answers = [await bare(*each) for each in refused]
    assert [answer["code"] for _, answer in answers] == [50013, 50013, 50013, 10007]
    guild.members[ann.id].role_ids.add(high.id)
    for high.position in (9, own):  # Who stands beside the bot isn't below it.
        for method, body in (("DELETE", None), ("PATCH", {"nick": "x"})):
            assert (await bare(method, of_ann, body))[1]["code"] == 50013
    guild.members[server.world.bot.id].role_ids.clear()
    answers = [await bare(*each) for each in refused[:2]]
    assert [answer["code"] for _, answer in answers] == [50013, 50013]
    for path in (f"{of_guild}/roles/1", f"{of_ann}/roles/1"):
        assert (await bare("DELETE", path))[1]["code"] == 10011
    status, answer = await bare("PATCH", f"{of_guild}/members/@me", {"nick": "x" * 33})
    assert (status, answer["code"]) == (400, 50035)


async def test_a_time_out_has_a_limit(server: Loopback, bare: Bare, guild: Guild) -> None:
    path = f"/guilds/{guild.id}/members/{server.world.user('Ann').id}"
    for until_when in ("soon", "2200-01-01T00:00:00+00:00"):
        status, answer = await bare("PATCH", path, {"communication_disabled_until": until_when})
        assert (status, answer["code"]) == (400, 50035)


async def test_the_roles_of_everyone_and_of_bots_stay(
    server: Loopback, bare: Bare, guild: Guild, ann: Person
) -> None:
    (managed,) = [each.id for each in guild.roles.values() if each.bot_id is not None]
    for role_id in (guild.id, managed):
        for path in (f"roles/{role_id}", f"members/{ann.id}/roles/{role_id}"):
            status, answer = await bare("DELETE", f"/guilds/{guild.id}/{path}")
            assert (status, answer["code"], answer["message"]) == (400, 50028, "Invalid role")
        assert role_id in guild.roles
    status, answer = await bare("PUT", f"/guilds/{guild.id}/members/{ann.id}/roles/{managed}")
    assert (status, answer["code"]) == (400, 50028)
    assert guild.members[ann.id].role_ids == set()
    server.person("Ann").say("The server is as it was")


async def test_the_bots_own_role_alone_goes_with_it(
    bot: SampleBot, server: Loopback, guild: Guild, ann: Person
) -> None:
    (shared,) = [each for each in guild.roles.values() if each.name == "Moderator"]
    membership.set_role(server.world, guild, guild.members[ann.id], shared, held=True)
    server.world.remove_bot(guild)
    assert {each.name for each in guild.roles.values()} == {"@everyone", "Moderator"}
    ann.say("I can still write")
    server.world.add_bot(guild)
    await until(lambda: bot.events.count("GUILD_CREATE") == 2)


async def test_the_bot_itself_leaves_and_comes_back(
    bot: SampleBot, server: Loopback, guild: Guild
) -> None:
    membership.leave(server.world, guild, server.world.bot)
    await until(lambda: not bot.guilds)
    assert "GUILD_DELETE" in bot.events
    membership.leave(server.world, guild, server.world.bot)
    membership.join(server.world, guild, server.world.bot)
    await until(lambda: bool(bot.guilds))
    assert bot.guilds[0].me.guild_permissions.send_messages
    membership.ban(server.world, guild, server.world.bot)
    await until(lambda: not bot.guilds)

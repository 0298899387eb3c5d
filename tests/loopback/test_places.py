"""Channels that a bot makes, webhooks, and threads that people open."""

from typing import Any

import discord
import pytest

from loopback import CannotDo, Loopback, Permission, Person
from loopback.model.channels import ChannelType
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import SampleBot, picture
from tests.loopback.test_messages import lobby
from tests.loopback.waiting import until
from tests.openapi.recorder import Recorder

MANAGES = Permission.MANAGE_CHANNELS | Permission.MANAGE_ROLES | Permission.MANAGE_WEBHOOKS


@pytest.fixture
def trusted(server: Loopback) -> None:
    """Let the bot manage channels, permissions and webhooks."""
    guild = server.world.guild()
    (role_id,) = guild.members[server.world.bot.id].role_ids
    guild.roles[role_id].permissions |= MANAGES


@pytest.mark.usefixtures("trusted")
async def test_a_bot_makes_channels(
    bot: SampleBot, ann: Person, bo: Person, recorder: Recorder
) -> None:
    recorder.checks_requests = False  # discord.py writes the permissions of one target as strings
    guild = bot.guilds[0]
    club = await guild.create_category("Club")
    secret = {
        guild.default_role: discord.PermissionOverwrite(view_channel=False),
        discord.Object(ann.id, type=discord.Member): discord.PermissionOverwrite(view_channel=True),
        discord.Object(bot.application_id or 0, type=discord.Member): discord.PermissionOverwrite(
            view_channel=True
        ),
    }
    room = await guild.create_text_channel("room", category=club, topic="x", overwrites=secret)  # type: ignore[arg-type]
    await room.send("psst")
    assert [each.content for each in ann.sees("room")] == ["psst"]
    with pytest.raises(CannotDo, match="does not see"):
        bo.sees("room")
    member = await guild.fetch_member(bo.id)
    await room.set_permissions(member, view_channel=True)
    assert bo.sees("room")
    await room.set_permissions(member, overwrite=None)
    with pytest.raises(CannotDo, match="does not see"):
        bo.sees("room")
    with pytest.raises(CannotDo, match="is a category"):
        ann.say("hello", club.id)
    await club.delete()
    assert ann.place("room").parent_id is None
    await until(lambda: guild.get_channel(club.id) is None)


async def test_a_bot_without_the_right_makes_no_channel(
    bot: SampleBot, server: Loopback, bare: Bare
) -> None:
    with pytest.raises(discord.Forbidden):
        await bot.guilds[0].create_text_channel("room")
    with pytest.raises(discord.Forbidden):
        await lobby(bot).create_webhook(name="News")
    path = f"{bare.channel()}/permissions/{server.world.guild().id}"
    assert (await bare("DELETE", path))[1]["code"] == 50013


@pytest.mark.usefixtures("trusted")
async def test_an_invalid_channel_is_refused(server: Loopback, bare: Bare) -> None:
    path = f"/guilds/{server.world.guild().id}/channels"
    for body in ({}, {"name": "x", "type": 1}, {"name": "x", "parent_id": "1"}):
        status, answer = await bare("POST", path, body)
        assert (status, answer["code"]) == (400, 50035)
    assert (await bare("DELETE", f"{bare.channel()}/permissions/1"))[1]["code"] == 10009


@pytest.mark.usefixtures("trusted")
async def test_a_webhook_writes_under_a_name_of_its_own(bot: SampleBot, ann: Person) -> None:
    channel = lobby(bot)
    made = await channel.create_webhook(name="News")
    assert [each.id for each in await channel.webhooks()] == [made.id]
    sent = await made.send(f"Hello {ann.mention}", username="Herald", file=picture(), wait=True)
    (seen,) = ann.sees()
    assert (seen.author.name, seen.webhook_id) == ("Herald", made.id)
    assert [*seen.pings] == [ann.id]
    assert len(seen.attachments) == 1
    assert (sent.author.name, sent.author.bot, sent.webhook_id) == ("Herald", True, made.id)
    await sent.edit(content="Hello")
    assert (await made.fetch_message(sent.id)).content == "Hello"
    thread = await (await channel.send("t")).create_thread(name="t")
    await made.send("in the thread", thread=thread)
    assert [each.content for each in ann.sees("t")] == ["in the thread"]
    await sent.delete()
    alone = discord.Webhook.partial(made.id, made.token or "", client=bot)
    assert (await alone.fetch()).name == "News"
    await alone.delete()
    with pytest.raises(discord.NotFound) as caught:
        await made.send("gone")
    assert caught.value.code == 10015
    assert "News" not in [each.author.name for each in ann.sees()]


@pytest.mark.usefixtures("trusted")
async def test_a_webhook_refuses_invalid_requests(
    bot: SampleBot, server: Loopback, bare: Bare, ann: Person
) -> None:
    made = await lobby(bot).create_webhook(name="News")
    path = f"/webhooks/{made.id}/{made.token}"
    said = ann.say("mine")
    expected: list[tuple[tuple[Any, ...], int]] = [
        (("POST", f"/webhooks/{made.id}/wrong", {"content": "x"}), 50027),
        (("POST", f"{path}?thread_id=1", {"content": "x"}), 10003),
        (("POST", path, {"content": ""}), 50006),
        (("POST", path, {"content": "x", "username": "y" * 81}), 50035),
        (("GET", f"{path}/messages/{said.id}"), 10008),
    ]
    for request, code in expected:
        assert (await bare(*request, token=None))[1]["code"] == code, request
    for _ in range(14):
        await lobby(bot).create_webhook(name="More")
    status, answer = await bare("POST", f"{bare.channel()}/webhooks", {"name": "x"})
    assert (status, answer["code"]) == (400, 30007)
    server.world.remove_channel(server.world.channel("lobby"))
    assert (await bare("POST", path, {"content": "x"}, token=None))[1]["code"] == 10015


async def test_people_open_threads_and_posts(
    bot: SampleBot, server: Loopback, ann: Person, bo: Person
) -> None:
    said = ann.say("a table")
    thread = bo.open_thread("game", "begin", message=said)
    assert (thread.id, [each.content for each in ann.sees(thread)]) == (said.id, ["begin"])
    with pytest.raises(CannotDo, match="already been created"):
        ann.open_thread("again", message=said)
    forum = server.world.add_channel(server.world.guild(), "help", type=ChannelType.FORUM)
    post = ann.open_thread("How?", "Please", channel=forum)
    assert [each.content for each in bo.sees(post)] == ["Please"]
    await until(lambda: bot.guilds[0].get_thread(post.id) is not None)
    server.world.set_overwrite(
        server.world.channel("lobby"), bo.user, deny=Permission.CREATE_PRIVATE_THREADS
    )
    with pytest.raises(CannotDo, match="may not open a thread"):
        bo.open_thread("secret", channel="lobby", private=True)

"""Guilds that remove the bot or are unavailable, channels that are deleted or closed to it."""

import discord
import pytest

from loopback import CannotDo, Loopback, Permission, Person
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import SampleBot, running
from tests.loopback.test_messages import lobby
from tests.loopback.waiting import until


async def test_a_guild_removes_the_bot_and_takes_it_back(
    bot: SampleBot, server: Loopback, bare: Bare, ann: Person
) -> None:
    shown = await ann.slash("show")
    assert shown.message is not None
    guild = server.world.guild()
    server.world.remove_bot(guild)
    await until(lambda: not bot.guilds)
    with pytest.raises(CannotDo, match="there is no command"):
        await ann.slash("show")
    with pytest.raises(CannotDo, match="no longer in this server"):
        await ann.click(shown.message, "Update")
    status, answer = await bare("POST", f"{bare.channel()}/messages", {"content": "x"})
    assert (status, answer["code"]) == (403, 50001)
    status, answer = await bare("GET", f"/guilds/{guild.id}")
    assert (status, answer["code"]) == (404, 10004)
    ann.say("nobody tells the bot")
    server.world.add_bot(guild)
    await until(lambda: [each.id for each in bot.guilds] == [guild.id])
    assert (await ann.click(shown.message, "Update")).updated
    assert "MESSAGE_CREATE" not in bot.events


async def test_what_goes_between_two_sessions_is_told_by_no_event(
    bot: SampleBot, server: Loopback, bare: Bare
) -> None:
    world = server.world
    guild, other, channel = world.guild(), world.add_guild("Other"), world.channel("lobby")
    path = bare.channel()
    server.gateway.invalidate(resumable=False)
    world.remove_channel(channel)
    world.remove_bot(other)
    bot.events.clear()
    await server.gateway.ready()
    await until(lambda: {"READY", "GUILD_CREATE"} <= {*bot.events})
    assert not {"GUILD_DELETE", "CHANNEL_DELETE"} & {*bot.events}
    assert bot.get_channel(channel.id) is None
    status, answer = await bare("GET", path)
    assert (status, answer["code"]) == (404, 10003)
    assert [each.id async for each in bot.fetch_guilds()] == [guild.id]


async def test_the_guilds_of_a_bot_are_listed_in_pages(server: Loopback, bare: Bare) -> None:
    for number in range(4):
        server.world.add_guild(f"Guild {number}")
    guilds = sorted(server.world.guilds)
    _, first = await bare("GET", "/users/@me/guilds?limit=2")
    _, rest = await bare("GET", f"/users/@me/guilds?after={guilds[1]}")
    assert [int(each["id"]) for each in (*first, *rest)] == guilds
    assert len(first) == 2


async def test_a_guild_in_an_outage_refuses_everything(
    bot: SampleBot, server: Loopback, bare: Bare, ann: Person
) -> None:
    guild = server.world.guild()
    server.world.set_available(guild, available=False)
    await until(lambda: "GUILD_DELETE" in bot.events)
    known = bot.get_guild(guild.id)
    assert known is not None
    assert known.unavailable
    with pytest.raises(CannotDo, match="is unavailable"):
        await ann.slash("show")
    for path in (f"{bare.channel()}/messages", f"/guilds/{guild.id}"):
        status, answer = await bare("GET", path)
        assert (status, answer["message"]) == (503, "503: Service Unavailable")
    assert (await ann.slash("show", channel=ann.dm())).message is not None
    server.world.set_available(guild, available=True)
    await until(lambda: not known.unavailable or not bot.guilds[0].unavailable)
    assert (await ann.slash("show")).message is not None


async def test_an_interaction_of_an_unavailable_guild_cannot_be_answered(
    bot: SampleBot, server: Loopback, bare: Bare, ann: Person
) -> None:
    interaction = ann.start_slash("silent", "lobby", {})
    server.world.set_available(server.world.guild(), available=False)
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    status, _ = await bare("POST", path, {"type": 4, "data": {"content": "x"}}, token=None)
    assert status == 503
    assert not interaction.acknowledged.is_set()
    assert not bot.is_closed()


async def test_a_bot_that_starts_during_an_outage(server: Loopback) -> None:
    guild = server.world.guild()
    server.world.set_available(guild, available=False)
    async with running(server) as bot:
        assert bot.get_guild(guild.id) is not None
        assert bot.guilds[0].unavailable
        server.world.set_available(guild, available=True)
        await until(lambda: not bot.guilds[0].unavailable)


async def test_a_deleted_channel_takes_its_threads_along(
    bot: SampleBot, server: Loopback, bare: Bare, ann: Person
) -> None:
    thread = await (await lobby(bot).send("a table")).create_thread(name="game")
    path = bare.channel()
    bot.events.clear()
    server.world.remove_channel(server.world.channel("lobby"))
    await until(lambda: "CHANNEL_DELETE" in bot.events)
    assert "THREAD_DELETE" not in bot.events
    for gone in (path, f"/channels/{thread.id}"):
        status, answer = await bare("POST", f"{gone}/messages", {"content": "x"})
        assert (status, answer["code"]) == (404, 10003)
    with pytest.raises(CannotDo, match="there is no channel"):
        await ann.slash("show", channel="lobby")


async def test_a_deleted_thread(bot: SampleBot, server: Loopback) -> None:
    thread = await (await lobby(bot).send("a table")).create_thread(name="game")
    server.world.remove_channel(server.world.channel(thread.id))
    await until(lambda: "THREAD_DELETE" in bot.events)


async def test_a_follow_up_into_a_deleted_channel_is_refused(
    bot: SampleBot, server: Loopback, ann: Person
) -> None:
    assert (await ann.slash("show")).message is not None
    server.world.remove_channel(ann.place("lobby"))
    with pytest.raises(discord.NotFound) as caught:
        await bot.contexts[-1].followup.send("too late")
    assert caught.value.code == 10003


async def test_a_channel_closed_to_the_bot_still_takes_answers(
    bot: SampleBot, server: Loopback, bare: Bare, ann: Person
) -> None:
    """It is told of the change, as of every channel of its guilds, and answers still work."""
    world = server.world
    world.set_overwrite(world.channel("lobby"), world.bot, deny=Permission.VIEW_CHANNEL)
    await until(lambda: "CHANNEL_UPDATE" in bot.events)
    known = lobby(bot)
    assert not known.permissions_for(known.guild.me).view_channel
    status, answer = await bare("POST", f"{bare.channel()}/messages", {"content": "x"})
    assert (status, answer["code"]) == (403, 50001)
    reply = await ann.slash("show")
    assert reply.message is not None
    assert not bot.contexts[-1].app_permissions.view_channel
    world.set_overwrite(world.channel("lobby"), world.bot)
    await until(lambda: known.permissions_for(known.guild.me).view_channel)

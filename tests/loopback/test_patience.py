"""What a test waits for: commands that come late, messages, and a bot that is at work."""

import asyncio

import discord
import pytest

from loopback import CannotDo, Failed, Faults, Loopback, Person
from loopback.interactions import commands
from tests.loopback.sample_bot import Context, SampleBot, sample_server
from tests.loopback.waiting import until


def unregistered(server: Loopback) -> SampleBot:
    return SampleBot(server.connector(), discord.Intents(guilds=True))


@pytest.mark.parametrize("act", ["slash", "use", "autocomplete"])
async def test_a_command_that_is_registered_late_is_waited_for(
    server: Loopback, ann: Person, act: str
) -> None:
    bot = unregistered(server)

    @bot.tree.context_menu(name="Greet")
    async def greet(context: Context, whom: discord.Member) -> None:
        await context.response.send_message(f"Hello {whom.mention}")

    async with server.running(bot):
        acting: asyncio.Task[object]
        if act == "slash":
            acting = asyncio.create_task(ann.slash("table open"))
        elif act == "use":
            acting = asyncio.create_task(ann.use("Greet", ann))
        else:
            acting = asyncio.create_task(ann.autocomplete("table close", "name", "t"))
        await asyncio.sleep(0)
        await bot.tree.sync()
        assert await acting
    assert greet.name == "Greet"


async def test_a_command_that_never_comes_is_not_waited_for_for_ever(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "SECONDS_TO_REGISTER", 0.01)
    with pytest.raises(CannotDo, match="there is no command /show here"):
        await ann.slash("show")


async def test_the_next_message_is_that_of_somebody_else(
    bot: SampleBot, server: Loopback, ann: Person, bo: Person
) -> None:
    bo.say("before")
    ann.say("!ping", "lobby")
    channel = bot.get_partial_messageable(server.world.channel("lobby").id)
    answering = asyncio.create_task(channel.send("pong"))
    assert (await ann.next_message()).content == "pong"
    await answering
    await channel.send("one")
    await channel.send("two")
    assert [(await ann.next_message()).content for _ in range(2)] == ["one", "two"]
    assert (await bo.next_message("lobby")).content == "!ping"


async def test_the_next_message_after_an_answer(bot: SampleBot, ann: Person) -> None:
    reply = await ann.slash("show")
    further = await bot.contexts[-1].followup.send("more", wait=True)
    assert (await ann.next_message()).id == further.id
    assert reply.message is not None


async def test_a_message_that_never_comes_raises_a_timeout(ann: Person, bo: Person) -> None:
    ann.say("to myself")
    with pytest.raises(TimeoutError, match=r"Ann got no message in #lobby within 0\.01 s"):
        await ann.next_message(timeout=0.01)
    bo.say("in another channel", "games")
    with pytest.raises(TimeoutError, match="#lobby"):
        await ann.next_message(timeout=0.01)


async def test_a_promised_message_comes_once_it_is_there(bot: SampleBot, ann: Person) -> None:
    bot.slow = 0.05
    interaction = ann.start_slash("think")
    await interaction.acknowledged.wait()
    assert (await ann.next_message()).content.startswith("thought")


async def test_what_a_bot_asks_for_at_the_end_is_answered(server: Loopback, ann: Person) -> None:
    bot = unregistered(server)

    @bot.tree.command(name="much", description="Answer, and go on")
    async def much(context: Context) -> None:
        await context.response.send_message("first")
        for number in range(5):
            await context.followup.send(str(number))

    async with server.running(bot):
        await bot.tree.sync()
        server.faults = Faults(latency=20)
        await ann.slash("much")
    assert [each.content for each in ann.sees()] == ["first", *"01234"]
    assert much.name == "much"


async def test_a_request_that_hangs_is_not_waited_for(server: Loopback, ann: Person) -> None:
    async with server.running(unregistered(server)) as bot:
        await bot.tree.sync()
        server.faults = Faults(hangs=1)
        ann.start_slash("show")
        await until(lambda: server.faults_happened["hangs"] > 0)
        await server.settled()
        assert ann.sees() == []


async def test_a_strict_server_raises_what_an_act_sees() -> None:
    async with sample_server(strict=True) as server:
        ann = server.person("Ann")
        async with server.running(unregistered(server)) as bot:
            await bot.tree.sync()
            silence = ann.start_slash("silent")
            await until(lambda: bool(bot.contexts))
            server.clock.advance(3.1)
            with pytest.raises(Failed, match="Ann used '/silent': The application did not respond"):
                await ann.outcome(silence)
            assert (await ann.slash("show")).failed is None


async def fails(server: Loopback) -> None:
    """Let a bot be silent, and ask for what is not here."""
    async with server.running(unregistered(server)) as bot:
        await bot.tree.sync()
        server.person("Ann").start_slash("silent")
        await until(lambda: bool(bot.contexts))
        server.clock.advance(3.1)
        with pytest.raises(discord.DiscordServerError):
            await bot.fetch_premium_sticker_packs()


async def test_a_strict_server_raises_what_no_act_saw() -> None:
    async with sample_server(strict=True) as server:
        with pytest.raises(Failed) as caught:
            await fails(server)
        silence, missing = str(caught.value).split(". ")
        assert silence == "Ann used '/silent': The application did not respond"
        assert missing == "The loopback has no route GET /api/v10/sticker-packs."
        async with server.running(unregistered(server)):
            """It is said once."""


async def fails_otherwise(server: Loopback) -> None:
    async with server.running(unregistered(server)) as bot:
        with pytest.raises(discord.DiscordServerError):
            await bot.fetch_premium_sticker_packs()
        raise ZeroDivisionError


async def test_a_strict_server_leaves_other_errors_alone() -> None:
    async with sample_server(strict=True) as server:
        with pytest.raises(ZeroDivisionError):
            await fails_otherwise(server)

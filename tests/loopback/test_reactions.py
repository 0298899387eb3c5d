"""Reactions of the bot and of people."""

from collections.abc import AsyncGenerator

import discord
import pytest

from loopback import CannotDo, Loopback, Permission, Person
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import SampleBot, running
from tests.loopback.test_messages import lobby
from tests.loopback.waiting import until

INTENTS = discord.Intents(guilds=True, guild_messages=True, reactions=True)


@pytest.fixture
async def bot(server: Loopback) -> AsyncGenerator[SampleBot]:
    async with running(server, intents=INTENTS) as started:
        yield started


async def test_a_person_reacts_and_takes_it_back(bot: SampleBot, ann: Person) -> None:
    heard: list[tuple[str, str, int]] = []

    async def on_raw_reaction_add(event: discord.RawReactionActionEvent) -> None:
        heard.append(("add", event.emoji.name, event.user_id))
        assert event.member is not None

    async def on_raw_reaction_remove(event: discord.RawReactionActionEvent) -> None:
        heard.append(("remove", event.emoji.name, event.user_id))

    bot.event(on_raw_reaction_add)
    bot.event(on_raw_reaction_remove)
    sent = await lobby(bot).send("a table")
    (seen,) = ann.sees()
    ann.react(seen, "👍")
    ann.react(seen, "👍")
    ann.unreact(seen, "👍")
    ann.unreact(seen, "👍")
    await until(lambda: len(heard) == 2)
    assert heard == [("add", "👍", ann.id), ("remove", "👍", ann.id)]
    assert (await sent.fetch()).reactions == []


async def test_a_bot_reacts_reads_and_clears(
    bot: SampleBot, server: Loopback, ann: Person, bo: Person
) -> None:
    moderates = {"allow": Permission.MANAGE_MESSAGES}
    server.world.set_overwrite(server.world.channel("lobby"), server.world.bot, **moderates)
    sent = await lobby(bot).send("a table")
    (seen,) = ann.sees()
    await sent.add_reaction("👍")
    for person in (ann, bo):
        person.react(seen, "👍")
        person.react(seen, "1️⃣")
    (thumbs, one) = (await sent.fetch()).reactions
    assert (thumbs.emoji, thumbs.count, thumbs.me) == ("👍", 3, True)
    assert (one.emoji, one.count, one.me) == ("1️⃣", 2, False)
    assert {each.id async for each in one.users(limit=None)} == {ann.id, bo.id}
    await sent.remove_reaction("👍", discord.Object(bo.id))
    await sent.remove_reaction("👍", bot.user)  # type: ignore[arg-type]
    assert ann.sees()[0].reactions == {"👍": (ann.id,), "1️⃣": (ann.id, bo.id)}
    await sent.clear_reaction("👍")
    assert set(ann.sees()[0].reactions) == {"1️⃣"}
    await sent.clear_reactions()
    assert ann.sees()[0].reactions == {}
    names = {"MESSAGE_REACTION_REMOVE_EMOJI", "MESSAGE_REACTION_REMOVE_ALL"}
    await until(lambda: names <= set(bot.events))


async def test_unknown_and_too_many_emojis_are_refused(
    bot: SampleBot, server: Loopback, bare: Bare, ann: Person
) -> None:
    sent = await lobby(bot).send("a table")
    (seen,) = ann.sees()
    with pytest.raises(CannotDo, match="Unknown Emoji"):
        ann.react(seen, "thumbsup")
    for number in range(20):
        ann.react(seen, chr(0x1F600 + number))
    with pytest.raises(CannotDo, match="Maximum number of reactions"):
        ann.react(seen, "👍")
    for emoji, code in (("party:123", 10014), ("👍", 30010)):
        with pytest.raises(discord.HTTPException) as caught:
            await sent.add_reaction(emoji)
        assert caught.value.code == code
    everyone = server.world.guild().roles[server.world.guild().id]
    channel = server.world.channel("lobby")
    server.world.set_overwrite(channel, everyone, deny=Permission.ADD_REACTIONS)
    server.world.set_overwrite(channel, server.world.bot, deny=Permission.ADD_REACTIONS)
    other = await lobby(bot).send("another")
    with pytest.raises(CannotDo, match="may not add reactions"):
        ann.react(ann.sees()[-1], "👍")
    with pytest.raises(discord.Forbidden):
        await other.add_reaction("👍")
    path = f"{bare.channel()}/messages/{sent.id}/reactions"
    assert (await bare("DELETE", path))[1]["code"] == 50013

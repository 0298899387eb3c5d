"""Whole games during which the bot is killed at random moments, over and over."""

import asyncio
import random
from dataclasses import dataclass
from typing import Final

import pytest

from bot.messages.controls import verbs
from loopback import Loopback, Message, Person
from loopback.interactions import lifecycle
from loopback.interactions.lifecycle import Interaction
from rules.log.events import Played
from rules.match.match import Match
from tests.bot.channel_checker import ChannelChecker, begin
from tests.bot.game_driver import host_did
from tests.bot.killable_bot import KillableBot
from tests.bot.known_verbs import decode
from tests.conformance.configured import SOAK

pytestmark = pytest.mark.crash

GAMES: Final = ("czech", "hypergammon", *(("turkish",) if SOAK else ()))
PLIES: Final = 60 if SOAK else 24
DEATHS: Final = 40 if SOAK else 5
"""Plies, or deaths of the bot, after which a game has seen enough."""
LEAST: Final = 4
"""Deaths that a game has to see, even if that takes more plies."""
ANSWERING: Final = 0.015
"""Seconds within which a bot at rest has usually answered."""
STARTING: Final = 0.5
"""Seconds within which a bot has surely started and delivered what waited."""


@dataclass(frozen=True, slots=True)
class Crash:
    """Kills the bot in a share of the interactions, at a moment that `chance` draws."""

    bot: KillableBot
    checker: ChannelChecker
    chance: random.Random
    share: float
    """Of interactions that are cut short."""

    async def through(self, interaction: Interaction) -> bool:
        """See an interaction to its end; True when the bot lived through it."""
        if self.chance.random() >= self.share:
            await interaction.acknowledged.wait()
            return True
        await asyncio.sleep(self.chance.uniform(0, ANSWERING))
        await self.bot.kill()
        while self.chance.random() < 0.3:
            self.bot.launch()
            await asyncio.sleep(self.chance.uniform(0, STARTING))
            await self.bot.kill()
        await self.bot.start()
        await self.checker.settled()
        return False


@pytest.mark.parametrize("key", GAMES)
async def test_no_typed_move_is_lost_or_doubled(
    server: Loopback, killable_bot: KillableBot, key: str
) -> None:
    chance = random.Random(f"typed {key}")
    checker = ChannelChecker(server, killable_bot.database, "lobby")
    await begin(server, key, "lobby")
    crash = Crash(killable_bot, checker, chance, 0.4)
    match = await checker.check()
    while _goes_on(killable_bot, match):
        notation = chance.choice(_notations(match))
        person = await checker.due()
        interaction = person.start_slash("move", "lobby", {"move": notation})
        lived = await crash.through(interaction)
        reply = await person.outcome(interaction)
        await checker.settled()
        before, match = match, await checker.check()
        accepted = match.events != before.events
        if accepted:
            assert match.events == host_did(before.add(Played(notation)), match.events).events
        assert accepted or not lived
        assert accepted or reply.message is None
    assert killable_bot.deaths >= LEAST


@pytest.mark.parametrize("key", GAMES)
async def test_no_clicked_move_is_lost_or_doubled(
    server: Loopback, killable_bot: KillableBot, key: str
) -> None:
    chance = random.Random(f"clicked {key}")
    checker = ChannelChecker(server, killable_bot.database, "lobby")
    await begin(server, key, "lobby")
    crash = Crash(killable_bot, checker, chance, 0.25)
    match = await checker.check()
    while _goes_on(killable_bot, match):
        person, panel, before = await checker.due(), None, match
        while match.events == before.events:
            panel = await _click_on(person, panel or checker.board(), crash)
            match = await checker.match()
        action = match.events[len(before.events)]
        assert match.events == host_did(before.add(action), match.events).events
        await checker.settled()
        await checker.check()
    assert killable_bot.deaths >= LEAST


def _goes_on(bot: KillableBot, match: Match) -> bool:
    has_seen_enough = bot.deaths >= (LEAST if len(match.plies) >= PLIES else DEATHS)
    return not match.outcome and not has_seen_enough


_LEADING = {verbs.CLICKS, verbs.CHOOSE, verbs.PART}
"""The verbs of a panel that lead on to a move."""


async def _click_on(person: Person, message: Message, crash: Crash) -> Message | None:
    """Take one step from a board or a panel to a move; return the panel to go on with."""
    plays = [b for b in message.buttons() if decode(b.custom_id or "").verb is verbs.PLAY]
    if plays:
        button = crash.chance.choice(plays)
        interaction = person.start_click(message, custom_id=button.custom_id)
    elif message.ephemeral:
        leading = [
            part
            for part in (*message.buttons(), *message.selects())
            if decode(part.custom_id or "").verb in _LEADING
        ]
        part = crash.chance.choice(leading)
        if part.options:
            value = crash.chance.choice(part.options).value
            interaction = person.start_choose(message, [value], custom_id=part.custom_id)
        else:
            interaction = person.start_click(message, custom_id=part.custom_id)
    else:
        interaction = person.start_click(message, "Move")
    lived = await crash.through(interaction)
    reply = await person.outcome(interaction)
    assert not (lived and reply.failed), reply.failed
    return reply.message if reply.ephemeral else None


async def test_many_games_outlive_the_same_deaths(
    server: Loopback, killable_bot: KillableBot
) -> None:
    """Players of several tables go on as soon as the bot is back, before it has delivered all."""
    chance = random.Random("many")
    channels = ("lobby", "games", "quiet")
    checkers = [ChannelChecker(server, killable_bot.database, channel) for channel in channels]
    for number, channel in enumerate(channels):
        await begin(server, ("czech", "turkish", "hypergammon")[number], channel)
    playing = asyncio.gather(*(_play_on(checker, server) for checker in checkers))
    for _ in range(40 if SOAK else 8):
        await asyncio.sleep(chance.uniform(0.05, STARTING))
        await killable_bot.kill()
        await killable_bot.start()
    # What somebody sent to the dead bot fails now, not when Discord's limit has passed.
    server.clock.advance(lifecycle.SECONDS_TO_ACKNOWLEDGE)
    await playing
    for checker in checkers:
        await checker.settled()
        match = await checker.check(every=False)
        assert match.outcome or len(match.plies) >= PLIES


async def _play_on(checker: ChannelChecker, server: Loopback) -> None:
    chance = random.Random(checker.channel)
    while not (match := await checker.match()).outcome and len(match.plies) < PLIES:
        await server.gateway.ready()
        person = await checker.due()
        notation = chance.choice(_notations(match))
        reply = await person.slash("move", channel=checker.channel, move=notation)
        if reply.message and not reply.ephemeral:
            log = (await checker.match()).events
            action = Played(notation)
            assert log == host_did(match.add(action), log).events


def _notations(match: Match) -> list[str]:
    return sorted(map(match.game.notate, match.game.legal(match.state)))

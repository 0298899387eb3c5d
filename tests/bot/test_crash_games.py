"""Whole games during which the bot is killed at random moments, over and over."""

import asyncio
import random
from dataclasses import dataclass
from typing import Final

import pytest

from bot import keys
from loopback import Loopback, Message, Person
from loopback.interactions.lifecycle import Interaction
from rules.events import Played
from rules.match import Match
from tests.bot.mortal import Mortal
from tests.bot.sitting import host_did
from tests.bot.witness import Witness, begin

pytestmark = pytest.mark.crash

PLIES: Final = 24
"""Plies after which a game has seen enough."""
ANSWERING: Final = 0.015
"""Seconds within which a bot at rest has usually answered."""
STARTING: Final = 0.5
"""Seconds within which a bot has surely started and paid what it owed."""


@dataclass(frozen=True, slots=True)
class Doom:
    """Kills the bot in a share of the interactions, at a moment that `chance` draws."""

    bot: Mortal
    witness: Witness
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
        await self.witness.settled()
        return False


@pytest.mark.parametrize("key", ["czech", "turkish", "hypergammon"])
async def test_no_typed_move_is_lost_or_doubled(server: Loopback, mortal: Mortal, key: str) -> None:
    chance = random.Random(f"typed {key}")
    witness = Witness(server, mortal.database, "lobby")
    await begin(server, key, "lobby")
    doom = Doom(mortal, witness, chance, 0.4)
    match = await witness.check()
    while not match.outcome and len(match.plies) < PLIES:
        notation = chance.choice(_notations(match))
        person = await witness.due()
        interaction = person.start_slash("move", "lobby", {"move": notation})
        lived = await doom.through(interaction)
        reply = await person.outcome(interaction)
        await witness.settled()
        before, match = match, await witness.check()
        accepted = match.events != before.events
        if accepted:
            assert match == host_did(before.add(Played(notation)), match.events)
        assert accepted or not lived
        assert accepted or reply.message is None
    assert mortal.deaths >= 5


@pytest.mark.parametrize("key", ["czech", "turkish", "hypergammon"])
async def test_no_clicked_move_is_lost_or_doubled(
    server: Loopback, mortal: Mortal, key: str
) -> None:
    chance = random.Random(f"clicked {key}")
    witness = Witness(server, mortal.database, "lobby")
    await begin(server, key, "lobby")
    doom = Doom(mortal, witness, chance, 0.15)
    match = await witness.check()
    while not match.outcome and len(match.plies) < PLIES:
        person, panel, before = await witness.due(), None, match
        while match.events == before.events:
            panel = await _click_on(person, panel or witness.board(), doom)
            match = await witness.match()
        deed = match.events[len(before.events)]
        assert match == host_did(before.add(deed), match.events)
        await witness.settled()
        await witness.check()
    assert mortal.deaths >= 5


async def _click_on(person: Person, message: Message, doom: Doom) -> Message | None:
    """Take one step from a board or a panel to a move; return the panel to go on with."""
    plays = [b for b in message.buttons() if keys.words(b.custom_id or "pb:")[0] == "play"]
    if plays:
        button = doom.chance.choice(plays)
        interaction = person.start_click(message, custom_id=button.custom_id)
    elif message.selects():
        (menu,) = message.selects()
        chosen = doom.chance.choice(menu.options).value
        interaction = person.start_choose(message, [chosen])
    else:
        interaction = person.start_click(message, "Move")
    lived = await doom.through(interaction)
    reply = await person.outcome(interaction)
    assert not (lived and reply.failed), reply.failed
    return reply.message if reply.ephemeral else None


async def test_many_games_outlive_the_same_deaths(server: Loopback, mortal: Mortal) -> None:
    """Players of several tables go on as soon as the bot is back, whatever it still owes."""
    chance = random.Random("many")
    channels = ("lobby", "games", "quiet")
    witnesses = [Witness(server, mortal.database, channel) for channel in channels]
    for number, channel in enumerate(channels):
        await begin(server, ("czech", "turkish", "hypergammon")[number], channel)
    playing = asyncio.gather(*(_play_on(witness, server) for witness in witnesses))
    for _ in range(12):
        await asyncio.sleep(chance.uniform(0.05, STARTING))
        await mortal.kill()
        await mortal.start()
    await playing
    for witness in witnesses:
        await witness.settled()
        match = await witness.check(every=False)
        assert match.outcome or len(match.plies) >= PLIES


async def _play_on(witness: Witness, server: Loopback) -> None:
    chance = random.Random(witness.channel)
    while not (match := await witness.match()).outcome and len(match.plies) < PLIES:
        await server.gateway.ready()
        person = await witness.due()
        notation = chance.choice(_notations(match))
        reply = await person.slash("move", channel=witness.channel, move=notation)
        if reply.message and not reply.ephemeral:
            log = (await witness.match()).events
            deed = Played(notation)
            assert log == host_did(match.add(deed), log).events


def _notations(match: Match) -> list[str]:
    return sorted(map(match.game.notate, match.game.legal(match.state)))

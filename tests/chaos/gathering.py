"""What people do until a game begins: open tables, sit down, decline, decide, press Start."""

import asyncio
from collections.abc import Sequence

from bot.messages.controls import verbs
from bot.model.table import Table
from bot.tables.setup import variants
from loopback import Message, Person
from loopback.model.components import Component
from rules.contract.core import AnyGame, Dice, Spec
from rules.match.series import formats
from rules.registry import all_games
from rules.time.time_control import OFFERED
from tests.chaos.acting import Acting, verb_of

__all__ = ["Gathering"]

_LEVELS = ("1", "2")
"""Of computers that are seated: those that move at once."""
_WITH_DICE = 0.2
"""Share of tables that get a game with dice for certain: their presses come in an order."""


class Gathering(Acting):
    """The people of one channel around a table that waits."""

    async def _open(self) -> None:
        games = sorted(all_games().values(), key=lambda each: each.spec.key)
        if self._chance.random() < _WITH_DICE:
            games = [game for game in games if isinstance(game.turn(game.start()), Dice)]
        game = self._chance.choice(games)
        host, *rivals = self._chance.sample(self._people, len(self._people))
        variant = self._chance.choice(variants(game))
        values = self._terms(game, variant.text)
        for number in range(self._chance.randint(0, min(variant.seats - 1, len(rivals)))):
            values["opponent" + (str(number + 1) if number else "")] = rivals[number]
        await self._slash(host, "play", {"game": game.spec.key, **values})

    def _terms(self, game: AnyGame, variant: str) -> dict[str, "str | int | Person"]:
        spec, chance = game.spec, self._chance
        values: dict[str, str | int | Person] = {}
        if variant:
            values["variant"] = variant
        if chance.random() < 0.5:
            values["series"] = chance.choice(_short_formats(spec))
        has_dice = isinstance(game.turn(game.start()), Dice)
        if chance.random() < (max(0.5, self._engines) if has_dice else self._engines):
            values["level"] = chance.choice((1, 2))
        if chance.random() < 0.3:
            values["time"] = chance.choice(OFFERED).text
        return values

    async def _gather(self, table: Table) -> None:
        """Sit down at a table that waits, or leave it."""
        cards = self._seen.cards(table.id)
        if not cards:
            await asyncio.sleep(0.1)
            return
        card = self._server.world.messages[cards[-1].id]
        if self._chance.random() < 0.15:
            # The channel becomes busy for one of the two, which then waits or moves to a thread.
            await self._open()
            return
        if self._chance.random() < 0.12:
            await self._close_elsewhere(table)
            return
        person = self._chance.choice(self._people)
        if table.declined and self._chance.random() < 0.9:
            await self._decide(table, card)
            return
        invited = {player.user.name for player in table.invited}
        if invited and self._chance.random() < 0.7:
            person = self._server.person(self._chance.choice(sorted(invited)))
            label = "Accept" if self._chance.random() < 0.55 else "Decline"
        elif table.is_full:
            await self._begin(table, card)
            return
        elif self._chance.random() < self._engines:
            await self._seat_computer(table, card)
            return
        else:
            label = self._chance.choices(("Join", "Leave", "Cancel game"), (20, 1, 1))[0]
        await self._click(person, card, lambda button: button.label == label, in_game=False)

    async def _begin(self, table: Table, card: Message) -> None:
        """Let all who sit at the table press **Start** at the same moment."""
        people = [self._server.person(each.user.name) for each in table.persons]
        presses = [
            (person, self._start_click(person, card, _is_begin, in_game=False)) for person in people
        ]
        for person, press in presses:
            if press is not None:
                await self._outcome(person, press)

    async def _seat_computer(self, table: Table, card: Message) -> None:
        host = self._server.person(table.host.name)
        asked = await self._click(
            host,
            card,
            lambda button: verb_of(button) is verbs.COMPUTER,
            in_game=False,
            counts=False,
        )
        if asked is not None:
            await self._choose(host, asked, verbs.LEVEL, self._chance.choice(_LEVELS))

    async def _close_elsewhere(self, table: Table) -> None:
        """Let the host close a table from their list of games, in another server if there is one.

        That server may belong to another process.
        """
        host, here = self._server.person(table.host.name), table.guild_id
        channels = [
            each.id
            for each in self._server.world.channels.values()
            if each.guild_id not in {None, here} and each.thread is None
        ]
        channel = self._chance.choice(channels or [self.channel_id])
        listed = await self._outcome(host, host.start_slash("games", channel, {}))
        if listed is not None:
            await self._choose(host, listed, verbs.CLOSE_ONE, str(table.id))

    async def _decide(self, table: Table, card: Message) -> None:
        """Let the host say what becomes of the place of somebody who declined."""
        asked = [
            self._server.world.messages[message.id]
            for player in table.declined
            for message in self._seen.asking(table.id, player.id)
        ]
        host = self._server.person(table.host.name)
        verb = self._chance.choices((verbs.INVITE, verbs.OPEN_PLACE, verbs.CLOSE), (4, 3, 1))[0]
        message = asked[-1] if asked else card
        if verb is verbs.INVITE:
            await self._choose(host, message, verb, str(self._chance.choice(self._people).id))
            return
        await self._click(host, message, lambda button: verb_of(button) is verb, in_game=False)

    async def _open_beside(self) -> None:
        """Open a table in a thread, because the channel is busy."""
        host = self._chance.choice(self._people)
        key = self._chance.choice(sorted(all_games()))
        offer = await self._slash(host, "play", {"game": key})
        if offer is not None:
            await self._click(
                host, offer, lambda button: verb_of(button) is verbs.THREAD, in_game=False
            )


def _is_begin(button: Component) -> bool:
    return verb_of(button) is verbs.START


def _short_formats(spec: Spec) -> Sequence[str]:
    """Return series that end within a few games."""
    return [each.key for each in formats(spec) if each.number <= 3] or [formats(spec)[0].key]

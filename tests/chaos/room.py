"""What people do in one channel: sit down, play, offer, refuse, press twice, go away."""

import asyncio
from contextlib import suppress
from typing import Final

from bot.messages.controls import verbs
from bot.model.table import PlayerKind, Status, Table
from loopback import Person
from loopback.errors import CannotDo
from tests.chaos.acting import typeable, verb_of
from tests.chaos.besides import Besides
from tests.chaos.file import table_of_channel
from tests.chaos.gathering import Gathering
from tests.chaos.rush import Rush

__all__ = ["Room"]

_LONGEST: Final = (3, 5, 8, 30)
"""Plies after which somebody resigns."""


class Room(Gathering, Rush, Besides):
    """The people of one channel, who do what fits its table."""

    async def step(self) -> None:
        """Do one thing that fits the channel's table as the file holds it."""
        with suppress(CannotDo, KeyError):
            table = table_of_channel(self._database, self.channel_id)
            if table is None:
                await self._open()
            elif table.status is Status.OPEN:
                await self._gather(table)
            elif table.set_apart is None:
                await self._play(table)
        await asyncio.sleep(self._chance.uniform(0, 0.05))

    async def _play(self, table: Table) -> None:
        match, chance = table.started, self._chance
        if match.offer is not None and chance.random() < 0.8:
            await self._answer(table, match.offer.number)
            return
        if table.due is None or table.due.kind is not PlayerKind.PERSON:
            await asyncio.sleep(0.1)
            return
        if chance.random() < 0.03:
            await self._open_beside()
            return
        if table.vacancies and chance.random() < 0.8:
            await self._take_seat(table)
            return
        if chance.random() < 0.3:
            await self._beside(table)
            return
        if chance.random() < 0.15:
            await self._rush(table)
            return
        await self._take_turn(table, self._server.person(table.due.user.name))

    async def _take_turn(self, table: Table, person: Person) -> None:
        """Move, in one of the ways there are, or do what one does instead."""
        match, chance = table.started, self._chance
        longest = _LONGEST[table.id % len(_LONGEST)]
        kinds = ("type", "panel", "twice", "offer", "resign", "nonsense", "list")
        weights = (50, 20, 6, 5, 60 if len(match.plies) > longest else 1, 3, 2)
        kind = chance.choices(kinds, weights)[0]
        moves = typeable(match.game, match.state)
        if (expected := self._expected(table, moves)) and chance.random() < 0.8:
            moves = expected
        if kind == "panel" or (not moves and kind in {"type", "twice"}):
            await self._by_panel(person)
        elif kind == "offer":
            await self._slash(
                person, f"game {chance.choice(('draw', 'takeback'))}", {}, in_game=True
            )
        elif kind == "resign":
            await self._resign(person)
        elif kind == "list":
            await self._slash(person, "games", {}, counts=False)
        elif kind == "nonsense":
            other = chance.choice(self._people)
            await self._slash(other, "move", {"move": chance.choice(("z9", "c3-d4"))}, in_game=True)
        elif kind == "twice":
            first = self._start_slash(person, "move", {"move": chance.choice(moves)}, True)
            second = self._start_slash(person, "move", {"move": chance.choice(moves)}, True)
            await self._outcome(person, first)
            await self._outcome(person, second)
        else:
            await self._slash(person, "move", {"move": chance.choice(moves)}, in_game=True)

    async def _answer(self, table: Table, number: int) -> None:
        """Answer the offer that stands, by one of its buttons."""
        offers = self._seen.with_button(verbs.AGREE, table.id, number)
        if not offers:
            await asyncio.sleep(0.1)
            return
        message = self._server.world.messages[offers[-1].id]
        offer = table.started.offer
        asked = [table.at(seat) for seat in offer.voters - offer.accepted] if offer else []
        if not asked or self._chance.random() < 0.2:
            asked = list(table.seated)
        person = self._server.person(self._chance.choice(asked).user.name)
        is_of_seat = offer is not None and offer.made.place is not None
        agrees = self._chance.random() < (0.9 if is_of_seat else 0.5)
        label = "Agree" if agrees else "Decline"
        await self._click(person, message, lambda button: button.label == label)

    async def _resign(self, person: Person) -> None:
        asked = await self._slash(person, "game resign", {}, counts=False)
        if asked is not None:
            await self._click(person, asked, lambda button: verb_of(button) is verbs.RESIGN)

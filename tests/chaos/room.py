"""What people do in one channel: sit down, play, offer, refuse, press twice, go away."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from bot.messages.custom_ids import Verb
from bot.model.table import PlayerKind, Status, Table
from bot.tables.setup import numbers_of_players
from loopback import Message, Person
from loopback.errors import CannotDo
from rules.core import AnyGame, Spec
from rules.registry import all_games
from rules.series import plans
from rules.time_control import OFFERED
from tests.chaos.acting import named, verb_of
from tests.chaos.besides import Besides
from tests.chaos.file import table_of_channel

__all__ = ["Room"]

_STEPS: Final = frozenset({Verb.CHOOSE, Verb.CLICKS, Verb.PART})
"""What leads from one face of the Move panel to the next."""
_LONGEST: Final = (6, 10, 16, 40)
"""Plies after which somebody resigns."""


class Room(Besides):
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

    async def _open(self) -> None:
        game = self._chance.choice(sorted(all_games().values(), key=lambda each: each.spec.key))
        host, *rivals = self._chance.sample(self._people, 4)
        seats = self._chance.choice(numbers_of_players(game))
        values = self._terms(game, seats)
        for number in range(self._chance.randint(0, seats - 1)):
            values["opponent" + (str(number + 1) if number else "")] = rivals[number]
        await self._slash(host, f"play {game.spec.key}", values)

    def _terms(self, game: AnyGame, seats: int) -> dict[str, "str | int | Person"]:
        spec, chance = game.spec, self._chance
        values: dict[str, str | int | Person] = {}
        for option in spec.options:
            if chance.random() < 0.5:
                values[option.key] = chance.choice(option.choices).value
        if len(spec.seatings) > 1:
            values["players"] = str(seats)
        if chance.random() < 0.5:
            values["series"] = chance.choice(_short_plans(spec))
        if chance.random() < 0.2:
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
        if self._chance.random() < 0.12:
            # The channel becomes busy for one of the two, which then waits or moves to a thread.
            await self._open()
            return
        person = self._chance.choice(self._people)
        if table.declined and self._chance.random() < 0.8:
            await self._decide(table, card)
            return
        invited = {player.user.id for player in table.invited}
        if invited and self._chance.random() < 0.7:
            person = self._server.person(self._chance.choice(sorted(invited)))
            label = "Accept" if self._chance.random() < 0.75 else "Decline"
        elif table.is_full:
            person = self._server.person(self._chance.choice(table.seated).user.id)
            label = "Begin"
        else:
            label = self._chance.choices(("Join", "Leave", "Close"), (20, 1, 1))[0]
        await self._click(person, card, lambda button: button.label == label, in_game=False)

    async def _decide(self, table: Table, card: Message) -> None:
        """Let the host say what becomes of the place of somebody who declined."""
        asked = [
            self._server.world.messages[message.id]
            for player in table.declined
            for message in self._seen.asking(table.id, player.user.id)
        ]
        message, verb = card, Verb.CLOSE
        if asked and self._chance.random() < 0.8:
            message, verb = asked[-1], Verb.OPEN_PLACE
        host = self._server.person(table.host_id)
        await self._click(host, message, lambda button: verb_of(button) is verb, in_game=False)

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
        if chance.random() < 0.25:
            await self._beside(table)
            return
        await self._take_turn(table, self._server.person(table.due.user.id))

    async def _take_turn(self, table: Table, person: Person) -> None:
        """Move, in one of the ways there are, or do what one does instead."""
        match, chance = table.started, self._chance
        longest = _LONGEST[table.id % len(_LONGEST)]
        kinds = ("type", "panel", "twice", "offer", "resign", "nonsense", "list")
        weights = (50, 20, 6, 5, 60 if len(match.plies) > longest else 1, 3, 2)
        kind = chance.choices(kinds, weights)[0]
        legal = [match.game.notate(move) for move in match.game.legal(match.state)]
        typeable = [text for text in legal if len(text) <= 100]
        if (expected := self._expected(table, typeable)) and chance.random() < 0.8:
            typeable = expected
        if kind == "panel" or (not typeable and kind in {"type", "twice"}):
            await self._by_panel(person)
        elif kind == "offer":
            await self._slash(person, chance.choice(("draw", "takeback")), {}, in_game=True)
        elif kind == "resign":
            await self._resign(person)
        elif kind == "list":
            await self._slash(person, "games", {}, counts=False)
        elif kind == "nonsense":
            other = chance.choice(self._people)
            await self._slash(other, "move", {"move": chance.choice(("z9", "c3-d4"))}, in_game=True)
        elif kind == "twice":
            first = self._start_slash(person, "move", {"move": chance.choice(typeable)}, True)
            second = self._start_slash(person, "move", {"move": chance.choice(typeable)}, True)
            await self._outcome(person, first)
            await self._outcome(person, second)
        else:
            await self._slash(person, "move", {"move": chance.choice(typeable)}, in_game=True)

    async def _answer(self, table: Table, number: int) -> None:
        """Answer the offer that stands, by one of its buttons."""
        offers = self._seen.with_button(Verb.AGREE, table.id, number)
        if not offers:
            await asyncio.sleep(0.1)
            return
        message = self._server.world.messages[offers[-1].id]
        person = self._server.person(self._chance.choice(table.seated).user.id)
        label = self._chance.choice(("Agree", "Decline"))
        await self._click(person, message, lambda button: button.label == label)

    async def _open_beside(self) -> None:
        """Open a table in a thread, because the channel is busy."""
        host = self._chance.choice(self._people)
        key = self._chance.choice(sorted(all_games()))
        offer = await self._slash(host, f"play {key}", {})
        if offer is not None:
            await self._click(
                host, offer, lambda button: verb_of(button) is Verb.THREAD, in_game=False
            )

    async def _resign(self, person: Person) -> None:
        asked = await self._slash(person, "resign", {}, counts=False)
        if asked is not None:
            await self._click(person, asked, lambda button: verb_of(button) is Verb.RESIGN)

    async def _by_panel(self, person: Person) -> None:
        """Press **Move** on the newest board and go on until a move is played."""
        board = self._seen.newest_picture(self.channel_id)
        if board is None:
            return
        message: Message | None = self._server.world.messages[board.id]
        for _ in range(8):
            if message is None:
                return
            plays = [each for each in message.buttons() if verb_of(each) is Verb.PLAY]
            if plays:
                name = self._chance.choice(plays).custom_id
                await self._click(person, message, named(name))
                return
            menus = [each for each in message.selects() if each.options]
            steps = [each for each in message.buttons() if verb_of(each) in _STEPS]
            if steps and (not menus or self._chance.random() < 0.7):
                name = self._chance.choice(steps).custom_id
                message = await self._click(person, message, named(name), counts=False)
            elif menus:
                menu = self._chance.choice(menus)
                value = self._chance.choice(menu.options).value
                chosen = person.start_choose(message, [value], custom_id=menu.custom_id)
                message = await self._outcome(person, chosen)
            else:
                message = await self._click(
                    person, message, lambda button: verb_of(button) is Verb.MOVE, counts=False
                )


def _short_plans(spec: Spec) -> Sequence[str]:
    """Return series that end within a few games."""
    return [plan.key for plan in plans(spec) if plan.number <= 3] or [plans(spec)[0].key]

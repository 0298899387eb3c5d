"""What people do at a running game besides moving: pauses, plans, seats."""

from collections.abc import Sequence

from bot.messages.controls import verbs
from bot.model.table import Table
from bot.tables.plans import plan_of
from loopback import Person
from tests.chaos.acting import Acting, named, verb_of

__all__ = ["Besides"]

_DEEPEST = 3
"""Plies that somebody looks ahead."""
_LEVELS = ("1", "2")
"""Of computers that are asked to play on: those that move at once."""


class Besides(Acting):
    """The people of one channel, apart from what they play."""

    async def _beside(self, table: Table) -> None:
        """Do one of these."""
        person = self._server.person(self._chance.choice(table.persons).user.name)
        waiting = [each for each in table.persons if each != table.due]
        kind = self._chance.choices(("pause", "plan", "seat"), (1, 6, 6))[0]
        if kind == "pause":
            paused = table.clock.resumes is not None
            await self._slash(person, "game pause", {} if paused else {"days": 1}, in_game=True)
        elif kind == "plan":
            # Who waits for a move can queue an answer to it; who is due only looks ahead.
            planner = self._chance.choice(waiting or table.persons).user.name
            await self._plan(self._server.person(planner))
        else:
            await self._offer_seat(table, person)

    async def _plan(self, person: Person) -> None:
        """Look ahead on the try-out board, and queue an answer where it is one."""
        message = await self._slash(person, "game plan", {}, counts=False)
        for _ in range(_DEEPEST):
            if message is None:
                return
            menus = [each for each in message.selects() if verb_of(each) is verbs.PLAN_TRY]
            if not menus:
                return
            menu = self._chance.choice(menus)
            value = self._chance.choice(menu.options).value
            chosen = person.start_choose(message, [value], custom_id=menu.custom_id)
            message = await self._outcome(person, chosen)
            if message is None:
                return
            queue = [each for each in message.buttons() if verb_of(each) is verbs.PLAN_QUEUE]
            if queue:
                name = queue[0].custom_id
                message = await self._click(person, message, named(name), in_game=False)

    async def _offer_seat(self, table: Table, person: Person) -> None:
        """Offer one's seat to all, to one person, or to the computer; or no longer."""
        panel = await self._slash(person, "game seats", {}, counts=False)
        if panel is None:
            return
        choices = (verbs.OFFER_SEAT, verbs.GIVE_SEAT, verbs.SEAT_ENGINE, verbs.KEEP_SEAT)
        verb = self._chance.choices(choices, (2, 2, 6, 1))[0]
        if verb is verbs.GIVE_SEAT:
            idle = self._idle(table) or self._people
            await self._choose(person, panel, verb, str(self._chance.choice(idle).id))
            return
        asked = await self._click(
            person, panel, lambda button: verb_of(button) is verb,
            in_game=False, counts=verb is not verbs.SEAT_ENGINE,
        )  # fmt: skip
        if verb is verbs.SEAT_ENGINE and asked is not None:
            level = self._chance.choice(_LEVELS)
            await self._choose(person, asked, verbs.SEAT_LEVEL, level)

    def _idle(self, table: Table) -> list[Person]:
        """Return who never sat at a table."""
        sat = {each.user.name for each in (*table.players, *table.others)}
        return [person for person in self._people if person.name not in sat]

    async def _take_seat(self, table: Table) -> None:
        """Let somebody who does not play ask for the seat that looks for somebody."""
        asking = [
            self._server.world.messages[each.id]
            for number in range(len(table.started.entries) + 1)
            for each in self._seen.with_button(verbs.TAKE_SEAT, table.id, number)
        ]
        wanted = {each.to.name for each in table.vacancies if each.to is not None}
        idle = self._idle(table)
        idle = [person for person in idle if person.name in wanted] or idle
        if asking and idle:
            await self._click(
                self._chance.choice(idle), asking[-1],
                lambda button: verb_of(button) is verbs.TAKE_SEAT, in_game=False,
            )  # fmt: skip

    def _expected(self, table: Table, legal: Sequence[str]) -> list[str]:
        """Return the moves that somebody else has planned an answer to."""
        match = table.started
        planned = {
            node.move
            for seat in match.seats
            if seat != match.seat_due
            for node in plan_of(table, seat).now(match)
        }
        return [move for move in legal if move in planned]

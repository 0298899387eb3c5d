"""Marks questions as settled in their own messages, however they were settled.

Questions are offers, a seat's wish to resign, which its allies have to answer, missed deadlines,
for which rivals may claim the game, vacant seats, and the cards of tables whose terms have changed.

A press on a button of a question changes its message with the answer. It can also be settled by a
command, by a move, by an engine or by time: then its message is edited once, and nothing depends on
it.
"""

import asyncio
from collections.abc import Sequence

from bot.delivery.edits import Edits
from bot.delivery.supervision import BackgroundTasks
from bot.messages.channel import cards, deadlines, offers, resignations, seats
from bot.messages.controls.message import Message
from bot.model.errors import NoGame
from bot.model.queues import ItemKind, OutboxItem
from bot.model.table import Table
from bot.store.shown import Overtaken, Sent, Shown, ShownEntry, ShownSeat
from bot.tables.lookup import Lookup
from rules.contract.core import Seat
from rules.log.events import ResignWanted, ResignWithdrawn

__all__ = ["Questions"]


class Questions:
    """Edits the messages of questions after later messages about their tables."""

    def __init__(self, shown: Shown, lookup: Lookup, edits: Edits) -> None:
        self._shown = shown
        self._lookup = lookup
        self._edits = edits
        self._tasks = BackgroundTasks("question")

    def overtaken(self, item: OutboxItem, previous: Overtaken, turned: int | None) -> None:
        """Update the questions that a later row has settled.

        `turned` is the message that a press has already changed, if any.
        """
        assert item.table_id is not None, "a question belongs to a table"
        if previous.offer is not None:
            self._tasks.begin(self._settle(item, previous.offer, turned))
        if previous.overdue is not None:
            self._tasks.begin(self._settle_overdue(item.table_id, previous.overdue, turned))
        if previous.seats:
            self.look_at_seats(item.table_id, turned)
        if previous.card is not None and previous.card.message_id != turned:
            self._tasks.begin(self._replace_card(item.table_id, previous.card))

    def look_at_card(self, table: Table) -> None:
        """Update the card of a table that waits for players after somebody was taken off it."""
        if table.card_id is not None:
            self._tasks.begin(self._edits.try_to_show(table, table.card_id, cards.card(table)))

    async def answer(self, item: OutboxItem, table: Table) -> Sent | None:
        """Show the answer to an offer or a wish in its message; None if it can't be changed.

        Raises what a request raises that failed without being refused.
        """
        assert item.number is not None, "an answer is an entry"
        shown = await self._shown.last_offer(table.id)
        if shown is None or shown.number >= item.number:
            return None
        asked, said = (table.started.events[at - 1] for at in (shown.number, item.number))
        if isinstance(asked, ResignWanted) != isinstance(said, ResignWithdrawn):
            return None  # A later question stands below.
        post = await asyncio.to_thread(_as_it_stands, table, shown.number)
        is_shown = await self._edits.show(table, shown.message_id, post)
        return Sent(shown.message_id) if is_shown else None

    def look_at_seats(self, table_id: int, turned: int | None = None) -> None:
        """Update the messages of seats that are no longer vacant."""
        self._tasks.begin(self._settle_seats(table_id, turned))

    async def settled(self) -> None:
        """Wait until no message is being edited."""
        await self._tasks.settled()

    async def stop(self) -> None:
        """Stop editing, even if the last transaction reports a later row."""
        await self._tasks.stop()

    async def _settle(self, item: OutboxItem, shown: ShownEntry, turned: int | None) -> None:
        assert item.table_id is not None, "an offer belongs to a table"
        table = await self._running(item.table_id)
        if table is None:
            return
        waits = _waits(table, shown.number)
        if not waits:
            self._shown.forget_question(table.id, shown)
        is_answer = item.kind == ItemKind.ANSWER
        if shown.message_id != turned and (is_answer or not waits):
            post = await asyncio.to_thread(_as_it_stands, table, shown.number)
            await self._edits.try_to_show(table, shown.message_id, post)

    async def _settle_overdue(self, table_id: int, shown: ShownEntry, turned: int | None) -> None:
        table = await self._running(table_id)
        post = deadlines.settled(table, shown.number) if table else None
        if table is None or post is None:
            return
        self._shown.forget_question(table.id, shown)
        if shown.message_id != turned:
            await self._edits.try_to_show(table, shown.message_id, post)

    async def _settle_seats(self, table_id: int, turned: int | None) -> None:
        table = await self._running(table_id)
        if table is None:
            return
        for shown in _settled_seats(table, await self._shown.seat_posts(table_id)):
            self._shown.forget_seat_post(table_id, shown)
            if shown.message_id != turned:
                await self._edits.try_to_show(
                    table, shown.message_id, seats.settled(table, Seat(shown.seat))
                )

    async def _replace_card(self, table_id: int, shown: ShownEntry) -> None:
        """Let a card whose terms hold no more lead to the newer one."""
        try:
            table = await self._lookup.get(table_id)
        except NoGame:
            return
        if table.terms_change is not None and shown.number < table.terms_change.card:
            await self._edits.try_to_show(table, shown.message_id, cards.REPLACED)

    async def _running(self, table_id: int) -> Table | None:
        """Return the present state of a table whose game has begun."""
        try:
            table = await self._lookup.get(table_id)
        except NoGame:
            return None
        return table if table.match else None


def _waits(table: Table, number: int) -> bool:
    """Tell whether the offer or wish of the entry of this number waits for answers."""
    match = table.started
    event = match.events[number - 1]
    if isinstance(event, ResignWanted):
        return resignations.waits(table, event)
    return match.offer is not None and match.offer.number == number


def _as_it_stands(table: Table, number: int) -> Message:
    event = table.started.events[number - 1]
    if isinstance(event, ResignWanted):
        return resignations.as_it_stands(table, number, event)
    return offers.as_it_stands(table, number)


def _settled_seats(table: Table, shown: Sequence[ShownSeat]) -> list[ShownSeat]:
    """Return those of these messages, in order, whose seats are no longer vacant.

    The newest message of a seat stays as long as the seat is vacant.
    """
    newest = {each.seat: each for each in shown}
    return [
        each
        for each in shown
        if each is not newest[each.seat] or not seats.is_looking(table, Seat(each.seat))
    ]

"""Stores changes of hands; the decisions are made in `bot.tables.seats`."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from bot.model.caller import Caller
from bot.model.errors import Repeated
from bot.model.limits import Limits
from bot.model.queues import SEAT_ANSWER, seat_item
from bot.model.table import Player, PlayerStatus, Request, Status, Table
from bot.store.sql.database import Transaction
from bot.store.tables.table_store import TableStore
from bot.tables import seats
from bot.tables.checks import require_few_calls
from bot.tables.commands import KeepSeat, SeatCommand, SeatEngine, TakeSeat
from bot.tables.writer import Change, Writer
from rules.contract.core import Seat
from rules.log.entries import Actor, Origin
from rules.match.match import Match

__all__ = ["SeatChanges"]


class SeatChanges:
    """Carries out commands about seats."""

    def __init__(self, store: TableStore, writer: Writer, limits: Limits) -> None:
        self._store = store
        self._writer = writer
        self._limits = limits

    async def change(
        self, table: Table, caller: Caller, command: SeatCommand, request: Request
    ) -> Change:
        """Carry out a command about a seat; the caller holds the table's lock."""
        now = self._writer.moment(table)
        if isinstance(command, TakeSeat):
            seats.require_takeable(table, caller, command.seat, now)
            agreed = table.terms.digest
            asking = Player(caller.user, PlayerStatus.LEFT, accepted=request.id, agreed=agreed)
            return await self._take_seat(table, asking, command.seat, request, now)
        if isinstance(command, SeatEngine):
            asked, engine = seats.with_engine(table, caller, command, now)
            return await self._take_seat(asked, engine, command.seat, request, now)
        after = seats.after(table, caller, command, now)
        item = call = None
        if not isinstance(command, KeepSeat):
            vacancy = next(v for v in after.vacancies if v not in table.vacancies)
            call = vacancy, partial(require_few_calls, self._limits, vacancy, now)
            item = seat_item(table.id, vacancy.seat, table.channel_id, request, now)
        async with self._writer.writing(table):
            await self._store.look_for_players(after, item, request, now, call)
        return Change(self._writer.keep(after), item)

    async def _take_seat(
        self, table: Table, asking: Player, seat: Seat, request: Request, now: int
    ) -> Change:
        """Let a person take a seat or ask for it, once their row is stored.

        Everything that can be refused is refused before that.
        """
        seats.taken(seats.with_other(table, asking), asking, seat, request, now)
        stored = asking if asking.id else await self._store.newcomer(table.id, asking)
        asked = seats.with_other(table, stored)
        taken = seats.taken(asked, stored, seat, request, now)
        vacancy = asked.vacancy(seat)
        reason = vacancy.reason if vacancy else None
        return await self._writer.append(asked, taken, request, reason=reason)

    async def resign(
        self, table: Table, match: Match, player: Player, request: Request, now: int
    ) -> Change:
        """Let a computer opponent play on for a person who resigns; the caller holds the lock.

        `match` is the table's with the entries that come before. Raises RulesError unless the
        others play on.
        """
        assert player.seat is not None, "who plays has a seat"
        engine = seats.successor(table)
        stored = engine if engine.id else await self._store.newcomer(table.id, engine)
        origin = Origin(now, Actor.SEAT, player.id, request.id)
        after = match.resign_to_engine(player.seat, player.id, stored.id, origin)
        return await self._writer.append(seats.with_other(table, stored), after, request)

    async def end_substitution(
        self, table_id: int, number: int, request: Request, done: Callable[[Transaction], None]
    ) -> int | None:
        """End the offer of a seat made by this entry, if it is still waiting.

        Not everyone has agreed within 72 hours, and silence means no. `done` completes the timer.
        Return the moment until which the timer waits, if it does.
        """
        async with self._writer.changing(table_id) as table:
            match = table.match if table.status is Status.PLAYING else None
            offer = match.offer if match else None
            if match is None or offer is None or offer.number != number:
                return await self._writer.end_timer(table, done)
            now, due = self._writer.now(), match.entries[number - 1].at + SEAT_ANSWER
            if due > now:
                return due
            declined = match.decline(offer.by, Origin(now, Actor.HOST, None, request.id))
            # A try before a kill may have declined it: then only the timer is left.
            with suppress(Repeated):
                await self._writer.append(table, declined, request, first=done)
                return None
            return await self._writer.end_timer(table, done)

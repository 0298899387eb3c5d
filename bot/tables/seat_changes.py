"""Changes of hands, written down: the decisions are made in `bot.tables.seats`."""

from contextlib import suppress
from dataclasses import replace

from bot.model.caller import Caller
from bot.model.errors import Repeated
from bot.model.queues import seat_item
from bot.model.table import Player, PlayerStatus, Request, Status, Table
from bot.tables import seats
from bot.tables.commands import KeepSeat, SeatCommand, SeatEngine, TakeSeat
from bot.tables.writer import Change, Writer
from rules.entries import Actor, Origin

__all__ = ["SeatChanges"]


class SeatChanges(Writer):
    """Carries out what is asked about seats."""

    async def _change_seats(
        self, table: Table, caller: Caller, command: SeatCommand, request: Request
    ) -> Change:
        now = int(self._now())
        if isinstance(command, TakeSeat):
            seats.require_takeable(table, caller, command.seat, now)
            # What is refused is refused before a row for the newcomer is written.
            asking = Player(caller.user, PlayerStatus.INVITED)
            seats.taken(table, asking, command.seat, request, now)
            newcomer = await self._store.newcomer(table.id, caller.user, request)
            others = (*(each for each in table.others if each.id != newcomer.id), newcomer)
            asked = replace(table, others=tuple(sorted(others, key=lambda each: each.id)))
            return await self._append(
                asked, seats.taken(asked, newcomer, command.seat, request, now), request
            )
        if isinstance(command, SeatEngine):
            asked, engine = seats.with_engine(table, caller, command, now)
            seats.taken(asked, engine, command.seat, request, now)
            stored = engine if engine.id else await self._store.new_engine(table.id, engine)
            asked = replace(asked, others=(*(p for p in asked.others if p != engine), stored))
            return await self._append(
                asked, seats.taken(asked, stored, command.seat, request, now), request
            )
        after = seats.after(table, caller, command, now)
        item = None
        if not isinstance(command, KeepSeat):
            seat = next(v.seat for v in after.vacancies if v not in table.vacancies)
            place = table.channel_id
            item = seat_item(table.id, seat, place, request, now)
        async with self._writing(table):
            await self._store.look_for_players(after, item, request, now)
        return Change(self._cache.keep(after), item)

    async def end_substitution(self, table_id: int, number: int, request: Request) -> None:
        """End the offer made by this entry to give a seat to somebody else, if it still waits.

        Not everybody has agreed within 72 hours, and silence is no.
        """
        async with self._lock(table_id):
            table = await self.get(table_id)
            offer = table.match.offer if table.match else None
            if offer is None or offer.number != number or table.status is not Status.PLAYING:
                return
            origin = Origin(int(self._now()), Actor.HOST, None, request.id)
            with suppress(Repeated):
                await self._append(table, table.started.decline(offer.by, origin), request)

"""Plans at a table: changed under its lock, shown only to their owner, never logged."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.model.caller import Caller
from bot.model.errors import NoGame, Repeated, Stale, TableError
from bot.model.table import Request, Status, Table
from bot.store.sql.database import Transaction
from bot.store.tables.table_store import TableStore
from bot.tables import play as playing
from bot.tables.advance import advance
from bot.tables.checks import require_here
from bot.tables.writer import Writer
from rules.contract.core import Seat
from rules.contract.sentence import say
from rules.match.plans import Path, Plan, cut, extended, plan_from, queued

__all__ = ["Cut", "Edit", "Plans", "Queue", "Try", "plan_of"]


@dataclass(frozen=True, slots=True)
class Try:
    """Try a move after this path from the present position."""

    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class Queue:
    """Plan the move at the end of this path as an answer, or take it out of the queue."""

    path: Path
    is_queued: bool


@dataclass(frozen=True, slots=True)
class Cut:
    """Delete the move at the end of this path and everything after it."""

    path: Path


Edit: TypeAlias = Try | Queue | Cut


class Plans:
    """Keeps people's plans."""

    def __init__(self, store: TableStore, writer: Writer) -> None:
        self._store = store
        self._writer = writer

    async def change(
        self, table_id: int, caller: Caller, seen: int, edit: Edit
    ) -> tuple[Table, Path]:
        """Change a person's plan; return the table, and the path of the change.

        `seen` is the position that the caller saw. Raises Stale, with nothing changed, if the
        present one differs; TableError for a person who doesn't play here; RulesError for something
        that can't be planned.
        """
        async with self._writer.changing(table_id) as table:
            require_here(table, caller)
            seat = playing.player_of(table, caller).seat
            if seat is None or table.status is not Status.PLAYING:
                raise NoGame(say("This game is finished."))
            if seen != table.started.position_number:
                raise Stale(table)
            plan, path = _edited(table, seat, edit)
            rest = {other: kept for other, kept in table.plans.items() if other != seat}
            changed = replace(table, plans=rest | {seat: plan} if plan.children else rest)
            await self._store.keep_plans(table, changed)
            return self._writer.keep(changed), path

    async def go_on(
        self, table_id: int, request: Request, done: Callable[[Transaction], None]
    ) -> int | None:
        """Continue a match whose last transaction was full; `done` completes the timer.

        Return the moment until which the timer waits, if it does.
        """
        async with self._writer.changing(table_id) as table:
            match = table.match
            if match is not None and table.status is Status.PLAYING:
                last = match.entries[-1]
                after = advance(table, match, Request(last.request), last.at)
                if after is not match:
                    # A try before a kill may have played it: then only the timer is left.
                    with suppress(Repeated):
                        await self._writer.append(table, after, request, first=done)
                        return None
            return await self._writer.end_timer(table, done)


def plan_of(table: Table, seat: Seat) -> Plan:
    """Return the seat's plan, or a new tree from the present position if it has none."""
    plan = table.plans.get(seat)
    if plan is None or plan.played(table.started) is None:
        return plan_from(table.started)
    return plan


def _edited(table: Table, seat: Seat, edit: Edit) -> tuple[Plan, Path]:
    match, plan = table.started, plan_of(table, seat)
    match edit:
        case Try(path, text):
            if plan.at((*(plan.played(match) or ()), *path)) is None:
                raise TableError(say("That line is no longer in your plan."))
            return extended(match, plan, seat, path, text)
        case Queue(path, is_queued):
            return queued(match, plan, seat, path, is_queued=is_queued), path
        case Cut(path):
            return cut(match, plan, path), path[:-1]

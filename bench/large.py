"""What the largest boards and the longest games make people wait for.

Times are CPU time of the thread that has the event loop: what it does for one person, it does not
do for all others. A long log is folded in another thread.
"""

import asyncio
import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, thread_time
from typing import Final

from bench.table import Row
from bot.interactions.commands.move import suggestions
from bot.model.caller import Caller, Place
from bot.model.table import Request, Table, Terms, User
from bot.store.database import Database
from bot.store.loading import read_rows, table_from_rows
from bot.store.tables import Store
from bot.tables.commands import Accept, Open
from bot.tables.service import Tables

__all__ = ["measure"]

_GAME: Final = "rekushu"
_PLIES: Final = 700
_ALLOWED_COLD: Final = 0.010
"""Seconds of the event loop for a table that is not in memory."""
_ALLOWED_KEY: Final = 0.001
"""Seconds of the event loop for one letter of a move."""
_TYPED: Final = ("", "c", "c3", "c3 ", "zz", "9")
_LEAST: Final = 10
"""Repetitions at least."""
_NOW: Final = 1_700_000_000
_ANN, _BO = User(1, "Ann"), User(2, "Bo")


def measure(seconds: float) -> list[Row]:
    """Measure for about so many seconds and return a row for each thing."""
    return asyncio.run(_measure(seconds))


async def _measure(seconds: float) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="large-") as folder:
        async with Database.open(Path(folder) / "tables.sqlite3") as opened:
            long, wide = await _played(Store(opened))
            loop, thread = await _cold(opened, long.id, seconds / 2)
    first, key = _keystrokes(wide, seconds / 2)
    match, shown = long.started, f"{1e3 * loop:.2f} ms, in a thread {1e3 * thread:.0f} ms"
    allowed = f"{1e3 * _ALLOWED_COLD:.0f} ms"
    note = f"{match.game.spec.title}, {len(match.plies)} plies"
    cold = Row("cold table, time of the loop", shown, allowed, _ALLOWED_COLD / loop, note)
    shown = f"{1e3 * key:.2f} ms, the first of a position {1e3 * first:.2f} ms"
    allowed = f"{1e3 * _ALLOWED_KEY:.0f} ms"
    note = f"{len(wide.started.legal)} legal moves"
    return [cold, Row("a letter typed", shown, allowed, _ALLOWED_KEY / key, note)]


async def _played(store: Store) -> tuple[Table, Table]:
    """Store a long random game; return it, and as it was where most moves were legal."""
    tables, place = Tables(store, lambda: _NOW), Place(1, guild_id=1)
    ann, bo = (Caller(user, place) for user in (_ANN, _BO))
    opened = await tables.open(Open(Terms(_GAME, {}), (_BO,)), ann, Request("1"))
    begun = (await tables.execute(opened.id, bo, Accept(), Request("2"))).table
    chance, match = Random(7), begun.started
    wide = match
    while match.seat_due is not None and len(match.plies) < _PLIES:
        wide = max(wide, match, key=lambda each: len(each.legal))
        match = match.play(match.seat_due, match.game.notate(chance.choice(match.legal)))
    await store.append(begun, replace(begun, match=match), None, Request("3"))
    return replace(begun, match=match), replace(begun, match=wide)


async def _cold(opened: Database, table_id: int, seconds: float) -> tuple[float, float]:
    """Return the median CPU seconds of the loop for a table not in memory, and of the folding."""
    loop: list[float] = []
    thread: list[float] = []
    end = perf_counter() + seconds
    while len(loop) < _LEAST or perf_counter() < end:
        tables = Tables(Store(opened), lambda: _NOW)
        before = thread_time()
        await tables.get(table_id)
        loop.append(thread_time() - before)
        rows = await opened.snapshot(lambda tx: read_rows(tx, table_id))
        assert rows is not None, "it was stored"
        before = thread_time()
        table_from_rows(rows)
        thread.append(thread_time() - before)
    return median(loop), median(thread)


def _keystrokes(table: Table, seconds: float) -> tuple[float, float]:
    """Return the median CPU seconds of the first letter in a position, and of those after it."""
    assert table.due is not None, "somebody is to move"
    first: list[float] = []
    later: list[float] = []
    end = perf_counter() + seconds
    while len(first) < _LEAST or perf_counter() < end:
        fresh = replace(table, match=replace(table.started))
        for times, typed in ((first, ""), *((later, typed) for typed in _TYPED)):
            before = thread_time()
            suggestions(fresh, table.due.user.id, typed)
            times.append(thread_time() - before)
    return median(first), max(median(later[n :: len(_TYPED)]) for n in range(len(_TYPED)))

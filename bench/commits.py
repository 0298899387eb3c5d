"""Moves written at once, compared with moves written one after the other.

A commit waits for the disk, so the times are those of a clock, and all three ways take turns in one
run. Nothing but the store is measured: the games are played beforehand, on a hundred tables.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from bench.table import Row, scaled
from bot.model.caller import Caller, Person, Place, User
from bot.model.limits import UNLIMITED
from bot.model.queues import entry_item
from bot.model.table import Request, Table, Terms
from bot.store.sql.database import Database
from bot.store.store import Store
from bot.tables.commands import Accept, Open
from bot.tables.services import Services

__all__ = ["measure"]

_TABLES: Final = 100
_AT_ONCE: Final = (1, 10, 100)
_LEAST: Final = 3
"""The least number of moves at each table for each way."""
_PLIES: Final = 24
"""Plies after which a table is not played on: no game of draughts is over so soon."""
_GAME: Final = "czech"
_NOW: Final = 1_700_000_000
_ANN, _BO = User(Person(1), "Ann"), User(Person(2), "Bo")


def measure(seconds: float, size: float = 1) -> list[Row]:
    """Measure for about this many seconds and return a row for ten and for a hundred at once."""
    return asyncio.run(_measure(seconds, scaled(_TABLES, size)))


async def _measure(seconds: float, tables: int) -> list[Row]:
    requests = count(1)
    with tempfile.TemporaryDirectory(prefix="commits-") as folder:
        async with Database.open(Path(folder) / "tables.sqlite3") as opened:
            store = Store(opened)
            games = [await _begun(store, requests, number) for number in range(tables)]
            spent: dict[int, list[float]] = {at_once: [] for at_once in _AT_ONCE}
            until = perf_counter() + seconds
            while perf_counter() < until or len(spent[1]) < _LEAST:
                if any(len(table.started.plies) > _PLIES for table in games):
                    break
                for at_once, times in spent.items():
                    after = [_played(table) for table in games]
                    begun = perf_counter()
                    await _written(store, games, after, requests, at_once)
                    times.append((perf_counter() - begun) / tables)
                    games = after
    one, *others = (median(spent[at_once]) for at_once in _AT_ONCE)
    return [
        Row(
            f"{at_once} moves written at once", _us(each), f"one at a time: {_us(one)}",
            one / each, "time by the clock for each move",
        )
        for at_once, each in zip(_AT_ONCE[1:], others, strict=True)
    ]  # fmt: skip


def _us(seconds: float) -> str:
    return f"{1e6 * seconds:.0f} µs"


async def _begun(store: Store, requests: "count[int]", number: int) -> Table:
    tables, place = (
        Services(store, lambda: _NOW, limits=UNLIMITED).tables,
        Place(1000 + number, guild_id=1),
    )
    ann, bo = (Caller(user, place) for user in (_ANN, _BO))
    opened = await tables.open(Open(Terms(_GAME, {}), (_BO,)), ann, _request(requests))
    return (await tables.execute(opened.id, bo, Accept(), _request(requests))).table


def _request(requests: "count[int]") -> Request:
    return Request(str(next(requests)))


def _played(table: Table) -> Table:
    """Return a table after one more ply."""
    match = table.started
    assert match.seat_due is not None, "the game goes on"
    return replace(table, match=match.play(match.seat_due, match.game.notate(match.legal[-1])))


async def _written(
    store: Store,
    before: Sequence[Table],
    after: Sequence[Table],
    requests: "count[int]",
    at_once: int,
) -> None:
    """Write a ply at each table, so many at once."""
    for first in range(0, len(before), at_once):
        pairs = zip(before[first : first + at_once], after[first : first + at_once], strict=True)
        await asyncio.gather(*(_append(store, old, new, requests) for old, new in pairs))


async def _append(store: Store, old: Table, new: Table, requests: "count[int]") -> None:
    request, entries = _request(requests), len(new.started.entries)
    item = entry_item(new.id, entries, new.channel_id, request, _NOW)
    await store.tables.append(old, new, item, request)

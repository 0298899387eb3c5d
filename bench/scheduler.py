"""The scheduler beside itself: a tick with many running games takes what it takes with one.

A tick looks for due timers, finds the time of one turn, sets its timer again, and asks when to wake
next. Each running game has a deadline, a reminder and a player's timer in the file.
"""

import asyncio
import tempfile
from collections.abc import AsyncGenerator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from bench.table import Row
from bot.delivery.clocks import clock_handlers
from bot.delivery.scheduler import Scheduler
from bot.model.caller import Caller, Place
from bot.model.queues import Timer, TimerKind
from bot.model.table import Request, Terms, User
from bot.store.database import Database, Transaction
from bot.store.queues import Queues, set_timer
from bot.store.tables import Store
from bot.tables.commands import Accept, Open
from bot.tables.service import Tables
from rules.time.duration import DAY
from rules.time.time_control import USUAL

__all__ = ["measure"]

_GAMES: Final = (1, 1_000, 100_000)
_NOW: Final = 1_700_000_000
_LEAST: Final = 10
"""Ticks measured with each number of games at least."""
_OTHERS: Final = 100
"""The person who is due in game n has the number n plus this: Ann is 1 and Bo is 2."""


def measure(seconds: float) -> list[Row]:
    """Return a row for each number of running games, after about so many seconds in all."""
    took = asyncio.run(_ticks(seconds))
    return [
        Row(
            f"scheduler tick, running games: {games:,}",
            f"{1e3 * each:.2f} ms",
            f"{1e3 * took[0]:.2f} ms with one",
            took[0] / each,
        )
        for games, each in zip(_GAMES, took, strict=True)
    ]


async def _ticks(seconds: float) -> list[float]:
    """Return the median seconds of a tick with each number of games; they take turns."""
    measured: list[list[float]] = [[] for _ in _GAMES]
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        tables = [
            await stack.enter_async_context(_filled(Path(folder) / f"{games}.sqlite3", games))
            for games in _GAMES
        ]
        end = perf_counter() + seconds
        while len(measured[0]) < _LEAST or perf_counter() < end:
            for each, timed in zip(tables, measured, strict=True):
                timed.append(await each.tick())
    return [median(timed) for timed in measured]


@dataclass(frozen=True, slots=True)
class _Filled:
    """A file with running games, one of which is looked at in each tick."""

    database: Database
    queues: Queues
    scheduler: Scheduler
    due: Timer

    async def tick(self) -> float:
        """Let one timer be due, and return the seconds of the tick that carries it out."""
        await self.database.transact(lambda tx: set_timer(tx, self.due))
        begin = perf_counter()
        assert await self.scheduler.run_due() == 1
        assert await self.queues.next_due(_NOW) is not None
        return perf_counter() - begin


@asynccontextmanager
async def _filled(file: Path, games: int) -> AsyncGenerator[_Filled]:
    async with Database.open(file) as database:
        queues, tables = Queues(database), Tables(Store(database), _now)
        table_id = await _play(tables)
        await database.transact(lambda tx: _fill(tx, games - 1))
        due = Timer(
            kind=TimerKind.DEADLINE, dedupe=f"deadline:{table_id}", due=_NOW, table_id=table_id
        )
        handlers = clock_handlers(tables, queues, _now)
        yield _Filled(database, queues, Scheduler(queues, handlers, _now), due)


def _now() -> float:
    return float(_NOW)


async def _play(tables: Tables) -> int:
    """Begin a game with a time limit and return its number."""
    place = Place(1, guild_id=1)
    ann, bo = (Caller(User(number, name), place) for number, name in ((1, "Ann"), (2, "Bo")))
    opened = await tables.open(Open(Terms("czech", {}, time=USUAL), (bo.user,)), ann, Request("1"))
    await tables.execute(opened.id, bo, Accept(), Request("2"))
    return opened.id


def _fill(tx: Transaction, games: int) -> None:
    """Write running games that wait for a move, each in a channel of its own."""
    tx.do("CREATE TEMP TABLE game AS SELECT * FROM tables WHERE id = 1")
    columns = [str(row["name"]) for row in tx.do("SELECT name FROM pragma_table_info('tables')")]
    changed = {"id": "n + 1", "channel_id": "n + 1", "due_at": "due_at + n"}
    chosen = ", ".join(changed.get(name, name) for name in columns)
    tx.do(
        "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers"  # noqa: S608
        f" WHERE n < ?) INSERT INTO tables SELECT {chosen} FROM game, numbers WHERE ? > 0",
        games, games,
    )  # fmt: skip
    tx.each(
        "INSERT INTO timers (due, kind, table_id, user_id, dedupe) VALUES (?, ?, ?, ?, ?)",
        _timers(games),
    )
    tx.each(
        "INSERT INTO reminders (table_id, user_id, begun, about, moment, at, held, sent)"
        " VALUES (?, ?, ?, 'turn', ?, ?, 0, 0)",
        ((n, n + _OTHERS, _NOW, _NOW + DAY + n, _NOW + DAY + n) for n in range(2, games + 2)),
    )


def _timers(games: int) -> Iterator[tuple[str | int | None, ...]]:
    for n in range(2, games + 2):
        yield _NOW + DAY + n, "deadline", n, None, f"deadline:{n}"
        person = n + _OTHERS
        yield _NOW + DAY + n, "reminders", None, person, f"reminders:{person}"

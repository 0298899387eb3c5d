"""Ratings computed again from their results, compared with reading the same rows."""

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from statistics import median
from time import perf_counter, process_time
from typing import Final

from bench.table import Row, scaled
from bot.store.sql.sqlite.schema import MIGRATIONS
from bot.store.sql.sqlite.statements import Statements
from bot.store.tables.ratings import fold_again

__all__ = ["measure"]

_GAMES: Final = 5_000
_PEOPLE: Final = 50
_HOUR: Final = 3600


def measure(seconds: float, size: float = 1) -> list[Row]:
    """Measure for about this many seconds and return a row."""
    games = scaled(_GAMES, size)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for script in sorted(MIGRATIONS.glob("*.sql")):
            connection.executescript(script.read_text(encoding="utf-8"))
        _fill(connection, games)
        connection.row_factory = sqlite3.Row
        tx = Statements(connection)

        def read() -> None:
            tx.do("SELECT * FROM results WHERE pool = 'duel' ORDER BY sequence, team, seat")

        ours: list[float] = []
        reading: list[float] = []
        until = perf_counter() + seconds
        while perf_counter() < until or not ours:
            ours.append(_cpu(lambda: fold_again(tx, 1, "duel")))
            reading.append(_cpu(read))
    one, other = median(ours) / games, median(reading) / games
    return [
        Row("ratings again", f"{1e6 * one:.0f} µs", f"reading: {1e6 * other:.0f} µs", other / one,
            "CPU for each game of two")
    ]  # fmt: skip


def _fill(connection: sqlite3.Connection, games: int) -> None:
    chance = random.Random(1)
    for game in range(1, games + 1):
        people = chance.sample(range(1, _PEOPLE), 2)
        ranks = chance.choice([(1, 2), (2, 1), (1, 1)])
        connection.executemany(
            "INSERT INTO results (table_id, seat, player_id, sequence, person, team, sides, rank,"
            " worth, rule, game, guild_id, pool, dice, edge, ended_at, entry, length, engines,"
            " turns, late, waits) VALUES (?, ?, 1, ?, ?, ?, '[]', ?, 1, '', 'duel', 1, 'duel', 0,"
            " 0, ?, 1, 9, 0, 9, 0, '{}')",
            ((game, seat, game, people[seat], seat, ranks[seat], game * _HOUR) for seat in (0, 1)),
        )


def _cpu(work: Callable[[], None]) -> float:
    begun = process_time()
    work()
    return process_time() - begun

"""Typed moves over the wire, beside a bare discord.py bot that only answers.

Ours checks each move, writes it to the disk, draws the board and answers with it; the bare one
answers the same command with one of these pictures, ready-made, and a button. A third one does the
least that a move takes (`bench/least.py`). What a move costs is CPU time of the bot's process with
all its threads, since the machine may do other things as well.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, cycle
from pathlib import Path
from statistics import mean, quantiles
from typing import Final

from bench.arena import (
    Seat,
    Slice,
    answered,
    at_tables,
    compete,
    newcomer,
    opened,
    positions,
    random_games,
    spread,
)
from bench.table import Row
from loopback import Loopback, Person
from render import picture
from rules.contract.core import AnyGame
from rules.registry import find

__all__ = ["measure", "typical_picture"]

_GAME: Final = "czech"
_PLAYERS: Final = ((1, 20), (10, 20), (100, 5))
"""How many people move at once, and how often each in a slice."""
_GAMES: Final = 200
"""Different games that are played, each perhaps more than once."""
_LEAST_PLIES: Final = 20
_THINK: Final = 2.0
"""Seconds that people think who do not move at once, on average."""
_ALLOWED_LAG: Final = 0.02
"""Seconds by which the event loop may be late under 100 players."""


@dataclass(slots=True)
class _Bare:
    """Somebody who sends commands to the bare bot."""

    person: Person
    channel: int

    async def prepare(self, moves: int) -> None:
        """Do nothing: there is no game."""

    async def move(self) -> None:
        values = {"move": "c3-d4"}
        await answered(self.person, self.person.start_slash("move", self.channel, values))


def measure(seconds: float) -> list[Row]:
    """Play for about so many seconds and return the rows."""
    return asyncio.run(_measure(seconds))


async def _measure(seconds: float) -> list[Row]:
    rows: list[Row] = []
    game = find(_GAME)
    games = cycle(random_games(game, _GAMES, _LEAST_PLIES))
    most = max(players for players, _ in _PLAYERS)
    at_table = at_tables(_GAME, games)

    def at_bare(server: Loopback, number: int, channel: int) -> Seat:
        return _Bare(newcomer(server, f"Ann {number}"), channel)

    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        ready = Path(folder) / "board.png"
        ready.write_bytes(typical_picture(game, next(games)))
        async with (
            opened("bench.solo", Path(folder) / "tables.sqlite3", at_table, most) as ours,
            opened("bench.bare", ready, at_bare, most) as bare,
            opened("bench.least", Path(folder) / "least.sqlite3", at_bare, most) as least,
        ):
            for players, moves in _PLAYERS:
                each = seconds / len(_PLAYERS)
                slices = await compete((ours, bare, least), players, moves, each)
                rows += _rows(players, *slices)
            thinking = await compete((ours, bare), most, 1, seconds / len(_PLAYERS), _THINK)
            rows += _loop_rows(f"{most} who think {_THINK:.0f} s", *thinking)
    return rows


def typical_picture(game: AnyGame, moves: Sequence[str]) -> bytes:
    """Return the board of a game whose picture is of medium size."""
    drawn = [picture(view) for view in positions(game, moves)]
    return sorted(drawn, key=len)[len(drawn) // 2]


def _rows(
    players: int, ours: Sequence[Slice], bare: Sequence[Slice], least: Sequence[Slice]
) -> list[Row]:
    together = f"{players} at once" if players > 1 else "one at a time"
    rows: list[Row] = []
    for name, other in (("bare bot", bare), ("the least that a move takes", least)):
        ratio = spread(b.cpu_of_move / a.cpu_of_move for a, b in zip(ours, other, strict=True))
        note = f"{together}, {len(ours)} pairs of slices, ratio {ratio}"
        yardstick = f"{name}: {_cost(other)}"
        rows.append(Row("typed move, CPU", _cost(ours), yardstick, ratio.middle, note))
    if players == 1:
        for name, cut in (("p50", 49), ("p99", 98)):
            a, b = (1e3 * _cut([s.latencies for s in each], cut) for each in (ours, bare))
            rows.append(
                Row(f"answer, {name}", f"{a:.1f} ms", f"bare bot: {b:.1f} ms", b / a, together)
            )
    if players == max(most for most, _ in _PLAYERS):
        rows += _loop_rows(f"{players} who never think", ours, bare)
    return rows


def _loop_rows(who: str, ours: Sequence[Slice], bare: Sequence[Slice]) -> list[Row]:
    """Return how late the loop is, and how long it can do nothing else by its own doing.

    Where nobody thinks, all move at the same moment, and the loop is late because it is busy.
    """
    rows: list[Row] = []
    late = [[s.lags for s in each] for each in (ours, bare)]
    turns = [[s.turns for s in each] for each in (ours, bare)]
    for name, found in (("lag of the loop", late), ("longest turn of the loop, CPU", turns)):
        a, b = (_cut(values, 98) for values in found)
        allowed = f"{1e3 * _ALLOWED_LAG:.0f} ms (bare bot: {1e3 * b:.1f} ms)"
        rows.append(Row(f"{name}, p99", f"{1e3 * a:.1f} ms", allowed, _ALLOWED_LAG / a, who))
    return rows


def _cost(slices: Sequence[Slice]) -> str:
    """Return what a move costs the bot and the driver, and how busy the driver is."""
    bot, driver = (
        1e6 * spread(each).middle
        for each in ((s.cpu_of_move for s in slices), (s.driver_of_move for s in slices))
    )
    busy = mean(s.driver / s.seconds for s in slices)
    return f"{bot:.0f} us (driver {driver:.0f} us, {busy:.0%} busy)"


def _cut(values: Sequence[Sequence[float]], number: int) -> float:
    """Return a percentile of all values, counted from 0."""
    return quantiles(chain.from_iterable(values), n=100)[number]

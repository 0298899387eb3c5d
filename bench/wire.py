"""Typed moves over the wire, compared with two discord.py bots that do less.

Ours checks each move, writes it to disk, draws the board, answers with it and makes a line of the
board before. The bare bot answers the same command with one of these pictures, ready-made, and a
button. The least bot (`bench/least.py`) also draws, writes, answers and edits, but knows nothing.
The cost of a move is CPU time of the bot's process with all its threads, until it is at rest again,
because the machine may do other things as well.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, cycle
from pathlib import Path
from statistics import mean, median, quantiles
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
from bench.table import Row, scaled
from loopback import Loopback, Person
from render import picture
from rules.contract.core import AnyGame
from rules.registry import find

__all__ = ["at_bare", "measure", "typical_picture"]

_GAME: Final = "czech"
_PLAYERS: Final = ((1, 20), (10, 20), (100, 4))
"""The number of people who move at the same time, and of each one's moves in a slice."""
_GAMES: Final = 200
"""The number of different games, each of which may be played more than once."""
_LEAST_PLIES: Final = 20


@dataclass(slots=True)
class _Bare:
    """A person who sends commands to the bare bot."""

    person: Person
    channel: int

    async def prepare(self, moves: int) -> None:
        """Do nothing: there is no game."""

    async def move(self) -> None:
        values = {"move": "c3-d4"}
        await answered(self.person, self.person.start_slash("move", self.channel, values))


def measure(seconds: float, size: float = 1) -> list[Row]:
    """Play for about this many seconds and return the rows."""
    return asyncio.run(_measure(seconds, size))


async def _measure(seconds: float, size: float) -> list[Row]:
    rows: list[Row] = []
    game = find(_GAME)
    games = cycle(random_games(game, scaled(_GAMES, size), _LEAST_PLIES))
    sizes = {scaled(players, size): scaled(moves, size) for players, moves in _PLAYERS}
    most = max(sizes)
    at_table = at_tables(_GAME, games)

    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        ready = Path(folder) / "board.png"
        ready.write_bytes(typical_picture(game, next(games)))
        async with (
            opened("bench.solo", Path(folder) / "tables.sqlite3", at_table, most) as ours,
            opened("bench.bare", ready, at_bare, most) as bare,
            opened("bench.least", Path(folder) / "least.sqlite3", at_bare, most) as least,
        ):
            for players, moves in sizes.items():
                mine, *others = await compete((ours, bare, least), players, moves, seconds)
                for name, theirs in zip(("bare bot", "least bot"), others, strict=True):
                    rows += _rows(players, name, mine, theirs)
    return rows


def at_bare(server: Loopback, number: int, channel: int) -> Seat:
    """Return a seat of a person who sends commands to the bare bot."""
    return _Bare(newcomer(server, f"Ann {number}"), channel)


def typical_picture(game: AnyGame, moves: Sequence[str]) -> bytes:
    """Return the board of a game whose picture has a medium size."""
    drawn = [picture(view) for view in positions(game, moves)]
    return sorted(drawn, key=len)[len(drawn) // 2]


def _rows(players: int, name: str, ours: Sequence[Slice], theirs: Sequence[Slice]) -> list[Row]:
    """Return rows for the cost of a move, and for the longest time that it blocks the loop."""
    ratio = spread(b.cpu_of_move / a.cpu_of_move for a, b in zip(ours, theirs, strict=True))
    together = f"{players} at once" if players > 1 else "one at a time"
    note = f"{together}, {len(ours)} pairs of slices, ratio {ratio}"
    cost = Row("typed move", _cost(ours), f"{name}: {_cost(theirs)}", ratio.middle, note)
    if players == 1:
        return [cost]
    a, b = (_longest(each) for each in (ours, theirs))
    turn = f"{1e3 * a:.1f} ms CPU", f"{name}: {1e3 * b:.1f} ms CPU"
    return [cost, Row("longest turn of the event loop, p99", *turn, b / a, together)]


def _cost(slices: Sequence[Slice]) -> str:
    """Return the bot's cost of a move, and the driver's load."""
    cpu = 1e3 * median(each.cpu_of_move for each in slices)
    busy = mean(each.driver / each.seconds for each in slices)
    return f"{cpu:.2f} ms CPU (driver {busy:.0%} busy)"


def _longest(slices: Sequence[Slice]) -> float:
    """Return the 99th percentile of all turns."""
    return quantiles(chain.from_iterable(each.turns for each in slices), n=100)[98]

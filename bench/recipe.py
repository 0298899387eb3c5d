"""Typed moves over the wire, compared with the usual recipe of a chess bot (`bench/usual.py`).

That recipe answers each move with a new picture as well: python-chess judges the move, sqlite3
stores it, and CairoSVG draws the board in a thread.
"""

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from bench.arena import (
    Seat,
    Slice,
    answered,
    at_tables,
    compete,
    newcomer,
    opened,
    random_games,
    spread,
)
from bench.table import Row, scaled
from bench.usual import random_game
from loopback import Loopback, Person
from rules.registry import find

__all__ = ["measure"]

_GAME: Final = "czech"
_PLAYERS: Final = ((1, 10), (10, 5))
"""The number of people who move at the same time, and of each one's moves in a slice."""
_GAMES: Final = 50
_LEAST_PLIES: Final = 20
_CHESS_PLIES: Final = 40
"""The most plies of a game of chess, since the recipe reads all of them for each move."""


@dataclass(slots=True)
class _Chess:
    """A person who plays chess against themselves in a channel of their own."""

    person: Person
    channel: int
    games: Iterator[Sequence[str]]
    left: list[str] = field(default_factory=list[str])

    async def prepare(self, moves: int) -> None:
        """Begin a new game if too few moves are left."""
        while len(self.left) < moves:
            await answered(self.person, self.person.start_slash("play", self.channel, {}))
            self.left = list(reversed(next(self.games)))

    async def move(self) -> None:
        """Make the next move."""
        values = {"move": self.left.pop()}
        await answered(self.person, self.person.start_slash("move", self.channel, values))


def measure(seconds: float, size: float = 1) -> list[Row]:
    """Play for about this many seconds and return the rows."""
    return asyncio.run(_measure(seconds, size))


async def _measure(seconds: float, size: float) -> list[Row]:
    rows: list[Row] = []
    games = cycle(random_games(find(_GAME), scaled(_GAMES, size), _LEAST_PLIES))
    chance = Random(7)
    chess_games = (random_game(chance)[:_CHESS_PLIES] for _ in count())
    sizes = {scaled(players, size): scaled(moves, size) for players, moves in _PLAYERS}
    at_table = at_tables(_GAME, games)

    def at_chess(server: Loopback, number: int, channel: int) -> Seat:
        return _Chess(newcomer(server, f"Ann {number}"), channel, chess_games)

    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        async with (
            opened("bench.solo", Path(folder) / "tables.sqlite3", at_table, max(sizes)) as ours,
            opened("bench.usual", Path(folder) / "chess.sqlite3", at_chess, max(sizes)) as usual,
        ):
            for players, moves in sizes.items():
                slices = await compete((ours, usual), players, moves, seconds / len(sizes))
                rows.append(_row(players, *slices))
    return rows


def _row(players: int, ours: Sequence[Slice], usual: Sequence[Slice]) -> Row:
    ratio = spread(b.cpu_of_move / a.cpu_of_move for a, b in zip(ours, usual, strict=True))
    together = f"{players} at once" if players > 1 else "one at a time"
    return Row(
        "typed move",
        _cost(ours),
        f"usual recipe: {_cost(usual)}",
        ratio.middle,
        f"{together}, ratio {ratio}",
    )


def _cost(slices: Sequence[Slice]) -> str:
    return f"{1e3 * median(each.cpu_of_move for each in slices):.2f} ms CPU"

"""Moves in a second over the wire, beside the usual recipe of a chess bot.

That recipe answers each move with a new picture too: python-chess judges it, sqlite3 stores it, and
CairoSVG draws the board in a thread.
"""

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

import chess

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
from bench.table import Row
from loopback import Loopback, Person
from rules.registry import find

__all__ = ["measure"]

_GAME: Final = "czech"
_PLAYERS: Final = ((1, 10), (10, 5))
"""How many people move at once, and how often each in a slice."""
_GAMES: Final = 50
_LEAST_PLIES: Final = 20


@dataclass(slots=True)
class _Chess:
    """Somebody who plays chess against themselves in a channel of their own."""

    person: Person
    channel: int
    games: Iterator[Sequence[str]]
    left: list[str] = field(default_factory=list[str])

    async def prepare(self, moves: int) -> None:
        """Begin a new game where too few moves are left."""
        if len(self.left) < moves:
            await answered(self.person, self.person.start_slash("play", self.channel, {}))
            self.left = list(reversed(next(self.games)))

    async def move(self) -> None:
        """Make the next move."""
        values = {"move": self.left.pop()}
        await answered(self.person, self.person.start_slash("move", self.channel, values))


def measure(seconds: float) -> list[Row]:
    """Play for about so many seconds and return the rows."""
    return asyncio.run(_measure(seconds))


async def _measure(seconds: float) -> list[Row]:
    rows: list[Row] = []
    games = cycle(random_games(find(_GAME), _GAMES, _LEAST_PLIES))
    chess_games = cycle(_chess_games())
    most = max(players for players, _ in _PLAYERS)
    at_table = at_tables(_GAME, games)

    def at_chess(server: Loopback, number: int, channel: int) -> Seat:
        return _Chess(newcomer(server, f"Ann {number}"), channel, chess_games)

    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        async with (
            opened("bench.solo", Path(folder) / "tables.sqlite3", at_table, most) as ours,
            opened("bench.usual", Path(folder) / "chess.sqlite3", at_chess, most) as usual,
        ):
            for players, moves in _PLAYERS:
                slices = await compete((ours, usual), players, moves, seconds / len(_PLAYERS))
                rows.append(_row(players, *slices))
    return rows


def _chess_games() -> list[Sequence[str]]:
    """Return the moves of random games of chess."""
    random, games = Random(7), list[Sequence[str]]()
    while len(games) < _GAMES:
        board, moves = chess.Board(), list[str]()
        while not board.is_game_over() and len(moves) < 2 * _LEAST_PLIES:
            chosen = random.choice(list(board.legal_moves))
            moves.append(board.san(chosen))
            board.push(chosen)
        if len(moves) >= _LEAST_PLIES:
            games.append(moves)
    return games


def _row(players: int, ours: Sequence[Slice], usual: Sequence[Slice]) -> Row:
    ratio = spread(a.rate / b.rate for a, b in zip(ours, usual, strict=True))
    cpu = spread(b.cpu_of_move / a.cpu_of_move for a, b in zip(ours, usual, strict=True))
    together = f"{players} at once" if players > 1 else "one at a time"
    note = f"{together}, ratio {ratio}, of CPU time {cpu}"
    return Row("moves a second", _rate(ours), f"usual recipe: {_rate(usual)}", ratio.middle, note)


def _rate(slices: Sequence[Slice]) -> str:
    cpu = 1e3 * median(each.cpu_of_move for each in slices)
    return f"{median(each.rate for each in slices):.0f}/s, CPU {cpu:.2f} ms a move"

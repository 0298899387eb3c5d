"""Perft of our games, compared with python-chess counting chess.

Both count the last ply without playing it. Every position is a new one: the yardstick keeps no
table of positions, and neither do we. The two take turns in slices of a fraction of a second, and
CPU time is measured.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, thread_time
from typing import Final

import chess

from bench.table import Row, scaled
from rules.registry import all_games
from rules.shell.perft import perft

__all__ = ["measure"]

_CHESS_DEPTH: Final = 3
_LEAST: Final = 5_000
"""The least number of nodes in a slice of ours, so that its depth is worth measuring."""


@dataclass(slots=True)
class _Tally:
    count: Callable[[], int]
    nodes: int = 0
    seconds: float = 0.0

    def run(self) -> None:
        begin = thread_time()
        self.nodes += self.count()
        self.seconds += thread_time() - begin

    @property
    def rate(self) -> float:
        return self.nodes / self.seconds


def measure(seconds: float, size: float = 1) -> list[Row]:
    """Return a row for each game, after about this many seconds in all."""
    least = scaled(_LEAST, size)
    yardstick = _Tally(lambda: _chess(chess.Board(), _CHESS_DEPTH))
    games = {
        game.spec.title.english(): _Tally(_counter(key, least)) for key, game in all_games().items()
    }
    end = perf_counter() + seconds
    while perf_counter() < end or not yardstick.nodes:
        for tally in games.values():
            yardstick.run()
            tally.run()
    return [
        Row(
            f"perft of {title}",
            f"{tally.rate / 1e6:.2f} M nodes/s",
            f"python-chess {yardstick.rate / 1e6:.2f} M nodes/s",
            tally.rate / yardstick.rate,
        )
        for title, tally in games.items()
    ]


def _counter(key: str, least: int) -> Callable[[], int]:
    game = all_games()[key]
    depth = 1
    while perft(game, game.start(), depth) < least:
        depth += 1
    return lambda: perft(game, game.start(), depth)


def _chess(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += _chess(board, depth - 1)
        board.pop()
    return nodes

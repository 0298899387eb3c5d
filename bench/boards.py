"""The pictures of every game, compared with a chess board that CairoSVG draws.

The positions are those of random games in the order in which channels see them, after some games
that have filled the caches, as in a bot that has run for a while. All take turns, with a few
pictures each, and the result is the mean CPU time of the thread, including pictures with new
pieces. Each game is measured with people whose names were drawn before, and with people who are
new in every picture, and one game also with many pairs of people in turn.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from random import Random
from statistics import mean
from time import perf_counter, thread_time
from typing import Final, Generic, TypeVar

import chess

from bench import usual
from bench.table import Row, scaled
from render import Caption, Occupant, picture
from rules.contract.core import AnyGame, Dice
from rules.contract.view import BoardView
from rules.registry import all_games

__all__ = ["measure", "positions_of"]

T = TypeVar("T")

_EARLIER: Final = 300
"""Pictures of each game that are drawn before measuring."""
_NAMES: Final = ("Ann", "Жанна", "Maximiliane von Hohenstein")
_AT_A_TIME: Final = 100
"""Games of people whose names are all known."""
_IN_TURN: Final = 20
"""Pictures of each game for one of CairoSVG's, which takes a hundred times as long."""


@dataclass(slots=True)
class _Tally(Generic[T]):
    """The cost so far of one kind of picture."""

    scenes: Iterator[T]
    draw: Callable[[T], bytes]
    times: list[float] = field(default_factory=list[float])
    sizes: list[int] = field(default_factory=list[int])

    def run(self, pictures: int) -> None:
        for scene in islice(self.scenes, pictures):
            begin = thread_time()
            png = self.draw(scene)
            self.times.append(thread_time() - begin)
            self.sizes.append(len(png))

    def __str__(self) -> str:
        return f"{1e3 * mean(self.times):.2f} ms CPU, {mean(self.sizes) / 1e3:.1f} KB"


def measure(seconds: float, size: float = 1) -> list[Row]:
    """Return a row for each game, after about this many seconds and the filling of caches."""
    cairo = _Tally(_chess_boards(Random(2)), usual.draw)
    games, strangers = all_games().values(), map(str, count())
    tallies = {
        f"picture of {game.spec.title.english()}": _Tally(positions_of(game, Random(2)), _shown)
        for game in games
    }
    for tally in tallies.values():
        for view in islice(tally.scenes, scaled(_EARLIER, size)):
            _shown(view)
    for game in games:
        tallies[f"picture of {game.spec.title.english()}, new names"] = _Tally(
            positions_of(game, Random(3)), lambda view: _shown(view, next(strangers))
        )
    crowd = _crowd(next(iter(games)), scaled(_AT_A_TIME, size))
    end = perf_counter() + seconds
    while perf_counter() < end or not cairo.times:
        cairo.run(1)
        for tally in tallies.values():
            tally.run(scaled(_IN_TURN, size))
    tallies |= crowd
    return [
        Row(
            title,
            str(tally),
            f"CairoSVG, a chess board: {cairo}",
            mean(cairo.times) / mean(tally.times),
            f"{len(tally.times)} positions",
        )
        for title, tally in tallies.items()
    ]


def _crowd(game: AnyGame, pairs: int) -> dict[str, _Tally[BoardView]]:
    """Draw the games of some pairs of people, all in turn and all drawn before."""
    chance = Random(4)
    tally = _Tally(
        positions_of(game, chance), lambda view: _shown(view, str(chance.randrange(pairs)))
    )
    for view in islice(tally.scenes, 10 * pairs):
        tally.draw(view)
    tally.run(5 * pairs)
    return {f"picture of {game.spec.title.english()}, {pairs} games at a time, names known": tally}


def _shown(view: BoardView, number: str = "") -> bytes:
    """Draw a view as in a message, with names that end in a number."""
    people = (
        (player.side, Occupant(name + number, state="by Tue 24 Nov" if player.to_move else ""))
        for player, name in zip(view.players, _NAMES, strict=False)
    )
    return picture(view, caption=Caption(tuple(people), "move 14"))


def positions_of(game: AnyGame, chance: Random) -> Iterator[BoardView]:
    """Yield the positions of random games, one game after another, without those before a roll."""
    while True:
        state, last = game.start(), None
        while (turn := game.turn(state)) is not None:
            move = chance.choice(game.legal(state))
            if not isinstance(turn, Dice):
                yield game.view(state, last)
                last = move
            state = game.apply(state, move)
        yield game.view(state, last)


def _chess_boards(chance: Random) -> Iterator[chess.Board]:
    """Yield the positions of random games of chess, one game after another."""
    while True:
        board = chess.Board()
        for move in usual.random_game(chance):
            board.push_san(move)
            yield board

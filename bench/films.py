"""Replays of every game, compared with Pillow's own GIF writer that is given the same pictures.

The usual way opens each picture and saves them all, in red, green and blue; Pillow then chooses the
colours of each frame. Ours hands it numbers of colours, so that each frame is exactly its picture.
Both take turns, and the result is the mean CPU time of the thread.
"""

from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import islice
from random import Random
from statistics import mean
from time import perf_counter, thread_time
from typing import Final, NamedTuple

from PIL import Image

from bench.boards import positions_of
from bench.table import Row, scaled
from render import UNCAPTIONED, picture
from render.replay import replay_picture
from rules.contract.core import AnyGame
from rules.contract.view import BoardView
from rules.registry import all_games

__all__ = ["measure"]

_FRAMES: Final = 10
_EACH: Final = 900
"""Milliseconds for which a position stands."""


class _Film(NamedTuple):
    """The cost of one film: CPU time and bytes."""

    seconds: float
    size: int


def measure(seconds: float, size: float = 1) -> list[Row]:
    """Return a row for each game, after about this many seconds."""
    games, frames = all_games().values(), scaled(_FRAMES, size)
    return [_row(game, frames, seconds / len(games)) for game in games]


def _row(game: AnyGame, frames: int, seconds: float) -> Row:
    views = list(islice(positions_of(game, Random(2)), frames))
    _ours(views)  # Fill the caches, as in a bot that has run for a while.
    ours, usual, end = list[_Film](), list[_Film](), perf_counter() + seconds
    while perf_counter() < end or not ours:
        ours.append(_timed(_ours, views))
        usual.append(_timed(_usual, views))
    return Row(
        f"replay of {game.spec.title.english()}",
        _told(ours),
        f"Pillow's writer: {_told(usual)}",
        mean(film.seconds for film in usual) / mean(film.seconds for film in ours),
        f"{len(views)} positions",
    )


def _told(films: Sequence[_Film]) -> str:
    return f"{1e3 * mean(film.seconds for film in films):.0f} ms CPU, {films[0].size / 1e3:.0f} KB"


def _timed(make: Callable[[Sequence[BoardView]], bytes], views: Sequence[BoardView]) -> _Film:
    begin = thread_time()
    made = make(views)
    return _Film(thread_time() - begin, len(made))


def _ours(views: Sequence[BoardView]) -> bytes:
    return replay_picture([(view, UNCAPTIONED) for view in views])


def _usual(views: Sequence[BoardView]) -> bytes:
    """Save the pictures as Pillow's documentation does."""
    first, *others = (Image.open(BytesIO(picture(view))).convert("RGB") for view in views)
    file = BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=_EACH, loop=0)
    return file.getvalue()

"""The slowest position of each game that climbing finds, beside the time that one may take.

`legal`, `parse` and `violation` run while people wait, so each of them is to take less than 100 ms
of processor time in every position with at most as many pieces a side as at the start. From random
positions the search changes the text of one bit by bit and keeps what takes longer.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from time import perf_counter, process_time
from typing import Final

from bench.table import Row
from rules.core import AnyGame, AnyState, Dice, RulesError
from rules.registry import all_games

__all__ = ["measure"]

ALLOWED: Final = 0.1
"""Seconds of processor time that each question may take."""
_PATIENCE: Final = 60
"""Changes in a row that take no longer before the search begins somewhere else."""
_NAME: Final = re.compile(r"(k?)([a-z]?[0-9]{1,2})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Slow:
    """A position, and the longest of the three questions in it."""

    seconds: float
    text: str


def measure(seconds: float) -> list[Row]:
    """Return a row for each game, after about so many seconds in all."""
    games = all_games()
    return [_row(game, seconds / len(games)) for game in games.values()]


def _row(game: AnyGame, seconds: float) -> Row:
    worst = _climb(game, random.Random(1), perf_counter() + seconds)
    return Row(
        f"slowest position of {game.spec.title}",
        f"{worst.seconds * 1e3:.1f} ms",
        f"{ALLOWED * 1e3:.0f} ms",
        ALLOWED / worst.seconds,
        note=worst.text,
    )


def _climb(game: AnyGame, chance: random.Random, end: float) -> Slow:
    """Return the slowest position found until the end, by climbing again and again."""
    worst, form = Slow(1e-9, ""), game.spec.position_form
    assert form is not None, "every game has a form of positions"
    while perf_counter() < end:
        found, misses = Slow(0.0, form.english().split()[-1]), 0
        while misses < _PATIENCE and perf_counter() < end:
            text = found.text
            for _ in range(chance.randint(1, 3)):
                text = _changed(game, text, chance)
            took = _slowness(game, text)
            misses = 0 if took > found.seconds else misses + 1
            found = Slow(took, text) if took > found.seconds else found
        worst = max(worst, found, key=lambda slow: slow.seconds)
    return worst


def _changed(game: AnyGame, text: str, chance: random.Random) -> str:
    """Return the text with one of its names changed, repeated elsewhere, or left out."""
    names = list(_NAME.finditer(text))
    if not names:
        return text
    at = chance.choice(names)
    labels = [game.geometry.label(cell) for cell in game.geometry.cells]
    other = chance.choice(labels + [name[2] for name in names])
    crown = chance.choice(["", "", "K", at[1]])
    change = chance.random()
    if change < 0.5:
        return f"{text[: at.end()]},{crown}{other}{text[at.end() :]}"
    if change < 0.8:
        return f"{text[: at.start()]}{crown}{other}{text[at.end() :]}"
    return text[: at.start()].rstrip(",") + text[at.end() :]


def _slowness(game: AnyGame, text: str) -> float:
    """Return the longest of the three questions in seconds; 0 for what is no such position."""
    try:
        state = game.position(text)
    except RulesError:
        return 0.0
    if _crowded(game, state) or game.turn(state) is None:
        return 0.0
    if isinstance(game.turn(state), Dice):
        return 0.0
    return max(min(_timed(ask), _timed(ask)) for ask in _questions(game, state))


def _crowded(game: AnyGame, state: AnyState) -> bool:
    """Tell whether a side has more pieces than at the start, where the game begins with some."""
    pieces, full = _pieces(game, state), _pieces(game, game.start())
    return bool(full) and any(pieces[side] > full[side] for side in pieces)


def _pieces(game: AnyGame, state: AnyState) -> Counter[str]:
    stacks = game.view(state).stacks
    return Counter(piece.side for stack in stacks for piece in stack.pieces)


def _questions(game: AnyGame, state: AnyState) -> Iterator[Callable[[], object]]:
    legal = game.legal(state)
    cells = [game.geometry.label(cell) for cell in game.geometry.cells]
    texts = [game.notate(move) for move in legal[:1]] + [f"{cells[0]}-{cells[-1]}"]
    yield partial(game.legal, state)
    for text in texts:
        yield partial(_parsed, game, state, text)
        with suppress(RulesError):
            yield partial(game.violation, state, game.parse(state, text))


def _parsed(game: AnyGame, state: AnyState, text: str) -> None:
    with suppress(RulesError):
        game.parse(state, text)


def _timed(ask: Callable[[], object]) -> float:
    begin = process_time()
    ask()
    return process_time() - begin

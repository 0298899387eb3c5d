"""The slowest position of each game that climbing finds, beside the time that one may take.

`legal`, `parse` and `violation` run while people wait, so each of them is to take less than 100 ms
of processor time in every position with at most as many pieces a side as at the start. All three
are timed together, once, since games remember what they found. From random positions the search
changes the text of one bit by bit and keeps what takes longer.
"""

import gc
import random
import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import Final

from bench.table import Row
from rules.contract.core import AnyGame, AnyState, Dice, RulesError
from rules.registry import all_games

__all__ = ["measure"]

ALLOWED: Final = 0.1
"""Seconds of processor time that each question may take."""
_PATIENCE: Final = 60
"""Changes in a row that take no longer before the search begins somewhere else."""
_MOST_CHANGES: Final = 80
"""Changes at most that lead to the position in which a search begins."""
_ITEM: Final = re.compile(r"(k?)([a-z]?[0-9]{1,2})(=[a-z0-9]+)?", re.IGNORECASE)
"""A cell of a position's text, with a letter before it or the stack that stands there."""


@dataclass(frozen=True, slots=True)
class Slow:
    """A position, and the seconds of the three questions in it."""

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
    worst = Slow(1e-9, "")
    while perf_counter() < end:
        found, misses = Slow(0.0, _scattered(game, chance)), 0
        while misses < _PATIENCE and perf_counter() < end:
            text = found.text
            for _ in range(chance.randint(1, 3)):
                text = _changed(game, text, chance)
            took = _slowness(game, text)
            misses = 0 if took > found.seconds else misses + 1
            found = Slow(took, text) if took > found.seconds else found
        worst = max(worst, found, key=lambda slow: slow.seconds)
    return worst


def _scattered(game: AnyGame, chance: random.Random) -> str:
    """Return a position some changes away from the one that the game gives as an example."""
    form = game.spec.position_form
    assert form is not None, "every game has a form of positions"
    text = form.english().split()[-1]
    for _ in range(chance.randrange(_MOST_CHANGES)):
        changed = _changed(game, text, chance)
        with suppress(RulesError):
            text = changed if _can_come_about(game, game.position(changed)) else text
    return text


def _changed(game: AnyGame, text: str, chance: random.Random) -> str:
    """Return the text with one of its items changed, repeated elsewhere, or left out."""
    items = list(_ITEM.finditer(text))
    if not items:
        return text
    at = chance.choice(items)
    labels = [game.geometry.label(cell) for cell in game.geometry.cells]
    other = chance.choice(labels + [item[2] for item in items])
    crown = chance.choice(["", "K", "K", at[1]])
    stack = _stack(chance.choice(items)[3] or "", chance)
    change = chance.random()
    if change < 0.55:
        return f"{text[: at.end()]},{crown}{other}{stack}{text[at.end() :]}"
    if change < 0.85:
        return f"{text[: at.start()]}{crown}{other}{stack}{text[at.end() :]}"
    return text[: at.start()].rstrip(",") + text[at.end() :]


def _stack(letters: str, chance: random.Random) -> str:
    """Return a stack of other pieces of the same kinds; nothing where there are no stacks."""
    if not letters:
        return ""
    return "=" + "".join(chance.choices(letters[1:], k=chance.randint(1, len(letters))))


def _slowness(game: AnyGame, text: str) -> float:
    """Return the seconds that the questions take together; 0 for what is no such position."""
    try:
        state = game.position(text)
    except RulesError:
        return 0.0
    gc.disable()
    begin = process_time()
    _ask(game, state)
    took = process_time() - begin
    gc.enable()
    return took if _can_come_about(game, state) else 0.0


def _can_come_about(game: AnyGame, state: AnyState) -> bool:
    """Whether somebody moves in a position, and no side has more pieces than at the start."""
    turn = game.turn(state)
    return turn is not None and not isinstance(turn, Dice) and not _crowded(game, state)


def _crowded(game: AnyGame, state: AnyState) -> bool:
    """Tell whether a side has more pieces than at the start, where the game begins with some."""
    pieces, full = _pieces(game, state), _pieces(game, game.start())
    return bool(full) and any(pieces[side] > full[side] for side in pieces)


def _pieces(game: AnyGame, state: AnyState) -> Counter[str]:
    stacks = game.view(state).stacks
    return Counter(piece.side for stack in stacks for piece in stack.pieces)


def _ask(game: AnyGame, state: AnyState) -> None:
    """Ask for the legal moves, and read and judge one of them and one that is not legal."""
    if isinstance(game.turn(state), Dice):
        return
    legal = game.legal(state)
    cells = [game.geometry.label(cell) for cell in game.geometry.cells]
    for text in [game.notate(move) for move in legal[:1]] + [f"{cells[0]}-{cells[-1]}"]:
        with suppress(RulesError):
            game.violation(state, game.parse(state, text))

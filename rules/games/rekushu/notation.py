"""Turns as text, such as `d13` and `d13+a10:d13`, read leniently."""

import re
from collections.abc import Iterator
from typing import Final

from rules.contract.core import NotationError
from rules.contract.sentence import Notation, Stranger, say
from rules.games.rekushu.lattice import Lattice
from rules.games.rekushu.position import Move, Rectangle
from rules.geometry import Cell

__all__ = ["name", "notate", "parse", "writings"]

_EXAMPLE: Final = say("Type a point, such as f6, or a point and a claim, such as f6+c3:f6.")
_SEPARATORS: Final = re.compile(r"[\s\-‐‑–—−x×:+,;]+")
_CELL: Final = re.compile(r"[a-z][0-9]+")


def name(board: Lattice, rectangle: Rectangle) -> str:
    """Return the rectangle's lower left and upper right corners, such as `a10:d13`."""
    low, high = rectangle
    return f"{board.board.label(low)}:{board.board.label(high)}"


def notate(board: Lattice, move: Move) -> str:
    """Return the canonical notation."""
    stone = board.board.label(move.stone)
    return stone if move.rectangle is None else f"{stone}+{name(board, move.rectangle)}"


def parse(board: Lattice, text: str) -> Move:
    """Return the turn that the text names, legal or not.

    Any two opposite corners name a rectangle. Raises NotationError.
    """
    cells: list[Cell] = []
    for word in _SEPARATORS.sub(" ", text.lower()).split():
        labels = _CELL.findall(word)
        if "".join(labels) != word:
            raise NotationError(
                say(
                    "“{word}” isn't a point. {example}",
                    word=Stranger(word),
                    example=_EXAMPLE,
                )
            )
        cells += [_read_cell(board, label) for label in labels]
    match cells:
        case [stone]:
            return board.placements[stone]
        case [stone, corner]:
            raise NotationError(
                say(
                    "With {stone} you can't claim anything with a corner on {corner}. Name a claim"
                    " by two opposite corners, such as f6+c3:f6.",
                    stone=Notation(board.board.label(stone)),
                    corner=Notation(board.board.label(corner)),
                )
            )
        case [stone, corner, opposite]:
            return Move(stone, board.spanned(corner, opposite))
        case []:
            raise NotationError(
                say(
                    "There's no move in “{text}”. {example}",
                    text=Stranger(text.strip()),
                    example=_EXAMPLE,
                )
            )
        case _:
            raise NotationError(
                say("A move is one stone and at most one claim. {example}", example=_EXAMPLE)
            )


def _read_cell(board: Lattice, label: str) -> Cell:
    """Return the intersection with that name. Raises NotationError if the board has none."""
    cell = board.board.find(label)
    if cell is None:
        first, last = board.board.label(Cell(0)), board.board.label(board.board.cells[-1])
        raise NotationError(
            say(
                "There's no point {label}. The board goes from {first} to {last}.",
                label=Notation(label),
                first=Notation(first),
                last=Notation(last),
            )
        )
    return cell


def writings(board: Lattice, move: Move) -> Iterator[tuple[Cell, ...]]:
    """Yield every way to write a turn: its stone, then any two opposite corners of its claim."""
    if move.rectangle is None:
        yield (move.stone,)
        return
    corners = board.corners(move.rectangle)
    for corner, opposite in zip(corners, (*corners[2:], *corners[:2]), strict=True):
        yield move.stone, corner, opposite

"""Reads moves written as a row of cells, such as `c3-d4` or `c3xe5xg7`, on any board."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from rules.contract.core import NotationError
from rules.contract.sentence import Notation, Sentence, Stranger, say
from rules.contract.spelling import Typed
from rules.geometry import Cell, Geometry

__all__ = ["abbreviated", "abbreviates", "cells_named", "read_path"]

M = TypeVar("M")

_SEPARATORS: Final = re.compile(r"(?:[\s\-‐‑–—−×:]|(?<![a-z])x+)+")
_CELL: Final = re.compile(r"[a-z][0-9]{1,3}")


def read_path(geometry: Geometry, text: str, example: Sentence) -> tuple[Cell, ...]:
    """Return the cells that the text names; `example` is a sentence that shows how to write them.

    Raises NotationError if it isn't a row of at least two cells of the board.
    """
    words = _SEPARATORS.sub(" ", text.lower()).split()
    if not words:
        raise NotationError(
            say(
                "There's no move in “{text}”. {example}",
                text=Stranger(text.strip()),
                example=example,
            )
        )
    path: list[Cell] = []
    for word in words:
        labels = _CELL.findall(word)
        if "".join(labels) != word:
            raise NotationError(
                say("“{word}” isn't a cell. {example}", word=Stranger(word), example=example)
            )
        path += [_cell(geometry, label) for label in labels]
    if len(path) < 2:
        raise NotationError(
            say(
                "“{text}” is only one cell. {example}",
                text=Stranger(text.strip()),
                example=example,
            )
        )
    return tuple(path)


def abbreviated(
    board: Geometry, read: Typed, writings: Iterable[tuple[Sequence[Cell], M]]
) -> Sequence[M]:
    """Return the moves that a text abbreviates, given all paths by which moves may be written."""
    fitting = (
        move
        for path, move in writings
        if abbreviates(read.names, tuple(map(board.label, path)), is_open=read.is_open)
    )
    return list(dict.fromkeys(fitting))


def abbreviates(short: Sequence[str], path: Sequence[str], *, is_open: bool) -> bool:
    """Return True if the names are a path's beginning, its end, or it without some in between.

    If they are open, another one has to follow, so they can only be its beginning.
    """
    begun = path[: len(short)] == short
    if is_open:
        return begun and len(path) > len(short)
    return begun or short == path[-1:] or _leaves_out(short, path)


def _leaves_out(short: Sequence[str], path: Sequence[str]) -> bool:
    if not 1 < len(short) <= len(path) or short[0] != path[0] or short[-1] != path[-1]:
        return False
    rest = iter(path[1:-1])
    return all(name in rest for name in short[1:-1])


def cells_named(geometry: Geometry, labels: str) -> tuple[Cell, ...]:
    """Return the cells with these labels, separated by blanks. Raises NotationError."""
    return tuple(_cell(geometry, label) for label in labels.split())


def _cell(geometry: Geometry, label: str) -> Cell:
    cell = geometry.find(label)
    if cell is None:
        raise NotationError(_no_cell(geometry, label))
    return cell


def _no_cell(geometry: Geometry, label: str) -> Sentence:
    """Return a sentence that lists the cells with this letter, or else the letters of the board."""
    labels = [geometry.label(cell) for cell in geometry.cells]
    beside = [each for each in labels if each[0] == label[0]]
    if not beside:
        return say(
            "There's no cell {label}. Letters go from {first} to {last}.",
            label=Notation(label),
            first=Notation(min(labels)[0]),
            last=Notation(max(labels)[0]),
        )
    numbers = sorted(int(each[1:]) for each in beside)
    return say(
        "There's no cell {label}. This letter has {first} to {last}.",
        label=Notation(label),
        first=Notation(f"{label[0]}{numbers[0]}"),
        last=Notation(f"{label[0]}{numbers[-1]}"),
    )

"""Reads moves written as a row of cells, such as `c3-d4` or `c3xe5xg7`, on any board."""

import re
from collections.abc import Sequence
from typing import Final

from rules.contract.core import NotationError
from rules.contract.sentence import Notation, Sentence, Stranger, say
from rules.geometry import Cell, Geometry

__all__ = ["abbreviates", "cells_named", "read_path"]

_SEPARATORS: Final = re.compile(r"[\s\-‐‑–—−x×:]+")
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
                "“{text}” says where the move begins, but not where it ends.",
                text=Stranger(text.strip()),
            )
        )
    return tuple(path)


def abbreviates(short: Sequence[Cell], path: Sequence[Cell]) -> bool:
    """Return True if `short` is the path, or the path without some of the cells in between."""
    if short[0] != path[0] or short[-1] != path[-1]:
        return False
    rest = iter(path[1:-1])
    return all(cell in rest for cell in short[1:-1])


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
            "There's no cell {label}. The letters on this board go from {first} to {last}.",
            label=Notation(label),
            first=Notation(min(labels)[0]),
            last=Notation(max(labels)[0]),
        )
    numbers = sorted(int(each[1:]) for each in beside)
    return say(
        "There's no cell {label}. The cells with this letter go from {first} to {last}.",
        label=Notation(label),
        first=Notation(f"{label[0]}{numbers[0]}"),
        last=Notation(f"{label[0]}{numbers[-1]}"),
    )

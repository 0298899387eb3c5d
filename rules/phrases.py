"""Lists in sentences: how a refusal names cells and moves."""

from collections.abc import Iterable, Sequence
from typing import Final

__all__ = ["all_of", "one_of", "some_of"]

_LISTED: Final = 5
"""How many moves a sentence lists before it says `…`."""


def one_of(words: Iterable[str]) -> str:
    """Return `a, b or c`."""
    return _joined(tuple(words), "or")


def all_of(words: Iterable[str]) -> str:
    """Return `a, b and c`."""
    return _joined(tuple(words), "and")


def some_of(notations: Iterable[str]) -> str:
    """Return the first moves in order of notation, with an ellipsis for the rest."""
    ordered = sorted(notations)
    more = " …" if len(ordered) > _LISTED else ""
    return ", ".join(ordered[:_LISTED]) + more


def _joined(words: Sequence[str], conjunction: str) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"

"""The members of a worker's answer, read with care: anything unexpected is refused."""

from collections.abc import Iterable
from math import isfinite

__all__ = ["as_flag", "as_text", "as_texts", "as_value", "as_whole"]


def as_flag(given: object) -> bool:
    """Return true or false. Raises TypeError if it's something else."""
    if not isinstance(given, bool):
        raise TypeError(f"{given!r} is neither true nor false")
    return given


def as_text(given: object) -> str:
    """Return the text. Raises TypeError if it's something else."""
    if not isinstance(given, str):
        raise TypeError(f"{given!r} isn't text")
    return given


def as_texts(given: Iterable[object]) -> tuple[str, ...]:
    """Return the texts of a list. Raises TypeError if it's something else."""
    if not isinstance(given, list | tuple):
        raise TypeError(f"{given!r} isn't a list")
    return tuple(map(as_text, given))


def as_value(given: object) -> float:
    """Return the finite number. Raises TypeError if it's something else."""
    if isinstance(given, bool) or not isinstance(given, int | float) or not isfinite(given):
        raise TypeError(f"{given!r} isn't a finite number")
    return given


def as_whole(given: object) -> int:
    """Return the whole number. Raises TypeError if it's something else."""
    if isinstance(given, bool) or not isinstance(given, int):
        raise TypeError(f"{given!r} isn't a whole number")
    return given

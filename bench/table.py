"""A line of the table that `make bench` prints, and how large a part is."""

from dataclasses import dataclass

__all__ = ["Row", "scaled"]


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement, with its yardstick from the same run."""

    part: str
    ours: str
    """Our figure with its unit."""
    yardstick: str
    """The yardstick's name and its figure."""
    ratio: float
    """The yardstick's CPU time divided by ours, for the same work; below 1, ours takes longer."""
    note: str = ""


def scaled(count: int, size: float) -> int:
    """Return a share of a count of people, games or servers, at least 1."""
    return max(1, round(count * size))

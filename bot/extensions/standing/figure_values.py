"""Figures of one game in a server: how its games between people went, without people."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["ENOUGH_GAMES", "ENOUGH_PEOPLE", "REFUSED", "Fact", "GameFacts", "within"]

ENOUGH_GAMES: Final = 10
"""The games with a result from which on figures are shown."""
ENOUGH_PEOPLE: Final = 4
"""The people who have to have finished such games."""
REFUSED: Final = 5
"""The rules told that refused moves most often."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that occurred in the games of a variant, and how often."""

    seating: int
    """The index of the seating in the game's spec with these options."""
    options: Mapping[str, str]
    what: str
    """`won`, `drawn` or `lost` by a seat; a game `ended`, was `void` or `left`; or a `turn`."""
    rule: str
    """The key of the rule that ended the game, or the part of who left it."""
    number: int
    """The seat, roughly the rounds of the game by then, or the seconds of turns at most."""
    times: int


@dataclass(frozen=True, slots=True)
class GameFacts:
    """All that is told of a game in a server."""

    facts: tuple[Fact, ...]
    refused: tuple[tuple[str, int], ...] = ()
    """Keys of rules and how often each refused a move, most often first; `REFUSED` at most."""
    people: int = 0
    """The people who finished a game with a result; no more than `ENOUGH_PEOPLE` are counted."""

    @property
    def games(self) -> int:
        """The games with a result."""
        return sum(self.numbers("ended").values())

    @property
    def is_enough(self) -> bool:
        """True if so many people played so many games that the figures tell of nobody."""
        return self.games >= ENOUGH_GAMES and self.people >= ENOUGH_PEOPLE

    def numbers(self, what: str) -> Counter[int]:
        """Return how often something occurred by the number that goes with it."""
        counts = Counter[int]()
        for fact in self.facts:
            if fact.what == what:
                counts[fact.number] += fact.times
        return counts

    def rules(self) -> Counter[str]:
        """Return how many games with a result each rule ended."""
        counts = Counter[str]()
        for fact in self.facts:
            if fact.what == "ended":
                counts[fact.rule] += fact.times
        return counts


def within(counts: Mapping[int, int], percent: int = 50) -> int | None:
    """Return the least number that so many percent don't exceed; None if nothing was counted.

    `counts` tells how often each number occurred.
    """
    total, so_far = sum(counts.values()), 0
    for number in sorted(counts):
        so_far += counts[number]
        if 100 * so_far >= percent * total:
            return number
    return None

"""How games in a row make one match, as data; `rules.match.series` plays by it."""

from dataclasses import dataclass
from enum import Enum

from rules.contract.sentence import Sentence, say_n

__all__ = ["SeriesFormat", "SeriesKind"]


class SeriesKind(Enum):
    """What ends a series of games; the value is its word in a format's key."""

    FIRST_TO = "first-to"
    """Points reached."""
    BEST_OF = "best-of"
    """Games played, or a lead that the rest of them can't take away."""


@dataclass(frozen=True, slots=True)
class SeriesFormat:
    """How games in a row make one match."""

    kind: SeriesKind
    number: int
    """The points to reach, or the games to play; at least 1."""
    rotates: bool = True
    """After each game everybody moves on by one seat: two players swap, or start by turns."""
    source: str = ""
    """Who recommends it, where it comes with a game."""

    @property
    def key(self) -> str:
        """What a log stores, such as `first-to-3`; with `-fixed` where the seats don't rotate."""
        return f"{self.kind.value}-{self.number}{'' if self.rotates else '-fixed'}"

    @property
    def title(self) -> Sentence:
        """The format in words, such as `First to 3 points`."""
        if self.kind is SeriesKind.FIRST_TO:
            return say_n("First to {count} point", "First to {count} points", self.number)
        return say_n("Best of {count} game", "Best of {count} games", self.number)

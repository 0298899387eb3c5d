"""The formats of a series of games, as data; `rules.match.series` applies them."""

from dataclasses import dataclass
from enum import Enum

from rules.contract.sentence import Sentence, say, say_n

__all__ = ["SeriesFormat", "SeriesKind"]


class SeriesKind(Enum):
    """The condition that ends a series of games; the value is part of a format's key."""

    FIRST_TO = "first-to"
    """A number of points reached."""
    BEST_OF = "best-of"
    """A number of games played, or a lead that the remaining ones can't overturn."""


@dataclass(frozen=True, slots=True)
class SeriesFormat:
    """The rules by which several games make one match."""

    kind: SeriesKind
    number: int
    """The points to reach, or the games to play; at least 1."""
    rotates: bool = True
    """True if everyone moves to the next seat after a game: two players swap, or start by
    turns."""
    source: str = ""
    """The title of the rules that recommend it, if it comes with a game."""

    @property
    def key(self) -> str:
        """The text that a log stores, such as `first-to-3`; `-fixed` means that seats stay."""
        return f"{self.kind.value}-{self.number}{'' if self.rotates else '-fixed'}"

    @property
    def title(self) -> Sentence:
        """The format in words, such as `First to 3 points`."""
        if self.kind is SeriesKind.FIRST_TO:
            return say_n("First to {count} point", "First to {count} points", self.number)
        return say_n("Best of {count} game", "Best of {count} games", self.number)

    @property
    def goal(self) -> Sentence:
        """The format in the fewest words, such as `first to 3`, to stand beside a score."""
        if self.kind is SeriesKind.FIRST_TO:
            return say("first to {count}", count=self.number)
        return say("best of {count}", count=self.number)

"""The playing strength of opponents, as data: the number of positions they examine."""

from dataclasses import dataclass
from typing import Final

from engine.outlook import Value
from rules.contract.capabilities import Judged
from rules.contract.core import AnyGame
from rules.contract.sentence import Sentence, say

__all__ = ["LEVELS", "Level", "errs_by_size", "find_level"]

_UNJUDGED: Final = 5_000
"""The positions of the strongest level, if the game has no judgement that gives a number."""
_STRENGTHS: Final = (
    say("easiest"), say("easy"), say("medium"), say("hard"), say("strongest"),
)  # fmt: skip
"""The words for the levels, weakest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One opponent."""

    number: int
    """From 1, the gentlest."""
    name: str
    part: int
    """The divisor of the positions that the strongest level examines."""
    carelessness: float
    """The tolerance for worse moves, in units of the average loss of a random move here: a move
    that loses this share of it is played a third as often as the best. 0: only the best is
    played."""
    error: Value
    """The tolerance for worse moves in points, in a game in which every win counts 1. It applies
    instead if the level knows the exact value of every move, or if the game says that opponents
    differ by the size of their errors."""

    def positions(self, game: AnyGame) -> int:
        """Return the positions it examines for a move; every legal move at least once."""
        most = game.judgement.positions if isinstance(game, Judged) else _UNJUDGED
        return max(1, most // self.part)

    def tolerance(self, game: AnyGame) -> Value:
        """Return the exact loss in points that it risks a third as often as no loss.

        It is proportional to the points of a win.
        """
        return self.error * game.spec.middle_worth

    def described(self, *, exact: bool) -> Sentence:
        """Return the word for its strength; `exact` if it has the table of values."""
        if exact and not self.error:
            return say("strongest, plays perfectly")
        return _STRENGTHS[self.number - 1]


# With these exact errors, each level has the same winning chance against the one below.
LEVELS: Final = (
    Level(number=1, name="Pebble", part=2_500, carelessness=0.5, error=0.7),
    Level(number=2, name="Reed", part=1_000, carelessness=0.25, error=0.28),
    Level(number=3, name="Pike", part=100, carelessness=0.0, error=0.14),
    Level(number=4, name="Heron", part=10, carelessness=0.0, error=0.07),
    Level(number=5, name="Owl", part=1, carelessness=0.0, error=0.0),
)
"""All levels, weakest first."""


def errs_by_size(game: AnyGame) -> bool:
    """Return True if levels err by `Level.error` even if exact values aren't known."""
    return isinstance(game, Judged) and game.judgement.errs_by_size


def find_level(number: int) -> Level:
    """Return the level with that number. Raises ValueError if there is none."""
    for level in LEVELS:
        if level.number == number:
            return level
    raise ValueError(f"There's no level {number}. The levels are 1 to {len(LEVELS)}.")

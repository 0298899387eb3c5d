"""How strong an opponent plays, as data: by the number of positions it looks at."""

from dataclasses import dataclass
from typing import Final

from engine.outlook import Value
from rules.contract.capabilities import Judged
from rules.contract.core import AnyGame
from rules.contract.sentence import Notation, Sentence, say

__all__ = ["LEVELS", "Level", "errs_by_size", "find_level"]

_FEW: Final = 100
"""Positions, at least, that are worth being told."""
_CARELESS: Final = 0.4
"""From here on many moves are worse than the best by what one sees."""
_UNJUDGED: Final = 5_000
"""Positions for the strongest level where the game does not judge them and names no figure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One opponent."""

    number: int
    """From 1, the gentlest."""
    name: str
    part: int
    """It looks at one in this many of the positions that the strongest level looks at."""
    carelessness: float
    """How lightly it takes a worse move, measured by what a random move loses on average here: a
    move that loses this share of that is played a third as often as the best. 0: only the best."""
    error: Value
    """The same where it knows the exact value of every move or the game says that opponents differ
    by the size of their errors, but in points, for a game in which every win counts 1."""

    def positions(self, game: AnyGame) -> int:
        """Return how many positions it looks at for a move; every legal move at least once."""
        most = game.judgement.positions if isinstance(game, Judged) else _UNJUDGED
        return max(1, most // self.part)

    def tolerance(self, game: AnyGame) -> Value:
        """Return what an exact loss in points has to be to be risked a third as often as no loss.

        It grows with what a win counts.
        """
        return self.error * game.spec.middle_worth

    def described(self, game: AnyGame, *, exact: bool) -> Sentence:
        """Return in a sentence what it does; `exact` if it has the table of the game's values."""
        name, positions = Notation(self.name), self.positions(game)
        if exact and not self.error:
            return say("{name} knows the exact value of every position and never errs.", name=name)
        if exact:
            return say(
                "{name} knows the exact value of every position and errs on purpose: a move that "
                "costs {error} points is played about a third as often as the best.",
                name=name,
                error=Notation(f"{self.tolerance(game):g}"),
            )
        if errs_by_size(game) and self.error:
            return say(
                "{name} judges each move at a glance and errs on purpose: a move that seems to "
                "cost {error} points is played about a third as often as the best.",
                name=name,
                error=Notation(f"{self.tolerance(game):g}"),
            )
        if self.carelessness >= _CARELESS:
            return say(
                "{name} looks little further than the move it makes, and is content with a fair "
                "one.",
                name=name,
            )
        if self.carelessness:
            return say(
                "{name} looks little further than the move it makes, and mostly plays a good one.",
                name=name,
            )
        if positions < _FEW:
            return say(
                "{name} looks little further than the move it makes, and plays the best it finds.",
                name=name,
            )
        return say(
            "{name} looks at {positions} positions before each move and plays the best it finds.",
            name=name,
            positions=Notation(f"{positions:,}"),
        )


# The exact errors are those with which each level wins as much as any other against the one below.
LEVELS: Final = (
    Level(number=1, name="Pebble", part=2_500, carelessness=0.5, error=0.7),
    Level(number=2, name="Reed", part=1_000, carelessness=0.25, error=0.28),
    Level(number=3, name="Pike", part=100, carelessness=0.0, error=0.14),
    Level(number=4, name="Heron", part=10, carelessness=0.0, error=0.07),
    Level(number=5, name="Owl", part=1, carelessness=0.0, error=0.0),
)
"""All levels, the gentlest first."""


def errs_by_size(game: AnyGame) -> bool:
    """Tell whether levels err by `Level.error` even where exact values are not known."""
    return isinstance(game, Judged) and game.judgement.errs_by_size


def find_level(number: int) -> Level:
    """Return the level of that number. Raises ValueError if there is none."""
    for level in LEVELS:
        if level.number == number:
            return level
    raise ValueError(f"There is no level {number}; there are 1 to {len(LEVELS)}.")

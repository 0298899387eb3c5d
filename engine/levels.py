"""The playing strength of opponents, as data: the number of positions they examine."""

from dataclasses import dataclass
from typing import Final

from engine.outlook import Value
from rules.contract.capabilities import Judged
from rules.contract.core import AnyGame
from rules.contract.sentence import Notation, Sentence, say

__all__ = ["LEVELS", "Level", "errs_by_size", "find_level"]

_UNJUDGED: Final = 5_000
"""The positions of the strongest level, if the game has no judgement that gives a number."""


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

    def described(self, game: AnyGame, *, exact: bool) -> Sentence:
        """Return a sentence on whom the level suits and how it plays, for players.

        `exact` if it has the table of values.
        """
        name = Notation(self.name)
        if exact and not self.error:
            return say(
                "{name}, the strongest: knows the exact value of every position and never errs.",
                name=name,
            )
        if self.error and (exact or errs_by_size(game)):
            return _erring(self.number, name)
        return _looking(self.number, name)


# With these exact errors, each level has the same winning chance against the one below.
LEVELS: Final = (
    Level(number=1, name="Pebble", part=2_500, carelessness=0.5, error=0.7),
    Level(number=2, name="Reed", part=1_000, carelessness=0.25, error=0.28),
    Level(number=3, name="Pike", part=100, carelessness=0.0, error=0.14),
    Level(number=4, name="Heron", part=10, carelessness=0.0, error=0.07),
    Level(number=5, name="Owl", part=1, carelessness=0.0, error=0.0),
)
"""All levels, weakest first."""


def _erring(number: int, name: Notation) -> Sentence:
    """Return how a level plays that differs from others in the errors that it makes on purpose."""
    match number:
        case 1:
            return say("{name}, for beginners: often errs, and sometimes blunders.", name=name)
        case 2:
            return say("{name}, for casual players: often errs, but blunders less.", name=name)
        case 3:
            return say("{name}, for practised players: errs, but seldom blunders.", name=name)
        case _:
            return say("{name}, for strong players: seldom errs, and only by a little.", name=name)


def _looking(number: int, name: Notation) -> Sentence:
    """Return how a level plays that differs from others in how long it looks."""
    match number:
        case 1:
            return say("{name}, for beginners: sees one move ahead and often errs.", name=name)
        case 2:
            return say("{name}, for casual players: sees one move ahead and errs less.", name=name)
        case 3:
            return say(
                "{name}, for practised players: takes a short look and plays the best it sees.",
                name=name,
            )
        case 4:
            return say(
                "{name}, for strong players: takes a longer look and plays the best it sees.",
                name=name,
            )
        case _:
            return say("{name}, the strongest: sees as far ahead as it can in seconds.", name=name)


def errs_by_size(game: AnyGame) -> bool:
    """Return True if levels err by `Level.error` even if exact values aren't known."""
    return isinstance(game, Judged) and game.judgement.errs_by_size


def find_level(number: int) -> Level:
    """Return the level with that number. Raises ValueError if there is none."""
    for level in LEVELS:
        if level.number == number:
            return level
    raise ValueError(f"There's no level {number}. The levels are 1 to {len(LEVELS)}.")

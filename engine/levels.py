"""The playing strength of opponents, as data: the number of positions they examine."""

from dataclasses import dataclass
from typing import Final

from engine.outlook import Value
from rules.contract.capabilities import Judged
from rules.contract.core import AnyGame
from rules.contract.sentence import Sentence, say

__all__ = ["EASES", "LEVELS", "SCALE", "Level", "Strength", "errs_by_size", "find_level"]

SCALE: Final = 1
"""The version of the levels' strengths: results at another one tell nothing about them."""
_UNJUDGED: Final = 5_000
"""The positions of the strongest level, if the game has no judgement that gives a number."""
_STRENGTHS: Final = (
    say("easiest"), say("easy"), say("medium"), say("hard"), say("strongest"),
)  # fmt: skip
"""The words for the levels, weakest first."""
_MANNERS: Final = (
    say("overlooks most of its moves"),
    say("overlooks a third of its moves"),
    say("sees your answer"),
    say("looks further ahead"),
    say("sees as far as it can in seconds"),
)
"""The manners of the levels where they differ by more than the size of their errors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """The way in which an opponent plays, as data."""

    part: int
    """The divisor of the positions that the strongest examines. 0: it looks at all of its own
    moves, with the captures that must follow, and at no other answer."""
    overlooks: float
    """The chance that it doesn't see a legal move; it sees one at least. It applies if it looks at
    its own moves alone."""
    error: Value
    """The tolerance for worse moves in points, in a game in which every win counts 1. It applies
    instead if the exact value of every move is known, or if the game says that opponents differ by
    the size of their errors."""

    def positions(self, game: AnyGame) -> int:
        """Return the positions it examines for a move; every legal move at least once."""
        if not self.part:
            return 1
        if not isinstance(game, Judged):
            return _UNJUDGED // self.part
        judgement = game.judgement
        return max(1, judgement.positions // dict(judgement.parts).get(self.part, self.part))

    def tolerance(self, game: AnyGame) -> Value:
        """Return the exact loss in points that it risks a third as often as no loss.

        It is proportional to the points of a win.
        """
        return self.error * game.spec.middle_worth


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(Strength):
    """One opponent with a name."""

    number: int
    """From 1, the gentlest."""
    name: str

    def described(self, *, exact: bool) -> Sentence:
        """Return the word for its strength; `exact` if it has the table of values."""
        if exact and not self.error:
            return say("strongest, plays perfectly")
        return _STRENGTHS[self.number - 1]

    def explained(self, game: AnyGame, *, exact: bool) -> Sentence:
        """Return the word and what the level does in the game; the word alone if it errs by size.

        `exact` is as for `described`.
        """
        how = self.described(exact=exact)
        if exact or errs_by_size(game):
            return how
        return say("{strength}: {manner}", strength=how, manner=_MANNERS[self.number - 1])


# With these exact errors, each level has the same winning chance against the one below.
# The shares overlooked let the first two win 0 to 8 and 24 to 36 % against a player that overlooks
# nothing (docs/engine.md).
LEVELS: Final = (
    Level(number=1, name="Pebble", part=0, overlooks=0.75, error=0.7),
    Level(number=2, name="Reed", part=0, overlooks=0.3, error=0.28),
    Level(number=3, name="Pike", part=100, overlooks=0.0, error=0.14),
    Level(number=4, name="Heron", part=10, overlooks=0.0, error=0.07),
    Level(number=5, name="Owl", part=1, overlooks=0.0, error=0.0),
)
"""All levels, weakest first."""

EASES: Final = (
    Strength(part=0, overlooks=0.9, error=1.0),
    Strength(part=0, overlooks=0.75, error=0.7),
    Strength(part=0, overlooks=0.6, error=0.5),
    Strength(part=0, overlooks=0.45, error=0.38),
    Strength(part=0, overlooks=0.3, error=0.28),
    Strength(part=0, overlooks=0.15, error=0.2),
    Strength(part=0, overlooks=0.0, error=0.17),
    Strength(part=100, overlooks=0.0, error=0.14),
)
"""The steps by which an opponent adapts to a person, the easiest first; the last is level 3."""


def errs_by_size(game: AnyGame) -> bool:
    """Return True if levels err by `Level.error` even if exact values aren't known."""
    return isinstance(game, Judged) and game.judgement.errs_by_size


def find_level(number: int) -> Level:
    """Return the level with that number. Raises ValueError if there is none."""
    for level in LEVELS:
        if level.number == number:
            return level
    raise ValueError(f"There's no level {number}. The levels are 1 to {len(LEVELS)}.")

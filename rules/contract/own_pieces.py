"""The rule of the table that a side moves its own pieces, for the games to cite in refusals."""

from typing import Final

from rules.contract.rule import Rule
from rules.contract.sentence import say

__all__ = ["OWN_PIECES"]

OWN_PIECES: Final = Rule(
    "common.own-pieces",
    say("You move only pieces of the side whose turn it is."),
    "Rules of the table",
)
"""It holds for every game, so that no rulebook of a game repeats it."""

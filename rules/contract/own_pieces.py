"""The table's rule to move only one's own pieces, for games to cite in refusals."""

from typing import Final

from rules.contract.rule import Rule
from rules.contract.sentence import say

__all__ = ["OWN_PIECES"]

OWN_PIECES: Final = Rule(
    "common.own-pieces",
    say("You can only move pieces of the side whose turn it is."),
    "Rules of the table",
)
"""It holds for every game, so no game's rulebook repeats it."""

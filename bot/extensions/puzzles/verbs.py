"""The verbs of the puzzles' buttons."""

from typing import Final

from bot.messages.controls.verbs import NOTHING, Verb

__all__ = ["SHARE", "SOLUTION", "SOLVE"]

SHARE: Final = Verb("share", NOTHING, (int,))
"""Tells the channel how the person fared with a puzzle."""
SOLUTION: Final = Verb("solution", NOTHING, (int,))
SOLVE: Final = Verb("solve", NOTHING, (int,))

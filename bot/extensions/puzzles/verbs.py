"""The verbs of the puzzles' buttons, and of their menu and form in the settings."""

from typing import Final

from bot.messages.controls.verbs import NOTHING, Verb

__all__ = ["ASK_TIME", "PRESENT", "SET_CHANNEL", "SET_TIME", "SHARE", "SOLUTION", "SOLVE"]

ASK_TIME: Final = Verb("setpuzzletime", NOTHING)
PRESENT: Final = Verb("clubpuzzle", NOTHING)
"""Opens the puzzle of the day."""
SET_CHANNEL: Final = Verb("setclubpuzzle", NOTHING)
SET_TIME: Final = Verb("setpuzzletimeto", NOTHING)
SHARE: Final = Verb("share", NOTHING, (int,))
"""Tells the channel how the person fared with a puzzle."""
SOLUTION: Final = Verb("solution", NOTHING, (int,))
SOLVE: Final = Verb("solve", NOTHING, (int,))

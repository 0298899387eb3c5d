"""The verbs of the buttons of pairing, of its form, and of its menu in the settings."""

from typing import Final

from bot.messages.controls.verbs import NOTHING, Verb

__all__ = ["CHANGE", "FORM", "LET_GO", "PAIR", "SET_PAIRING", "STOP"]

CHANGE: Final = Verb("pairchange", NOTHING)
FORM: Final = Verb("pairform", NOTHING)
LET_GO: Final = Verb("letgo", NOTHING, (int, int))
"""Lets a paired game go, by the number of its table (1), or keeps it (0)."""
PAIR: Final = Verb("pair", NOTHING)
"""Opens the form, or wakes the wish, or shows it."""
STOP: Final = Verb("pairstop", NOTHING)
SET_PAIRING: Final = Verb("setpairing", NOTHING)
"""Chooses the channel in whose threads people are paired."""

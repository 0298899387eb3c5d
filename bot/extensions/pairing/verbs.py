"""The verbs of the buttons of pairing, of its form, and of its menu in the settings."""

from typing import Final

from bot.messages.controls.verbs import NOTHING, Verb

__all__ = [
    "BAR", "CHANGE", "FORM", "JOIN", "LET_GO", "PAIR", "SET_PAIRING", "STOP", "UNBAR", "WAKE",
]  # fmt: skip

BAR: Final = Verb("pairbar", NOTHING, (int, int))
"""Keeps a player of a table, by their row, from being paired."""
CHANGE: Final = Verb("pairchange", NOTHING)
FORM: Final = Verb("pairform", NOTHING)
JOIN: Final = Verb("pairjoin", NOTHING, (str,))
"""Opens the form with just one game, which is chosen, or adds the game to a wish."""
LET_GO: Final = Verb("letgo", NOTHING, (int, int))
"""Declines a paired game, by the number of its table (1), or keeps it (0)."""
PAIR: Final = Verb("pair", NOTHING)
"""Opens the form, or wakes the wish, or shows it."""
STOP: Final = Verb("pairstop", NOTHING)
SET_PAIRING: Final = Verb("setpairing", NOTHING)
"""Chooses the channel in whose threads people are paired."""
UNBAR: Final = Verb("pairunbar", NOTHING, (int, int))
"""Ends that."""
WAKE: Final = Verb("pairwake", NOTHING, (int,))
"""Wakes a person's wish in a server, by its number, where the server isn't known."""

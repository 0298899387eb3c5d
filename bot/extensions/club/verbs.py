"""The verbs of the club board's buttons, and of its menu in the settings."""

from typing import Final

from bot.messages.controls.verbs import NOTHING, Verb

__all__ = ["ALL", "GAME", "INVITE", "PLAY", "SET_BOARD", "WATCH"]

GAME: Final = Verb("clubgame", NOTHING, (str,))
INVITE: Final = Verb("clubinvite", NOTHING, (str,))
PLAY: Final = Verb("clubplay", NOTHING)
SET_BOARD: Final = Verb("setclubboard", NOTHING)
WATCH: Final = Verb("clubwatch", NOTHING)
"""Shows the chosen game, by its table."""
ALL: Final = "all"
"""The choice of all games in its place."""

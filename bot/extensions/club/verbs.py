"""The verbs of the club board's buttons, and of its menu in the settings."""

from typing import Final

from bot.messages.controls.verbs import NOTHING, Verb

__all__ = ["GAME", "INVITE", "PLAY", "SET_BOARD"]

GAME: Final = Verb("clubgame", NOTHING, (str,))
INVITE: Final = Verb("clubinvite", NOTHING, (str,))
PLAY: Final = Verb("clubplay", NOTHING)
SET_BOARD: Final = Verb("setclubboard", NOTHING)

"""The verbs of the buttons of events."""

from typing import Final

from bot.messages.controls.verbs import NOTHING, Verb

__all__ = [
    "BEGIN",
    "CANCEL",
    "CHALLENGE",
    "CHECK_DRAW",
    "DIRECT",
    "HAND_OVER",
    "JOIN",
    "LEAVE",
    "MINE",
    "OUT",
    "OUT_FORM",
    "OUT_PERSON",
    "POST",
    "POST_FULL",
    "POST_SEASON",
    "SEASON",
    "SEASON_GAME",
    "SET_DIRECTORS",
    "STOP",
    "TABLE",
]

BEGIN: Final = Verb("eventbegin", NOTHING, (int, int))
"""Begins an event (1), or asks whether to (0); likewise others."""
CANCEL: Final = Verb("eventcancel", NOTHING, (int, int))
CHALLENGE: Final = Verb("eventchallenge", NOTHING, (int, int))
"""Challenges an entrant of a ladder, or asks whom (0)."""
CHECK_DRAW: Final = Verb("eventdraw", NOTHING, (int, int))
"""Shows what proves the draw: to who asks (0), or to the channel (1)."""
DIRECT: Final = Verb("eventdirect", NOTHING, (int,))
HAND_OVER: Final = Verb("eventhandover", NOTHING, (int,))
JOIN: Final = Verb("eventjoin", NOTHING, (int,))
LEAVE: Final = Verb("eventleave", NOTHING, (int, int))
MINE: Final = Verb("eventmine", NOTHING, (int,))
OUT: Final = Verb("eventout", NOTHING, (int, int))
"""Asks why a person from a page of an event's people is taken out of it."""
OUT_FORM: Final = Verb("eventoutform", NOTHING, (int, int))
OUT_PERSON: Final = Verb("eventoutperson", NOTHING, (int,))
"""Asks why the chosen person is taken off a ladder."""
POST: Final = Verb("eventpost", NOTHING, (str, str, str, int, int, int, int))
"""Opens an event: its game, variant, time, meetings, games at once, days (0: ladder), rated."""
POST_FULL: Final = Verb("eventpostfull", NOTHING, (str, str, str, int, int, int, int, int))
"""Opens an event that starts when so many are in, which the last number says."""
POST_SEASON: Final = Verb("eventpostseason", NOTHING, (str, int))
"""Opens a season of a game, rated or not."""
SEASON: Final = Verb("eventseason", NOTHING)
"""Asks for the game of a new season."""
SEASON_GAME: Final = Verb("eventseasongame", NOTHING)
STOP: Final = Verb("eventstop", NOTHING, (int, int))
TABLE: Final = Verb("eventtable", NOTHING, (int, int))
"""Shows the table of a group by its number; 0: of the final, or of the own group."""
SET_DIRECTORS: Final = Verb("setdirectors", NOTHING)

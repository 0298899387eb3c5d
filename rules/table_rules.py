"""The rules that hold for every game: turns, ends by the table, time, dice."""

from typing import Final

from rules.core import Rule
from rules.events import VoidCause
from rules.sentence import say

__all__ = [
    "ADJUDICATED",
    "AGREED",
    "COMMON",
    "LATE",
    "LEFT",
    "OVER",
    "RESIGNED",
    "ROLL",
    "TURN",
    "VOIDED",
]

_TABLE: Final = "Rules of the table"
TURN: Final = Rule("common.turn", say("Only the side whose turn it is moves."), _TABLE)
OVER: Final = Rule("common.over", say("Nobody moves after the end."), _TABLE)
RESIGNED: Final = Rule(
    "common.resigned",
    say(
        "Who resigns loses, and so do their allies, who all have to want it. The game is"
        " over, and if several sides or teams are left, they share the win."
    ),
    _TABLE,
    interpretation=True,
)
AGREED: Final = Rule(
    "common.draw.agreed", say("The game is drawn when everybody agrees to it."), _TABLE
)
LATE: Final = Rule(
    "common.time",
    say(
        "Who lets the time for a turn run out loses, as by resigning: as soon as a rival"
        " claims it, or at once where that was agreed."
    ),
    _TABLE,
    interpretation=True,
)
LEFT: Final = Rule(
    "common.left",
    say(
        "Who is replaced after missing a deadline, or after leaving the server, has lost the game"
        " for themselves. Who hands their seat over has no result. The game goes on without them."
    ),
    _TABLE,
    interpretation=True,
)
ROLL: Final = Rule("common.roll", say("The host alone rolls the dice."), _TABLE)
ADJUDICATED: Final = Rule(
    "common.adjudicated",
    say("A moderator can decide a game that cannot go on."),
    _TABLE,
    interpretation=True,
)
VOIDED: Final = {
    VoidCause.AGREED: Rule(
        "common.void.agreed", say("A game has no result if everybody agrees to end it so."), _TABLE
    ),
    VoidCause.UNPLAYED: Rule(
        "common.void.unplayed",
        say(
            "If time runs out before everybody has played, a game without dice has no result; in"
            " a series this holds for its first game alone."
        ),
        _TABLE,
        interpretation=True,
    ),
    VoidCause.IDLE: Rule(
        "common.void.idle",
        say("A game has no result when nobody plays or claims for 60 days."),
        _TABLE,
        interpretation=True,
    ),
    VoidCause.CHANNEL: Rule(
        "common.void.channel",
        say("A game has no result when its channel is gone, or is closed to the bot for too long."),
        _TABLE,
        interpretation=True,
    ),
    VoidCause.MODERATOR: Rule(
        "common.void.moderator",
        say("A moderator can end a game without a result."),
        _TABLE,
        interpretation=True,
    ),
}
"""By cause, why a game has no result."""

COMMON: Final = (
    TURN, OVER, RESIGNED, AGREED, LATE, LEFT, ROLL, ADJUDICATED, *VOIDED.values()
)  # fmt: skip
"""A rulebook shows them after the game's own."""

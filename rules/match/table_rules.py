"""The rules that hold for every game: turns, offers, ends by the table, time, dice."""

from typing import Final

from rules.contract.own_pieces import OWN_PIECES
from rules.contract.rule import Rule
from rules.contract.sentence import say
from rules.log.events import VoidCause

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

_TABLE: Final = OWN_PIECES.source
TURN: Final = Rule("common.turn", say("You move when it is your side's turn."), _TABLE)
OVER: Final = Rule("common.over", say("Nobody moves after the end of the game."), _TABLE)
ROLL: Final = Rule("common.roll", say("Only the bot rolls dice."), _TABLE)
RESIGNED: Final = Rule(
    "common.resigned",
    say(
        "If you resign, you lose at once, and everybody else wins; if several sides or teams are"
        " left, they share the win. Allies lose together, so all of them have to agree first, and"
        " their wish ends with the team's next move."
    ),
    _TABLE,
)
AGREED: Final = Rule(
    "common.draw.agreed", say("The game is drawn when everybody agrees to it."), _TABLE
)
_OFFERS: Final = Rule(
    "common.offers",
    say(
        "You can make each kind of offer once in each of your turns. Everybody else has to agree."
        " If somebody else moves first, that declines it."
    ),
    _TABLE,
)
_TAKE_BACK: Final = Rule(
    "common.take-back",
    say(
        "If everybody agrees, play goes back to before your last move. A roll of the dice can't be"
        " taken back. Time that was used stays used, and time that the moves taken back had added"
        " is taken off again. You always have at least 24 hours then, or all the time that a turn"
        " or the bank had at first if that is less."
    ),
    _TABLE,
)
LATE: Final = Rule(
    "common.time",
    say(
        "If your time runs out, you lose as by resigning, with your whole team: when a rival claims"
        " it, or at once where that was agreed."
    ),
    _TABLE,
)
LEFT: Final = Rule(
    "common.left",
    say(
        "A player who is replaced after missing a deadline, or after leaving the server, has lost"
        " the game. A player who hands their seat over has no result. The game goes on."
    ),
    _TABLE,
)
_BANK: Final = Rule(
    "common.time.left",
    say(
        "With time for each turn, what you do not use is lost. With time for the whole game, it"
        " stays yours, and each of your turns adds some, up to the limit that was agreed."
    ),
    _TABLE,
)
_ANSWERS: Final = Rule(
    "common.time.offers", say("Offers and answers stop no clock and start none."), _TABLE
)
_VACATION: Final = Rule(
    "common.time.vacation",
    say(
        "Where vacation was agreed, each person has 20 days of it in any 365 days, for all of their"
        " games together. It is taken by itself, at most 12 hours at a time, when a deadline of"
        " theirs would pass. You may also set quiet hours, at most 10 a day: a deadline that falls"
        " into them waits for their end, once in a turn and once in 7 days."
    ),
    _TABLE,
)
_PAUSE: Final = Rule(
    "common.time.pause",
    say(
        "Everybody can agree on a pause of 1 to 30 days. No time runs in it, but you may move. It"
        " ends by itself, or earlier if everybody agrees."
    ),
    _TABLE,
)
ADJUDICATED: Final = Rule(
    "common.adjudicated", say("A moderator can decide a game that cannot go on."), _TABLE
)
VOIDED: Final = {
    VoidCause.AGREED: Rule(
        "common.void.agreed", say("A game has no result if everybody agrees to end it so."), _TABLE
    ),
    VoidCause.UNPLAYED: Rule(
        "common.void.unplayed",
        say(
            "If time runs out before every side or team has moved, a game without dice has no"
            " result. In a series this holds for its first game only."
        ),
        _TABLE,
    ),
    VoidCause.IDLE: Rule(
        "common.void.idle",
        say("A game has no result when nobody moves or claims the time for 60 days."),
        _TABLE,
    ),
    VoidCause.CHANNEL: Rule(
        "common.void.channel",
        say(
            "A game has no result when its channel is deleted, or is closed to the bot for too"
            " long."
        ),
        _TABLE,
    ),
    VoidCause.MODERATOR: Rule(
        "common.void.moderator",
        say("A moderator can end a game without a result."),
        _TABLE,
    ),
}
"""By cause, why a game has no result."""

COMMON: Final = (
    TURN, OWN_PIECES, OVER, ROLL, _OFFERS, AGREED, _TAKE_BACK, RESIGNED, LATE, LEFT, _BANK,
    _ANSWERS, _VACATION, _PAUSE, ADJUDICATED, *VOIDED.values(),
)  # fmt: skip
"""The rules of the table, which are the bot's own and hold for every game."""

"""The rules that hold for every game: turns, offers, ends by table events, time, dice."""

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
TURN: Final = Rule("common.turn", say("You move when it's your side's turn."), _TABLE)
OVER: Final = Rule("common.over", say("No one moves after the end of the game."), _TABLE)
ROLL: Final = Rule("common.roll", say("Only the bot rolls dice."), _TABLE)
RESIGNED: Final = Rule(
    "common.resigned",
    say(
        "If you resign, you lose at once, and your opponent has won. Allies lose together, so all"
        " of them have to agree first, and their wish to resign lapses with the team's next move."
        " In a game of three sides or more, a computer opponent plays on for you, and the others"
        " can agree to end the game without a result; it ends, and is won, if only one person"
        " is left."
    ),
    _TABLE,
)
AGREED: Final = Rule(
    "common.draw.agreed", say("The game is drawn when everyone agrees to it."), _TABLE
)
_OFFERS: Final = Rule(
    "common.offers",
    say(
        "You can make each kind of offer once, and again after your next move. Everyone else has"
        " to agree. If another player moves first, the offer is declined. Offers that wait when the"
        " time of a turn runs out are declined too."
    ),
    _TABLE,
)
_TAKE_BACK: Final = Rule(
    "common.take-back",
    say(
        "If everyone agrees, play goes back to before your last move. A roll of the dice can't be"
        " taken back. Time already used stays used, and time gained by the moves taken back is"
        " lost again. You then have at least 24 hours, or the full time of a turn or the bank at"
        " the start if that is less."
    ),
    _TABLE,
)
LATE: Final = Rule(
    "common.time",
    say(
        "If your time runs out, you lose together with your whole team: when an opponent claims the"
        " win, or at once if that was agreed. Everyone else has won."
    ),
    _TABLE,
)
LEFT: Final = Rule(
    "common.left",
    say(
        "A player who is replaced after missing a deadline, or after leaving the server, has lost"
        " the game if every side or team had moved by then, or if it has dice. A player who hands"
        " over their seat gets no result. The game goes on."
    ),
    _TABLE,
)
_BANK: Final = Rule(
    "common.time.left",
    say(
        "With time for each turn, any time you don't use is lost. With time for the whole game,"
        " you keep it, and each of your turns adds some more, up to the agreed limit."
    ),
    _TABLE,
)
_ANSWERS: Final = Rule(
    "common.time.offers", say("Offers and answers neither stop nor start a clock."), _TABLE
)
_VACATION: Final = Rule(
    "common.time.vacation",
    say(
        "Where vacation was agreed, each person has 20 days of it in any 365 days, for all of"
        " their games together. It is taken automatically, at most 12 hours at a time, when one of"
        " their deadlines would pass. You can also set quiet hours, at most 10 a day: a deadline"
        " that falls into them waits until they end, once in a turn and once in 7 days."
    ),
    _TABLE,
)
_PAUSE: Final = Rule(
    "common.time.pause",
    say(
        "Everyone can agree on a pause of 1 to 30 days. No time runs during it, but you may move."
        " It ends by itself, or earlier if everyone agrees."
    ),
    _TABLE,
)
ADJUDICATED: Final = Rule(
    "common.adjudicated", say("A moderator can decide a game that can't go on."), _TABLE
)
VOIDED: Final = {
    VoidCause.AGREED: Rule(
        "common.void.agreed",
        say("A game has no result if everyone agrees to end it that way."),
        _TABLE,
    ),
    VoidCause.UNPLAYED: Rule(
        "common.void.unplayed",
        say(
            "If time runs out before every side or team has moved, a game without dice has no"
            " result. In a series, this applies only to the first game."
        ),
        _TABLE,
    ),
    VoidCause.IDLE: Rule(
        "common.void.idle",
        say(
            "A game has no result when no one moves or claims the time for 60 days, pauses not"
            " counted. Its players are informed 7 days before."
        ),
        _TABLE,
    ),
    VoidCause.CHANNEL: Rule(
        "common.void.channel",
        say(
            "A game has no result when its channel is deleted, or when the bot has no access to it"
            " for too long."
        ),
        _TABLE,
    ),
    VoidCause.MODERATOR: Rule(
        "common.void.moderator",
        say("A moderator can end a game without a result."),
        _TABLE,
    ),
    VoidCause.LEFT: Rule(
        "common.void.left",
        say(
            "Someone who asks to be forgotten resigns and leaves the series: the next game, if it"
            " has begun, has no result, and no one wins the series."
        ),
        _TABLE,
    ),
    VoidCause.DECLINED: Rule(
        "common.declined",
        say(
            "In a game for which two were paired, each can say **Not now** until their own first"
            " move, or until the start if there are dice. Then it has no result."
        ),
        _TABLE,
    ),
}
"""The reasons for which a game has no result, by cause."""

COMMON: Final = (
    TURN, OWN_PIECES, OVER, ROLL, _OFFERS, AGREED, _TAKE_BACK, RESIGNED, LATE, LEFT, _BANK,
    _ANSWERS, _VACATION, _PAUSE, ADJUDICATED, *VOIDED.values(),
)  # fmt: skip
"""The rules of the table, which are the bot's own and hold for every game."""

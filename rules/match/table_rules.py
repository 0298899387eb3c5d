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
        "If you resign, you lose at once and your opponent wins. Allies lose together, so all"
        " of them have to agree before their team's next move. With three sides or more, a"
        " computer plays on for you, and the others can agree to call the game off. If only one"
        " person is left, they win."
    ),
    _TABLE,
)
AGREED: Final = Rule(
    "common.draw.agreed", say("The game is drawn when everyone agrees to it."), _TABLE
)
_OFFERS: Final = Rule(
    "common.offers",
    say(
        "You can make each kind of offer once, and again after your next move. Everyone else"
        " has to agree. An offer is declined when another player moves first, or when the time"
        " for a turn runs out."
    ),
    _TABLE,
)
_TAKE_BACK: Final = Rule(
    "common.take-back",
    say(
        "If everyone agrees, play goes back to before your last move. A roll of the dice can't"
        " be taken back. Used time stays used, and time that the moves gained is lost again."
        " You then have at least 24 hours, or a turn's full time or the bank at the start if"
        " that is less."
    ),
    _TABLE,
)
LATE: Final = Rule(
    "common.time",
    say(
        "If your time runs out, your whole team loses: when an opponent claims the win, or at"
        " once if that was agreed. Everyone else wins."
    ),
    _TABLE,
)
LEFT: Final = Rule(
    "common.left",
    say(
        "If you're replaced after missing a deadline or leaving the server, you lose if every"
        " side or team had moved by then, or if the game has dice. If you hand over your seat,"
        " you get no result. The game continues."
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
        "Where vacation was agreed, you have 20 days of it in any 365, for all your games"
        " together. It starts by itself, at most 12 hours at a time, when a deadline would"
        " pass. You can also set quiet hours, at most 10 a day: a deadline within them waits"
        " until they end, once a turn and once in 7 days."
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
            "A game has no result when no one moves or claims the win for 60 days (pauses don't"
            " count). Its players are reminded 7 days before."
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
            "Someone who asks to be forgotten resigns and leaves the series. No one wins it,"
            " and its next game, if started, has no result."
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

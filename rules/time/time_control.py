"""How much time the players of a match have: as values, as text, and in words."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from rules.contract.core import RulesError
from rules.contract.sentence import Notation, Sentence, Stranger, say
from rules.time.duration import DAY, HOUR, in_words, length_text, read_length

__all__ = ["OFFERED", "USUAL", "Bank", "PerTurn", "TimeControl", "Untimed", "read_time_control"]

_SHORTEST: Final = HOUR
_LONGEST_TURN: Final = 60 * DAY
_LONGEST_BANK: Final = 365 * DAY


@dataclass(frozen=True, slots=True)
class Untimed:
    """Nobody is pressed for time."""


@dataclass(frozen=True, slots=True)
class PerTurn:
    """Each turn has this many seconds; what is left of them is lost."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Bank:
    """Each seat has a bank of seconds; a turn adds an increment, up to a cap."""

    bank: int
    increment: int
    cap: int
    """At least the bank. A bank that exceeds it, through a grant say, is not cut."""


Limit: TypeAlias = Untimed | PerTurn | Bank


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time that was agreed for a match."""

    limit: Limit = Untimed()
    hard: bool = False
    """The game ends by itself when time runs out; otherwise it does when a rival claims it."""

    @property
    def text(self) -> str:
        """What is stored and typed: `none`, `3d`, `7d+1d<=14d`, with ` hard` after it if so."""
        match self.limit:
            case Untimed():
                limit = "none"
            case PerTurn(seconds):
                limit = length_text(seconds)
            case Bank(bank, increment, cap):
                limit = f"{length_text(bank)}+{length_text(increment)}<={length_text(cap)}"
        return f"{limit} hard" if self.hard else limit

    @property
    def words(self) -> Sentence:
        """What players read, such as `3 days for each turn`."""
        match self.limit:
            case Untimed():
                return say("no time limit")
            case PerTurn(seconds):
                limit = say("{time} for each turn", time=in_words(seconds))
            case Bank(bank, increment, cap):
                limit = say(
                    "{bank} for the whole game, {increment} more after each turn, at most {cap}",
                    bank=in_words(bank),
                    increment=in_words(increment) if increment else say("nothing"),
                    cap=in_words(cap),
                )
        return (
            say("{time}; a player who runs out loses at once", time=limit) if self.hard else limit
        )


USUAL: Final = TimeControl(PerTurn(7 * DAY))
"""What is agreed where nobody chooses."""
OFFERED: Final = (
    USUAL,
    TimeControl(PerTurn(3 * DAY)),
    TimeControl(PerTurn(DAY)),
    TimeControl(Bank(7 * DAY, DAY, 14 * DAY)),
    TimeControl(PerTurn(3 * DAY), hard=True),
    TimeControl(),
)
"""What is offered where players choose; any other can be typed."""


def read_time_control(text: str) -> TimeControl:
    """Return the time control of a text such as `none`, `3d` or `7d+1d<=14d hard`.

    Capitals and blanks are forgiven. Raises RulesError, saying how it is written.
    """
    words = "".join(text.lower().split()).replace("≤", "<=").replace("=<", "<=")
    limit, hard = words.removesuffix("hard"), words.endswith("hard")
    if limit == "none":
        if hard:
            raise RulesError(say("Without a time limit nobody can run out of time."))
        return TimeControl()
    if "+" not in limit:
        return TimeControl(PerTurn(_length(text, limit, _SHORTEST, _LONGEST_TURN)), hard=hard)
    bank, _, rest = limit.partition("+")
    increment, _, cap = rest.partition("<=")
    control = Bank(
        _length(text, bank, _SHORTEST, _LONGEST_BANK),
        _length(text, increment, 0, _LONGEST_TURN),
        _length(text, cap, _SHORTEST, _LONGEST_BANK),
    )
    if control.cap < control.bank:
        raise RulesError(
            say(
                "“{text}” begins with more time than it allows at most.",
                text=Stranger(text.strip()),
            )
        )
    return TimeControl(control, hard=hard)


def _length(text: str, part: str, least: int, most: int) -> int:
    seconds = read_length(part)
    if seconds is None:
        raise RulesError(
            say(
                "“{text}” is no limit of time. Write {none}, {turn} for each turn, or {bank} for a"
                " bank of 7 days that gains a day with each turn up to 14.",
                text=Stranger(text.strip()),
                none=Notation("none"),
                turn=Notation("3d"),
                bank=Notation("7d+1d<=14d"),
            )
        )
    if not least <= seconds <= most:
        raise RulesError(
            say(
                "“{part}” is out of range: from {least} to {most}.",
                part=Stranger(part),
                least=in_words(least),
                most=in_words(most),
            )
        )
    return seconds

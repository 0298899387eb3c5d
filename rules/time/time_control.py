"""The time that the players of a match have: as values, as text, and in words."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final, TypeAlias

from rules.contract.core import RulesError
from rules.contract.sentence import Notation, Sentence, Stranger, say
from rules.time.duration import DAY, HOUR, in_words, length_text, read_length

__all__ = [
    "LONGEST_TEXT",
    "OFFERED",
    "USUAL",
    "Bank",
    "PerTurn",
    "TimeControl",
    "Untimed",
    "read_time_control",
]

_SHORTEST: Final = HOUR
# A game without a move for 60 days ends by itself, so a longer turn would mean nothing.
_LONGEST_TURN: Final = 60 * DAY
_LONGEST_BANK: Final = 365 * DAY


@dataclass(frozen=True, slots=True)
class Untimed:
    """No time limit."""


@dataclass(frozen=True, slots=True)
class PerTurn:
    """A number of seconds for each turn; seconds left over are lost."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Bank:
    """A bank of seconds per seat, with an increment after a turn, up to a cap."""

    bank: int
    increment: int
    cap: int
    """At least the bank. A bank that exceeds it, such as through a grant, isn't cut."""


Limit: TypeAlias = Untimed | PerTurn | Bank


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time agreed on for a match."""

    limit: Limit = Untimed()
    hard: bool = False
    """True if the game ends by itself when time runs out, not only when a rival claims it."""

    @property
    def text(self) -> str:
        """The text that is stored and typed: `none`, `3d` or `7d+1d<=14d`, or with ` hard`."""
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
        """The words that players read, such as `3 days per move`."""
        match self.limit:
            case Untimed():
                return say("no time limit")
            case PerTurn(seconds):
                limit = say("{time} per move", time=in_words(seconds))
            case Bank(bank, increment, cap) if increment:
                limit = say(
                    "{bank} on the clock, +{increment} per move, up to {cap}",
                    bank=in_words(bank),
                    increment=in_words(increment),
                    cap=in_words(cap),
                )
            case Bank(bank):
                limit = say("{bank} for the whole game", bank=in_words(bank))
        return say("{time} (run out and you lose)", time=limit) if self.hard else limit


USUAL: Final = TimeControl(PerTurn(7 * DAY))
"""The default, used when no one chooses."""
OFFERED: Final = (
    USUAL,
    TimeControl(PerTurn(3 * DAY)),
    TimeControl(PerTurn(DAY)),
    TimeControl(Bank(7 * DAY, DAY, 14 * DAY)),
    TimeControl(PerTurn(3 * DAY), hard=True),
    TimeControl(),
)
"""The time controls that players choose from; they can type any other."""


LONGEST_TEXT: Final = 200
"""The most characters of a typed time control."""

_NONE: Final = frozenset(
    ("none", "unlimited", "untimed", "infinite", "forever", "∞", "nolimit", "notimelimit", "notime",
     "notimer", "noclock", "unlimitedtime", "withoutlimit", "withoutatimelimit", "off", "no", "-")
)  # fmt: skip
"""Words for no time limit, without blanks."""
_WORDS: Final = (
    (re.compile(r"≤|=<|\b(?:up to|at most|max(?:imum)?|capped at)\b"), "<="),
    (re.compile(r"\bfor the (?:whole )?game\b|\b(?:in )?total\b"), "+~"),
    (re.compile(r"\bplus\b"), "+"),
    (re.compile(r"\bnothing\b"), "0h"),
    (re.compile(r"\ba player who runs out loses at once\b|\brun out and you lose\b"), "hard"),
    (re.compile(r"\bon the clock\b"), " "),
    (
        re.compile(r"\b(?:more )?(?:(?:for|after|with) )?(?:per|a|each|every) (?:move|turn)\b"),
        " ",
    ),
    (re.compile(r"/ ?(?:move|turn)\b"), " "),
    (re.compile(r"[\"'“”‘’`;()]|[.!?]+$"), " "),
)
"""Words of people, and the notation for them; `~` stands for an increment that may be missing."""
_DAYS: Final = re.compile(r"^([0-9]{1,3})d? ?\+ ?([0-9]{1,3})d?(?= hard$|$)", re.ASCII)
"""Matches a bank and what a turn adds, as players of clocks write them: by post, these are days."""
_HARD: Final = re.compile(r"^hard\b|hard$")


def read_time_control(text: str) -> TimeControl:
    """Return the time control that a text such as `3d`, `7d+1d<=14d hard` or `3 days` means.

    A bank without a maximum grows to twice its size. Raises RulesError, which says how to write it.
    """
    if len(text) > LONGEST_TEXT:
        raise _no_limit(f"{text[:LONGEST_TEXT]}…")
    words = " ".join(unicodedata.normalize("NFKC", text).lower().split())
    for said, written in _WORDS:
        words = said.sub(written, words)
    words = _DAYS.sub(r"\1d+\2d", words.strip(" ,"))
    limit = _HARD.sub("", words).strip(" ,")
    hard = limit != words
    if "".join(limit.split()) in _NONE:
        if hard:
            raise RulesError(say("Without a time limit no one can run out of time."))
        return TimeControl()
    if "+" not in limit:
        return TimeControl(PerTurn(_length(text, limit, _SHORTEST, _LONGEST_TURN)), hard=hard)
    bank, _, rest = limit.partition("+")
    increment, _, cap = (part.strip(" ,") for part in rest.partition("<="))
    if increment.startswith("~"):
        increment = increment.strip("~ ,") or "0h"
    first = _length(text, bank, _SHORTEST, _LONGEST_BANK)
    more = _length(text, increment, 0, _LONGEST_TURN)
    if "<=" in rest:
        most = _length(text, cap, _SHORTEST, _LONGEST_BANK)
    else:
        most = min(2 * first, _LONGEST_BANK) if more else first
    if most < first:
        raise RulesError(
            say(
                "“{text}” starts with more time than its own maximum.",
                text=Stranger(text.strip()),
            )
        )
    return TimeControl(Bank(first, more, most), hard=hard)


def _length(text: str, part: str, least: int, most: int) -> int:
    seconds = read_length(part)
    if seconds is None:
        raise _no_limit(text)
    typed = Stranger(part.strip() if part.strip() in text else text.strip())
    if not least <= seconds <= most:
        raise RulesError(
            say(
                "“{part}” has to be between {least} and {most}.",
                part=typed,
                least=in_words(least),
                most=in_words(most),
            )
        )
    hours, rest = divmod(seconds, HOUR)
    if rest:
        raise RulesError(
            say(
                "Use whole hours, such as {less} or {more}, not “{part}”.",
                part=typed,
                less=Notation(length_text(hours * HOUR)),
                more=Notation(length_text((hours + 1) * HOUR)),
            )
        )
    return seconds


def _no_limit(text: str) -> RulesError:
    return RulesError(
        say(
            "I can't read “{text}” as a time. Try {turn} or {hours} per move, {none} for "
            "no limit, or {bank}: 7 days, +1 day per move, up to 14.",
            text=Stranger(text.strip()),
            turn=Notation("3d"),
            hours=Notation("12h"),
            none=Notation("none"),
            bank=Notation("7d+1d<=14d"),
        )
    )

"""The time that players of a table have, in words."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.messages.words.locale import Locale, locale_of
from bot.messages.words.text import NOTHING, in_a_row
from bot.messages.words.typed_times import in_english, units_of
from rules.contract.core import RulesError
from rules.contract.folding import folded
from rules.contract.sentence import Sentence, say
from rules.time.duration import in_words
from rules.time.time_control import OFFERED, Bank, PerTurn, TimeControl, Untimed, read_time_control

__all__ = ["MONTHS", "agreed_time", "time_choices", "time_typed"]

MONTHS: Final = (
    say("Jan"), say("Feb"), say("Mar"), say("Apr"), say("May"), say("Jun"),
    say("Jul"), say("Aug"), say("Sep"), say("Oct"), say("Nov"), say("Dec"),
)  # fmt: skip

_CHOICE: Final = 100
"""The most characters of a choice that Discord shows."""
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_ENDINGS: Final = ("days", "hours", "weeks", "none", "unlimited")


def agreed_time(control: TimeControl, *, vacation: bool) -> Sentence:
    """Return the card's words about the time of a game; `vacation` is true if vacation counts."""
    match control.limit:
        case Untimed():
            return say("No time limit. After 60 days without a move the game ends with no result.")
        case PerTurn(seconds):
            limit = say("{time} per move.", time=in_words(seconds))
        case Bank(bank, increment, cap) if increment:
            limit = say(
                "{bank} on the clock, +{increment} per move, up to {cap}.",
                bank=in_words(bank),
                increment=in_words(increment),
                cap=in_words(cap),
            )
        case Bank(bank):
            limit = say("{bank} on the clock for the whole game.", bank=in_words(bank))
    lost = say("Out of time? The other side can claim the win or give you 3 more days.")
    if control.hard:
        lost = say("Run out and you lose.")
    return in_a_row(limit, lost, NOTHING if vacation else say("Vacation doesn't stop the clock."))


def time_choices(typed: str, code: str, *, hard: bool = True) -> Sequence[tuple[str, str]]:
    """Return pairs of a sentence and the text of a time control that fit the typed text.

    A text that is a time control comes first, then standard ones that begin with it. Any other is
    taken for the beginning of one, or for a part of a standard one; if it can't be, nothing is
    offered. `hard` is true if the game may end by itself when time runs out.
    """
    locale = locale_of(code)
    offered = [control for control in OFFERED if hard or not control.hard]
    meant = _read(typed, locale)
    if not typed.strip():
        found = offered
    elif meant:
        found = [meant, *(each for each in offered if each.text.startswith(meant.text))]
    else:
        part = folded(typed.strip())
        endings = (*_ENDINGS, *units_of(locale))
        tails = _tails(part, endings)
        completed = [control for tail in tails if (control := _read(part + tail, locale))]
        found = [*completed, *(each for each in offered if _has(each, part, locale))]
    return [
        (locale.label(control.words, _CHOICE), control.text) for control in dict.fromkeys(found)
    ]


def time_typed(typed: str, code: str) -> TimeControl:
    """Return the time control that a person typed, in their language or in English.

    Raises RulesError like `read_time_control`.
    """
    return read_time_control(in_english(typed, locale_of(code)))


def _read(typed: str, locale: Locale) -> TimeControl | None:
    try:
        return read_time_control(in_english(typed, locale))
    except RulesError:
        return None


def _has(control: TimeControl, part: str, locale: Locale) -> bool:
    """Return True if the text is a part of the notation, or begins a word of what it says."""
    said = folded(locale.label(control.words, _CHOICE))
    return part in control.text or f" {part}" in f" {said}"


def _tails(part: str, endings: Iterable[str]) -> Iterator[str]:
    """Yield what may be missing at the end of a text: a unit, or the rest of a word."""
    last = part[len(part.rstrip(_LETTERS)) :]
    for word in endings:
        if word.startswith(last):
            yield word[len(last) :]

"""The time that players of a table have, in words."""

from collections.abc import Sequence
from typing import Final

from bot.messages.words.locale import reader
from bot.messages.words.text import NOTHING, in_a_row
from rules.contract.core import RulesError
from rules.contract.sentence import Sentence, say
from rules.time.duration import in_words
from rules.time.time_control import OFFERED, Bank, PerTurn, TimeControl, Untimed, read_time_control

__all__ = ["agreed_time", "time_choices"]

_CHOICE: Final = 100
"""The most characters of a choice that Discord shows."""


def agreed_time(control: TimeControl, *, vacation: bool) -> Sentence:
    """Return the card's words about the time of a game; `vacation` is true if vacation counts."""
    match control.limit:
        case Untimed():
            return say(
                "There's no time limit. A game in which nobody moves for 60 days ends without a "
                "result."
            )
        case PerTurn(seconds):
            limit = say("Each turn may take {time}.", time=in_words(seconds))
        case Bank(bank, increment, cap) if increment:
            limit = say(
                "Everybody begins with {bank}; each turn adds {increment}, up to {cap}.",
                bank=in_words(bank),
                increment=in_words(increment),
                cap=in_words(cap),
            )
        case Bank(bank):
            limit = say("Everybody has {bank} for the whole game.", bank=in_words(bank))
    lost = say("After that the others may claim the game, or give three more days.")
    if control.hard:
        lost = say("A player who runs out of time loses the game at once.")
    return in_a_row(limit, lost, NOTHING if vacation else say("Vacation does not count."))


def time_choices(typed: str, locale: str, *, hard: bool = True) -> Sequence[tuple[str, str]]:
    """Return pairs of a sentence and the text of a time control that fit the typed text.

    A text that is a time control comes first; otherwise all standard ones come, beginning with
    those that contain the text. `hard` is true if the game may end by itself when time runs out.
    """
    offered = [control for control in OFFERED if hard or not control.hard]
    found = list[TimeControl]()
    if typed.strip():
        try:
            found = [read_time_control(typed)]
        except RulesError:
            found = [control for control in offered if typed.strip().lower() in control.text]
    found += [control for control in offered if control not in found]
    words = reader(locale)
    return [(words.label(_choice(control), _CHOICE), control.text) for control in found]


def _choice(control: TimeControl) -> Sentence:
    return say("{time}", time=control.words)

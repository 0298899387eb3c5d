"""The proof of an event's draw: its seal, the secret behind it, and the numbers."""

from typing import Final

from bot.extensions.events import verbs
from bot.extensions.events.values import Event
from bot.messages.channel.dice import COMPARE_SEAL
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Message
from bot.messages.words.text import code, lines, shortened
from bot.model.errors import TableError
from rules.club.entries import Begun
from rules.club.groups import Groups
from rules.contract.sentence import all_of, say

__all__ = ["draw_check"]

_LONGEST: Final = 24
"""Characters of a name, so that there is room for 36."""
_SHORTEST: Final = 12
"""Likewise for a season's 72."""


def draw_check(event: Event) -> Message:
    """Return everything from which anyone can compute the draw. Raises TableError before it.

    `docs/events.md` says how. Once the draw is made, the secret decides nothing any more.
    """
    begun = next((each.change for each in event.log if isinstance(each.change, Begun)), None)
    if begun is None or not isinstance(event.course, Groups):
        raise TableError(say("There's no draw yet."))
    longest = _SHORTEST if event.course.is_season else _LONGEST
    numbers = [
        say("{name} {number}", name=shortened(event.people[each].name, longest), number=each)
        for each in sorted(event.course.lots)
    ]
    told = lines(
        say(
            "The draw, checked: secret {secret}, press {press}.",
            secret=code(begun.secret), press=code(str(begun.press)),
        ),
        say("Numbers: {numbers}.", numbers=all_of(numbers)),
        say("Seal: {seal}", seal=code(event.seal)),
        COMPARE_SEAL,
    )  # fmt: skip
    share = Button(say("Share"), for_text(verbs.CHECK_DRAW, event.id, 1))
    return Message(told, rows=((share,),))

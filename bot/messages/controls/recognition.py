"""By which buttons a message is recognised later, when its table may have changed.

Whether a message arrived is found out by comparing it with what its row shows by now. Meanwhile
somebody may have joined, a seat may have changed hands, or a level may be chosen on a card: then
other buttons stand on it, but some of them stay for as long as the message shows its subject.
"""

from collections.abc import Iterable
from typing import Final

from bot.messages.controls.custom_ids import CustomId, Verb, readable

__all__ = ["shows"]

_PASSING: Final = frozenset(
    {Verb.ACCEPT, Verb.COMPUTER, Verb.DECLINE, Verb.JOIN, Verb.LEVEL, Verb.START}
    | {Verb.HINT, Verb.MOVE, Verb.PLAY, Verb.REMATCH, Verb.SEATS}
)
"""Buttons that a card or a board has or lacks, as its table stands."""
_OF_ONE_POSITION: Final = frozenset(
    {Verb.ANALYSIS, Verb.HISTORY, Verb.MENU, Verb.MINE} | {Verb.AGREE, Verb.REFUSE, Verb.WITHDRAW}
)
"""Buttons of boards and offers; what others ask for stays the same while the game goes on."""


def shows(there: Iterable[str], expected: Iterable[str]) -> bool:
    """Whether a message shows what has the `expected` custom_ids by now, judging by its own.

    Only those that stay must be `there`, or all where none does.
    """
    known = list(readable(expected))
    staying = [name for name in known if name.verb not in _PASSING] or known
    return bool(staying) and set(map(_subject, staying)) <= set(map(_subject, readable(there)))


def _subject(name: CustomId) -> tuple[object, ...]:
    """Return what tells a button of one message from those of others."""
    position = name.position if name.verb in _OF_ONE_POSITION else None
    return name.verb, name.table, position, name.arguments

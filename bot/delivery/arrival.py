"""Whether a message that a channel shows is that of a row of the outbox.

Its table may have changed since the message arrived, so what is compared is what stays.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.delivery.command_mentions import with_mentions
from bot.messages.controls import recognition
from bot.messages.controls.custom_ids import readable
from bot.messages.controls.message import Message
from bot.messages.words.locale import DEFAULT, reader
from bot.model.queues import ItemKind, OutboxItem

__all__ = ["Seen", "is_shown"]

_OF_ONE_POSITION: Final = frozenset({ItemKind.BOARD, ItemKind.HANDOVER, ItemKind.TURNOVER})
"""What has the buttons of a position, which several messages may show."""
_TOLD_IN_WORDS: Final = frozenset({ItemKind.HANDOVER, ItemKind.TURNOVER})
"""What has buttons and is recognised by its words too."""
_MOMENT: Final = re.compile(r"<t:\d+(:\w)?>")
_LINK: Final = re.compile(r"https://discord\.com/channels/\d+/(\d+)/\d+")
"""A link to a message, which says its channel."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a message in a channel is recognised by."""

    content: str
    custom_ids: Sequence[str]
    mentions: frozenset[int]
    """The users that its text names."""


def is_shown(post: Message, item: OutboxItem, there: Seen, locale: str) -> bool:
    """Whether a message is that of a row: by its buttons or else its text, a board's pings too.

    The end of a game that is told in words alone by now may stand above the first board of the next
    game, with the buttons of that one. The first line tells that somebody took a seat; the board
    below it may be shown by other messages too. A reminder tells by now of no more than it told.
    """
    kind = item.kind
    if kind in _OF_ONE_POSITION and not there.mentions.issuperset(post.pings):
        return False
    if kind is not ItemKind.HANDOVER and recognition.shows(there.custom_ids, post.custom_ids):
        return True
    if post.rows and kind not in _TOLD_IN_WORDS:
        return False
    texts = {reader(each).message(post.text) for each in (locale, DEFAULT)}
    texts |= set(map(with_mentions, texts))
    content = _lasting(f"{there.content}\n")
    if kind is ItemKind.HANDOVER:
        if any(name.table != item.table_id for name in readable(there.custom_ids)):
            return False
        return any(content.startswith(_lasting(text.partition("\n")[0])) for text in texts)
    if kind is ItemKind.REMINDER:
        return any(all(part in content for part in _parts(text)) for text in texts)
    return any(content.startswith(_lasting(f"{text}\n")) for text in texts)


def _lasting(text: str) -> str:
    """Return a text without what may be another by now: ends of turns, and which board is new."""
    return _LINK.sub(r"<#\1>", _MOMENT.sub("", text))


def _parts(reminder: str) -> list[str]:
    """Return whom a reminder pings, and each thing of which it tells."""
    pinged = re.match(r"<@\d+>", reminder)
    who = pinged[0] if pinged else ""
    return [who, *map(str.strip, _lasting(reminder.removeprefix(who)).split("\n"))]

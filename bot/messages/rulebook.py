"""Rulebooks as pages of text, our own readings marked."""

from functools import cache
from typing import Final

from bot.messages.custom_ids import Verb, for_text
from bot.messages.message import Button, Message
from rules.core import Rule
from rules.registry import find
from rules.series import RULES
from rules.table_rules import COMMON

__all__ = ["page", "pages"]

_ROOM: Final = 1500
"""Characters of rules on a page, which leaves room for the heading within Discord's 2000."""


def page(key: str, number: int) -> Message:
    """Return a page of a game's rulebook, counted from 0; numbers beyond the ends wrap.

    Raises KeyError for a game there is not.
    """
    game = find(key)
    book = pages(key)
    number %= len(book)
    text = f"**{game.spec.title}: the rules** · page {number + 1} of {len(book)}\n{book[number]}"
    if len(book) == 1:
        return Message(text)
    turning = [
        Button(label, for_text(Verb.TURN_PAGE, key, max(to, 0)), disabled=not 0 <= to < len(book))
        for label, to in (("◀ Back", number - 1), ("Next ▶", number + 1))
    ]
    return Message(text, rows=(turning,))


@cache
def pages(key: str) -> tuple[str, ...]:
    """Return the text of each page of a game's rulebook."""
    game = find(key)
    entries = [_entry(rule) for rule in (*game.spec.rulebook, *COMMON, *RULES)]
    book: list[str] = []
    for entry in entries:
        if book and len(book[-1]) + len(entry) < _ROOM:
            book[-1] += f"\n{entry}"
        else:
            book.append(entry)
    return tuple(book)


def _entry(rule: Rule) -> str:
    mark = " · *our reading*" if rule.interpretation else ""
    return f"- {rule.text}{mark}\n-# `{rule.key}` · {rule.source}"

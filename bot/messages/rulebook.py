"""Rulebooks as pages of text, our own readings marked."""

from functools import cache
from typing import Final

from bot.messages.custom_ids import Verb, for_text
from bot.messages.message import Button, Message
from bot.messages.text import code, lines, own
from rules.core import Rule
from rules.registry import find
from rules.sentence import Sentence, say
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
    heading = say(
        "**{game}: the rules** · page {page} of {pages}",
        game=own(game.spec.title), page=number + 1, pages=len(book),
    )  # fmt: skip
    text = lines(heading, *map(_entry, book[number]))
    if len(book) == 1:
        return Message(text)
    turning = [
        Button(label, for_text(Verb.TURN_PAGE, key, max(to, 0)), disabled=not 0 <= to < len(book))
        for label, to in ((say("◀ Back"), number - 1), (say("Next ▶"), number + 1))
    ]
    return Message(text, rows=(turning,))


@cache
def pages(key: str) -> tuple[tuple[Rule, ...], ...]:
    """Return the rules on each page of a game's rulebook, the same in every language."""
    book: list[tuple[Rule, ...]] = []
    room, spec = 0, find(key).spec
    for rule in (*spec.preparation, *spec.rulebook, *COMMON, *RULES):
        needed = len(_entry(rule).english()) + 1
        if room < needed:
            book.append(())
            room = _ROOM
        book[-1] = (*book[-1], rule)
        room -= needed
    return tuple(book)


def _entry(rule: Rule) -> Sentence:
    text, source = rule.text, own(rule.source)
    told = say("- {rule}", rule=text)
    if rule.interpretation:
        told = say("- {rule} · *our reading*", rule=text)
    return lines(told, say("-# {key} · {source}", key=code(rule.key), source=source))

"""Text in Discord's markdown that reads as it was written and has no effect.

Discord shows any sign after a backslash literally, unless it is a letter, a digit or a blank.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from bot.model.words import without_piles

__all__ = ["escaped_notation", "escaped_stranger", "without_controls"]

_ACTIVE: Final = re.compile(r"[\\*_~|`<>\[\]()#+\-.:/]")
"""Signs that can be part of markdown, a tag in `<>`, a `:shortcode:` or a link."""

_ACTIVE_IN_NOTATION: Final = re.compile(r"[\\*_~|`<\[]|(?<=\d)\.(?= |$)")
"""Our own text contains no tags or links, and no line begins with a cell or a move.

The number of a move can begin a line, which would become an item of a numbered list, indented.
"""

_AFTER_AT: Final = "\u200b"
"""A zero-width space, because Discord looks for @everyone and <@1> regardless of backslashes."""

_REMEMBERED: Final = 1024
"""The number of texts cached in escaped form: names and moves recur often."""

_BREAKS: Final = re.compile(r"[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")
_DIRECTIONS: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Marks that change the direction of writing for what follows, even beyond the text with them."""

_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"


@lru_cache(maxsize=_REMEMBERED)
def escaped_stranger(text: str) -> str:
    """Return a person's text, escaped so that a message shows it as typed whatever it is."""
    kept = without_controls(text)
    shown = _ACTIVE.sub(r"\\\g<0>", kept).replace("@", f"@{_AFTER_AT}")
    if any(unicodedata.bidirectional(sign) in {"R", "AL", "AN"} for sign in kept):
        return f"{_ISOLATE}{shown}{_END_OF_ISOLATE}"
    return shown


@lru_cache(maxsize=_REMEMBERED)
def escaped_notation(text: str) -> str:
    """Return text of our own, such as a move, so that nothing in it acts as markdown."""
    return _ACTIVE_IN_NOTATION.sub(r"\\\g<0>", text)


@lru_cache(maxsize=_REMEMBERED)
def without_controls(text: str) -> str:
    """Return a person's text on one line, without direction marks, controls or lone surrogates."""
    one_line = _BREAKS.sub(" ", text)
    sound = without_piles(one_line)
    return "".join(
        sign for sign in _DIRECTIONS.sub("", sound) if unicodedata.category(sign) != "Cc"
    )

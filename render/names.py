"""Names of people as pictures can write them."""

import unicodedata
from collections.abc import Sequence
from itertools import islice
from typing import Final

from render.faces import NARROWEST, Style, style_of, text_width

__all__ = ["ELLIPSIS", "cleaned", "cut", "fitted", "graphemes", "named"]

_MOST_GRAPHEMES: Final = 40
_MOST_MARKS: Final = 2
"""The number of combining marks that a letter may have."""
_REMOVED: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Me", "So"})
"""Control and direction signs, signs that don't exist, enclosing marks, and emoji."""
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)
_VARIATIONS: Final = frozenset([*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
_WIDTHS: Final = (86, 80, 74, 68, NARROWEST)
_WEIGHT: Final = 600
"""The weight of names."""
ELLIPSIS: Final = "…"


def cleaned(name: str) -> str:
    """Return a name without emoji, controls and heaps of marks, at most 40 graphemes long.

    It is empty if no letter or digit remains.
    """
    kept = [sign for sign in unicodedata.normalize("NFC", name) if not _is_removed(sign)]
    plain = " ".join("".join(kept).split())
    short = "".join(
        cluster[: 1 + _MOST_MARKS] for cluster in islice(graphemes(plain), _MOST_GRAPHEMES)
    ).strip()
    return short if any(sign.isalnum() for sign in short) else ""


def _is_removed(sign: str) -> bool:
    code = ord(sign)
    if sign.isspace():
        return False
    return unicodedata.category(sign) in _REMOVED or code in _VARIATIONS or code in _SKIN_TONES


def graphemes(text: str) -> Sequence[str]:
    """Return the signs of a text, each with the marks that combine with it."""
    found: list[str] = []
    for sign in text:
        if found and unicodedata.category(sign).startswith("M"):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def named(name: str, title: str, size: float, room: float) -> tuple[str, Style]:
    """Return what to write for a person, and how: the side's title if no face has the name."""
    for text in filter(None, (cleaned(name), title)):
        if found := fitted(text, size, room, _WEIGHT):
            return found
    style = Style(_WEIGHT)
    return cut(title, size, room, style), style


def fitted(name: str, size: float, room: float, weight: int) -> tuple[str, Style] | None:
    """Return a name, narrower or cut so that it takes no more than the room, and its style.

    Return None if no face has all of its signs.
    """
    style = style_of(name, weight)
    if style is None:
        return None
    for width in _WIDTHS if style.file is None else ():
        style = style._replace(width=width)
        if text_width(name, size, style) <= room:
            return name, style
    return cut(name, size, room, style), style


def cut(text: str, size: float, room: float, style: Style) -> str:
    """Return the text, or as many of its graphemes as fit into the room with an ellipsis."""
    if text_width(text, size, style) <= room:
        return text
    signs = graphemes(text)
    for count in range(len(signs) - 1, 0, -1):
        short = "".join(signs[:count]).rstrip() + ELLIPSIS
        if text_width(short, size, style) <= room:
            return short
    return ELLIPSIS

"""Names of people as pictures can write them."""

import unicodedata
from collections.abc import Sequence
from itertools import islice
from math import inf
from typing import Final, NamedTuple

from render.faces import NARROWEST, PLAIN, STRONG, Style, has, style_of, text_width

__all__ = [
    "Name", "cleaned", "graphemes", "largest", "named", "parted", "worded", "writable",
]  # fmt: skip

_MOST_GRAPHEMES: Final = 40
_MOST_MARKS: Final = 2
"""The number of combining marks that a letter may have."""
_REMOVED: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Me", "So"})
"""Control and direction signs, signs that don't exist, enclosing marks, and emoji."""
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)
_VARIATIONS: Final = frozenset([*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
_WIDTHS: Final = (86, 80, 74, 68, NARROWEST)
_ELLIPSIS: Final = "…"
_DOT: Final = " · "


class Name(NamedTuple):
    """The name of a person, of several people or of an event."""

    name: str
    other: str = ""
    """The words that are written if no face has the name, such as the side."""


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
    """Return the signs of a text, with the marks that combine with them."""
    found: list[str] = []
    for sign in text:
        if found and unicodedata.category(sign).startswith("M"):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def named(who: Name, size: float, room: float, style: Style = STRONG) -> tuple[str, Style]:
    """Return what to write for a person, and how."""
    # Names such as `𝓐𝓷𝓷` and `Ⓐⓝⓝ` are plain ones in letters that few faces have.
    plain = unicodedata.normalize("NFKC", who.name) if who.other not in {"", who.name} else ""
    for text in filter(None, (cleaned(who.name), cleaned(plain), who.other)):
        if found := style_of(text, style):
            return _fitted(text, size, room, found)
    return _fitted(who.other or cleaned(who.name), size, room, style)


def parted(text: str, size: float, room: float) -> str:
    """Return words without the last of their parts, between dots, for which there is no room."""
    narrow = PLAIN._replace(width=NARROWEST)
    while _DOT in text and text_width(text, size, narrow) > room:
        text = text.rpartition(_DOT)[0]
    return text


def worded(text: str, size: float, room: float, style: Style = PLAIN) -> tuple[str, Style]:
    """Return words that take no more than the room, and how to write them."""
    return _fitted(text, size, room, style_of(text, style) or style)


def largest(who: Name, sizes: Sequence[float], room: float) -> float:
    """Return the first of the sizes, ever smaller, in which a name isn't cut; else the last."""
    text, style = named(who, sizes[-1], inf)
    narrow = style._replace(width=NARROWEST)
    return next((size for size in sizes if text_width(text, size, narrow) <= room), sizes[-1])


def writable(*wordings: str) -> str:
    """Return the first of several wordings that one face has; the last if none has any."""
    return next((each for each in wordings if style_of(each)), wordings[-1])


def _fitted(text: str, size: float, room: float, style: Style) -> tuple[str, Style]:
    """Return a line, narrower or cut so that it takes no more than the room, and its style."""
    for width in _WIDTHS if style.file is None else ():
        style = style._replace(width=width)
        if text_width(text, size, style) <= room:
            return text, style
    return _cut(text, size, room, style), style


def _cut(text: str, size: float, room: float, style: Style) -> str:
    """Return the text, or as many of its graphemes as fit into the room with an ellipsis."""
    if text_width(text, size, style) <= room:
        return text
    signs, end = graphemes(text), _ELLIPSIS if has(style.file, _ELLIPSIS) else ""
    for count in range(len(signs) - 1, 0, -1):
        short = "".join(signs[:count]).rstrip() + end
        if text_width(short, size, style) <= room:
            return short
    return end

"""Words that people write: names, reasons, notes, and words for the dice."""

import unicodedata
from typing import Final

__all__ = ["name_of", "without_piles", "words_of"]

# Piles of marks would cover the lines around them.
_MOST_MARKS: Final = 2
"""The most marks above, below and through one sign."""
_MARKS: Final = frozenset({"Mn", "Me"})
_SPACES: Final = frozenset({"Zs", "Zl", "Zp"})
_UNSEEN: Final = _MARKS | _SPACES | {"Mc", "Cc", "Cf", "Cs", "Co", "Cn"}
"""The categories of signs that show nothing by themselves, or not the same to all."""
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffc\U0001d159")
"""Letters and symbols that fonts show as nothing: Hangul fillers, the empty Braille pattern."""
_NAMELESS: Final = "someone"


def words_of(text: str) -> str:
    """Return a person's words as they are kept: without piles of marks.

    Words in which nothing can be seen become an empty text. Half a character becomes `?`.
    """
    kept = without_piles(text)
    return kept if any(map(_is_seen, kept)) else ""


def without_piles(text: str) -> str:
    """Return a text with at most two marks on a sign, and none before the first sign.

    It holds no NUL, which not every database takes.
    """
    kept: list[str] = []
    marks = _MOST_MARKS
    for sign in text.replace("\0", "").encode("utf-8", "replace").decode():
        category = unicodedata.category(sign)
        if category in _MARKS:
            marks += 1
            if marks > _MOST_MARKS:
                continue
        elif category in _SPACES or _is_seen(sign):
            marks = 0
        kept.append(sign)
    return "".join(kept)


def name_of(*candidates: str) -> str:
    """Return the first of these names in which something can be seen, or else a neutral word."""
    return next((name for name in map(words_of, candidates) if name), _NAMELESS)


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign) not in _UNSEEN and sign not in _BLANK

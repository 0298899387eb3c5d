"""Words as people type them, without what keyboards and languages make different."""

import unicodedata
from typing import Final

__all__ = ["folded"]

_LETTERS: Final = str.maketrans(
    {"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"}
)
"""Letters of their own that many type as plain ones."""


def folded(text: str) -> str:
    """Return a text in small letters without accents: `İ`, `ı` and `I` are alike, `ß` is `ss`.

    Digits of all scripts are alike, too.
    """
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    signs = (str(unicodedata.decimal(s)) if s.isdecimal() else s for s in apart)
    return "".join(s for s in signs if not unicodedata.combining(s)).translate(_LETTERS)

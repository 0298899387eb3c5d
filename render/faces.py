"""The faces of type in pictures: Noto Sans, and for names in other scripts what the system has.

Noto Sans comes with a package that pins its bytes. Without it there is Pillow's own face, which
lacks most accents, so names of people are not written then.
"""

import os
import unicodedata
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont, features

__all__ = [
    "BOLD",
    "CAP_HEIGHT",
    "NARROWEST",
    "NUMBER",
    "PLAIN",
    "STRONG",
    "Style",
    "font",
    "has",
    "joins_letters",
    "letter_scale",
    "noto_sans",
    "style_of",
    "text_width",
]  # fmt: skip

_NEARLY: Final = 0.9
"""The least scale at which letters keep their size."""

CAP_HEIGHT: Final = 0.714
"""The height of capitals and digits, as a share of the size."""
NARROWEST: Final = 62.5
"""The least width of Noto Sans, in hundredths of its usual one."""
_PACKAGE: Final = "fontpkg_noto_sans"
_FILE: Final = "NotoSans[wdth,wght].ttf"
_FOLDERS: Final = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
_PATTERNS: Final = (
    "NotoSans[A-Z]*-Regular.[ot]tf", "NotoNaskhArabic-Regular.ttf", "NotoSansCJK-Regular.ttc",
)  # fmt: skip
_MEASURED: Final = 64
_MISSING: Final = "\uffff"
_STANDING: Final = ("BOPOMOFO", "CJK", "HANGUL", "HIRAGANA", "KATAKANA", "FEMININE", "MASCULINE")
"""Begin the names of letters without capitals that stand alone, whatever is beside them."""


class Style(NamedTuple):
    """A way of writing: how heavy, how wide, and in which face."""

    weight: int = 500
    width: float = 86
    file: Path | None = None
    """The file of another face than the usual one."""


PLAIN: Final = Style()
STRONG: Final = Style(600)
NUMBER: Final = Style(650)
BOLD: Final = Style(700)


@lru_cache(maxsize=256)
def font(size: float, style: Style = PLAIN) -> ImageFont.FreeTypeFont:
    """Return a font in that size. Raises RuntimeError if Pillow lacks FreeType."""
    if style.file:
        return ImageFont.truetype(style.file, size)
    if usual := noto_sans():
        loaded = ImageFont.truetype(usual, size)
        loaded.set_variation_by_axes([style.weight, style.width])
        return loaded
    own = ImageFont.load_default(size)
    if not isinstance(own, ImageFont.FreeTypeFont):
        raise RuntimeError("pictures need a Pillow that was built with FreeType")
    return own


@lru_cache(maxsize=2048)
def text_width(text: str, size: float, style: Style = PLAIN) -> float:
    """Return the length of a line in that size, in the same unit as the size."""
    return font(_MEASURED, style).getlength(text) / _MEASURED * size


@lru_cache(maxsize=1)
def noto_sans() -> Path | None:
    """Return the file of Noto Sans, or None if its package is not installed."""
    found = find_spec(_PACKAGE)
    if found is None or not found.submodule_search_locations:
        return None
    path = Path(next(iter(found.submodule_search_locations))) / "files" / _FILE
    return path if path.is_file() else None


def style_of(text: str, style: Style = PLAIN) -> Style | None:
    """Return the style, or one of another face, that has every sign of the text; else None."""
    if noto_sans() is None:
        return None
    if not joins_letters() and any(map(_is_shaped, text)):
        return None
    styles = (style, *(Style(file=file) for file in _others()))
    signs = {sign for sign in text if not sign.isspace()}
    return next((each for each in styles if all(has(each.file, sign) for sign in signs)), None)


def joins_letters() -> bool:
    """Tell whether Pillow finds libfribidi, without which letters don't join as scripts have it."""
    return bool(features.check("raqm"))


def _is_shaped(sign: str) -> bool:
    """Return True for a letter of a script in which they join, stack or change places."""
    is_caseless = unicodedata.category(sign) == "Lo"
    return is_caseless and not unicodedata.name(sign, "").startswith(_STANDING)


@lru_cache(maxsize=1)
def _others() -> tuple[Path, ...]:
    """Return the files of other faces: none where pictures have to be the same everywhere."""
    if os.environ.get("POSTBOARD_FONTS") == "pinned":
        return ()
    return tuple(
        file
        for pattern in _PATTERNS
        for folder in _FOLDERS
        for file in sorted(folder.rglob(pattern))
    )


@lru_cache(maxsize=4096)
def has(file: Path | None, sign: str) -> bool:
    """Return True if the face, by default the usual one, doesn't draw a sign as one it lacks."""
    return _drawn(file, sign) != _drawn(file, _MISSING)


def _drawn(file: Path | None, sign: str) -> bytes:
    image = Image.new("L", (2 * _MEASURED, 2 * _MEASURED))
    face = font(_MEASURED, Style(file=file))
    ImageDraw.Draw(image).text((_MEASURED / 2, 0), sign, 255, face)
    return image.tobytes()


def letter_scale(scale: float) -> float:
    """Return the scale of letters on a board of this scale.

    On a board that is only a little smaller, so that buttons have room below it, they keep the 24
    pixels that are 12 on a phone.
    """
    return 1 if _NEARLY <= scale < 1 else scale

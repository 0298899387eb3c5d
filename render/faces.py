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
    "CAP_HEIGHT",
    "NARROWEST",
    "NUMBER",
    "PLAIN",
    "Style",
    "font",
    "noto_sans",
    "style_of",
    "text_width",
]

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
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})


class Style(NamedTuple):
    """A way of writing: how heavy, how wide, and in which face."""

    weight: int = 500
    width: float = 86
    file: Path | None = None
    """The file of another face than the usual one."""


PLAIN: Final = Style()
NUMBER: Final = Style(650)


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


def noto_sans() -> Path | None:
    """Return the file of Noto Sans, or None if its package is not installed."""
    found = find_spec(_PACKAGE)
    if found is None or not found.submodule_search_locations:
        return None
    path = Path(next(iter(found.submodule_search_locations))) / "files" / _FILE
    return path if path.is_file() else None


@lru_cache(maxsize=1024)
def style_of(text: str, weight: int) -> Style | None:
    """Return the first style that has every sign of the text; None if no face has."""
    if noto_sans() is None:
        return None
    if not _RIGHT_TO_LEFT.isdisjoint(map(unicodedata.bidirectional, text)) and not features.check(
        "raqm"
    ):
        return None
    styles = (Style(weight), *(Style(file=file) for file in _others()))
    return next((style for style in styles if _has(style, text)), None)


@lru_cache(maxsize=1)
def _others() -> tuple[Path, ...]:
    """Return the files of other faces; none where pictures have to be the same everywhere."""
    if os.environ.get("POSTBOARD_FONTS") == "pinned":
        return ()
    return tuple(
        file
        for pattern in _PATTERNS
        for folder in _FOLDERS
        for file in sorted(folder.rglob(pattern))
    )


def _has(style: Style, text: str) -> bool:
    """Return True if the face draws none of the signs as it draws one that it lacks."""
    missing = _drawn(style, _MISSING)
    return all(sign.isspace() or _drawn(style, sign) != missing for sign in set(text))


def _drawn(style: Style, sign: str) -> bytes:
    image = Image.new("L", (2 * _MEASURED, 2 * _MEASURED))
    ImageDraw.Draw(image).text((_MEASURED / 2, 0), sign, 255, font(_MEASURED, style))
    return image.tobytes()

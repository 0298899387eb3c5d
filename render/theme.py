"""Every colour in the pictures, and what tells one side's pieces from another's.

Ink on background, tile and plate is at least 4.5:1; a piece differs from its tile by the dark
outline that all of them wear, and sides differ in lightness, in symbol and in edge marks, so
nothing is told by hue alone.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from rules.view import Colour

__all__ = [
    "ALARM",
    "BACKGROUND",
    "BADGE",
    "CLAIMS",
    "CREAM",
    "CROWN",
    "CROWN_SHADE",
    "FIELD",
    "FIELD_LINE",
    "FLATS",
    "HIGHLIGHTED_POINTS",
    "INK",
    "LABEL",
    "LIGHT",
    "NAME",
    "PAINTS",
    "PLATE",
    "POINTS",
    "RGB",
    "SLAB",
    "SLAB_SIDE",
    "TINTS",
    "Claim",
    "Edge",
    "Hatch",
    "Paint",
    "Symbol",
    "Tint",
]

RGB = tuple[int, int, int]


def _rgb(code: str) -> RGB:
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


class Symbol(Enum):
    """The figure on a piece's face."""

    DIAMOND = "diamond"
    RING = "ring"
    PLUS = "plus"
    TRIANGLE = "triangle"


class Edge(Enum):
    """The inlays in a piece's side, as on a gaming chip; each is where they lie, in degrees."""

    THREE = ((38, 52), (83, 97), (128, 142))
    PLAIN = ()
    WIDE = ((70, 110),)
    TWO = ((52, 72), (108, 128))


@dataclass(frozen=True, slots=True)
class Paint:
    """One colour of pieces: face, groove turned into it, side, and the ink of symbol and inlays."""

    face: RGB
    groove: RGB
    side: RGB
    ink: RGB
    inlay: RGB
    symbol: Symbol
    edge: Edge


class Hatch(Enum):
    """The lines across claimed tiles."""

    RISING = "rising"
    FALLING = "falling"
    CROSSED = "crossed"
    LEVEL = "level"


@dataclass(frozen=True, slots=True)
class Claim:
    """What one colour's claimed tiles look like: ground, the lines across it, and its border."""

    ground: RGB
    line: RGB
    border: RGB
    hatch: Hatch


@dataclass(frozen=True, slots=True)
class Tint:
    """One kind of tile: plain, highlighted by the last move, in shadow, and its border."""

    tile: RGB
    highlighted: RGB
    shadow: RGB
    border: RGB


BACKGROUND: Final = _rgb("26323B")
LABEL: Final = _rgb("F3EFE6")
PLATE: Final = _rgb("49535A")
SLAB: Final = _rgb("5B3F2B")
SLAB_SIDE: Final = _rgb("3A2617")
INK: Final = _rgb("17181C")
CREAM: Final = _rgb("FFFDF6")
NAME: Final = _rgb("5A4630")
LIGHT: Final = _rgb("F3EFE6")
BADGE: Final = _rgb("FFD84A")
ALARM: Final = _rgb("D92B2B")
CROWN: Final = _rgb("F2B91D")
CROWN_SHADE: Final = _rgb("B97F0A")

PAINTS: Final = {
    Colour.WHITE: Paint(
        face=_rgb("F9F4E6"),
        groove=_rgb("CFC4A6"),
        side=_rgb("C9BC98"),
        ink=_rgb("8A7A55"),
        inlay=INK,
        symbol=Symbol.DIAMOND,
        edge=Edge.THREE,
    ),
    Colour.BLACK: Paint(
        face=_rgb("303239"),
        groove=_rgb("555963"),
        side=_rgb("121317"),
        ink=_rgb("B9BEC9"),
        inlay=_rgb("555963"),
        symbol=Symbol.RING,
        edge=Edge.PLAIN,
    ),
    Colour.RED: Paint(
        face=_rgb("D42A3C"),
        groove=_rgb("E8717E"),
        side=_rgb("981326"),
        ink=LIGHT,
        inlay=LIGHT,
        symbol=Symbol.PLUS,
        edge=Edge.WIDE,
    ),
    Colour.ORANGE: Paint(
        face=_rgb("F59B23"),
        groove=_rgb("B96D0C"),
        side=_rgb("C2740F"),
        ink=INK,
        inlay=INK,
        symbol=Symbol.TRIANGLE,
        edge=Edge.TWO,
    ),
}

TINTS: Final = {
    "light": Tint(_rgb("EBD9B8"), _rgb("F7EFC0"), _rgb("C7B28C"), _rgb("EBD9B8")),
    "dark": Tint(_rgb("A17250"), _rgb("DDBA6B"), _rgb("734C33"), _rgb("A17250")),
    "plain": Tint(_rgb("DFC799"), _rgb("F8EDC4"), _rgb("BB9F6C"), _rgb("9F7F4C")),
    "pale": Tint(_rgb("EBD9B8"), _rgb("FBF4DC"), _rgb("C7B28C"), _rgb("6B4A31")),
    "mild": Tint(_rgb("DFC799"), _rgb("FBF4DC"), _rgb("BB9F6C"), _rgb("6B4A31")),
    "deep": Tint(_rgb("D0B47F"), _rgb("FBF4DC"), _rgb("A98D5D"), _rgb("6B4A31")),
}
"""The tiles of a chequered board, those of a plain one, and the three of a hexagonal one."""

CLAIMS: Final = {
    Colour.WHITE: Claim(_rgb("FFF9E8"), _rgb("C9B98E"), _rgb("6B5A34"), Hatch.RISING),
    Colour.BLACK: Claim(_rgb("62656E"), _rgb("44474F"), _rgb("121317"), Hatch.LEVEL),
    Colour.RED: Claim(_rgb("D3838B"), _rgb("B5152B"), _rgb("75091A"), Hatch.CROSSED),
    Colour.ORANGE: Claim(_rgb("F7C27E"), _rgb("B96D0C"), _rgb("6E4200"), Hatch.FALLING),
}

FIELD: Final = _rgb("EBD9B8")
FIELD_LINE: Final = _rgb("8A5F3F")
POINTS: Final = (_rgb("C99B66"), _rgb("8F5A3B"))
HIGHLIGHTED_POINTS: Final = (_rgb("F2DC8A"), _rgb("E0B44C"))
"""The ground of a backgammon board, its two kinds of points, and those of the last move."""


def _flats() -> tuple[RGB, ...]:
    colours = [BACKGROUND, LABEL, PLATE, SLAB, SLAB_SIDE, INK, CREAM, LIGHT, BADGE, ALARM]
    colours += [CROWN, CROWN_SHADE, NAME]
    for paint in PAINTS.values():
        colours += [paint.face, paint.groove, paint.side, paint.ink, paint.inlay]
    for tint in TINTS.values():
        colours += [tint.tile, tint.highlighted, tint.shadow, tint.border]
    colours += [FIELD, FIELD_LINE, *POINTS, *HIGHLIGHTED_POINTS]
    for claim in CLAIMS.values():
        colours += [claim.ground, claim.line, claim.border]
    return tuple(dict.fromkeys(colours))


FLATS: Final = _flats()
"""Each colour once, the background first."""

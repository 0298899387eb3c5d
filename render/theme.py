"""Every colour in the pictures, and everything that distinguishes one side's pieces from another's.

Cells are mid-toned, with a luminance of 0.16 to 0.25, so that white and black pieces both have a
contrast of 3:1. Sides differ in lightness, in their figure and in their outline, and every mark has
a casing or an edge, so nothing is expressed by hue alone. Colours that differ by less than five
steps in every channel count as one, because Pillow maps colours to a palette in steps of four.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from rules.contract.view import Colour

__all__ = [
    "ALARM",
    "AMBER",
    "BAR",
    "BAR_UNIT",
    "BEVELS",
    "CHOICE",
    "CLAIMS",
    "CREAM",
    "CROWN",
    "ESPRESSO",
    "FIELD",
    "FRAME",
    "FRAME_EDGE",
    "GROUND",
    "INK",
    "INLAY",
    "LINES",
    "NAMES",
    "PAINTS",
    "PLATE",
    "PLATE_TO_MOVE",
    "POINT",
    "POINT_INLAY",
    "RGB",
    "SHADOW",
    "TONES",
    "TO_MOVE_UNIT",
    "WALNUT",
    "WELL",
    "WELL_FIGURE",
    "Claim",
    "Figure",
    "Paint",
    "mixed",
]

RGB = tuple[int, int, int]


def _rgb(code: str) -> RGB:
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


def mixed(first: RGB, second: RGB, part: float) -> RGB:
    """Return the colour that lies `part` of the way from the first to the second."""
    red, green, blue = (
        round(one + (other - one) * part) for one, other in zip(first, second, strict=True)
    )
    return red, green, blue


class Figure(Enum):
    """The sign on a piece's face."""

    DIAMOND = "diamond"
    RING = "ring"
    PLUS = "plus"
    TRIANGLE = "triangle"


@dataclass(frozen=True, slots=True)
class Paint:
    """One colour of pieces."""

    face: RGB
    band: RGB
    """The ring around the face of a turned piece."""
    rim: RGB
    """The thin ring around the face of a flat one."""
    edge: RGB
    """The visible part of a piece's side."""
    groove: RGB
    figure: RGB
    number: RGB
    """A count written on the face."""
    token_rim: RGB
    """The rim of a small token, on light plates and on dark ones."""
    outline: RGB
    shape: Figure


@dataclass(frozen=True, slots=True)
class Claim:
    """The look of one colour's claimed tiles."""

    fill: RGB
    line: RGB
    """The lattice's lines inside it."""
    border: RGB
    inner: RGB
    """A thin line inside the border."""
    ink: RGB


INK: Final = _rgb("17181C")
CREAM: Final = _rgb("FFFAEC")
"""The casing of marks, and the ink on blue and on red."""
WALNUT: Final = _rgb("33261D")
"""The rim of the boards, the bar below them, and the ground around hexagons."""
INLAY: Final = _rgb("C9A36B")

AMBER: Final = _rgb("FAC640")
ESPRESSO: Final = _rgb("2E1A0C")
"""The last move, and the edge around it."""
CHOICE: Final = _rgb("0B5CAD")
ALARM: Final = _rgb("E23131")
CROWN: Final = _rgb("F1B62C")
SHADOW: Final = _rgb("1A0E05")

BAR: Final = WALNUT
PLATE: Final = _rgb("4A392C")
BAR_UNIT: Final = _rgb("DCCDB2")
PLATE_TO_MOVE: Final = _rgb("F5EEDF")
TO_MOVE_UNIT: Final = _rgb("5A4028")

_BLACK: Final = _rgb("0E0A08")

PAINTS: Final = {
    Colour.WHITE: Paint(
        face=CREAM,
        band=_rgb("F4EAD3"),
        rim=_rgb("E3D8BC"),
        edge=_rgb("C7B083"),
        groove=_rgb("C7B083"),
        figure=_rgb("6F5338"),
        number=INK,
        token_rim=INK,
        outline=INK,
        shape=Figure.DIAMOND,
    ),
    Colour.BLACK: Paint(
        face=_rgb("211B17"),
        band=_rgb("2C2521"),
        rim=_rgb("6E6158"),
        edge=_BLACK,
        groove=_rgb("6E6158"),
        figure=_rgb("DCCDB2"),
        number=CREAM,
        token_rim=INLAY,
        outline=_BLACK,
        shape=Figure.RING,
    ),
    Colour.RED: Paint(
        face=_rgb("BE1628"),
        band=_rgb("BE1628"),
        rim=_rgb("FFDCD2"),
        edge=_rgb("8A0F1E"),
        groove=_rgb("FFDCD2"),
        figure=CREAM,
        number=CREAM,
        token_rim=_rgb("FFDCD2"),
        outline=INK,
        shape=Figure.PLUS,
    ),
    Colour.ORANGE: Paint(
        face=_rgb("F59A1C"),
        band=_rgb("F59A1C"),
        rim=_rgb("FFC266"),
        edge=_rgb("B96A08"),
        groove=_rgb("B96A08"),
        figure=INK,
        number=INK,
        token_rim=INK,
        outline=INK,
        shape=Figure.TRIANGLE,
    ),
}

TONES: Final = {
    "maple": _rgb("F0DDB9"),
    "teak": _rgb("A87347"),
    "honey": _rgb("B27E4C"),
    "deep teak": _rgb("9B683C"),
    "upper": _rgb("AB7B45"),
    "lower": _rgb("A2723E"),
    "amber": AMBER,
}
"""The tones of cells: of chequered boards, of boards with pieces on both tones, of hexagons, and
highlighted."""

NAMES: Final = {
    "maple": _rgb("6E401C"),
    "teak": _BLACK,
    "honey": _BLACK,
    "deep teak": CREAM,
    "upper": _BLACK,
    "lower": _BLACK,
    "amber": ESPRESSO,
}
"""The inks of cell names, by tone."""

BEVELS: Final = {
    "upper": (_rgb("BF9058"), _rgb("8C6232")),
    "lower": (_rgb("B6854E"), _rgb("845A2B")),
}
"""The light and the dark edge of a hexagon."""

FRAME: Final = _rgb("553A25")
FRAME_EDGE: Final = _rgb("1D140D")

GROUND: Final = TONES["honey"]
LINES: Final = _rgb("5E3C22")
"""A board of lines."""
CLAIMS: Final = {
    Colour.WHITE: Claim(
        fill=_rgb("E6CDA3"),
        line=_rgb("CFAF7E"),
        border=_rgb("4A2F16"),
        inner=CREAM,
        ink=_rgb("50361A"),
    ),
    Colour.BLACK: Claim(
        fill=_rgb("5C4432"),
        line=_rgb("765B45"),
        border=_rgb("1A130F"),
        inner=_rgb("8F7460"),
        ink=_rgb("F1E2C6"),
    ),
    Colour.RED: Claim(
        fill=_rgb("A5343F"),
        line=_rgb("BC5B63"),
        border=_rgb("45060F"),
        inner=_rgb("FFDCD2"),
        ink=CREAM,
    ),
    Colour.ORANGE: Claim(
        fill=_rgb("E8A64B"),
        line=_rgb("C98A35"),
        border=_rgb("4F3003"),
        inner=_rgb("FFE3B8"),
        ink=_rgb("3A2302"),
    ),
}

FIELD: Final = GROUND
POINT: Final = _rgb("B45C40")
POINT_INLAY: Final = _rgb("F4E0B8")
WELL: Final = _rgb("946A45")
WELL_FIGURE: Final = _rgb("B58D64")
"""A backgammon board: its ground, half of its points, bar and trays, and a tray's sign."""

"""Every colour in the pictures, and everything that distinguishes one side's pieces from another's.

Grounds are mid-toned, with a luminance of 0.16 to 0.25, so that white and black pieces both have a
contrast of 3:1. Lighter are only the light cells of chequered boards and the wood of lined ones,
where their outlines carry white pieces. Sides differ in lightness, in their figure and in their
outline, and every mark has a casing or an edge, so nothing is expressed by hue alone. Colours that
differ by less than five steps in every channel count as one, because Pillow maps colours to a
palette in steps of four.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from rules.contract.view import Colour

__all__ = [
    "ALARM", "AMBER", "BAR", "BAR_UNIT", "BEVELS", "CHOICE", "CLAIMS", "CREAM", "CROWN", "ESPRESSO",
    "FALLEN", "FELT", "FRAMES", "FRAME_EDGE", "INK", "INLAY", "IZNIK", "KAYA", "LICHEN", "LINES",
    "NAMES", "PAINTS", "PLATE", "PLATE_TO_MOVE", "POINT", "POINT_INLAY", "RACE", "RGB", "RISEN",
    "SHADOW", "SLATE", "TONES", "TO_MOVE_UNIT", "URGENT", "WALNUT", "WELL", "WELL_FIGURE", "WOOD",
    "Claim", "Figure", "Paint", "mixed",
]  # fmt: skip

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

    @property
    def turned(self) -> tuple[RGB, ...]:
        """The colours of a turned piece."""
        return self.face, self.band, self.edge, self.groove, self.figure, self.outline


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

RISEN: Final = _rgb("8FCB76")
URGENT: Final = _rgb("C22626")
FALLEN: Final = _rgb("F59B80")
"""The inks of figures that rose and of those that fell."""

_BLACK: Final = _rgb("0E0A08")

PAINTS: Final = {
    Colour.WHITE: Paint(
        face=CREAM, band=_rgb("F4EAD3"), rim=_rgb("E3D8BC"), edge=_rgb("C7B083"),
        groove=_rgb("C7B083"), figure=_rgb("6F5338"), number=INK, token_rim=INK, outline=INK,
        shape=Figure.DIAMOND,
    ),
    Colour.BLACK: Paint(
        face=_rgb("211B17"), band=_rgb("2C2521"), rim=_rgb("6E6158"), edge=_BLACK,
        groove=_rgb("6E6158"), figure=_rgb("DCCDB2"), number=CREAM, token_rim=INLAY,
        outline=_BLACK, shape=Figure.RING,
    ),
    Colour.RED: Paint(
        face=_rgb("BE1628"), band=_rgb("BE1628"), rim=_rgb("FFDCD2"), edge=_rgb("8A0F1E"),
        groove=_rgb("FFDCD2"), figure=CREAM, number=CREAM, token_rim=_rgb("FFDCD2"), outline=INK,
        shape=Figure.PLUS,
    ),
    Colour.ORANGE: Paint(
        face=_rgb("F59A1C"), band=_rgb("F59A1C"), rim=_rgb("FFC266"), edge=_rgb("B96A08"),
        groove=_rgb("B96A08"), figure=INK, number=INK, token_rim=INK, outline=INK,
        shape=Figure.TRIANGLE,
    ),
}  # fmt: skip

TONES: Final = {
    "maple": _rgb("F0DDB9"),
    "teak": _rgb("A87347"),
    "iznik": _rgb("5F8D8C"),
    "deep iznik": _rgb("588584"),
    "birch": _rgb("E9E3D0"),
    "moss": _rgb("7E8B62"),
    "slate": _rgb("6C8798"),
    "deep slate": _rgb("647F90"),
    "lichen": _rgb("82896F"),
    "deep lichen": _rgb("7A8168"),
    "amber": AMBER,
}
"""The tones of cells, and of highlighted ones."""

WOOD: Final = ("maple", "teak")
RACE: Final = ("birch", "moss")
IZNIK: Final = ("iznik", "deep iznik")
SLATE: Final = ("slate", "deep slate")
LICHEN: Final = ("lichen", "deep lichen")
"""The grounds: the two tones of chequered squares, of those in races, of squares with pieces on
both tones, of hexagons, and of those in races."""

NAMES: Final = {
    "maple": _rgb("6E401C"),
    "teak": _BLACK,
    "iznik": _BLACK,
    "deep iznik": _BLACK,
    "birch": _rgb("4A5233"),
    "moss": _BLACK,
    "slate": _BLACK,
    "deep slate": _BLACK,
    "lichen": _BLACK,
    "deep lichen": _BLACK,
    "amber": ESPRESSO,
}
"""The inks of cell names, by tone."""

BEVELS: Final = {
    "slate": (_rgb("8AA3B2"), _rgb("4C6575")),
    "deep slate": (_rgb("819AAA"), _rgb("465E6E")),
    "lichen": (_rgb("A0A78C"), _rgb("5E654E")),
    "deep lichen": (_rgb("979E84"), _rgb("575E48")),
}
"""The light and the dark edge of a hexagon."""

FRAMES: Final[dict[tuple[str, str], RGB]] = {SLATE: _rgb("3C4A54"), LICHEN: _rgb("454A3A")}
"""The frame around hexagons, by their ground."""
FRAME_EDGE: Final = _rgb("1D140D")

KAYA: Final = _rgb("DAAA66")
LINES: Final = _rgb("6E4A22")
"""A board of lines."""
CLAIMS: Final = {
    Colour.WHITE: Claim(
        fill=_rgb("F3E4C4"), line=_rgb("D8BE92"), border=_rgb("4A2F16"), inner=CREAM,
        ink=_rgb("50361A"),
    ),
    Colour.BLACK: Claim(
        fill=_rgb("7A5632"), line=_rgb("92693F"), border=_rgb("1A130F"), inner=_rgb("A98259"),
        ink=CREAM,
    ),
    Colour.RED: Claim(
        fill=_rgb("A5343F"), line=_rgb("BC5B63"), border=_rgb("45060F"), inner=_rgb("FFDCD2"),
        ink=CREAM,
    ),
    Colour.ORANGE: Claim(
        fill=_rgb("E8A64B"), line=_rgb("C98A35"), border=_rgb("4F3003"), inner=_rgb("FFE3B8"),
        ink=_rgb("3A2302"),
    ),
}  # fmt: skip

FELT: Final = _rgb("5F8A70")
POINT: Final = _rgb("B45C40")
POINT_INLAY: Final = _rgb("F4E0B8")
WELL: Final = _rgb("8E6848")
WELL_FIGURE: Final = _rgb("B58D64")
"""A backgammon board: its ground, half of its points, bar and trays, and a tray's sign."""

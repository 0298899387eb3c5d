"""One square cell with everything on it; nothing reaches beyond its cell."""

from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.canvas import write
from render.cells.trail import Part, line_part
from render.contents import Marks
from render.faces import CAP_HEIGHT, letter_scale
from render.marks import alarm, choice, choice_width, chosen_ring, cross
from render.palette import Palette
from render.pieces import DROP, TURNED, add, count_figure, crown, disc, figure, shadow
from render.theme import ALARM, AMBER, CREAM, ESPRESSO, INK, INLAY, NAMES, TONES
from rules.contract.view import Colour

__all__ = ["CellLook", "cell_image"]

_RADIUS: Final = 0.40
_PILED: Final = 0.345
"""The radii of a piece, and of pieces that can be piled, as shares of the cell."""
_KING: Final = 0.15
"""The visible part of a king's lower disc, in radii."""
_RINGED_KING: Final = 0.365
"""The radius of a king with a ring around both of its discs."""
_STEP: Final = 12
_TALLEST: Final = 26
"""The visible part of a piece of a pile below the first, and of all together, in cells of 112
pixels."""
_RINGED: Final = 13
"""The visible part of all together, if a ring has to go around the pile."""
_GHOST: Final = 0.42
_NAME: Final = 0.26
_MOST_NAME: Final = 24


class CellLook(NamedTuple):
    """Everything that determines the look of one cell."""

    tone: str
    rank: str = ""
    file: str = ""
    colours: tuple[Colour, ...] = ()
    """The colours of the pieces, from bottom to top."""
    crowned: bool = False
    piled: bool = False
    """True if pieces are small enough to be piled."""
    lined: bool = False
    line: Part | None = None
    taken: Colour | None = None
    """The colour of a piece that the last move took here."""
    marks: Marks = Marks()


@lru_cache(maxsize=4096)
def cell_image(palette: Palette, look: CellLook, size: int, scale: float) -> Image.Image:
    """Return a cell as numbers of colours, at most 10 KB; the caller must not change it."""
    marks = Marks(highlighted=look.marks.highlighted)
    ground = CellLook(look.tone, look.rank, look.file, lined=look.lined, marks=marks)
    if look == ground:
        return palette.reduced(_ground(look, size, scale))
    # Most of the time goes into letters, and whatever changes leaves the ground as it is.
    image = palette.coloured(cell_image(palette, ground, size, scale)).convert("RGB")
    _draw_contents(image, look, size, scale)
    return palette.reduced(image)


def _ground(look: CellLook, size: int, scale: float) -> Image.Image:
    """Return a cell without its pieces and its marks, but with the field of the last move."""
    tone, last = _tone(look), size - 1
    image = Image.new("RGB", (size, size), TONES[tone])
    draw = ImageDraw.Draw(image)
    if look.lined:
        draw.rectangle((0, 0, last, last), outline=INLAY)
    if look.marks.highlighted:
        edge = max(1, round(0.035 * size))
        draw.rectangle((0, 0, last, last), ESPRESSO)
        draw.rectangle((edge, edge, last - edge, last - edge), AMBER)
    _write_names(image, look, tone, size, scale)
    return image


def _tone(look: CellLook) -> str:
    return "amber" if look.marks.highlighted else look.tone


def _draw_contents(image: Image.Image, look: CellLook, size: int, scale: float) -> None:
    if look.line:
        part = line_part(look.line, size, scale)
        image.paste(part, (0, 0), part)
    if look.taken and not look.colours:
        _draw_ghost(image, look, size)
    if look.marks.captured and not look.colours:
        add(image, cross(0.155 * size, 0.075 * size), size / 2, size / 2)
    if look.colours:
        _draw_pile(image, look, _tone(look), size)
    elif look.marks.chosen:
        radius = round((_PILED if look.piled else _RADIUS) * size, 2)
        add(image, chosen_ring(radius, _ring_widths(size)), size / 2, size / 2)
    _draw_marks(image, look, size, scale)


def _write_names(image: Image.Image, look: CellLook, tone: str, size: int, scale: float) -> None:
    """Write the rank in the upper left corner and the file in the lower right one."""
    height = min(_NAME * size, _MOST_NAME * letter_scale(scale))
    gap, ink = 0.06 * size, NAMES[tone]
    middle = gap + height * CAP_HEIGHT / 2
    if look.rank:
        write(image, (gap, middle), look.rank, height, ink)
    if look.file:
        write(image, (size - gap, size - middle), look.file, height, ink, anchor="r")


def _draw_ghost(image: Image.Image, look: CellLook, size: int) -> None:
    """Draw a piece that was taken, as if transparent."""
    below = image.copy()
    pieces = (look.taken,) if look.taken else ()
    standing = look._replace(colours=pieces, crowned=False, marks=Marks())
    _draw_pile(image, standing, "", size)
    image.paste(Image.blend(below, image, _GHOST))


def _draw_pile(image: Image.Image, look: CellLook, tone: str, size: int) -> None:
    """Draw the pieces from the lowest up, with the pile centred on the middle of the cell."""
    part = _PILED if look.piled else _RINGED_KING if look.marks.chosen and look.crowned else _RADIUS
    radius = round(part * size, 2)
    layers = [*look.colours]
    step = 0.0
    if look.crowned and len(layers) == 1:
        layers, step = layers * 2, _KING * radius
    elif len(layers) > 1:
        unit = size / 112
        tallest = (_RINGED if look.marks.chosen else _TALLEST) * unit
        step = min(_STEP * unit, tallest // (len(layers) - 1))
    middle = size / 2
    foot = middle + step * (len(layers) - 1) / 2
    if look.marks.chosen:
        spread = step * (len(layers) - 1)
        add(image, chosen_ring(radius, _ring_widths(size), spread), middle, middle)
    if tone:
        add(image, shadow(radius, TONES[tone]), middle, foot + DROP * radius)
    counted = len(look.colours) > 1
    cut = TURNED._replace(groove=0) if counted else TURNED  # A number fills the face.
    for place, colour in enumerate(layers):
        add(image, disc(colour, radius, cut), middle, foot - place * step)
    head = foot - (len(layers) - 1) * step
    if look.crowned:
        add(image, crown(radius, cut), middle, head)
    elif counted:
        add(image, count_figure(look.colours[-1], radius, cut, len(look.colours)), middle, head)
    else:
        add(image, figure(layers[-1], radius, cut), middle, head)


def _ring_widths(size: int) -> tuple[float, float, float]:
    """Return the widths of the blue ring, its casing and its ink around a chosen piece."""
    return 0.05 * size, 0.075 * size, 0.098 * size


def _draw_marks(image: Image.Image, look: CellLook, size: int, scale: float) -> None:
    """Draw the marks on top of the pieces: numbers, and the frame of a broken rule."""
    casing = max(1.5, 3.5 * scale)
    if look.marks.refused:
        _draw_frame(image, size, scale)
        radius = max(0.15 * size, 9)
        add(image, alarm(radius, casing * 0.7), size - radius - casing, radius + casing)
    if look.marks.number:
        radius = max(0.225 * size, min(17 * scale, 0.4 * size), 9)
        x = y = size / 2
        if look.colours:
            radius = max(0.175 * size, min(17 * scale, 0.3 * size), 9)
            x = size - choice_width(look.marks.number, radius, casing) / 2 - 1
            y = radius + casing + 1
        add(image, choice(look.marks.number, radius, casing), x, y)


def _draw_frame(image: Image.Image, size: int, scale: float) -> None:
    """Draw the red frame inside the cell's edge, with ink and casing on its outer side."""
    draw = ImageDraw.Draw(image)
    width, last = max(4, round(0.115 * size)), size - 1
    ink, casing = max(1, round(2 * scale)), max(1, round(2.5 * scale))
    for inset, end, fill in (
        (0, ink, INK),
        (ink, ink + casing, CREAM),
        (ink + casing, width, ALARM),
    ):
        box = (inset, inset, last - inset, last - inset)
        draw.rectangle(box, outline=fill, width=end - inset)

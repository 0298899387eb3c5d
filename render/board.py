"""The picture of a position, joined from strips that are drawn and compressed once."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from render.canvas import Canvas, text_width
from render.lattice import Crossing, crossings
from render.layout import Layout, Slot, layout
from render.plate import plate
from render.png import Strip, compress, join
from render.points import point_strips
from render.sprites import Face, palette_bytes, palettised, with_filter_column
from render.tags import Tag, tags
from render.theme import BACKGROUND, LABEL, SLAB, SLAB_SIDE
from rules.geometry import Cell, Point
from rules.view import BoardView, Mark, MarkKind, Pattern

__all__ = ["picture"]


_WIDTH: Final = 800
_MOST_BYTES: Final = dict.fromkeys(Pattern, 30_000) | {Pattern.LINED: 36_000}
"""A board 800 pixels wide takes no more; others in proportion to their area.

The lined ones hold hundreds of stones.
"""


def picture(view: BoardView, *, width: int = 800) -> bytes:
    """Return the view as a PNG file `width` pixels wide.

    Equal views give equal bytes. Safe to call from several threads at once. A board so full that
    its file would pass 30 KB at 800 pixels (36 KB on a lined board) loses the smoothness of its
    edges, which half size brings back. Raises ValueError for a width below 200.
    """
    scale = width / _WIDTH
    over = not any(player.to_move for player in view.players)
    last = plate(width, scale, view.players, view.status if over else "")
    png = join(width, palette_bytes(), (*_strips(view, width, smooth=True), last))
    if len(png) > _MOST_BYTES[view.pattern] * scale**2:
        png = join(width, palette_bytes(), (*_strips(view, width, smooth=False), last))
    return png


def _strips(view: BoardView, width: int, *, smooth: bool) -> list[Strip]:
    if view.pattern is Pattern.POINTS:
        return point_strips(view, width, smooth=smooth)
    places = layout(view, width)
    faces = _faces(view, places, smooth=smooth)
    ends = {mark.cell for mark in view.marks if mark.kind is MarkKind.TARGET}
    lit = [not ends.isdisjoint(label.cells) for label in places.labels]
    over = tags(view, places)
    return [
        _strip(
            places,
            number,
            tuple(faces[index] for index in span.slots),
            tuple(lit[index] for index in span.labels),
            tuple(tag for tag in over if tag.box.top < span.bottom and tag.box.bottom > span.top),
        )
        for number, span in enumerate(places.spans)
    ]


def _faces(view: BoardView, places: Layout, *, smooth: bool) -> Sequence[Face | Crossing]:
    """Return what each cell looks like, in the order of the layout's slots."""
    if view.pattern is Pattern.LINED:
        return crossings(view, places, smooth=smooth)
    colours = {player.side: player.colour for player in view.players}
    tops = {stack.cell: stack.pieces[-1] for stack in view.stacks}
    marks: dict[Cell, list[Mark]] = {}
    for mark in view.marks:
        marks.setdefault(mark.cell, []).append(mark)
    faces: list[Face] = []
    for slot in places.slots:
        piece, here = tops.get(slot.cell), marks.get(slot.cell, ())
        faces.append(
            Face(
                slot.tint,
                colours[piece.side] if piece else None,
                piece.crowned if piece else False,
                frozenset(mark.kind for mark in here),
                "/".join(mark.text for mark in here if mark.kind is MarkKind.CANDIDATE),
                smooth,
            )
        )
    return faces


@lru_cache(maxsize=4096)
def _strip(
    places: Layout,
    number: int,
    faces: tuple[Face | Crossing, ...],
    lit: tuple[bool, ...],
    over: tuple[Tag, ...],
) -> Strip:
    """Return one strip; about 3 KB each, so the cache stays near 12 MB."""
    span = places.spans[number]
    image = _background(places, number).copy()
    for index, face in zip(span.slots, faces, strict=True):
        slot = places.slots[index]
        left, top = slot.box
        image.paste(face.image(slot.shape), (left + 1, top - span.top))
    for index, shown in zip(span.labels, lit, strict=True):
        label = places.labels[index]
        written = _label(label.text, places.label_size, lit=shown)
        left, top = label.x - written.width // 2, label.y - written.height // 2
        image.paste(written, (left + 1, top - span.top))
    for tag in over:
        image.paste(tag.image(), (tag.left + 1, tag.top - span.top), tag.mask())
    return compress(image)


@lru_cache(maxsize=512)
def _background(places: Layout, number: int) -> Image.Image:
    """Return the slab that the cells lie on, as far as it shows in the strip."""
    span = places.spans[number]
    canvas = Canvas(places.width, span.bottom - span.top, origin=Point(0, -span.top))
    middle = Point(places.width / 2, (span.top + span.bottom) / 2)
    canvas.pill(middle, places.width + 4, span.bottom - span.top + 4, BACKGROUND, 0)
    for fill, drop in ((SLAB_SIDE, places.depth), (SLAB, 0)):
        for slot in places.slots:
            corners = _corners(slot, drop)
            canvas.polygon(corners, fill)
            canvas.line([*corners, corners[0]], 2 * places.frame, fill)
    return with_filter_column(palettised(canvas.finish()))


def _corners(slot: Slot, drop: int) -> list[Point]:
    pitch = slot.shape.pitch
    return [
        Point(slot.x + corner.x * pitch, slot.y + corner.y * pitch + drop)
        for corner in slot.shape.outline
    ]


@lru_cache(maxsize=512)
def _label(text: str, size: int, *, lit: bool) -> Image.Image:
    """Return a coordinate, on a pill where the last move ended."""
    width = max(round(size * 1.2), round(text_width(text, size) + size * 0.3))
    height = round(size * 1.2)
    canvas = Canvas(width, height)
    middle = Point(width / 2, height / 2)
    canvas.pill(middle, width + 4, height + 4, BACKGROUND, 0)
    if lit:
        canvas.pill(middle, width, height, LABEL, size * 0.25)
    canvas.text(middle, text, size, BACKGROUND if lit else LABEL, bold=0.02 if lit else 0)
    return palettised(canvas.finish())

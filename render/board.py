"""The picture of a position, joined from strips that are drawn and compressed once."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple, Protocol

from PIL import Image

from render.backgammon.board import point_strips
from render.canvas import Canvas, on_paper, shown, text_width
from render.cells.goals import draw_end
from render.cells.layout import Layout, Slot, StripRows, layout
from render.cells.sprites import (
    CellLook,
    Sprite,
    palette_bytes,
    palettised,
    sprite,
    with_filter_column,
)
from render.lattice.crossings import Crossing, crossing_sprite, crossings
from render.lattice.tags import Tag, tags
from render.png import Strip, compress, join
from render.score_bar import Ways, score_bar
from render.theme import BACKGROUND, LABEL, SLAB, SLAB_SIDE
from rules.geometry import Cell, Point
from rules.view import BoardView, Colour, Mark, MarkKind, Pattern

__all__ = ["picture"]


_WIDTH: Final = 800
_MOST_BYTES: Final = 30_000
_MOST_WITH_STONES: Final = 37_000
_MOST_WITH_STACKS: Final = 40_000
"""A board 800 pixels wide takes no more; others in proportion to their area."""


def picture(view: BoardView, *, width: int = 800) -> bytes:
    """Return the view as a PNG file `width` pixels wide.

    Equal views give equal bytes. Safe to call from several threads at once. A board so full that
    its file would pass 30 KB at 800 pixels, 36 KB with stones on crossings, or 40 KB in games with
    stacks, loses the smoothness of its edges, which half size brings back. Raises ValueError for a
    width below 200.
    """
    if view.pattern is Pattern.POINTS:
        return _joined(view, width, partial(point_strips, view, width), (), _MOST_BYTES)
    places = layout(view, width)
    ways = tuple((end.side, end.ways) for end in places.ends)
    most = _MOST_WITH_STACKS if places.tilted or places.ends else _MOST_BYTES
    if view.pattern is Pattern.LINED:
        most = _MOST_WITH_STONES
    return _joined(view, width, partial(_strips, view, places), ways, most)


def _joined(
    view: BoardView,
    width: int,
    strips: "_Strips",
    ways: tuple[Ways, ...],
    most: int,
) -> bytes:
    """Put the board's strips above the score bar, smooth ones unless they take too much."""
    scale = width / _WIDTH
    over = not view.rolling and not any(player.to_move for player in view.players)
    last = score_bar(width, scale, view.players, ways, view.status if over else "")
    png = join(width, palette_bytes(), (*strips(smooth=True), last))
    if len(png) > most * scale**2:
        png = join(width, palette_bytes(), (*strips(smooth=False), last))
    return png


class _Strips(Protocol):
    def __call__(self, *, smooth: bool) -> list[Strip]: ...


def _strips(view: BoardView, places: Layout, *, smooth: bool) -> list[Strip]:
    visible = _visible(places, _cell_looks(view, places, smooth=smooth))
    ends = {mark.cell for mark in view.marks if mark.kind is MarkKind.TARGET}
    colours = {player.side: player.colour for player in view.players}
    bands = tuple(colours[end.side] for end in places.ends)
    highlighted = [not ends.isdisjoint(label.cells) for label in places.labels]
    over = tags(view, places)
    return [
        _strip(
            places,
            number,
            bands,
            _Content(
                visible[number],
                tuple(highlighted[index] for index in span.labels),
                tuple(
                    tag for tag in over if tag.box.top < span.bottom and tag.box.bottom > span.top
                ),
            ),
        )
        for number, span in enumerate(places.strips)
    ]


class _Content(NamedTuple):
    """What lies on the slab in one strip."""

    cells: tuple[tuple[int, CellLook | Crossing], ...]
    """By index of the slot."""
    highlighted: tuple[bool, ...]
    """Which labels are highlighted."""
    tags: tuple[Tag, ...]


def _visible(
    places: Layout, looks: Sequence[CellLook | Crossing]
) -> list[tuple[tuple[int, CellLook | Crossing], ...]]:
    """Return by strip the cells that show in it, with those whose stacks rise into it."""
    visible: list[list[tuple[int, CellLook | Crossing]]] = [[] for _ in places.strips]
    bottoms = [span.bottom for span in places.strips]
    for index, (slot, look_of_cell) in enumerate(zip(places.slots, looks, strict=True)):
        look = _look(slot, look_of_cell)
        top = slot.y + look.top
        for number in range(bisect_right(bottoms, top), len(bottoms)):
            if places.strips[number].top >= top + look.image.height:
                break
            visible[number].append((index, look_of_cell))
    return [tuple(each) for each in visible]


def _look(slot: Slot, look_of_cell: CellLook | Crossing) -> Sprite:
    if isinstance(look_of_cell, Crossing):
        return crossing_sprite(slot.shape, look_of_cell)
    return sprite(slot.shape, look_of_cell)


def _cell_looks(view: BoardView, places: Layout, *, smooth: bool) -> Sequence[CellLook | Crossing]:
    """Return what each cell looks like, in the order of the layout's slots."""
    if view.pattern is Pattern.LINED:
        return crossings(view, places, smooth=smooth)
    colours = {player.side: player.colour for player in view.players}
    stacks = {stack.cell: stack.pieces for stack in view.stacks}
    counted = any(len(pieces) > 1 for pieces in stacks.values())
    marks: dict[Cell, list[Mark]] = {}
    for mark in view.marks:
        marks.setdefault(mark.cell, []).append(mark)
    looks: list[CellLook] = []
    for slot in places.slots:
        pieces, here = stacks.get(slot.cell, ()), marks.get(slot.cell, ())
        looks.append(
            CellLook(
                slot.tint,
                tuple(colours[piece.side] for piece in pieces),
                crowned=bool(pieces) and pieces[-1].crowned,
                marks=frozenset(mark.kind for mark in here),
                number="/".join(mark.text for mark in here if mark.kind is MarkKind.CANDIDATE),
                beside_counts=counted and any(mark.text for mark in here),
                name=view.geometry.label(slot.cell) if places.named else "",
                smooth=smooth,
            )
        )
    return looks


@lru_cache(maxsize=4096)
def _strip(places: Layout, number: int, bands: tuple[Colour, ...], content: _Content) -> Strip:
    """Return one strip; 3 to 5 KB each, so the cache stays below 20 MB."""
    span = places.strips[number]
    image = _background(places, number, bands).copy()
    standing = [
        (places.slots[index], _look(places.slots[index], look_of_cell), bool(look_of_cell.marks))
        for index, look_of_cell in content.cells
    ]
    for slot, look, _ in standing:
        image.paste(look.image, _corner(slot, look, span), look.mask)
    for slot, look, _ in sorted(standing, key=lambda one: one[2]):  # Marks lie over counts.
        if look.above:
            image.paste(look.image, _corner(slot, look, span), look.above)
    for index, marked in zip(span.labels, content.highlighted, strict=True):
        label = places.labels[index]
        written, mask = _label(label.text, places.label_size, highlighted=marked)
        left, top = label.x - written.width // 2, label.y - written.height // 2
        image.paste(written, (left + 1, top - span.top), mask)
    for tag in content.tags:
        image.paste(tag.image(), (tag.left + 1, tag.top - span.top), tag.mask())
    return compress(image)


def _corner(slot: Slot, look: Sprite, span: StripRows) -> tuple[int, int]:
    """Return where in the strip the image of a cell begins; column 0 is the filter's."""
    return slot.x + look.left + 1, slot.y + look.top - span.top


@lru_cache(maxsize=512)
def _background(places: Layout, number: int, bands: tuple[Colour, ...]) -> Image.Image:
    """Return the slab that the cells lie on, with the end rows' bands, where the strip shows it."""
    span = places.strips[number]
    canvas = Canvas(places.width, span.bottom - span.top, origin=Point(0, -span.top))
    middle = Point(places.width / 2, (span.top + span.bottom) / 2)
    canvas.pill(middle, places.width + 4, span.bottom - span.top + 4, BACKGROUND, 0)
    for fill, drop in ((SLAB_SIDE, places.depth), (SLAB, 0)):
        for slot in places.slots:
            corners = _corners(slot, drop)
            canvas.polygon(corners, fill)
            canvas.line([*corners, corners[0]], 2 * places.frame, fill)
    for end, colour in zip(places.ends, bands, strict=True):
        draw_end(canvas, end, colour, places.frame)
    return with_filter_column(palettised(canvas.finish()))


def _corners(slot: Slot, drop: int) -> list[Point]:
    pitch = slot.shape.pitch
    return [
        Point(slot.x + corner.x * pitch, slot.y + corner.y * pitch * slot.shape.tilt + drop)
        for corner in slot.shape.outline
    ]


@lru_cache(maxsize=512)
def _label(text: str, size: int, *, highlighted: bool) -> tuple[Image.Image, Image.Image]:
    """Return a coordinate, on a pill where the last move ended, and where the image shows it."""
    width = max(round(size * 1.2), round(text_width(text, size) + size * 0.45))
    height = round(size * 1.2)
    canvas = Canvas(width, height)
    middle = Point(width / 2, height / 2)
    if highlighted:
        canvas.pill(middle, width, height, LABEL, size * 0.25)
    canvas.text(
        middle, text, size, BACKGROUND if highlighted else LABEL, bold=0.02 if highlighted else 0
    )
    drawn = canvas.finish()
    return palettised(on_paper(drawn, BACKGROUND)), shown(drawn, 1)

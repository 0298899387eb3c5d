"""One strip without its marks: the bare board, claims, counts and plain stones.

A move adds one stone, so the picture that marks it keeps the strip with which the next picture
begins.
"""

from collections import OrderedDict
from functools import lru_cache
from threading import Lock
from typing import Final, NamedTuple

from PIL import Image

from render.canvas import write
from render.lattice.claims import Claim, Count, draw_claims, draw_count
from render.lattice.layout import LatticeLayout, label_size, lattice_palette, rank_place
from render.lattice.stones import StoneLook, draw_stone
from render.theme import GROUND, INLAY, LINES, PLATE_TO_MOVE, WALNUT
from rules.contract.view import Colour, RegionKind
from rules.geometry import Cell

__all__ = ["Ground", "claimed", "colour_of", "keep_with", "number_of", "settled"]

_MOST_BYTES: Final = 16_000_000
_COLOURS: Final[tuple[Colour | None, ...]] = (None, *Colour)
_NUMBERS: Final = {colour: number for number, colour in enumerate(Colour, 1)}


class Ground(NamedTuple):
    """Everything that determines the look of one strip, except for marks."""

    places: LatticeLayout
    number: int
    """The number of the strip on the board, from the top."""
    claims: tuple[Claim, ...] = ()
    counts: tuple[Count, ...] = ()
    stones: bytes = b""
    """By cell of the strip, the number of its stone's colour; 0 if there is none."""

    def standing(self) -> list[tuple[Cell, Colour]]:
        """Return the stones one by one."""
        cells = enumerate(self.stones, self.places.spans[self.number][0])
        found = ((Cell(cell), colour_of(number)) for cell, number in cells)
        return [(cell, colour) for cell, colour in found if colour]


def number_of(colour: Colour) -> int:
    """Return the number of a colour where stones are bytes; the numbers begin with 1."""
    return _NUMBERS[colour]


def colour_of(number: int) -> Colour | None:
    """Return the colour with that number, None for 0."""
    return _COLOURS[number]


class _Kept:
    """The images used last, up to a number of bytes; safe to use from several threads."""

    def __init__(self, most: int) -> None:
        self._most, self._size, self._lock = most, 0, Lock()
        self._images: OrderedDict[Ground, Image.Image] = OrderedDict()

    def get(self, ground: Ground) -> Image.Image | None:
        with self._lock:
            image = self._images.get(ground)
            if image is not None:
                self._images.move_to_end(ground)
            return image

    def put(self, ground: Ground, image: Image.Image) -> None:
        with self._lock:
            if ground in self._images:
                return
            self._images[ground] = image
            self._size += image.width * image.height
            while self._size > self._most:
                _, oldest = self._images.popitem(last=False)
                self._size -= oldest.width * oldest.height


_KEPT: Final = _Kept(_MOST_BYTES)


def settled(ground: Ground) -> Image.Image:
    """Return the strip as numbers of colours; the caller must not change it.

    Everything lies a pixel to the right, after the filter's column, which hasn't been cleared yet.
    """
    image = _KEPT.get(ground)
    if image is None:
        image = claimed(ground).copy()
        for cell, colour in ground.standing():
            draw_stone(image, ground.places, ground.number, cell, StoneLook(colour))
        _KEPT.put(ground, image)
    return image


def keep_with(ground: Ground, cell: Cell, colour: Colour) -> None:
    """Draw and keep the strip with one more stone."""
    stones = bytearray(ground.stones)
    stones[cell - ground.places.spans[ground.number][0]] = number_of(colour)
    after = ground._replace(stones=bytes(stones))
    if _KEPT.get(after) is None:
        image = settled(ground).copy()
        draw_stone(image, ground.places, ground.number, cell, StoneLook(colour))
        _KEPT.put(after, image)


def claimed(ground: Ground) -> Image.Image:
    """Return the strip without stones; see `settled`."""
    return _claimed(ground._replace(stones=b""))


@lru_cache(maxsize=64)
def _claimed(ground: Ground) -> Image.Image:
    places, palette, top = ground.places, lattice_palette(), ground.places.cuts[ground.number]
    held = tuple([claim for claim in ground.claims if claim.kind is RegionKind.HELD])
    image = _held(Ground(places, ground.number, held)).copy()
    pointed_out = [claim for claim in ground.claims if claim.kind is not RegionKind.HELD]
    draw_claims(image, palette, places, pointed_out, top)
    for count in ground.counts:
        draw_count(image, palette, places, count._replace(x=count.x + 1, y=count.y - top))
    return image


def _held(ground: Ground) -> Image.Image:
    """Return a strip with only its held claims, painted one after another.

    A move adds at most one claim, so it is painted on the strip kept with the earlier ones.
    """
    image = _KEPT.get(ground)
    if image is None:
        places, claims = ground.places, ground.claims
        top, bottom = places.cuts[ground.number : ground.number + 2]
        before = _KEPT.get(ground._replace(claims=claims[:-1])) if claims else None
        if before is None:
            image, missing = _bare(places).crop((0, top, places.width + 1, bottom)), claims
        else:
            image, missing = before.copy(), claims[-1:]
        for claim in missing:
            draw_claims(image, lattice_palette(), places, [claim], top)
        _KEPT.put(ground, image)
    return image


@lru_cache(maxsize=16)
def _bare(places: LatticeLayout) -> Image.Image:
    """Return the bare board with the column of filter bytes."""
    palette = lattice_palette()
    size, pitch, scale = places.size, places.pitch, places.scale
    height = places.cuts[-1]
    image = Image.new("RGB", (places.width + 1, height), WALNUT)
    left, right = places.left + 1, places.left + 1 + size * pitch
    inlay = max(1, round(3 * scale))
    image.paste(INLAY, (left - inlay, places.top - inlay, right + inlay, height))
    image.paste(GROUND, (left, places.top, right, places.top + size * pitch))
    width = max(1, round((3 if places.large else 2) * scale))
    first, last = pitch // 2 - width // 2, (size - 1) * pitch + pitch // 2
    for number in range(size):
        along = number * pitch + pitch // 2 - width // 2
        top, end = places.top + first, places.top + last + width - width // 2
        image.paste(LINES, (left + along, top, left + along + width, end))
        row = places.top + along
        image.paste(LINES, (left + first, row, left + last + width - width // 2, row + width))
    label = label_size(places)
    for number, rank in enumerate(places.ranks):
        y = places.top + number * pitch + pitch / 2
        write(image, (rank_place(places) + 1, y), rank, label, PLATE_TO_MOVE, stroke=0.4 * scale,
              anchor="m")  # fmt: skip
    reduced = palette.reduced(image)
    reduced.paste(0, (0, 0, 1, height))
    return reduced

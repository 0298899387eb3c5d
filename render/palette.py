"""The colours of a picture, few enough for a file of one byte per pixel."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, TypeAlias

from PIL import Image

from render.theme import (
    ALARM,
    AMBER,
    BAR_UNIT,
    CHOICE,
    CREAM,
    ESPRESSO,
    INK,
    INLAY,
    PLATE,
    PLATE_TO_MOVE,
    RGB,
    TO_MOVE_UNIT,
    WALNUT,
    mixed,
)  # fmt: skip

__all__ = ["Palette", "board_palette"]

_Pair: TypeAlias = tuple[Iterable[RGB], Iterable[RGB]]
"""The colours on one side of smooth edges, and those on the other."""

_EVERYWHERE: Final = (
    WALNUT, INLAY, INK, CREAM, ESPRESSO, AMBER, CHOICE, ALARM, PLATE, BAR_UNIT, PLATE_TO_MOVE,
    TO_MOVE_UNIT,
)  # fmt: skip
"""The colours of rims, marks and plates, which every board has."""
_EDGES: Final[tuple[_Pair, ...]] = (
    ([CREAM], [CHOICE, ALARM]),
    ([AMBER], [ESPRESSO]),
    ([PLATE], [PLATE_TO_MOVE, WALNUT]),
    ([WALNUT], [PLATE_TO_MOVE]),
)
_NEAR: Final = 8
"""Pillow maps colours to a palette in steps of four, so it would confuse close ones."""


class Palette:
    """The colours of one kind of board; equal only to itself, so that it is a cheap key."""

    def __init__(self, flats: Sequence[RGB], blends: Iterable[RGB]) -> None:
        """Take the colours of surfaces, and the colours allowed in the smooth edges between them.

        Blends that are close to an earlier colour are omitted. Raises ValueError if more than 256
        colours remain.
        """
        self.flats = tuple(dict.fromkeys(flats))
        self.colours = list(self.flats)
        for colour in blends:
            if not any(_near(colour, other) for other in self.colours):
                self.colours.append(colour)
        if len(self.colours) > 256:
            raise ValueError(f"a palette holds 256 colours, not {len(self.colours)}")
        self.bytes = bytes(part for colour in self.colours for part in colour)
        """The colours as a PNG file stores them."""
        self._indices = {colour: index for index, colour in enumerate(self.colours)}
        self._image = Image.new("P", (1, 1))
        self._image.putpalette(self.bytes)

    def index(self, colour: RGB) -> int:
        """Return the number of one of the flat colours. Raises KeyError for any other."""
        return self._indices[colour]

    def reduced(self, image: Image.Image) -> Image.Image:
        """Return the image as numbers of colours, the nearest ones of the palette.

        The mode is `L`: with `P`, Pillow would handle a palette at every step.
        """
        plain = image if image.mode == "RGB" else image.convert("RGB")
        numbers = plain.quantize(palette=self._image, dither=Image.Dither.NONE)
        return Image.frombytes("L", numbers.size, numbers.tobytes())

    def coloured(self, image: Image.Image) -> Image.Image:
        """Return numbers of colours as an image that has these colours."""
        found = Image.frombytes("P", image.size, image.tobytes())
        found.putpalette(self.bytes)
        return found

    def cut_out(
        self, part: Image.Image, paper: RGB, covering: int
    ) -> tuple[Image.Image, Image.Image]:
        """Return a part with smooth edges as numbers of colours, and its mask.

        Its edges are blended into the paper. A pixel of at least the opacity `covering` covers
        whatever is below it.
        """
        ground = Image.new("RGB", part.size, paper)
        ground.paste(part, (0, 0), part)
        alpha = part.getchannel("A")
        table = bytes(255 if level >= covering else 0 for level in range(256))
        mask = Image.frombytes("L", alpha.size, alpha.tobytes().translate(table))
        return self.reduced(ground), mask.convert("1", dither=Image.Dither.NONE)

    def lightened(self, colour: RGB, part: float) -> list[int]:
        """Map the colours' numbers to the number of the colour `part` of the way to another."""
        wide = Image.new("RGB", (len(self.colours), 1))
        wide.putdata([mixed(each, colour, part) for each in self.colours])
        numbers = list(self.reduced(wide).tobytes())
        # Pillow wants a number for each of 256 values.
        return numbers + [0] * (256 - len(numbers))

    @lru_cache(maxsize=64)  # noqa: B019 - palettes stay
    def inks(self, paper: RGB, ink: RGB) -> bytes:
        """Return, by opacity of an ink on paper of a colour, the number of the nearest colour."""
        wide = Image.new("RGB", (256, 1))
        wide.putdata([mixed(paper, ink, level / 255) for level in range(256)])
        return self.reduced(wide).tobytes()

    def surface(self, width: int, height: int, colour: RGB) -> Image.Image:
        """Return an image of one flat colour, as numbers of colours."""
        return Image.new("L", (width, height), self.index(colour))


def board_palette(flats: Iterable[RGB], blends: Iterable[RGB], *edges: _Pair) -> Palette:
    """Return the palette of a board, with the colours of rims, marks and plates.

    `flats` and `blends` are its own, as `Palette` takes them. Between the first and the second
    colours of the pairs of `edges`, it has smooth ones.
    """
    middles = (
        mixed(first, second, 0.5)
        for firsts, seconds in (*edges, *_EDGES)
        for first, second in product(firsts, seconds)
    )
    return Palette([*_EVERYWHERE, *flats], [*blends, *middles])


def _near(first: RGB, second: RGB) -> bool:
    return all(abs(one - other) < _NEAR for one, other in zip(first, second, strict=True))

"""Strips join into PNG files that decode to exactly the rows they were made of."""

import zlib
from collections.abc import Sequence
from io import BytesIO
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.png import Strip, compress, compress_rows, fitted, join

GREYS = bytes(part for level in range(256) for part in (level, level, level))


@st.composite
def pictures(draw: st.DrawFn) -> list[Image.Image]:
    """Draw strips of one width, each with the column of filter bytes on its left."""
    width = draw(st.integers(1, 40))
    strips: list[Image.Image] = []
    for rows in draw(st.lists(st.integers(1, 9), min_size=1, max_size=6)):
        pixels = draw(st.binary(min_size=width * rows, max_size=width * rows))
        wide = b"".join(b"\0" + pixels[row * width :][:width] for row in range(rows))
        strips.append(Image.frombytes("P", (width + 1, rows), wide))
    return strips


@given(pictures(), st.data())
def test_a_joined_file_decodes_to_its_strips(
    images: list[Image.Image], data: st.DataObject
) -> None:
    width = images[0].width - 1
    strips = [compress(image, thorough=data.draw(st.booleans())) for image in images]
    png = join(width, GREYS, tuple(strips))
    Image.open(BytesIO(png)).verify()
    decoded = Image.open(BytesIO(png))
    assert decoded.mode == "P"
    assert decoded.size == (width, sum(image.height for image in images))
    wanted = b"".join(image.crop((1, 0, width + 1, image.height)).tobytes() for image in images)
    assert decoded.tobytes() == wanted


@given(pictures(), st.booleans())
def test_chunks_and_stream_carry_right_checksums(images: list[Image.Image], thorough: bool) -> None:
    strips = [compress(image, thorough=thorough) for image in images]
    png = join(images[0].width - 1, GREYS, tuple(strips))
    place, stream = 8, b""
    while place < len(png):
        length = int.from_bytes(png[place : place + 4], "big")
        body = png[place + 4 : place + 8 + length]
        assert zlib.crc32(body) == int.from_bytes(png[place + 8 + length :][:4], "big")
        if body[:4] == b"IDAT":
            stream += body[4:]
        place += 12 + length
    # decompress() raises when the Adler-32 at the end is not that of all the rows.
    assert zlib.decompress(stream) == b"".join(image.tobytes() for image in images)


def test_a_strip_is_compressed_alike_wherever_it_stands() -> None:
    first, second = Image.new("P", (9, 3)), Image.new("P", (9, 2), 7)
    assert compress(first) == compress(first.copy())
    one = join(8, GREYS, (compress(first), compress(second)))
    other = join(8, GREYS, (compress(second), compress(first)))
    assert compress(first).chunk in one
    assert compress(first).chunk in other


def test_strips_are_packed_thoroughly_from_the_largest_on_until_they_fit() -> None:
    chance = Random(3)
    strips = [
        compress_rows(
            b"".join(b"\0" + bytes(chance.choices((0, 7), k=100)) for _ in range(rows)), rows
        )
        for rows in (20, 60, 40)
    ]
    sizes = [len(strip.chunk) for strip in strips]
    assert fitted(strips, sum(sizes)) == strips
    largest = fitted(strips, sum(sizes) - 1)
    assert [strip.thorough for strip in largest] == [False, True, False]
    assert len(largest[1].chunk) < sizes[1]
    least = fitted(strips, 0)
    assert all(strip.thorough for strip in least)
    assert fitted(least, 0) == least

    def pixels(packed: Sequence[Strip]) -> bytes:
        return Image.open(BytesIO(join(100, GREYS, packed))).tobytes()

    assert pixels(strips) == pixels(largest) == pixels(least)

"""A packed file decodes to exactly the pixels of which it was made."""

import zlib
from io import BytesIO

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.png import packed

GREYS = bytes(part for level in range(256) for part in (level, level, level))


@st.composite
def images(draw: st.DrawFn) -> Image.Image:
    width, height = draw(st.integers(1, 40)), draw(st.integers(1, 40))
    pixels = draw(st.binary(min_size=width * height, max_size=width * height))
    return Image.frombytes("L", (width, height), pixels)


@given(images())
def test_a_packed_file_decodes_to_its_pixels(image: Image.Image) -> None:
    png = packed(image, GREYS)
    Image.open(BytesIO(png)).verify()
    decoded = Image.open(BytesIO(png))
    assert decoded.mode == "P"
    assert decoded.size == image.size
    assert decoded.tobytes() == image.tobytes()
    palette = decoded.getpalette() or []
    assert bytes(palette) == GREYS


@given(images())
def test_chunks_carry_right_checksums_and_rows_begin_with_no_filter(image: Image.Image) -> None:
    png = packed(image, GREYS)
    place, stream = 8, b""
    while place < len(png):
        length = int.from_bytes(png[place : place + 4], "big")
        body = png[place + 4 : place + 8 + length]
        assert zlib.crc32(body) == int.from_bytes(png[place + 8 + length :][:4], "big")
        if body[:4] == b"IDAT":
            stream += body[4:]
        place += 12 + length
    pixels, width = image.tobytes(), image.width
    rows = (pixels[start : start + width] for start in range(0, len(pixels), width))
    assert zlib.decompress(stream) == b"".join(b"\0" + row for row in rows)


def test_a_large_file_is_packed_thoroughly() -> None:
    noise = (
        Image.effect_noise((400, 400), 2).convert("L").point([level % 3 for level in range(256)])
    )
    quickly = len(zlib.compress(noise.tobytes(), 5))
    assert quickly > 30_000
    assert Image.open(BytesIO(packed(noise, GREYS))).tobytes() == noise.tobytes()

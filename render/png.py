"""A picture as a PNG file.

A palette picture with one byte per pixel needs no row filter, so a row is a zero byte and its
pixels (PNG specification, sections 9 and 12.7).
"""

from typing import Final

# The stubs don't give the type of a buffer.
# pyright: reportUnknownMemberType=false
from PIL import Image
from zlib_ng import zlib_ng as zlib

__all__ = ["packed", "packed_colours"]

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_EIGHT_BIT_PALETTE: Final = b"\x08\x03\x00\x00\x00"
_COLOURS: Final = 128
_LEVELS: Final = (2, 5, 9)
"""The first takes less than half as long as level 5, and adds 26 % to the bytes."""
_MOST_BYTES: Final = 39_000
"""The size from which pixels are compressed with the next level, which few pictures need."""


def packed(image: Image.Image, palette: bytes) -> bytes:
    """Return the PNG file of an image of mode `L`, whose pixels are numbers of colours."""
    # A row with room for one more pixel ends with a zero byte, which is the next row's filter.
    rows = image.tobytes("raw", "L", image.width + 1)
    data = b""
    for level in _LEVELS:
        data = _deflated(rows, level)
        if len(data) <= _MOST_BYTES:
            break
    size = image.width.to_bytes(4, "big") + image.height.to_bytes(4, "big")
    chunks = (
        (b"IHDR", size + _EIGHT_BIT_PALETTE), (b"PLTE", palette), (b"IDAT", data), (b"IEND", b""),
    )  # fmt: skip
    return _SIGNATURE + b"".join(_chunk(kind, body) for kind, body in chunks)


def packed_colours(image: Image.Image) -> bytes:
    """Return the PNG file of an image of mode `RGB`, in as many colours as cards need."""
    reduced = image.quantize(_COLOURS, dither=Image.Dither.NONE)
    numbers = Image.frombytes("L", reduced.size, reduced.tobytes())
    return packed(numbers, bytes(reduced.getpalette() or ()))


def _deflated(rows: bytes, level: int) -> bytes:
    packer = zlib.compressobj(level)
    return packer.compress(b"\0") + packer.compress(memoryview(rows)[:-1]) + packer.flush()


def _chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")

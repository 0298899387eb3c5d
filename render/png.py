"""PNG files put together from horizontal strips, each compressed once and reused.

A palette picture with one byte per pixel needs no row filter, so a row is a zero byte and its
pixels. Every strip ends with a full flush, which makes its bytes independent of its neighbours:
joining strips is then joining bytes and combining their checksums (RFC 1950, RFC 1951, and the PNG
specification, section 10).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Final

# The stubs of both don't give the type of a buffer.
# pyright: reportUnknownMemberType=false
from isal import isal_zlib
from PIL import Image
from zlib_ng import zlib_ng as zlib

__all__ = ["Strip", "compress", "compress_rows", "fitted", "join", "repacked"]

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_QUICK: Final = 1
_THOROUGH: Final = 6
"""The levels of ISA-L and of zlib-ng."""
_ZLIB_HEADER: Final = b"\x78\x9c"
_LAST_BLOCK: Final = b"\x03\x00"
_ADLER_BASE: Final = 65521
_HEAD_OF_CHUNK: Final = 8
_END_OF_CHUNK: Final = 4
"""Length and kind before a chunk's data, and its checksum after it."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Some rows of a picture as a complete IDAT chunk."""

    chunk: bytes
    rows: int
    length: int
    """The number of bytes of the rows before compression."""
    adler: int
    """The checksum of those bytes."""
    thorough: bool


def compress(image: Image.Image, *, thorough: bool = False) -> Strip:
    """Compress the rows of numbers whose first column is 0, the filter byte `None`."""
    return compress_rows(image.tobytes(), image.height, thorough=thorough)


def compress_rows(raw: bytes, rows: int, *, thorough: bool = False) -> Strip:
    """Compress the bytes of rows, each after its filter byte.

    `thorough` takes eight times as long and saves a fifth of the bytes.
    """
    packer = (
        zlib.compressobj(_THOROUGH, zlib.DEFLATED, -zlib.MAX_WBITS)
        if thorough
        else isal_zlib.compressobj(_QUICK, isal_zlib.DEFLATED, -isal_zlib.MAX_WBITS)
    )
    data = packer.compress(raw) + packer.flush(zlib.Z_FULL_FLUSH)
    return Strip(_chunk(b"IDAT", data), rows, len(raw), zlib.adler32(raw), thorough)


def fitted(strips: Sequence[Strip], most: int) -> Sequence[Strip]:
    """Return the strips in at most this many bytes, or as close to it as possible.

    The largest are compressed thoroughly first, because that saves most.
    """
    size = sum([len(strip.chunk) for strip in strips])
    if size <= most:
        return strips
    found = [*strips]
    for place in sorted(range(len(found)), key=lambda place: -len(found[place].chunk)):
        small = _thorough(found[place])
        size += len(small.chunk) - len(found[place].chunk)
        found[place] = small
        if size <= most:
            break
    return found


@lru_cache(maxsize=2048)
def _thorough(strip: Strip) -> Strip:
    """Return the same rows compressed thoroughly; usually at most 10 KB, 20 MB in all."""
    if strip.thorough:
        return strip
    data = strip.chunk[_HEAD_OF_CHUNK:-_END_OF_CHUNK]
    raw = isal_zlib.decompressobj(-isal_zlib.MAX_WBITS).decompress(data)
    return compress_rows(raw, strip.rows, thorough=True)


@lru_cache(maxsize=32)
def repacked(png: bytes) -> bytes:
    """Return the same pixels compressed as a whole, which takes longer but fewer bytes.

    The latest results are kept, because people look again at their choices; at most 3 MB in all.
    """
    packed = BytesIO()
    with Image.open(BytesIO(png)) as image:
        image.save(packed, "PNG", optimize=True)
    return packed.getvalue()


def join(width: int, palette: bytes, strips: Iterable[Strip]) -> bytes:
    """Return the PNG file of the strips from top to bottom."""
    height, low, high = 0, 1, 0
    chunks: list[bytes] = []
    for strip in strips:
        height += strip.rows
        # The low half of an Adler-32 sums the bytes, starting from 1; the high half sums the low
        # halves, so the low half before a strip counts once for every byte of the strip.
        high += (strip.adler >> 16) + strip.length * (low - 1)
        low += (strip.adler & 0xFFFF) - 1
        chunks.append(strip.chunk)
    adler = high % _ADLER_BASE << 16 | low % _ADLER_BASE
    end = _chunk(b"IDAT", _LAST_BLOCK + adler.to_bytes(4, "big"))
    return b"".join((_head(width, height, palette), *chunks, end, _END))


@lru_cache(maxsize=64)
def _head(width: int, height: int, palette: bytes) -> bytes:
    """Return all chunks before the rows."""
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x03\x00\x00\x00"
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", _ZLIB_HEADER),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")


_END: Final = _chunk(b"IEND", b"")

"""Files of tables: a header of 128 bytes and a body, written once, memory-mapped and checked.

The header names the game and the version of its rules, and holds the SHA-256 of the body. Several
processes share a file, and only the pages in use take memory. Reading needs nothing but the
standard library.
"""

import hashlib
import mmap
import os
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["HEADER_BYTES", "Contents", "TableError", "open_table", "write_table"]

# Kind, name, version, size, SHA-256 of the body and pieces, filled up to 128 bytes.
_HEADER: Final = struct.Struct("<16s48sII32sI20x")
HEADER_BYTES: Final = _HEADER.size


class TableError(Exception):
    """The file isn't a table of the game; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """The contents of a file, as its header says."""

    magic: bytes
    """16 bytes that name the kind of table."""
    key: str
    """The name of the table: lower-case letters, digits and hyphens."""
    version: int
    """The version of the game's rules."""
    size: int
    """The extent of the table, in a unit that depends on its kind."""
    pieces: int = 0
    """The most pieces on the board, in a table of endgames."""

    def header(self, body: bytes) -> bytes:
        """Return the header before this body."""
        digest = hashlib.sha256(body).digest()
        key = self.key.encode("ascii")
        return _HEADER.pack(self.magic, key, self.version, self.size, digest, self.pieces)


def open_table(
    path: Path, *, magic: bytes, key: str, version: int, length: Callable[[int], int]
) -> tuple[mmap.mmap, Contents]:
    """Open and check a file; `length` takes the size and returns the bytes of the body.

    Raises TableError if it isn't a valid table of that kind and name for these rules.
    """
    try:
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as reason:
        raise TableError(f"{path} can't be read: {reason}") from reason
    if len(mapped) < HEADER_BYTES:
        raise TableError(f"{path} is too short for a table.")
    of_kind, name, of_version, size, digest, pieces = _HEADER.unpack_from(mapped)
    if of_kind != magic:
        raise TableError(f"{path} isn't a table of this kind.")
    if name.rstrip(b"\0").decode("ascii", "replace") != key or of_version != version:
        raise TableError(f"{path} is a table for another game or for other rules.")
    if len(mapped) != HEADER_BYTES + length(size):
        raise TableError(f"{path} has the wrong size.")
    with memoryview(mapped) as whole, whole[HEADER_BYTES:] as body:
        if hashlib.sha256(body).digest() != digest:
            raise TableError(f"{path} is damaged.")
    return mapped, Contents(magic=magic, key=key, version=version, size=size, pieces=pieces)


def write_table(path: Path, contents: Contents, body: bytes, check: Callable[[Path], None]) -> None:
    """Write a file; it takes its place once it is safe on the disk and has passed the check.

    `check` takes the path of the file that isn't in its place yet, and may raise TableError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    unchecked = path.with_suffix(".unchecked")
    with unchecked.open("wb") as file:
        file.write(contents.header(body))
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    check(unchecked)
    unchecked.replace(path)

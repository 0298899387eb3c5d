"""Reads `.perft` files: per position an id, options, the position, and nodes by depth.

    # A comment: where the numbers come from.
    id start
    option crown=stop
    position W:Wa1:Bh8
    perft 1 8

Blocks are parted by blank lines; without `position` the game's start is meant.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Entry:
    """One position and its numbers."""

    id: str = ""
    options: dict[str, str] = field(default_factory=dict[str, str])
    position: str = ""
    nodes: dict[int, int] = field(default_factory=dict[int, int])


def read_perft(path: Path) -> Iterator[Entry]:
    """Yield the entries of the file. Raises ValueError for a line it doesn't understand."""
    for block in path.read_text("utf-8").split("\n\n"):
        entry = Entry()
        for line in filter(None, block.splitlines()):
            word, _, rest = line.partition(" ")
            if word == "id":
                entry.id = rest
            elif word == "option":
                key, _, value = rest.partition("=")
                entry.options[key] = value
            elif word == "position":
                entry.position = rest
            elif word == "perft":
                depth, nodes = map(int, rest.split())
                entry.nodes[depth] = nodes
            elif word != "#":
                raise ValueError(f"{path.name}: {line!r}")
        if entry.id:
            yield entry

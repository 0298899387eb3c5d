"""Move generators against published and independently computed counts."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.registry import find
from rules.shell.perft import divide, perft
from tests.perft.perft_file import Entry, read_perft


def _entries() -> Iterator[Any]:
    for path in sorted(Path(__file__).parent.glob("*.perft")):
        for entry in read_perft(path):
            yield pytest.param(path.stem, entry, id=f"{path.stem}-{entry.id}")


@pytest.mark.parametrize(("key", "entry"), list(_entries()))
def test_perft(key: str, entry: Entry) -> None:
    game = find(key).configured(entry.options)
    state = game.position(entry.position) if entry.position else game.start()
    assert entry.nodes
    for depth, nodes in entry.nodes.items():
        counted = perft(game, state, depth)
        assert counted == nodes, f"depth {depth}: {divide(game, state, depth)}"

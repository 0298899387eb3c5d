"""Games that were read by a person once stay as they were, line by line."""

from pathlib import Path

import pytest

from rules.registry import find
from tests.playthroughs.playthrough import FOLDER, chosen, chosen_options, written


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    text = path.read_text("utf-8")
    turns = chosen(text)
    assert turns
    again = written(find(path.stem), turns, chosen_options(text))
    assert again.splitlines() == text.splitlines()

"""Games that were read by a person once stay as they were, line by line."""

from pathlib import Path

import pytest

from tests.playthroughs.playthrough import FOLDER, chosen, key_of, options_of, written


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    text = path.read_text("utf-8")
    turns = chosen(text)
    assert turns
    written_anew = written(key_of(text), options_of(text), turns)
    assert written_anew.splitlines() == text.splitlines()

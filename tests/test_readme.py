"""What the README shows is so."""

import doctest
import re
from pathlib import Path

from rules.registry import all_games

README = Path(__file__).resolve().parents[1] / "README.md"


def test_examples_give_what_they_say() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried
    assert not failed


def test_every_game_is_listed() -> None:
    listed = set(re.findall(r"^\| .+? \| `([\w-]+)` \|", README.read_text(encoding="utf-8"), re.M))
    assert listed == set(all_games())

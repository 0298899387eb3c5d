"""Games are found by key and version; what is missing is said, so that a match is set apart."""

import importlib
import sys
from pathlib import Path

import pytest

from rules.contract.core import AnyGame
from rules.match.match import Match
from rules.registry import Registry, UnknownGame, all_games, find, games_in
from tests.rules.heap import HeapGame

TOY = """
from dataclasses import dataclass, replace
from tests.rules.heap import HeapGame

@dataclass(frozen=True)
class Toy(HeapGame):
    @property
    def spec(self):
        return replace(super().spec, key="toy", version={version})

GAME = Toy(sticks={sticks})
"""


@pytest.fixture
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry:
    """Return a registry of a package with two versions of a game: 6 sticks, and now 12."""
    folder = tmp_path / "toys"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "heap.py").write_text(TOY.format(version=2, sticks=12), encoding="utf-8")
    (folder / "heap_1.py").write_text(TOY.format(version=1, sticks=6), encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    package = importlib.import_module("toys")
    registry = Registry(games_in(package))
    for name in [name for name in sys.modules if name.partition(".")[0] == "toys"]:
        del sys.modules[name]
    return registry


def test_only_the_present_version_is_offered(toys: Registry) -> None:
    assert list(toys.present) == ["toy"]
    assert toys.find("toy").spec.version == 2


def test_a_match_goes_on_by_the_version_that_it_began_with(toys: Registry) -> None:
    def left(game: AnyGame) -> object:
        return (
            Match(game, game.spec.seatings[0])
            .play(Match(game, game.spec.seatings[0]).seats[0], "2")
            .state
        )

    assert left(toys.find("toy", 1)) == HeapGame(sticks=6).apply(HeapGame(sticks=6).start(), 2)
    assert left(toys.find("toy", 2)) == left(toys.find("toy"))


def test_a_version_that_is_gone_is_said(toys: Registry) -> None:
    with pytest.raises(UnknownGame, match="Version 3 of the rules of Heap") as error:
        toys.find("toy", 3)
    assert error.value.sentence.english() == str(error.value)


def test_a_game_that_is_gone_is_said() -> None:
    with pytest.raises(UnknownGame, match=r"no game ludo. The games are .*czech"):
        find("ludo")
    with pytest.raises(UnknownGame, match="no game ludo"):
        find("ludo", 1)


def test_two_games_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two games 'heap' of version 1"):
        Registry([HeapGame(), HeapGame(sticks=5)])


def test_every_game_is_found_by_its_own_version() -> None:
    for key, game in all_games().items():
        assert find(key, game.spec.version) is game is find(key)

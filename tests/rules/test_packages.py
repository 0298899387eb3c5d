"""Games of installed packages: found if they are named, or refused in one line."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from engine.tasks import Request, Task, request_line
from rules.packages import Named, PackageError, load, read_names, register
from rules.records.transcript import Transcript
from rules.registry import all_games, find, origin_of
from tests.packages import HEAP, install, own_registry

ROOT = Path(__file__).parents[2]
POINTS = {"toy": "toy_games:GAME"}
LOUD = HEAP.replace("@dataclass", "print('imported')\n\n@dataclass") + (
    "\n_legal = Toy.legal\nToy.legal = lambda self, state: (print('!'), _legal(self, state))[1]\n"
)
"""Prints where answers are expected, when it is imported and for each position."""


@pytest.fixture
def folder(tmp_path: Path) -> Generator[Path]:
    with own_registry(tmp_path):
        yield tmp_path


def test_a_package_that_is_only_installed_is_not_loaded(folder: Path) -> None:
    install(folder, "toy-games", {"toy_games.py": "raise SystemError"}, POINTS)
    assert "toy" not in all_games()
    assert "toy_games" not in sys.modules


def test_a_package_that_is_named_has_its_games_and_their_origin(folder: Path) -> None:
    install(folder, "toy-games", {"toy_games.py": HEAP}, POINTS, version="2.5")
    assert register(load("Toy_Games"), is_stable=True) == []
    origin = origin_of("toy")
    assert find("toy").spec.title.english() == "Toy"
    assert origin is not None
    assert (origin.package, origin.version, origin.is_stable) == ("Toy_Games", "2.5", True)
    assert list(all_games()) == sorted(all_games(), key=lambda key: find(key).spec.title.english())
    assert all(origin_of(key) is None for key in all_games() if key != "toy")


def test_an_entry_may_be_a_tuple_of_games(folder: Path) -> None:
    several = HEAP.replace("GAME = Toy()", "GAME = (Toy(), Toy(key='other'))")
    install(folder, "toy-games", {"toy_games.py": several}, POINTS)
    register(load("toy-games"))
    assert {"toy", "other"} <= set(all_games())


def test_a_key_that_exists_is_refused_and_the_other_games_go_on(folder: Path) -> None:
    ours = next(iter(all_games()))
    several = HEAP.replace("GAME = Toy()", f"GAME = (Toy(key={ours!r}), Toy())")
    install(folder, "toy-games", {"toy_games.py": several}, POINTS)
    (line,) = register(load("toy-games"))
    assert f"another game '{ours}'" in line
    assert "toy-games" in line
    assert origin_of(ours) is None
    assert "toy" in all_games()


def test_a_later_package_can_not_take_the_game_of_an_earlier_one(folder: Path) -> None:
    install(folder, "toy-games", {"toy_games.py": HEAP}, POINTS)
    install(folder, "thief", {"thief.py": HEAP}, {"toy": "thief:GAME"})
    assert register(load("toy-games")) == []
    assert len(register(load("thief"))) == 1
    origin = origin_of("toy")
    assert origin is not None
    assert origin.package == "toy-games"


WRONG: dict[str, tuple[str, dict[str, str]] | None] = {
    "no package toy-games is installed": None,
    "no entry point of the group postboard.games": ("", {}),
    "can't be imported: ZeroDivisionError: division by zero": ("1 / 0", POINTS),
    "can't be imported: SystemExit: 3": ("raise SystemExit(3)", POINTS),
    "can't be imported: SyntaxError": ("GAME = (", POINTS),
    "can't be imported: AttributeError": ("", POINTS),
    "leads to int, which isn't a game": ("GAME = 5", POINTS),
}


@pytest.mark.parametrize("sentence", list(WRONG))
def test_a_package_that_can_not_be_used_is_refused_in_one_line(folder: Path, sentence: str) -> None:
    wrong = WRONG[sentence]
    if wrong:
        text, points = wrong
        install(folder, "toy-games", {"toy_games.py": text}, points)
    with pytest.raises(PackageError, match=re.escape(sentence)) as refused:
        load("toy-games")
    assert "\n" not in str(refused.value)


def test_the_setting_names_packages() -> None:
    assert read_names("") == ()
    assert read_names("one, two:stable  three") == (
        Named("one"), Named("two", is_stable=True), Named("three")
    )  # fmt: skip
    assert read_names("one, One:stable") == (Named("One", is_stable=True),)
    for wrong in ("one:new", "one/two", ":stable", "..."):
        with pytest.raises(ValueError, match="NAME:stable"):
            read_names(wrong)


def run(folder: Path, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        input=given,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )


def test_the_command_line_of_the_rules_takes_a_package(folder: Path) -> None:
    install(folder, "toy-games", {"toy_games.py": LOUD}, POINTS)
    counted = run(folder, "rules", "--package", "toy-games", "perft", "toy", "2")
    assert counted.stdout.splitlines()[-1] == "2 9", counted.stderr
    assert run(folder, "rules", "perft", "toy", "2").returncode == 2
    refused = run(folder, "rules", "perft", "toy", "2", "--package", "none-such")
    assert refused.returncode == 2
    assert "no package none-such is installed" in refused.stderr


def test_a_worker_plays_a_game_of_a_package_whatever_that_prints(folder: Path) -> None:
    install(folder, "toy-games", {"toy_games.py": LOUD}, POINTS)
    line = request_line(1, Request(Task.CHOOSE, Transcript("toy", version=1), level=1, seed=1))
    packages = ("--package", "none-such", "--package", "toy-games")
    worked = run(folder, "engine", "work", *packages, given=line)
    greeting, answer = map(json.loads, worked.stdout.splitlines())
    assert greeting == {"ready": True}
    assert answer["answer"]["move"] in {"1", "2", "3"}
    assert "no package none-such is installed" in worked.stderr

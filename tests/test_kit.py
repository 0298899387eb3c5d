"""The kit for outsiders: the documented package passes it, and what breaks a law is named."""

import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from rules.contract.core import AnyGame
from rules.packages import load
from rules.testing import GAME_LAWS, LAWS, SPEC_LAWS, checks, try_game
from tests.documented_package import NAME, blocks, installed
from tests.packages import own_registry

ROOT = Path(__file__).parents[1]


@pytest.fixture
def folder(tmp_path: Path) -> Generator[Path]:
    with own_registry(tmp_path):
        yield tmp_path


def test_the_tests_of_the_documented_package_pass(folder: Path) -> None:
    """Run as an outsider does, without our tests and their settings."""
    tests = installed(folder)
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )
    assert ran.returncode == 0, ran.stdout
    laws = len(GAME_LAWS) + len(SPEC_LAWS) + len(LAWS)
    assert f"{laws + 3} passed" in ran.stdout


def test_the_kit_needs_none_of_our_tests_and_no_pytest(folder: Path) -> None:
    code = (
        "import sys; sys.modules.update(pytest=None, hypothesis=None, tests=None)\n"
        f"from rules.packages import load; from rules.testing import try_game\n"
        f"print(try_game(load({NAME!r}).games[0], 3))"
    )
    installed(folder)
    env = {**os.environ, "PYTHONPATH": str(folder)}
    ran = subprocess.run(
        [sys.executable, "-O", "-c", code], env=env, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "None"


BROKEN = {
    'key="noughts"': 'key="Noughts!"',
    "frozenset({NOUGHTS}))": "frozenset({CROSSES}))",
    "seatings=((frozenset({CROSSES}), frozenset({NOUGHTS})),)": "seatings=()",
    '"noughts.board", say("The board has 3 by 3 cells."), _SOURCE': (
        '"noughts.board", say("The board has 3 by 3 cells."), ""'
    ),
    "preparation=(BOARD, START, AIM)": "preparation=(BOARD, START)",
    '"a1,c1,b2,b1", "c3"': '"a1,c1,b2,b1", "b1"',
    "lesson=LESSON": "lesson=None",
    "self.spec.checked(options)\n": "pass\n",
    "in order: a1,b2,c3": "in order: a1,b2,c9",
    "return None if self.outcome(state) else (CROSSES": "return (CROSSES",
    "return (*state, move)": "return state",
    "return [cell for cell in self.geometry.cells if cell not in state]": (
        "return [cell for cell in self.geometry.cells if cell not in state] * 2"
    ),
    "cell = self.geometry.find(text.strip())": "cell = self.geometry.find(text)",
    "if move not in state:": "if move not in state or len(state) > 4:",
    "raise NotationError(": "raise KeyError(",
    "title=self.spec.title": 'title=say("Else")',
    "to_move=each.key == turn": "to_move=False",
    "marks=() if last is None else (Mark(last, MarkKind.TARGET),)": "marks=()",
}  # fmt: skip
"""Faults to plant in the documented game, each of which breaks a law."""


def game_with(folder: Path, right: str, wrong: str) -> AnyGame:
    code = blocks("python")[0]
    assert right in code, right
    installed(folder, code.replace(right, wrong))
    (game,) = load(NAME).games
    return game


@pytest.mark.parametrize("right", list(BROKEN))
def test_a_game_that_breaks_a_law_is_told_so_in_one_line(folder: Path, right: str) -> None:
    said = try_game(game_with(folder, right, BROKEN[right]), 20)
    assert said
    assert "\n" not in said


def test_every_check_has_a_name_of_its_own(folder: Path) -> None:
    installed(folder)
    (game,) = load(NAME).games
    names = [str(check) for check in checks(game)]
    assert len(names) == len({*names}) == len(GAME_LAWS) + len(SPEC_LAWS) + len(LAWS)
    assert try_game(game, 3) is None

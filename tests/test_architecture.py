"""Import contracts state the architecture; these tests check the contracts."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rules.registry import all_games

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("bot", "engine", "render", "rules", "loopback")
LONGEST = 350
"""Lines in a file; a longer one is split."""


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the contracts of the tree in the folder."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"]
    return subprocess.run(
        [*command, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Copy the packages and their contracts."""
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_contracts_are_kept(tree: Path) -> None:
    result = lint_imports(tree)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("render/board.py", "import rules.games", "render sees views and geometry alone"),
        (
            "render/board.py",
            "import bot.messages.custom_ids",
            "bot above render and engine above rules",
        ),
        ("engine/search.py", "import render.board", "bot above render and engine above rules"),
        ("rules/core.py", "import engine.search", "bot above render and engine above rules"),
        ("engine/search.py", "import numpy", "the engine thinks without clock, network or numpy"),
        ("engine/search.py", "import engine.choose", "inside engine"),
        ("rules/games/draughts/czech.py", "import random", "rules are pure"),
        ("rules/core.py", "import rules.match", "inside rules"),
        ("loopback/world/state.py", "import rules.core", "loopback is independent of the bot"),
        ("loopback/world/state.py", "import discord", "loopback is independent of the bot"),
        ("loopback/model/people.py", "import loopback.wire", "inside loopback"),
        ("bot/store/tables.py", "import bot.messages.boards", "inside bot"),
        (
            "bot/messages/boards.py",
            "import discord",
            "only delivery and interactions know discord.py",
        ),
    ],
)
def test_a_planted_breach_is_seen(tree: Path, file: str, line: str, contract: str) -> None:
    culprit = tree / file
    culprit.write_text(culprit.read_text(encoding="utf-8") + f"\n{line}\n", encoding="utf-8")
    result = lint_imports(tree)
    assert result.returncode != 0
    assert re.search(rf"^{contract} BROKEN", result.stdout, re.MULTILINE), result.stdout


def test_a_module_without_a_place_is_seen(tree: Path) -> None:
    (tree / "bot" / "utils.py").write_text("", encoding="utf-8")
    assert lint_imports(tree).returncode != 0


def test_every_file_is_small() -> None:
    long = {
        str(file.relative_to(ROOT)): lines
        for package in (*PACKAGES, "bench", "tests")
        for file in (ROOT / package).rglob("*.py")
        if (lines := len(file.read_text(encoding="utf-8").splitlines())) > LONGEST
    }
    assert long == {}


def test_only_the_games_know_their_names() -> None:
    """Nothing outside `rules/games` names a game, so a game is added by adding a file."""
    keys = set(all_games())
    assert keys
    naming = [
        str(file.relative_to(ROOT))
        for package in PACKAGES
        for file in (ROOT / package).rglob("*.py")
        if "games" not in file.parts
        and any(re.search(rf"[\"']{key}[\"']", file.read_text(encoding="utf-8")) for key in keys)
    ]
    assert naming == []

"""Import contracts state the architecture; these tests check the contracts."""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from rules.registry import all_games

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("bot", "engine", "render", "rules", "loopback")
SCREEN = 60
"""The most lines of a function of the bot."""
LONG = 600
"""Lines from which on a file is asked whether it still holds one idea."""


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the contracts of the tree in the folder."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"]
    return subprocess.run(
        [*command, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return copied(tmp_path)


def copied(folder: Path) -> Path:
    """Copy the packages and their contracts."""
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def test_contracts_are_kept(tree: Path) -> None:
    result = lint_imports(tree)
    assert result.returncode == 0, result.stdout


BREACHES = (
    ("render/board.py", "rules.games", "render sees views and geometry alone"),
    (
        "render/board.py",
        "bot.messages.controls.custom_ids",
        "bot above render and engine above rules",
    ),
    ("engine/search.py", "render.board", "bot above render and engine above rules"),
    ("rules/contract/core.py", "engine.search", "bot above render and engine above rules"),
    ("engine/search.py", "numpy", "the engine thinks without clock, network or numpy"),
    ("engine/search.py", "engine.choose", "inside engine"),
    ("rules/games/draughts/czech.py", "random", "rules are pure"),
    ("rules/contract/core.py", "rules.match.match", "inside rules"),
    ("loopback/world/state.py", "rules.contract.core", "loopback is independent of the bot"),
    ("loopback/world/state.py", "discord", "loopback is independent of the bot"),
    ("loopback/model/people.py", "loopback.wire", "inside loopback"),
    ("bot/messages/channel/boards.py", "bot.messages.panels.table.menu", "inside messages"),
    ("bot/store/tables/table_store.py", "bot.messages.channel.boards", "inside bot"),
    ("bot/store/sql/hooks.py", "bot.extensions.puzzles.rows", "the core knows no extension"),
    (
        "bot/interactions/client.py",
        "bot.extensions.puzzles.acts",
        "the core knows no extension",
    ),
    (
        "bot/extensions/studies/values.py",
        "bot.extensions.puzzles.values",
        "extensions are independent",
    ),
    (
        "bot/messages/channel/boards.py",
        "discord",
        "only delivery and interactions know discord.py",
    ),
)
"""A file, what it must not import, and the contract that says so."""


@pytest.fixture(scope="module")
def said_of_breaches(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return what is said of a tree with all breaches."""
    tree = copied(tmp_path_factory.mktemp("breached"))
    for file, imported, _ in BREACHES:
        with (tree / file).open("a", encoding="utf-8") as culprit:
            culprit.write(f"\nimport {imported}\n")
    result = lint_imports(tree)
    assert result.returncode != 0
    return result.stdout


@pytest.mark.parametrize(("file", "imported", "contract"), BREACHES)
def test_a_planted_breach_is_seen(
    said_of_breaches: str, file: str, imported: str, contract: str
) -> None:
    """Its contract names the import by itself, not as a part of a longer way."""
    summary, _, details = said_of_breaches.partition("\nBroken contracts\n")
    assert re.search(rf"^{contract} BROKEN", summary, re.MULTILINE), said_of_breaches
    underlined = re.escape(contract) + "\n" + "-" * len(contract) + "\n"
    section = re.split(underlined, details)[1]
    own = re.split(r"\n\n\n(?=.*\n---)", section)[0]
    importer = file.removesuffix(".py").replace("/", ".")
    direct = rf"^- +{importer} -> {imported} \(l\.\d+\)$(?!\n  \S)"
    assert re.search(direct, own, re.MULTILINE), said_of_breaches


def test_a_module_without_a_place_is_seen(tree: Path) -> None:
    (tree / "bot" / "utils.py").write_text("", encoding="utf-8")
    assert lint_imports(tree).returncode != 0


def test_every_long_file_holds_one_idea() -> None:
    """A file is split where it holds two ideas; where a long one holds one, exempt it here."""
    long = {
        str(file.relative_to(ROOT)): lines
        for package in (*PACKAGES, "fast", "bench", "tests")
        for file in (ROOT / package).rglob("*.py")
        if (lines := len(file.read_text(encoding="utf-8").splitlines())) >= LONG
    }
    assert long == {}, "is this one idea?"


def test_every_function_of_the_bot_fits_on_a_screen() -> None:
    """Those with more lines than this do several things, which deserve names of their own."""
    long = {
        f"{file.relative_to(ROOT)}: {node.name}": lines
        for file in (ROOT / "bot").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (lines := (node.end_lineno or 0) - node.lineno + 1) > SCREEN
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


OWN_WORDS: Final = re.compile(r"puzzle|ladder|follower|poster|leaderboard", re.IGNORECASE)
"""Words of extensions that no name of the core holds."""
SETTINGS: Final = frozenset({"app.py", "server.py", "set_up.py", "settings.py"})
"""Files with what a server or a host chooses for extensions, and where they are put together."""


def names_in(tree: ast.AST) -> Iterator[str]:
    """Yield what a module defines, imports and uses by name."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.arg(arg=name) | ast.Name(id=name):
                yield name
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.alias(name=name, asname=other):
                yield from (name, other or "")
            case _:
                pass


def test_no_name_of_the_core_is_that_of_an_extension() -> None:
    """Whoever reads the core meets none of its extensions, but where a server or host sets one."""
    core = [
        file
        for file in (ROOT / "bot").rglob("*.py")
        if "extensions" not in file.parts and file.name not in SETTINGS
    ]
    assert len(core) > 200
    found = {
        f"{file.relative_to(ROOT)}: {name}"
        for file in core
        for name in {file.stem, *names_in(ast.parse(file.read_text("utf-8")))}
        if OWN_WORDS.search(name)
    }
    assert found == set()


def plans_read(file: Path) -> list[str]:
    """Return where a file asks something for its `plans`."""
    return [
        f"{file.name}:{node.lineno}"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "plans"
    ]


@pytest.mark.parametrize("folder", ["channel", "controls"])
def test_no_message_for_others_reads_what_somebody_plans(folder: str) -> None:
    """A plan is its owner's secret: what a channel sees never asks a table for its plans."""
    files = list((ROOT / "bot" / "messages" / folder).glob("*.py"))
    assert files
    assert [where for file in files for where in plans_read(file)] == []


def test_reading_a_plan_is_seen() -> None:
    assert plans_read(ROOT / "bot" / "tables" / "plans.py")


def test_whatever_is_deleted_is_overwritten() -> None:
    """Every connection is made where `secure_delete` is set, which belongs to a connection."""
    connecting = [
        str(file.relative_to(ROOT))
        for file in (ROOT / "bot").rglob("*.py")
        if re.search(r"sqlite3\.connect|aiosqlite\.connect", file.read_text(encoding="utf-8"))
    ]
    assert connecting == ["bot/store/sql/sqlite/files.py"]

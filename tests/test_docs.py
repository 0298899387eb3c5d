"""The documents name files, commands and examples that exist."""

import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from bot.startup_errors import TRY_AGAIN, WRONG_SETUP
from render import text_board
from rules.contract.core import AnyGame
from rules.fair import verify
from rules.shell.perft import perft
from rules.testing import checks
from tests.conformance.configured import playout
from tests.every_table import EVERY_TABLE
from tests.schema import FILE, schema

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "tests" / "README.md"]
)
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]
LONGEST = 120
"""The most characters of a line of prose."""
FOR_HOSTS = (
    "README.md", "docs/hosting.md", "docs/operating.md", "docs/club.md", "docs/many-processes.md",
)  # fmt: skip
OURS = r"\b(?:folds?|parked|leases?|stock|outbox|set apart|whoever|follows? from)\b"
"""Words of the code, and sentences built backwards."""
SHARD = r"operating\.md#many-servers|connection to Discord, called a shard"
EXTERNAL = ("http", "#", "mailto:")
PATH = re.compile(
    r"`((?:bench|bot|conformance|docs|engine|loopback|render|rules|tests)/[\w./-]*)[`:]"
)
"""A file or folder in code, perhaps followed by a name in it, as `bot/app.py: create_app`."""


@pytest.mark.parametrize("name", NAMES)
def test_every_link_leads_somewhere(name: str) -> None:
    document = ROOT / name
    links = re.findall(r"\]\(([^)\s]+)\)", document.read_text(encoding="utf-8"))
    files = [link.partition("#")[0] for link in links if not link.startswith(EXTERNAL)]
    assert [file for file in files if not (document.parent / file).exists()] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_link_to_a_section_finds_it(name: str) -> None:
    document = ROOT / name
    for file, place in re.findall(r"\]\(([^)\s:#]*\.md)?#([^)\s]+)\)", document.read_text("utf-8")):
        text = (document.parent / file if file else document).read_text("utf-8")
        headings = re.findall(r"^#+ (.+)$", text, flags=re.M)
        places = {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}
        assert place in places, file


@pytest.mark.parametrize("name", NAMES)
def test_every_exit_code_that_is_named_is_one_of_the_program(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    codes = set(map(int, re.findall(r"exit codes? (\d+)", text)))
    assert codes <= {0, 1, TRY_AGAIN, WRONG_SETUP}


@pytest.mark.parametrize("name", FOR_HOSTS)
def test_pages_for_hosts_have_no_word_that_needs_the_program(name: str) -> None:
    """Names in code and the words of the log aside. A shard is explained first, or linked."""
    text = (ROOT / name).read_text("utf-8")
    prose = re.sub(r"```.*?```|`[^`]*`|\*[^*\n]+\*|\]\([^)]*\)", "", text, flags=re.S)
    assert re.findall(OURS, prose, flags=re.I) == []
    first, explained = re.search(r"\bshards?\b", prose), re.search(SHARD, text)
    assert first is None or explained is not None


@pytest.mark.parametrize("name", NAMES)
def test_every_file_that_is_named_exists(name: str) -> None:
    """NAME and KEY stand for any name; the game of the walkthrough is not there."""
    document = ROOT / name
    named = PATH.findall(document.read_text(encoding="utf-8"))
    named = [path for path in named if not re.search("NAME|KEY|noughts", path)]
    folders = (ROOT, document.parent)
    assert [path for path in named if not any((each / path).exists() for each in folders)] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_make_target_that_is_named_exists(name: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    named = re.findall(r"\bmake ([a-z]+)(?=[` \n])", _code((ROOT / name).read_text("utf-8")))
    assert set(named) <= targets


def test_every_setting_that_a_document_names_exists() -> None:
    known = set(re.findall(r"POSTBOARD_[A-Z_]+", (ROOT / ".env.example").read_text("utf-8")))
    files = [*DOCUMENTS, *filter(Path.is_file, (ROOT / "deploy").iterdir())]
    for file in files:
        named = set(re.findall(r"POSTBOARD_[A-Z]+(?:_[A-Z]+)*", file.read_text("utf-8")))
        assert named <= known, f"{file.name}: {named - known}"


@pytest.mark.parametrize("name", NAMES)
def test_code_that_is_shown_from_a_file_stands_there(name: str) -> None:
    """Such a block begins with the file in a comment; a line with … leaves something out."""
    blocks = re.findall(
        r"^( *)```python\n\1# (\S+\.py)\n(.*?)^\1```", (ROOT / name).read_text("utf-8"), re.M | re.S
    )
    for indent, file, block in blocks:
        shown = re.sub(f"^{indent}", "", block, flags=re.M)
        for part in shown.split("…\n"):
            assert part in (ROOT / file).read_text("utf-8"), f"{file}: {part}"
    assert blocks or name != "CONTRIBUTING.md"


@pytest.mark.parametrize("name", [name for name in NAMES if "/games/" not in name])
def test_prose_is_wrapped(name: str) -> None:
    """Tables, code and addresses can't be, and `python -m engine balance` writes docs/games/."""
    text = re.sub(r"^ *```.*?^ *```", "", (ROOT / name).read_text("utf-8"), flags=re.M | re.S)
    lines = [line for line in text.splitlines() if not re.match(r" *[|<!]", line)]
    assert [line for line in lines if len(line) > LONGEST and "http" not in line] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_page_holds_both_sides_of_a_conflict(name: str) -> None:
    """No other check reads prose: a merge that was committed half done stays in it unseen."""
    assert not re.search(r"^(<{7}|\|{7}|>{7}) ", (ROOT / name).read_text("utf-8"), re.M)


def test_the_schema_is_that_of_the_migrations() -> None:
    """`python -m tests.schema` writes it."""
    assert FILE.read_text("utf-8") == schema()
    assert len(re.findall("^CREATE TABLE ", schema(), re.M)) == len(EVERY_TABLE)


def test_the_example_of_the_dice_protocol_holds() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", (ROOT / "docs/dice.md").read_text("utf-8"), re.S)
    verify(json.loads(block))


def test_the_game_of_the_walkthrough_plays() -> None:
    game = _game("noughts", 0)
    for state, last in playout(game, 0, 9):
        legal = game.legal(state)
        for cell in game.geometry.cells if legal else ():
            assert (game.violation(state, cell) is None) == (cell in legal)
        assert text_board(game.view(state, last))
    for number, nodes in enumerate((9, 72, 504, 3024), 1):
        assert perft(game, game.start(), number) == nodes


def test_the_game_whose_pieces_move_keeps_the_laws_of_all_games() -> None:
    game = _game("breakthrough", -1)
    for check in checks(game, games=10):
        check()
    # Five pieces have 5 steps ahead and 8 aside. Whatever moved then blocks one step ahead.
    assert perft(game, game.start(), 1) == 13
    assert perft(game, game.start(), 2) == 13 * 12


def _game(name: str, block: int) -> AnyGame:
    """Return the game that one of the blocks of code of the walkthrough makes."""
    text = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    code = re.findall(r"```python\n(.*?)```", text, re.S)[block]
    module = ModuleType(name)
    sys.modules[name] = module
    try:
        exec(compile(code, "docs/adding-a-game.md", "exec"), vars(module))
    finally:
        del sys.modules[name]
    game: AnyGame = module.GAME
    return game


def _code(text: str) -> str:
    """Return what stands in code blocks and code spans, a line each."""
    return (
        "\n".join(
            part
            for found in re.findall(r"```\w*\n(.*?)```|`([^`\n]+)`", text, re.S)
            for part in found
        )
        + "\n"
    )

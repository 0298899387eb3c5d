"""Docstrings begin with a verb or a noun, so that the first word says what is described."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
PARTS: Final = ("bot/delivery", "bot/interactions", "engine", "loopback", "render", "rules")
LATER: Final = frozenset({"position_text.py"})
"""Files that are still to be done."""
HEADLESS: Final = frozenset(
    {"How", "What", "When", "Where", "Whether", "Which", "Who", "Whom", "Whose", "Why"}
)
"""Words that begin a clause without a noun, as in “Whether the seat may speak”."""


def docstrings(tree: ast.AST) -> Iterator[ast.Constant]:
    """Yield the strings that stand as statements: those of modules, classes, functions, names."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str()) as text):
                yield text
            case _:
                pass


def headless(source: str) -> list[int]:
    """Return the lines of the docstrings that begin with a word of a clause."""
    return [
        text.lineno
        for text in docstrings(ast.parse(source))
        if str(text.value).split(maxsplit=1)[0].rstrip(":,.") in HEADLESS
    ]


@pytest.mark.parametrize("part", PARTS)
def test_docstrings_begin_with_a_verb_or_a_noun(part: str) -> None:
    files = [file for file in (ROOT / part).rglob("*.py") if file.name not in LATER]
    assert files
    assert [
        f"{file.relative_to(ROOT)}:{line}"
        for file in files
        for line in headless(file.read_text("utf-8"))
    ] == []


@pytest.mark.parametrize(
    "source",
    [
        '"""What a game is."""',
        'class Seat:\n    """Who sits there."""',
        'def is_free() -> bool:\n    """Whether it is free."""',
        'size = 3\n"""How many there are."""',
        'async def look() -> None:\n    """\n    Where it stands.\n    """',
    ],
)
def test_a_docstring_without_a_head_is_seen(source: str) -> None:
    assert len(headless(source)) == 1


def test_other_docstrings_are_fine() -> None:
    assert headless('"""Return what is left, whoever asks."""\ntext = "What now?"\n') == []

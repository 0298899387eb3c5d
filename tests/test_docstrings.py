"""Docstrings begin with a verb or a noun, so that the first word says what is described."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
PARTS: Final = ("bench", "bot", "engine", "fast", "loopback", "render", "rules")
HEADLESS: Final = re.compile(r"\s*(How|What|When|Where|Whether|Which|Who|Whom|Whose|Why)\b")
"""Matches the beginning of a clause without a noun, as in “Whether the seat may speak”."""


def docstrings(tree: ast.AST) -> Iterator[ast.Constant]:
    """Yield the strings that stand as statements: those of modules, classes, functions, names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def headless(source: str) -> list[int]:
    """Return the lines of the docstrings that begin with a word of a clause."""
    return [
        text.lineno for text in docstrings(ast.parse(source)) if HEADLESS.match(str(text.value))
    ]


@pytest.mark.parametrize("part", PARTS)
def test_docstrings_begin_with_a_verb_or_a_noun(part: str) -> None:
    files = list((ROOT / part).rglob("*.py"))
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

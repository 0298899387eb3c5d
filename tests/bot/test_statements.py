"""No statement of the store reads a whole table that grows without end."""

import ast
import importlib
import pkgutil
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

import bot.store

_STATEMENT: Final = re.compile(r"(SELECT|INSERT|UPDATE|DELETE|WITH)\b")
_STORE: Final = Path(bot.store.__file__).parent
_SMALL: Final = frozenset(
    {"outbox", "drafts", "muted", "outages", "guilds", "metadata", "sqlite_master"}
)
"""Tables that hold only what waits or what there is little of."""
_EXAMPLES: Final = {"table": "outbox", "name": "drafts", "marks": "?, ?", "kinds": ["a", "b"]}
"""Local names in composed statements, and what they may stand for."""
_MADE: Final = ("(subquery", "CONSTANT", "pragma_")
"""What a plan reads that is no stored table."""
_READ_WHOLE: Final = frozenset({"SELECT * FROM timers ORDER BY due, id"})
"""Statements that are asked for everything."""


def statements() -> Iterator[tuple[str, str]]:
    """Yield each statement in the source of the store, with where it stands."""
    for module in pkgutil.iter_modules(bot.store.__path__):
        file = _STORE / f"{module.name}.py"
        names = vars(importlib.import_module(f"bot.store.{module.name}"))
        for node in _texts(ast.parse(file.read_text(encoding="utf-8"))):
            where = f"{file.name}:{node.lineno}"
            if isinstance(node, ast.Constant):
                yield where, str(node.value)
            else:
                composed = compile(ast.Expression(node), where, "eval")
                yield where, eval(composed, {**names, **_EXAMPLES})


def _texts(tree: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """Yield the texts that begin as a statement does; parts of composed ones are no texts."""
    parts = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in ast.walk(node)
        if part is not node
    }
    for node in ast.walk(tree):
        first = node.values[0] if isinstance(node, ast.JoinedStr) and node.values else node
        begins = isinstance(first, ast.Constant) and _STATEMENT.match(str(first.value))
        if begins and id(node) not in parts:
            assert isinstance(node, ast.Constant | ast.JoinedStr)
            yield node


@pytest.fixture
def empty() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as connection:
        for script in sorted((_STORE / "migrations").glob("*.sql")):
            connection.executescript(script.read_text(encoding="utf-8"))
        yield connection


def scanned(connection: sqlite3.Connection, sql: str) -> set[str]:
    """Return the tables that a statement reads as a whole, partial indexes aside."""
    partial = {
        name
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '%WHERE%'"
        )
    }
    plan = connection.execute(f"EXPLAIN QUERY PLAN {sql}", [None] * sql.count("?")).fetchall()
    words = [step[3].split() for step in plan if step[3].startswith("SCAN")]
    return {each[1] for each in words if not each[1].startswith(_MADE) and not partial & set(each)}


def test_every_statement_of_the_store_uses_an_index(empty: sqlite3.Connection) -> None:
    found = dict(statements())
    assert len(found) > 90
    wrong = dict[str, str]()
    for where, sql in found.items():
        try:
            whole = scanned(empty, sql) - _SMALL
        except sqlite3.OperationalError as error:
            # Text that others are composed of is no statement by itself.
            whole = set[str]() if "incomplete input" in str(error) else {str(error)}
        if whole and sql not in _READ_WHOLE:
            wrong[where] = f"{sorted(whole)} in {sql}"
    assert wrong == {}


def test_a_statement_without_an_index_is_noticed(empty: sqlite3.Connection) -> None:
    assert scanned(empty, "SELECT id FROM tables WHERE seating = ?") == {"tables"}
    assert scanned(empty, "SELECT id FROM tables ORDER BY guild_id") == {"tables"}
    assert scanned(empty, "SELECT id FROM tables WHERE engine_due = 1") == set()

"""No statement of the store reads a whole table that grows without end."""

import ast
import importlib
import pkgutil
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest

import bot.store
from bot import extensions
from bot.store.privacy import KEPT

_STATEMENT: Final = re.compile(r"(SELECT|INSERT|UPDATE|DELETE|WITH|PRAGMA)\b")
_STORE: Final = Path(bot.store.__file__).parent
_TAKES_STATEMENT: Final = frozenset(
    {"do", "change", "insert", "each", "column", "row", "rows", "write", "_id", "_items"}
)
"""Methods whose first argument is a statement."""
_SMALL: Final = frozenset(
    {
        "outbox", "drafts", "muted", "outages", "guilds", "metadata", "sqlite_master", "at",
        "forgotten", "vacancies", "settled", "found", "ends", "one", "newest", "present", "lately",
        "game",
    }
)  # fmt: skip
"""Tables that hold only what waits or what there is little of; the statement itself makes `at`,
and the names of what is read to a limit."""
_EXAMPLES: Final = {
    "pools": "ab", "mine": "",
    "self": SimpleNamespace(row_kinds=("board",), _free_timer="kind IN ('rest')", _mine=""),
    "table": "timers", "name": "drafts", "others": "ab", "moments": "ab", "kinds": "ab",
    "words": "'a', 'b'", "also": "",
    "channels": "ab", "allowed": "secret = 0",
    "besides": "ab", "asked": "ab", "people": "ab", "due": "not_before <= 1",
    "condition": "guild_id = ?", "whom": "person = ?", "persons": "ab", "positions": "ab",
    "which": "results.table_id = ?", "table_ids": "ab", "beyond": "<", "order": "DESC",
    "rank": "NULL", "subjects": "ab", "whose": "guild_id = ?",
    "kept": next(each for each in KEPT if each.deleted_with), "column": "guild_id",
}  # fmt: skip
"""Local names in composed statements, and what they may stand for."""
_BY_CLASS: Final = frozenset({"bot.store.forgetting", "bot.store.my_data"})
"""Modules whose statements follow from the classes of columns. They run once a day or once in a
life for a person, and may read a table as a whole."""
_MADE: Final = ("(subquery", "CONSTANT", "pragma_")
"""What a plan reads that is no stored table."""
_READ_WHOLE: Final = frozenset(
    {
        "SELECT * FROM timers ORDER BY due, id LIMIT ?",
        "SELECT DISTINCT kind FROM outbox",
        "SELECT DISTINCT kind FROM timers",
        "SELECT id FROM events ORDER BY id",
        "SELECT guild_id, pool FROM results WHERE why IS NULL"
        " UNION SELECT guild_id, pool FROM ratings UNION SELECT guild_id, pool FROM steps",
    }
)
"""Statements that are asked for everything, or to a limit."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Yield the modules of the store, by name; the package of a database has no statements."""
    found = [m for m in pkgutil.iter_modules(bot.store.__path__, "bot.store.") if not m.ispkg]
    for module in (*found, *pkgutil.walk_packages(extensions.__path__, "bot.extensions.")):
        file = Path(importlib.import_module(module.name).__file__ or "")
        text = file.read_text(encoding="utf-8")
        if module.name.startswith("bot.store.") or "Transaction" in text:
            yield module.name, ast.parse(text)


def statements() -> Iterator[tuple[str, str]]:
    """Yield each statement in the source of the store, with where it stands."""
    for name, tree in modules():
        names = vars(importlib.import_module(name))
        for node in _texts(tree):
            where = f"{name}.py:{node.lineno}"
            text = node.value if isinstance(node, ast.Constant) else _composed(node, names)
            if _STATEMENT.match(str(text)):
                yield where, str(text)


def _composed(text: ast.JoinedStr, names: Mapping[str, object]) -> str:
    """Return what a composed text may be; nothing where it needs more than the examples."""
    try:
        return str(eval(compile(ast.Expression(text), "", "eval"), {**names, **_EXAMPLES}))
    except (NameError, AttributeError):
        return ""


def _texts(tree: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """Yield the texts; parts of composed ones are none."""
    parts = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in ast.walk(node)
        if part is not node
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in parts:
            yield node


def handed_over(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """Yield the line of each call that hands over a statement, and the line of its text.

    The text is an argument, or what a name is bound to; 0: it is neither. What a function hands on
    that it was given is left out.
    """
    bound = {
        target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    given = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)} - bound.keys()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr not in _TAKES_STATEMENT or not node.args:
            continue
        text: ast.expr | None = node.args[0]
        if isinstance(text, ast.Name):
            if text.id in given:
                continue
            text = bound.get(text.id)
        yield node.lineno, text.lineno if isinstance(text, ast.Constant | ast.JoinedStr) else 0


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


_ONLY_SQLITE: Final = re.compile(
    r"INSERT OR|CONFLICT DO UPDATE|\bIS (NOT )?\?|\b(NOT|IS)NULL|(?<!IS) NOT NULL"
    r"|json_|rowid|pragma|\b\d+ <<"
    r"|instr\(|CROSS JOIN \w+ ON|AS INTEGER|FROM \(SELECT [^()]*(\([^()]*\)[^()]*)*\)(?! AS)",
    re.IGNORECASE,
)
"""Words and forms that PostgreSQL doesn't know, or takes otherwise: a shifted 1 has 32 bits."""


def test_statements_are_written_in_words_that_other_databases_know() -> None:
    wrong = [f"{where}: {sql}" for where, sql in statements() if _ONLY_SQLITE.search(sql)]
    assert wrong == []


def test_a_statement_without_an_index_is_noticed(empty: sqlite3.Connection) -> None:
    assert scanned(empty, "SELECT id FROM tables WHERE seating = ?") == {"tables"}
    assert scanned(empty, "SELECT id FROM tables ORDER BY guild_id") == {"tables"}
    assert scanned(empty, "SELECT id FROM tables WHERE engine_due = 1") == set()


def test_every_statement_that_is_handed_over_is_read() -> None:
    read = {where for where, _ in statements()}
    missed = [
        f"{name}.py:{line}"
        for name, tree in modules()
        for line, text in handed_over(tree)
        if f"{name}.py:{text}" not in read and name not in _BY_CLASS
    ]
    assert missed == []


_ORDERED: Final = re.compile(r"ORDER BY ((?:[^()]|\([^()]*\))*?)(?= LIMIT|\)|$)")
_PLAIN: Final = re.compile(r"(?:(\w+)\.)?(\w+)(?: ASC| DESC)?")
"""A column by which rows are ordered, with nothing said about NULL."""
_NAMED: Final = re.compile(r"(?:FROM|JOIN) (\w+)(?: AS (\w+))?")
_MAY_BE_NULL: Final = 'SELECT 1 FROM pragma_table_xinfo(?) WHERE name = ? AND NOT ("notnull" OR pk)'


def without_order(connection: sqlite3.Connection, sql: str) -> list[str]:
    """Return the columns in which NULL may be and by which a statement orders without a word of it.

    SQLite has it before all values, and PostgreSQL after them.
    """
    tables = {alias or table: table for table, alias in _NAMED.findall(sql)}
    found = list[str]()
    for terms in _ORDERED.findall(sql):
        for term in re.split(r", (?![^()]*\))", terms):
            if (plain := _PLAIN.fullmatch(term)) is None:
                continue
            within, column = plain.groups()
            if re.search(rf"\b{column} (?:[<>=]+ \?|IS NOT NULL)", sql):
                continue
            asked = [tables.get(within, within)] if within else tables.values()
            for table in asked:
                if connection.execute(_MAY_BE_NULL, (table, column)).fetchone():
                    found.append(term)
    return found


def test_an_order_says_where_null_comes(empty: sqlite3.Connection) -> None:
    wrong = {where: terms for where, sql in statements() if (terms := without_order(empty, sql))}
    assert wrong == {}


def test_an_order_without_a_word_of_null_is_noticed(empty: sqlite3.Connection) -> None:
    sql = "SELECT id FROM (SELECT id, begun_by FROM tables AS t ORDER BY {} LIMIT 1) AS found"
    assert without_order(empty, sql.format("t.begun_by DESC, id")) == ["t.begun_by DESC"]
    assert without_order(empty, sql.format("begun_by DESC NULLS LAST, id")) == []

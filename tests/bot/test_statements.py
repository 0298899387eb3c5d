"""Each statement is one of SQLite's, and reads no whole table that grows without end."""

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from typing import Final

import pytest

from bot.store.sql.sqlite.schema import MIGRATIONS
from tests.bot.statements import Statement, modules, of_program, read

_SMALL: Final = frozenset(
    {
        "outbox", "drafts", "muted", "outages", "guilds", "metadata", "sqlite_master", "at",
        "forgotten", "vacancies", "settled", "found", "ends", "one", "newest", "present", "lately",
        "game", "table_messages",
    }
)  # fmt: skip
"""Tables that hold only what waits or what there is little of; the statement itself makes `at`,
and the names of what is read to a limit."""
_BY_CLASS: Final = frozenset({"bot.store.people.forgetting", "bot.store.people.my_data"})
"""Modules whose statements follow from the classes of columns. They run once a day or once in a
life for a person, and may read a table as a whole."""
_MADE: Final = ("(subquery", "CONSTANT", "pragma_")
"""What a plan reads that is no stored table."""
_COUNTERS: Final = ("played", "turn_times", "rivals", "engine_games", "game_facts")
_READ_WHOLE: Final = frozenset(
    {
        "SELECT * FROM timers ORDER BY due, id LIMIT ?",
        "SELECT DISTINCT kind FROM outbox",
        "SELECT DISTINCT kind FROM timers",
        "SELECT id FROM events ORDER BY id",
        "SELECT id FROM tables ORDER BY id",
        *(f"SELECT * FROM {counter}" for counter in _COUNTERS),
        "SELECT guild_id, pool FROM results WHERE why IS NULL"
        " UNION SELECT guild_id, pool FROM ratings UNION SELECT guild_id, pool FROM steps",
    }
)
"""Statements that are asked for everything, or to a limit."""


@pytest.fixture
def empty() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as connection:
        for script in sorted(MIGRATIONS.glob("*.sql")):
            connection.executescript(script.read_text(encoding="utf-8"))
        yield connection


def statements() -> Sequence[Statement]:
    """Return the statements for every kind of database."""
    return [each for each in of_program().statements if each.is_for("any")]


def wrong(connection: sqlite3.Connection, found: Sequence[Statement]) -> Iterator[str]:
    """Yield what SQLite doesn't understand, and what is given too few values or too many."""
    for each in found:
        if each.is_for("sqlite"):
            try:
                connection.execute(f"EXPLAIN {each.text}", [None] * each.places)
            except sqlite3.Error as error:
                yield f"{each.where}: {error} in {each.text}"
        if each.values not in (None, each.places):
            yield f"{each.where}: {each.values} values for {each.text}"


def test_every_statement_is_found() -> None:
    """What is known only at run time needs an example in `tests/bot/statements.py`."""
    found = of_program()
    assert found.unknown == []
    assert found.unused == []


def test_every_statement_is_understood(empty: sqlite3.Connection) -> None:
    assert [*wrong(empty, of_program().statements)] == []


def mistyped(errors: Mapping[str, str]) -> dict[str, str]:
    """Return the store and the extensions with other words in the place of some."""
    texts = {
        name: text
        for name, text in modules().items()
        if name.startswith(("bot.store", "bot.extensions"))
    }
    for words, typed in errors.items():
        (name,) = (name for name, text in texts.items() if words in text)
        texts[name] = texts[name].replace(words, typed)
    return texts


def test_typing_errors_are_noticed(empty: sqlite3.Connection) -> None:
    """However seldom their statements run, and wherever the words stand."""
    errors = {
        "UPDATE players SET words_digest": "UPDATE players SET word_digest",
        "OR results.against LIKE": "OR result.against LIKE",
        "INSERT INTO vacations (person, starts, ends)": "INSERT INTO vacations (person, ends)",
        "coalesce(?, card_number + 1)": "coalesce(card_number + 1)",
        "aim, now, study_id": "aim, study_id",
    }
    found = [*wrong(empty, read(mistyped(errors)).statements)]
    told = (*[*errors.values()][:-1], "2 values for UPDATE studies")
    assert [each for each in told if not any(each in line for line in found)] == []
    assert [line for line in found if not any(each in line for each in told)] == []


_UNTOLD: Final = (
    "def f(tx: Transaction, sql): tx.do(sql)",
    "def f(tx: Transaction, sql): tx.do(sql)\nlater(f, sql='SELECT 1')",
    "def f(tx: Transaction): tx.do(f'SELECT {tx.names[0]} FROM tables')",
    "def f(tx: Transaction):\n    sql = 'SELECT 1'\n    sql += unknown\n    tx.do(sql)",
    "def f(tx: Transaction):\n    with g() as sql: tx.do(sql)",
    "def f(tx: Transaction):\n    sql = f'SELECT {sql}'\n    tx.do(sql)",
    "class C:\n    def f(self, tx: Transaction): tx.do(self.sql)",
    "lambda somebody: somebody.do(f'SELECT {column}')",
    "def f(tx: Transaction): tx.carry_out('DELETE FROM tables')",
)


@pytest.mark.parametrize("source", _UNTOLD)
def test_a_statement_that_the_source_does_not_tell_is_noticed(source: str) -> None:
    taker = "class Transaction:\n    def do(self, sql): ..."
    found = read({"bot.store.sql.transaction": f"{taker}\n{source}"})
    assert [*found.unknown, *found.unused] != []


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
    wrong = [
        f"{each.where}: {sorted(whole)} in {each.text}"
        for each in statements()
        if each.text not in _READ_WHOLE and each.where.partition(":")[0] not in _BY_CLASS
        if (whole := scanned(empty, each.text) - _SMALL)
    ]
    assert wrong == []


_ONLY_SQLITE: Final = re.compile(
    r"INSERT OR|CONFLICT DO UPDATE|\bIS (NOT )?\?|\b(NOT|IS)NULL|(?<!IS) NOT NULL"
    r"|json_|rowid|pragma|\b\d+ <<"
    r"|instr\(|CROSS JOIN \w+ ON|AS INTEGER|FROM \(SELECT [^()]*(\([^()]*\)[^()]*)*\)(?! AS)",
    re.IGNORECASE,
)
"""Words and forms that PostgreSQL doesn't know, or takes otherwise: a shifted 1 has 32 bits."""


def test_statements_are_written_in_words_that_other_databases_know() -> None:
    wrong = [each for each in statements() if _ONLY_SQLITE.search(each.text)]
    assert wrong == []


def test_a_statement_without_an_index_is_noticed(empty: sqlite3.Connection) -> None:
    assert scanned(empty, "SELECT id FROM tables WHERE seating = ?") == {"tables"}
    assert scanned(empty, "SELECT id FROM tables ORDER BY guild_id") == {"tables"}
    assert scanned(empty, "SELECT id FROM tables WHERE engine_due = 1") == set()


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
    wrong = {
        each.where: terms for each in statements() if (terms := without_order(empty, each.text))
    }
    assert wrong == {}


def test_an_order_without_a_word_of_null_is_noticed(empty: sqlite3.Connection) -> None:
    sql = "SELECT id FROM (SELECT id, begun_by FROM tables AS t ORDER BY {} LIMIT 1) AS found"
    assert without_order(empty, sql.format("t.begun_by DESC, id")) == ["t.begun_by DESC"]
    assert without_order(empty, sql.format("begun_by DESC NULLS LAST, id")) == []

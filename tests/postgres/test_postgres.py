"""The store on PostgreSQL: the tests of the store itself, and what SQLite has no part in."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from psycopg.pq import ExecStatus

from bot.model.addresses import ServerAddress
from bot.model.shards import ShardRange
from bot.store.sql.database import Database
from bot.store.sql.errors import Busy, MigrationError, ShardsTaken, StoreError, Taken
from bot.store.sql.forgotten import forgotten
from bot.store.sql.postgres import statements
from bot.store.sql.postgres.connecting import parameters
from bot.store.sql.postgres.schema import MIGRATIONS, migrate, require_present
from bot.store.sql.postgres.server import PostgresServer
from bot.store.sql.postgres.statements import PostgresSession
from bot.store.sql.transaction import Transaction
from bot.store.store import Store
from tests.bot.statements import Statement, of_program, read
from tests.bot.table_service import NOW
from tests.bot.test_statements import mistyped
from tests.conformance.configured import SOAK
from tests.postgres.server import find_programs
from tests.postgres.translation import (
    FIRST,
    OTHERS,
    OURS,
    first_migration,
    present_schema,
)

_PROGRAMS: Final = find_programs()
_STORE: Final = (
    *(
        f"tests/bot/test_{name}.py"
        for name in (
            "store", "conflicts", "written_together", "cleaning", "commands", "queues",
            "outbox_order", "outbox_worker", "timers",
        )
    ),
    "tests/extensions/standing/test_corrections.py",
)  # fmt: skip
_CRASHES: Final = "tests/bot/test_crash_points.py"
_KILLED: Final = (
    "tests/bot/test_checking.py",
    f"{_CRASHES}::test_a_move_that_was_not_committed_can_be_made_again",
    f"{_CRASHES}::test_a_row_is_struck_only_once_its_board_was_sent",
    f"{_CRASHES}::test_a_table_whose_bot_dies_is_shown_by_one_card",
    f"{_CRASHES}::test_a_game_that_dies_at_its_beginning_begins",
    f"{_CRASHES}::test_an_answer_to_an_offer_that_dies_is_given",
)
_ALL: Final = ("tests/bot",)
"""Too many to be run twice each time."""

pytestmark = pytest.mark.skipif(_PROGRAMS is None, reason="PostgreSQL isn't installed")


@pytest.fixture
def address(empty: str) -> str:
    return empty


@pytest.fixture
def session(address: str) -> Generator[PostgresSession]:
    made = PostgresSession(partial(psycopg.connect, address, autocommit=True))
    yield made
    made.close()


def test_the_first_migrations_say_the_same() -> None:
    assert (OTHERS / FIRST).read_text(encoding="utf-8") == first_migration()


def test_both_databases_have_a_file_for_each_migration() -> None:
    ours, others = ([file.name for file in sorted(each.glob("*.sql"))] for each in (OURS, OTHERS))
    assert ours == others


def test_all_migrations_lead_to_one_schema(session: PostgresSession, address: str) -> None:
    """That of PostgreSQL is what SQLite's final schema says in its words."""
    migrate(session)
    with psycopg.connect(address) as connection:
        migrated = _schema(connection)
        connection.rollback()
        connection.execute("CREATE SCHEMA other; SET search_path = other")
        connection.execute(present_schema().encode())
        wanted = _schema(connection)
        connection.rollback()
    migrated.pop("applied_migrations", None)
    migrated.pop("held_shards", None)
    assert migrated == wanted


def _schema(connection: psycopg.Connection[Any]) -> dict[str, list[tuple[Any, ...]]]:
    """Return what there is of each table: its columns, constraints, indexes and triggers."""
    found = dict[str, list[tuple[Any, ...]]]()
    for sql in (
        "SELECT table_name, column_name, data_type, is_nullable, column_default, collation_name,"
        " is_identity, generation_expression FROM information_schema.columns"
        " WHERE table_schema = current_schema()",
        "SELECT relname, pg_get_constraintdef(pg_constraint.oid) FROM pg_constraint"
        " JOIN pg_class ON pg_class.oid = conrelid"
        " WHERE pg_class.relnamespace = current_schema()::regnamespace",
        "SELECT tablename, replace(indexdef, current_schema() || '.', '') FROM pg_indexes"
        " WHERE schemaname = current_schema()",
        "SELECT relname, replace(pg_get_triggerdef(pg_trigger.oid), current_schema() || '.', '')"
        " FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
        " WHERE NOT tgisinternal AND pg_class.relnamespace = current_schema()::regnamespace",
    ):
        for table, *rest in connection.execute(sql).fetchall():
            found.setdefault(table, []).append(tuple(rest))
    return {table: sorted(rows, key=repr) for table, rows in found.items()}


def test_a_connection_that_breaks_is_no_database_without_tables(
    session: PostgresSession, address: str
) -> None:
    migrate(session)
    session.begin_reading()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s)", (session.pid,))
    with pytest.raises(Busy):
        require_present(session.statements())


def wrong(session: PostgresSession, found: Sequence[Statement]) -> Iterator[str]:
    """Yield what PostgreSQL doesn't understand."""
    session.run("SELECT 1")  # Connects.
    for each in found:
        if not each.is_for("postgres"):
            continue
        for text in each.text.split("; "):  # One of them is three.
            result = session._open().pgconn.prepare(b"", _numbered(text, each.method))  # pyright: ignore[reportPrivateUsage]
            if result.status != ExecStatus.COMMAND_OK:
                yield f"{each.where}: {result.error_message.decode()} in {text}"


def _numbered(text: str, method: str) -> bytes:
    """Return a statement as the server gets it: with numbers of places, as its library writes."""
    more = " RETURNING id" if method == "insert" else ""
    # What goes to the library itself is written in its words.
    words = text if "%s" in text else statements._with_places(text + more).decode()  # pyright: ignore[reportPrivateUsage]
    numbers = count(1)
    numbered = re.sub(
        "%[s%]", lambda place: "%" if place[0] == "%%" else f"${next(numbers)}", words
    )
    return numbered.encode()


def test_every_statement_is_understood(session: PostgresSession) -> None:
    migrate(session)
    assert [*wrong(session, of_program().statements)] == []


def test_typing_errors_are_noticed(session: PostgresSession) -> None:
    """The second one is none on SQLite."""
    migrate(session)
    errors = {
        "UPDATE players SET words_digest": "UPDATE players SET word_digest",
        "0) AS spent FROM": "0) AS spent, person FROM",
        "INSERT INTO corrections (sequence": "INSERT INTO corrections (sequences",
    }
    found = [*wrong(session, read(mistyped(errors)).statements)]
    assert len(found) == len(errors)
    assert all(any(typed in line for line in found) for typed in errors.values())


def test_what_a_text_holds_is_no_place_and_no_list(session: PostgresSession) -> None:
    session.begin()
    sql = "SELECT '100 %? IN ()''?' || ? AS text WHERE 1 NOT IN () AND 'x%s' LIKE ?"
    (row,) = session.statements().do(sql, "!", "x%")
    assert row["text"] == "100 %? IN ()'?!"


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    "modules",
    [
        pytest.param(_STORE, id="store"),
        pytest.param(_KILLED, id="killed"),
        pytest.param(_ALL, id="all", marks=pytest.mark.skipif(not SOAK, reason="for make soak")),
    ],
)
def test_the_bot_does_on_it_what_it_does_on_a_file(modules: tuple[str, ...]) -> None:
    command = (sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *modules)
    environment = {name: value for name, value in os.environ.items() if name != "SOAK"}
    ended = subprocess.run(
        command, env={**environment, "POSTGRES": "1"}, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout[-3000:]


def test_a_database_that_an_unreleased_version_made_is_told_apart(
    session: PostgresSession,
) -> None:
    """Otherwise it would fail later, with a sentence of the server's."""
    migrate(session)
    migrate(session)
    session.execute("ALTER TABLE guilds DROP COLUMN settings")
    told = r"unreleased .* differ \(guilds\)"
    with pytest.raises(MigrationError, match=told):
        migrate(session)
    with pytest.raises(MigrationError, match=told):
        require_present(session.statements())


async def test_a_database_that_is_newer_is_left_alone(
    address: str, session: PostgresSession
) -> None:
    migrate(session)
    session.execute("INSERT INTO applied_migrations VALUES (99)")
    with pytest.raises(MigrationError, match="newer Postboard"):
        async with PostgresServer.open(address):
            pass
    session.execute("DELETE FROM applied_migrations WHERE number = 99")


async def test_no_schema_changes_below_a_process_that_serves_it(
    address: str, tmp_path: Path
) -> None:
    """One of the new version that starts meanwhile ends, and is started again."""
    for file in MIGRATIONS.glob("*.sql"):
        shutil.copy(file, tmp_path)
    (tmp_path / "9999_new.sql").write_text("ALTER TABLE metadata ADD COLUMN new BIGINT;\n")
    old, new = ShardRange(0, 0, 2), ShardRange(1, 1, 2)

    async def columns() -> list[str]:
        async with PostgresServer.open(address, tmp_path, new) as server:
            return await server.snapshot(_columns_of_metadata)

    async with PostgresServer.open(address, shards=old) as served:
        with pytest.raises(ShardsTaken, match="Stop it first"):
            await columns()
        assert "new" not in await served.snapshot(_columns_of_metadata)
    assert "new" in await columns()


def _columns_of_metadata(tx: Transaction) -> list[str]:
    rows = tx.do("SELECT column_name FROM information_schema.columns WHERE table_name = 'metadata'")
    return [row["column_name"] for row in rows]


async def test_errors_are_those_of_the_store(address: str) -> None:
    def note(tx: Transaction) -> None:
        tx.do("INSERT INTO metadata VALUES ('key', '1')")

    async with PostgresServer.open(address) as server:
        database = Database(Path("none"), server)
        await database.transact(note)
        with pytest.raises(Taken):
            await database.transact(note)
        (row,) = await database.rows("SELECT * FROM metadata WHERE key = 'key'")
        assert tuple(row) == ("key", "1")
        assert (row["value"], row[1], [*row.keys()]) == ("1", "1", ["key", "value"])


async def test_what_can_never_be_stored_keeps_nothing_else_waiting(address: str) -> None:
    """Its library refuses NUL before the server sees it."""
    sql = "INSERT INTO metadata VALUES (?, '1')"
    async with PostgresServer.open(address) as server:
        database = Database(Path("none"), server)
        database.defer(lambda tx: tx.do(sql, "nothing \0"))
        database.defer(lambda tx: tx.do(sql, "after it"))
        await database.flush()
        assert await database.row("SELECT 1 FROM metadata WHERE key = 'after it'") is not None
        with pytest.raises(StoreError) as refused:
            await database.write(sql, "nothing \0")
        assert not isinstance(refused.value, Busy)


async def test_a_lost_connection_is_made_anew(address: str, session: PostgresSession) -> None:
    async with PostgresServer.open(address) as server:
        database = Database(Path("none"), server)
        session.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'postboard'"
        )
        with pytest.raises(Busy):
            await database.write("DELETE FROM metadata")
        await database.write("DELETE FROM metadata")


def test_a_transaction_that_the_server_undoes_has_not_been_committed(
    session: PostgresSession,
) -> None:
    """It answers the COMMIT of one in which a statement has failed, and raises nothing."""
    migrate(session)
    session.begin()
    session.statements().do("INSERT INTO metadata VALUES ('key', '1')")
    with suppress(Taken):
        session.statements().do("INSERT INTO metadata VALUES ('key', '1')")
    with pytest.raises(StoreError, match="undone"):
        session.commit()
    assert not session.in_transaction


async def test_work_that_hides_a_failure_is_undone_alone(address: str) -> None:
    """What shares its transaction is committed, and told so."""

    def wait(tx: Transaction) -> None:
        tx.do("INSERT INTO metadata VALUES ('first', '1')")
        tx.do("SELECT pg_sleep(0.2)")

    def hide(tx: Transaction) -> None:
        with suppress(Taken):
            tx.do("INSERT INTO metadata VALUES ('first', '2')")

    async with PostgresServer.open(address) as server:
        database = Database(Path("none"), server)
        results = await asyncio.gather(
            database.transact(wait),
            database.write("INSERT INTO metadata VALUES ('second', '1')"),
            database.transact(hide),
            return_exceptions=True,
        )
        assert [type(each) for each in results] == [type(None), type(None), StoreError]
        rows = await database.rows("SELECT value FROM metadata WHERE key IN ('first', 'second')")
        assert [row["value"] for row in rows] == ["1", "1"]


def test_no_connection_waits_for_a_network_that_drops_everything(address: str) -> None:
    """The system ends it after seconds; what the address says of that holds."""
    with psycopg.connect(**parameters(address, "tests")) as made:
        given = made.info.get_parameters()
    assert given["application_name"] == "tests"
    assert (given["keepalives_idle"], given["tcp_user_timeout"]) == ("10", "20000")
    assert parameters(f"{address}&tcp_user_timeout=5", "tests")["tcp_user_timeout"] == "5"


async def test_what_comes_after_the_end_opens_no_connection(address: str) -> None:
    async with PostgresServer.open(address) as server:
        database = Database(Path("none"), server)
        await database.rows("SELECT 1 AS one")
    late = asyncio.create_task(database.rows("SELECT 1 AS one"))
    done, _ = await asyncio.wait([late], timeout=0.3)
    assert not done
    late.cancel()


async def test_two_processes_that_wait_for_each_other_both_get_through(address: str) -> None:
    """PostgreSQL ends one of two such transactions; it is run again."""
    async with PostgresServer.open(address) as one, PostgresServer.open(address) as other:
        left, right = Database(Path("left"), one), Database(Path("right"), other)
        await left.write("INSERT INTO metadata VALUES ('a', '0'), ('b', '0')")
        runs = list[str]()

        def in_turn(name: str, *keys: str) -> Any:
            def work(tx: Transaction) -> None:
                runs.append(name)
                for key in keys:
                    tx.do("UPDATE metadata SET value = value || '1' WHERE key = ?", key)
                    tx.do("SELECT pg_sleep(0.2)")

            return work

        await asyncio.gather(
            left.transact(in_turn("left", "a", "b")), right.transact(in_turn("right", "b", "a"))
        )
        assert len(runs) > 2, "they didn't wait for each other"
        rows = await left.rows("SELECT value FROM metadata WHERE key IN ('a', 'b')")
        assert [row["value"] for row in rows] == ["011", "011"]


async def test_who_is_forgotten_is_taken_out_of_the_tables(address: str, tmp_path: Path) -> None:
    """Deleted rows stay in a table of PostgreSQL's until it is told to take them out."""
    listed = tmp_path / "folder" / "list"
    async with Database.open(ServerAddress(address), forgotten=listed) as database:
        people = Store(database).people
        person = await people.meet(4711)
        await people.erase(person, NOW)
        await people.settle()
        vacuumed = await database.rows(
            "SELECT relname AS name FROM pg_stat_user_tables WHERE vacuum_count = 1"
        )
    assert forgotten(listed, NOW) == [person]
    assert {row["name"] for row in vacuumed} >= {"people", "players", "notes", "preferences"}

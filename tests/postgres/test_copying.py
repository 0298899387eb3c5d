"""`postboard copy`: either all that a file holds is in the database, or nothing."""

import sqlite3
import subprocess
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from bot.checking import check
from bot.command_line import main
from bot.copying import copy
from bot.model.addresses import ServerAddress
from bot.startup_errors import TRY_AGAIN, WRONG_SETUP, only_process
from bot.store.sql.database import Database
from bot.store.sql.postgres import copying
from bot.store.sql.sqlite.schema import MIGRATIONS, upgrade
from bot.store.sql.sqlite.statements import Statements
from bot.store.sql.transaction import Row, Value
from tests.bot.kept_file import KeptFile, kept_files
from tests.bot.timed_host import Host
from tests.every_table import EVERY_TABLE
from tests.postgres.server import find_programs

_KEPT: Final = kept_files()[-1]
"""All games, with people who did what they may, and the computer."""
_FEW: Final = 3


every_version = pytest.mark.parametrize("kept", kept_files(), ids=lambda kept: kept.version)


@pytest.fixture
def kept() -> KeptFile:
    return _KEPT


@pytest.fixture
def old(tmp_path: Path, kept: KeptFile) -> Path:
    """Return a file in which much has happened, brought up to the present schema."""
    file = tmp_path / "old.sqlite3"
    kept.lay_out(file)
    upgrade(file, MIGRATIONS)
    return file


def change(file: Path, sql: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(sql)


def of_file(file: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(sql).fetchall()


def of_server(address: str, sql: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(address) as connection:
        return connection.execute(sql.encode()).fetchall()


def content(ask: Callable[[str], list[tuple[Any, ...]]]) -> Mapping[str, list[tuple[Any, ...]]]:
    """Return the rows of all tables."""
    return {
        kept.table: sorted(ask(f"SELECT * FROM {kept.table}"), key=repr) for kept in EVERY_TABLE
    }


def is_empty(address: str) -> bool:
    """Return True if no table of Postboard's has rows, or none is there."""
    if of_server(address, "SELECT to_regclass('tables')") == [(None,)]:
        return True
    return not any(content(lambda sql: of_server(address, sql)).values())


@every_version
def test_a_file_is_copied_whole(
    old: Path, empty: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Few rows at a time are in memory."""
    monkeypatch.setattr(copying, "_PIECE", _FEW)
    do, most = Statements.do, 0

    def counted(self: Statements, sql: str, *values: Value) -> list[Row]:
        nonlocal most
        found = do(self, sql, *values)
        if "sqlite_master" not in sql and "pragma_" not in sql:  # The schema is read as well.
            most = max(most, len(found))
        return found

    monkeypatch.setattr(Statements, "do", counted)
    assert main(["copy", str(old), empty]) == 0
    assert most == _FEW
    assert "Each row was compared" in capsys.readouterr().out
    there = content(lambda sql: of_file(old, sql))
    assert content(lambda sql: of_server(empty, sql)) == there
    assert all(len(there[each]) > _FEW for each in ("tables", "entries", "results", "timers"))
    assert main(["check", str(old)]) == 0
    monkeypatch.setenv("POSTBOARD_DATABASE", empty)
    monkeypatch.setenv("POSTBOARD_FORGOTTEN", "forgotten")
    assert main(["check"]) == 0


@every_version
async def test_the_bot_goes_on_with_the_copy(old: Path, empty: str, kept: KeptFile) -> None:
    """Nothing differs from the logs, and no number is drawn twice, whoever had it.

    Its host watches the server with an extension, which has views there.
    """
    change(old, "UPDATE sqlite_sequence SET seq = seq + 40 WHERE name = 'outbox'")
    address = ServerAddress(empty)
    with psycopg.connect(empty) as connection:
        connection.execute("CREATE EXTENSION pg_stat_statements")
    assert copy(old, address, kept.now).status == 0
    async with Database.open(address) as opened:
        host = Host(opened)
        host.clock.time = kept.now
        assert await host.services.reconciling.reconcile_all() == 0
    ((last,),) = of_file(old, "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'")
    following = "SELECT nextval(pg_get_serial_sequence('{}', 'id'))"
    assert of_server(empty, following.format("outbox")) == [(last + 1,)]
    ((last,),) = of_file(old, "SELECT max(id) FROM tables")
    assert of_server(empty, following.format("tables")) == [(last + 1,)]
    references = "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND convalidated"
    ((count,),) = of_server(empty, references)
    assert count > 20


def test_a_dump_can_be_restored(
    old: Path,
    empty: str,
    server_address: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As docs/many-processes.md says."""
    programs = find_programs()
    assert programs is not None
    assert copy(old, ServerAddress(empty), _KEPT.now).status == 0
    dump = old.with_name("games.dump")
    subprocess.run([programs / "pg_dump", "-Fc", "-f", dump, empty], check=True)
    with psycopg.connect(server_address, autocommit=True) as connection:
        connection.execute("CREATE DATABASE tried")
        tried = server_address.replace("/?", "/tried?")
        restoring = ("pg_restore", "--exit-on-error", "--no-owner", "-d", tried)
        subprocess.run([programs / restoring[0], *restoring[1:], dump], check=True)
        monkeypatch.setenv("POSTBOARD_DATABASE", tried)
        monkeypatch.setenv("POSTBOARD_FORGOTTEN", "list")
        assert main(["check"]) == 0
        assert content(lambda sql: of_server(tried, sql)) == content(lambda sql: of_file(old, sql))
        connection.execute("DROP DATABASE tried WITH (FORCE)")


def test_a_file_that_is_not_there_or_in_use_is_not_copied(
    old: Path, empty: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["copy", str(old.with_name("none")), empty]) == WRONG_SETUP
    assert capsys.readouterr().err.startswith("There is no file")
    with only_process(old):
        assert main(["copy", str(old), empty]) == TRY_AGAIN
    assert "Stop that one first" in capsys.readouterr().err
    assert is_empty(empty)


@pytest.mark.parametrize("schema", [0, 99])
def test_a_file_of_another_version_is_not_copied(old: Path, empty: str, schema: int) -> None:
    change(old, f"PRAGMA user_version = {schema}")
    report = copy(old, ServerAddress(empty), _KEPT.now)
    assert report.status == WRONG_SETUP
    assert f"has schema {schema}" in report.lines[0]
    assert is_empty(empty)


async def test_a_database_in_which_something_is_stays_as_it_is(old: Path, empty: str) -> None:
    address = ServerAddress(empty)
    async with Database.open(address) as opened:
        await opened.write("INSERT INTO metadata VALUES ('key', 'word')")
    report = copy(old, address, _KEPT.now)
    assert report.status == WRONG_SETUP
    assert "isn't empty: metadata has rows" in report.lines[0]
    assert of_server(empty, "SELECT * FROM metadata") == [("key", "word")]
    assert of_server(empty, "SELECT * FROM tables") == []


def test_a_database_of_another_program_stays_as_it_is(old: Path, empty: str) -> None:
    with psycopg.connect(empty) as connection:
        connection.execute("CREATE TABLE invoices (id BIGINT)")
    report = copy(old, ServerAddress(empty), _KEPT.now)
    assert report.status == WRONG_SETUP
    assert "isn't empty: it has invoices" in report.lines[0]
    assert is_empty(empty)


def test_what_is_no_address_is_told(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["copy", str(old), "games"]) == WRONG_SETUP
    assert "postgresql://" in capsys.readouterr().err
    assert main(["copy", str(old), "postgresql://bot:sec%ret@127.0.0.1:1/games"]) == WRONG_SETUP
    assert main(["copy", str(old), "postgresql://bot:secret@127.0.0.1:1/games"]) == TRY_AGAIN
    assert "sec" not in "".join(capsys.readouterr())


def test_a_file_with_faults_is_copied_once_they_are_mended(old: Path, empty: str) -> None:
    address = ServerAddress(empty)
    change(old, "UPDATE tables SET due_at = 5 WHERE status = 'playing'")
    report = copy(old, address, _KEPT.now)
    assert report.status == 1
    assert report.lines[0].startswith("table ")
    assert "postboard check --repair" in report.lines[-1]
    assert is_empty(empty)
    assert check(old, _KEPT.now, repairs=True).status == 0
    assert copy(old, address, _KEPT.now).status == 0


@pytest.mark.parametrize(
    "harm",
    ["IF NEW.number = 1 THEN RETURN NULL; END IF;", "IF NEW.number = 1 THEN NEW.at = 0; END IF;"],
    ids=["lost", "changed"],
)
async def test_a_row_that_is_lost_or_changed_on_the_way_is_noticed(
    old: Path, empty: str, harm: str
) -> None:
    address = ServerAddress(empty)
    async with Database.open(address):
        pass
    with psycopg.connect(empty) as connection:
        connection.execute(
            "CREATE FUNCTION harm() RETURNS trigger LANGUAGE plpgsql AS"
            f" $$ BEGIN {harm} RETURN NEW; END $$".encode()
        )
        connection.execute(
            "CREATE TRIGGER harm BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION harm()"
        )
    report = copy(old, address, _KEPT.now)
    assert report.status == 1
    assert "entries differs at table_id 1, number 1" in report.lines[0]
    assert is_empty(empty)

"""The database file: made, migrated with a backup, refused when it is newer, never half changed."""

import asyncio
import errno
import os
import shutil
import sqlite3
import stat
import threading
from collections.abc import Sequence
from contextlib import closing
from operator import methodcaller
from pathlib import Path

import pytest

from bot.app import create_app
from bot.store.sql.database import Database, Transaction
from bot.store.sql.errors import MigrationError, Taken
from bot.store.sql.sqlite import files
from bot.store.sql.sqlite.connection import Connection
from tests.loopback.waiting import until

pytestmark = pytest.mark.file("the file of a database")

OURS = Path(__file__).parents[2] / "bot" / "store" / "sql" / "migrations"

ENTRY = "INSERT INTO entries VALUES (1, 1, 1, 'seat', 0, NULL, '1', 'played', 'c3-d4')"


@pytest.fixture
def migrations(tmp_path: Path) -> Path:
    """Return a copy of the migrations, to which a test adds its own."""
    return Path(shutil.copytree(OURS, tmp_path / "migrations"))


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "down" / "tables.sqlite3"


def asked(file: Path, sql: str) -> Sequence[tuple[object, ...]]:
    """Ask the file as another program does."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(sql).fetchall()


def newest(folder: Path) -> int:
    return max(int(file.name.split("_")[0]) for file in folder.glob("*.sql"))


def mode_of(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


async def test_a_new_file_is_made_with_its_folder(database: Path) -> None:
    async with Database.open(database):
        pass
    assert asked(database, "PRAGMA user_version") == [(newest(OURS),)]
    assert asked(database, "SELECT count(*) FROM tables") == [(0,)]
    assert mode_of(database) == 0o600, "it holds secrets of dice"
    assert not list(database.parent.glob("*.before-*")), "there was nothing to save"


async def test_migrations_are_numbered_without_gaps() -> None:
    numbers = sorted(int(file.name.split("_")[0]) for file in OURS.glob("*.sql"))
    assert numbers == list(range(1, len(numbers) + 1))


async def test_it_is_opened_with_wal_and_foreign_keys(database: Path) -> None:
    async with Database.open(database) as opened:
        for pragma, value in (("journal_mode", "wal"), ("foreign_keys", 1), ("synchronous", 2)):
            (row,) = await opened.transact(methodcaller("do", f"PRAGMA {pragma}"))
            assert row[0] == value
        with pytest.raises(Taken, match="FOREIGN KEY"):
            await opened.write("INSERT INTO drafts VALUES (7, 1, 1, '[]')")


async def test_opening_again_changes_nothing(database: Path) -> None:
    async with Database.open(database) as opened:
        await opened.write("INSERT INTO metadata (key, value) VALUES ('a', 'b')")
    schema = asked(database, "SELECT * FROM sqlite_schema ORDER BY name")
    async with Database.open(database) as opened:
        assert [tuple(row) for row in await opened.rows("SELECT * FROM metadata")] == [("a", "b")]
    assert asked(database, "SELECT * FROM sqlite_schema ORDER BY name") == schema
    assert not list(database.parent.glob("*.before-*"))


async def test_an_older_file_is_saved_and_brought_up_to_date(
    database: Path, migrations: Path
) -> None:
    async with Database.open(database, migrations) as opened:
        await opened.write("INSERT INTO metadata (key, value) VALUES ('a', 'b')")
    old = newest(migrations)
    (migrations / f"{old + 1:04}_colours.sql").write_text(
        "ALTER TABLE metadata ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey';"
    )
    async with Database.open(database, migrations):
        pass
    assert asked(database, "SELECT key, value, colour FROM metadata") == [("a", "b", "grey")]
    assert asked(database, "PRAGMA user_version") == [(old + 1,)]
    copy = database.with_name(f"{database.name}.before-{old + 1:04}")
    assert asked(copy, "SELECT * FROM metadata") == [("a", "b")]
    assert asked(copy, "PRAGMA user_version") == [(old,)]
    assert mode_of(copy) == 0o600


async def an_older_file(database: Path, migrations: Path) -> Path:
    """Write a file of the schema before a new migration; return the name of its copy."""
    async with Database.open(database, migrations) as opened:
        await opened.write("INSERT INTO metadata (key, value) VALUES ('a', 'mine')")
    (migrations / "0999_colours.sql").write_text("ALTER TABLE metadata ADD COLUMN colour TEXT;")
    return database.with_name(f"{database.name}.before-0999")


async def test_a_copy_before_a_migration_is_never_written_over(
    database: Path, migrations: Path, tmp_path: Path
) -> None:
    """A file that comes back and is brought up to date once more has a copy of its own."""
    copy = await an_older_file(database, migrations)
    other = tmp_path / "other.sqlite3"
    async with Database.open(other, OURS) as opened:
        await opened.write("INSERT INTO metadata (key, value) VALUES ('a', 'yours')")
    older = Path(shutil.copy(database, tmp_path / "older.sqlite3"))
    for file in (older, other, other):  # Killed after its copy, it starts again: one is enough.
        shutil.copy(file, database)
        async with Database.open(database, migrations):
            pass
    second = copy.with_name(f"{copy.name}-2")
    assert sorted(database.parent.glob("*.before-*")) == [copy, second]
    assert asked(copy, "SELECT value FROM metadata") == [("mine",)]
    assert asked(second, "SELECT value FROM metadata") == [("yours",)]


async def test_a_copy_is_on_the_disk_before_a_migration_begins(
    database: Path, migrations: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = await an_older_file(database, migrations)
    synced: list[Path] = []

    def full(path: Path) -> None:
        synced.append(path)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(files, "sync", full)
        with pytest.raises(MigrationError, match="can't be copied before 0999_colours") as error:
            async with Database.open(database, migrations):
                pass
    assert "No space left" in str(error.value)
    assert synced == [copy.with_name(f"{copy.name}.part")]
    assert not list(database.parent.glob("*.before-*"))
    assert asked(database, "PRAGMA user_version") != [(999,)]
    async with Database.open(database, migrations):
        pass
    assert asked(database, "PRAGMA user_version") == [(999,)]


async def test_a_damaged_file_is_not_brought_up_to_date(database: Path, migrations: Path) -> None:
    await an_older_file(database, migrations)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("INSERT INTO drafts VALUES (7, 1, 1, '[]')")
    with pytest.raises(MigrationError, match=r"damaged: A row of drafts .*postboard restore"):
        async with Database.open(database, migrations):
            pass
    assert asked(database, "PRAGMA user_version") != [(999,)]
    assert not list(database.parent.glob("*.before-*"))


async def test_several_migrations_are_applied_in_order(database: Path, migrations: Path) -> None:
    old = newest(migrations)
    async with Database.open(database, migrations):
        pass
    steps = (
        "CREATE TABLE stairs (n INTEGER)",
        "INSERT INTO stairs VALUES (1)",
        "DROP TABLE stairs",
    )
    for number, step in enumerate(steps, old + 1):
        (migrations / f"{number:04}_step.sql").write_text(f"{step};")
    async with Database.open(database, migrations):
        pass
    assert asked(database, "PRAGMA user_version") == [(old + 3,)]
    (copy,) = database.parent.glob("*.before-*")
    assert asked(copy, "PRAGMA user_version") == [(old,)], "one copy, of what was there before"


async def test_a_file_of_a_newer_version_is_refused_and_kept(
    database: Path, migrations: Path
) -> None:
    async with Database.open(database, migrations):
        pass
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(MigrationError, match=r"newer Postboard \(schema 99\)") as error:
        async with Database.open(database, migrations):
            pass
    assert str(database) in str(error.value)
    assert f"knows schema {newest(migrations)}" in str(error.value)
    assert asked(database, "PRAGMA user_version") == [(99,)]
    with pytest.raises(MigrationError):
        async with create_app(database):
            pass


async def test_a_migration_that_fails_leaves_the_file_as_it_was(
    database: Path, migrations: Path
) -> None:
    async with Database.open(database, migrations) as opened:
        await opened.write("INSERT INTO metadata (key, value) VALUES ('a', 'b')")
    old = newest(migrations)
    schema = asked(database, "SELECT * FROM sqlite_schema ORDER BY name")
    broken = migrations / f"{old + 1:04}_broken.sql"
    broken.write_text(
        "CREATE TABLE half (a);\nDELETE FROM metadata;\nINSERT INTO missing VALUES (1);\n"
    )
    with pytest.raises(MigrationError, match=f"{broken.stem}.sql failed: no such table"):
        async with Database.open(database, migrations):
            pass
    assert asked(database, "SELECT * FROM sqlite_schema ORDER BY name") == schema
    assert asked(database, "SELECT * FROM metadata") == [("a", "b")]
    assert asked(database, "PRAGMA user_version") == [(old,)]
    broken.unlink()
    async with Database.open(database, migrations) as opened:
        assert await opened.row("SELECT * FROM metadata")


async def test_a_first_migration_that_fails_leaves_an_empty_file(
    database: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "0001_broken.sql").write_text("CREATE TABLE a (b);\nnonsense;")
    with pytest.raises(MigrationError, match=r"0001_broken\.sql failed"):
        async with Database.open(database, folder):
            pass
    assert asked(database, "SELECT * FROM sqlite_schema") == []
    async with Database.open(database):
        pass


@pytest.fixture
def diary(tmp_path: Path) -> Path:
    """Return a file that is something else."""
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary, today I played draughts. " * 100)
    return file


async def test_a_file_that_is_no_database_is_refused_and_kept(diary: Path) -> None:
    before = _content(diary)
    with pytest.raises(MigrationError, match="not a database") as error:
        async with Database.open(diary):
            pass
    assert str(diary) in str(error.value)
    assert _content(diary) == before


def _content(file: Path) -> bytes:
    return file.read_bytes()


async def test_statements_happen_together_or_not_at_all(database: Path) -> None:
    async with Database.open(database) as opened:
        with pytest.raises(KeyError):
            await opened.transact(_write_and_stumble)
        assert await opened.row("SELECT * FROM metadata") is None
        await opened.transact(_write)
        assert await opened.row("SELECT * FROM metadata") is not None


def _write(tx: Transaction) -> None:
    tx.do("INSERT INTO metadata (key, value) VALUES ('a', 'b')")


def _write_and_stumble(tx: Transaction) -> None:
    _write(tx)
    raise KeyError


async def test_the_log_can_not_be_rewritten(database: Path) -> None:
    async with Database.open(database) as opened:
        await opened.write(
            "INSERT INTO tables (channel_id, place, secret, game, rules_version, options, seating,"
            " time_control, clock_mode, vacation, hints, boards, rated, game_number, status,"
            " host, locale, opened_at) VALUES (1, 'guild', 0, 'czech', 1, '{}', 0, 'none', 'soft',"
            " 1, 0, NULL, 0, 1, 'playing', 1, 'en', 1)"
        )
        await opened.write(ENTRY)
        with pytest.raises(Taken, match="never changed"):
            await opened.write("UPDATE entries SET text = 'c3-b4'")
        with pytest.raises(Taken):
            await opened.write(ENTRY)


async def test_a_flush_waits_for_what_another_transaction_does(database: Path) -> None:
    """What was deferred may ride with a transaction that is still being committed."""
    done = list[str]()
    async with Database.open(database) as opened:
        opened.defer(lambda _: "struck", done.append)
        riding = asyncio.create_task(opened.transact(lambda _: None))
        await asyncio.sleep(0)  # The transaction begins and takes it along.
        await opened.flush()
        assert done == ["struck"]
        await riding


async def test_a_database_whose_opening_is_cancelled_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its thread opens it all the same."""
    begun, may_open = threading.Event(), threading.Event()
    made: list[sqlite3.Connection] = []

    def connect(path: Path) -> sqlite3.Connection:
        begun.set()
        may_open.wait()
        made.append(sqlite3.connect(path, check_same_thread=False))
        return made[0]

    async def use() -> None:
        async with Connection(tmp_path / "tables.sqlite3"):
            pytest.fail("it was cancelled")

    monkeypatch.setattr("bot.store.sql.sqlite.connection.connect", connect)
    opening = asyncio.create_task(use())
    await until(begun.is_set)
    opening.cancel()
    await asyncio.sleep(0)
    may_open.set()
    with pytest.raises(asyncio.CancelledError):
        await opening
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        made[0].execute("SELECT 1")

"""Deferred statements, which ride with a transaction and never make it fail; and what reads see."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import pytest

from bot.store.sql.database import Database, Transaction
from bot.store.sql.errors import Busy, StoreError, Taken
from tests.bot.held_file import locked
from tests.stored import needs_file


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite3"


@pytest.fixture
async def opened(database: Path) -> AsyncGenerator[Database]:
    """Return a database where nothing that is deferred gets a transaction of its own."""
    async with Database.open(database, idle=600) as found:
        yield found


def noting(key: str, size: int = 0) -> Callable[[Transaction], str]:
    """Return work that writes a row of at least this many bytes."""

    def note(tx: Transaction) -> str:
        place = len(tx.do("SELECT * FROM metadata"))
        tx.do("INSERT INTO metadata VALUES (?, ?)", key, f"{place:03}".ljust(size, "."))
        return key

    return note


def failing(key: str, failure: Exception) -> Callable[[Transaction], str]:
    """Return work that writes a row, announces it and raises, the first time."""
    failures = [failure]

    def stumble(tx: Transaction) -> str:
        noting(key)(tx)
        tx.announce(key)
        if failures:
            raise failures.pop()
        return key

    return stumble


async def keys(opened: Database) -> list[str]:
    return [row["key"] for row in await opened.rows("SELECT key FROM metadata ORDER BY value")]


@pytest.mark.parametrize(
    "failure", [ValueError("a bug"), Taken("a constraint")], ids=["bug", "taken"]
)
async def test_what_can_never_be_done_is_dropped_alone(
    opened: Database, failure: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    done, announced = list[str](), list[int]()
    opened.listen("bad", announced.append)
    opened.defer(noting("before"), done.append)
    opened.defer(failing("bad", failure), done.append)
    opened.defer(noting("after"), done.append)
    for key in ("one", "two"):
        await opened.transact(noting(key))
    assert await keys(opened) == ["before", "after", "one", "two"]
    assert done == ["before", "after"]
    assert not announced
    (logged,) = caplog.records
    assert "stumble" in logged.getMessage()
    assert "dropped" in logged.getMessage()
    assert logged.levelno == logging.ERROR


async def test_what_fails_for_the_moment_waits_with_all_after_it(opened: Database) -> None:
    done = list[str]()
    opened.defer(noting("before"), done.append)
    opened.defer(failing("late", Busy("database is locked")), done.append)
    opened.defer(noting("after"), done.append)
    await opened.transact(noting("one"))
    assert await keys(opened) == ["before", "one"]
    assert done == ["before"]
    await opened.transact(noting("two"))
    assert await keys(opened) == ["before", "one", "late", "after", "two"]
    assert done == ["before", "late", "after"]


async def test_what_rides_with_work_that_fails_is_done(opened: Database) -> None:
    done = list[str]()
    opened.defer(noting("first"), done.append)
    opened.defer(failing("bad", ValueError()), done.append)
    with pytest.raises(KeyError):
        await opened.transact(failing("whole", KeyError()))
    assert await keys(opened) == ["first"]
    assert done == ["first"]


async def test_what_rides_with_a_commit_that_fails_waits(
    opened: Database, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What can never be done is dropped all the same, and logged once."""
    needs_file()
    done = list[str]()
    await opened.transact(lambda tx: tx.do("PRAGMA busy_timeout = 1"))
    opened.defer(noting("first"), done.append)
    with locked(database), pytest.raises(Busy, match="locked"):
        await opened.transact(noting("one"))
    assert await keys(opened) == []
    await opened.transact(noting("two"))
    assert await keys(opened) == ["first", "two"]
    assert done == ["first"]
    assert not caplog.records


async def test_a_disk_that_is_full_for_deferred_work_is_not_for_others(opened: Database) -> None:
    """SQLite ends the whole transaction then, with every savepoint."""
    needs_file()
    (size,) = await opened.rows("PRAGMA page_count")
    await opened.transact(lambda tx: tx.do(f"PRAGMA max_page_count = {size[0]}"))
    opened.defer(noting("small"))
    opened.defer(noting("large", 100_000))
    await opened.transact(noting("one"))
    assert "large" not in await keys(opened)
    assert (await keys(opened))[-1] == "one"
    await opened.transact(lambda tx: tx.do("PRAGMA max_page_count = 100000"))
    await opened.flush()
    assert sorted(await keys(opened)) == ["large", "one", "small"]


async def test_what_cannot_be_done_at_the_end_is_lost_and_logged(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Database.open(database) as first:
        first.defer(noting("kept"))
        first.defer(failing("bad", ValueError("a bug")))
        first.defer(failing("late", Busy("database is locked")))
    async with Database.open(database) as second:
        assert await keys(second) == ["kept"]
    assert "1 deferred statements were lost" in caplog.text


async def test_a_cancelled_transaction_commits_and_is_announced(opened: Database) -> None:
    announced, done = list[int](), list[str]()
    opened.listen("news", announced.append)
    opened.defer(noting("deferred"), done.append)

    def write(tx: Transaction) -> None:
        noting("written")(tx)
        tx.announce("news")

    writing = asyncio.create_task(opened.transact(write))
    await asyncio.sleep(0)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    await opened.transact(lambda _: None)
    assert announced == [0]
    assert await keys(opened) == ["deferred", "written"]
    assert done == ["deferred"]


async def test_reading_goes_on_while_another_program_writes(
    opened: Database, database: Path
) -> None:
    await opened.transact(noting("one"))
    with locked(database):
        writing = asyncio.create_task(opened.transact(noting("two")))
        assert await keys(opened) == ["one"]
        assert await opened.snapshot(lambda tx: len(tx.do("SELECT * FROM metadata"))) == 1
        assert not writing.done()
    await writing
    assert await keys(opened) == ["one", "two"]


async def test_reading_can_not_write(opened: Database) -> None:
    with pytest.raises(StoreError, match=r"read-?only"):
        await opened.snapshot(noting("one"))


async def test_a_read_sees_exactly_what_has_returned(opened: Database) -> None:
    """Nobody is told of a change before its transaction returns, or of an older state after."""
    await opened.transact(noting("count"))
    returned = 0
    sql = "UPDATE metadata SET value = CAST(CAST(value AS BIGINT) + 1 AS TEXT) WHERE key = 'count'"

    async def write() -> None:
        nonlocal returned
        for _ in range(100):
            await opened.transact(lambda tx: tx.do(sql))
            returned += 1

    async def read() -> None:
        while returned < 100:
            (row,) = await opened.rows("SELECT value FROM metadata WHERE key = 'count'")
            assert int(row["value"]) == returned

    await asyncio.gather(write(), *(read() for _ in range(4)))

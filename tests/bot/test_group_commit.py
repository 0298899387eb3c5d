"""Changes that come together share a commit, and harm each other in nothing."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.interactions.client import Postboard
from bot.store.sql import commits as group_commits
from bot.store.sql.commits import Session
from bot.store.sql.database import Database, Transaction
from bot.store.sql.errors import Busy
from bot.store.sql.pieces_of_work import End, Outcome, Piece
from loopback import Loopback
from tests.bot.game_driver import sit_down
from tests.bot.held_file import locked
from tests.bot.steps import run


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncGenerator[Database]:
    async with Database.open(tmp_path / "tables.sqlite3", idle=600) as found:
        yield found


@pytest.fixture
async def commits(opened: Database) -> list[str]:
    """Return the commits from now on."""
    seen: list[str] = []

    def note(statement: str) -> None:
        if statement == "COMMIT":
            seen.append(statement)

    await run(opened, lambda file: file.set_trace_callback(note))
    return seen


def noting(key: str, size: int = 0) -> Callable[[Transaction], str]:
    def note(tx: Transaction) -> str:
        place = len(tx.do("SELECT * FROM metadata"))
        tx.do("INSERT INTO metadata VALUES (?, ?)", key, f"{place:04}".ljust(size, "."))
        tx.announce(key)
        return key

    return note


def raising(key: str, failure: BaseException) -> Callable[[Transaction], str]:
    def stumble(tx: Transaction) -> str:
        noting(key)(tx)
        raise failure

    return stumble


async def keys(opened: Database) -> list[str]:
    return [row["key"] for row in await opened.rows("SELECT key FROM metadata ORDER BY value")]


@pytest.mark.parametrize(("count", "most"), [(1, 1), (2, 2), (10, 2), (64, 2), (100, 3)])
async def test_what_comes_together_shares_commits_in_its_order(
    opened: Database, commits: list[str], count: int, most: int
) -> None:
    """The first one waits for nobody, so it has a commit of its own."""
    names = [f"{number:03}" for number in range(count)]
    done = await asyncio.gather(*(opened.transact(noting(name)) for name in names))
    assert done == names
    assert await keys(opened) == names
    assert len(commits) == most


async def test_one_after_the_other_each_has_a_commit(opened: Database, commits: list[str]) -> None:
    for name in ("a", "b", "c"):
        await opened.transact(noting(name))
    assert len(commits) == 3


async def test_what_raises_is_undone_alone(opened: Database, commits: list[str]) -> None:
    announced = list[str]()
    for name in ("b", "d"):
        opened.listen(name, lambda _, name=name: announced.append(name))  # type: ignore[misc]
    failures = KeyError("b"), asyncio.CancelledError()
    done = await asyncio.gather(
        opened.transact(noting("a")),
        opened.transact(raising("b", failures[0])),
        opened.transact(noting("c")),
        opened.transact(noting("d")),
        return_exceptions=True,
    )
    assert list(done) == ["a", failures[0], "c", "d"]
    assert await keys(opened) == ["a", "c", "d"]
    assert announced == ["d"]
    assert len(commits) == 2


@pytest.mark.file("the size of a file")
async def test_on_a_full_disk_each_has_a_transaction_of_its_own(opened: Database) -> None:
    """SQLite ends the whole transaction then; what has room is done, in its order."""
    (size,) = await opened.rows("PRAGMA page_count")
    await opened.transact(lambda tx: tx.do(f"PRAGMA max_page_count = {size[0]}"))
    done = await asyncio.gather(
        opened.transact(noting("first")),
        opened.transact(noting("a")),
        opened.transact(noting("large", 100_000)),
        opened.transact(noting("b")),
        return_exceptions=True,
    )
    assert [each for each in done if isinstance(each, str)] == ["first", "a", "b"]
    assert isinstance(done[2], Busy)
    assert "full" in str(done[2])
    assert await keys(opened) == ["first", "a", "b"]


@pytest.mark.file("the locks of a file")
async def test_a_transaction_that_can_not_begin_fails_for_all(
    opened: Database, tmp_path: Path
) -> None:
    await opened.transact(lambda tx: tx.do("PRAGMA busy_timeout = 1"))
    with locked(tmp_path / "tables.sqlite3"):
        done = await asyncio.gather(
            *(opened.transact(noting(name)) for name in "abc"), return_exceptions=True
        )
    assert [str(each) for each in done] == ["database is locked"] * 3
    assert await opened.transact(noting("d")) == "d"
    assert await keys(opened) == ["d"]


async def test_who_is_cancelled_keeps_nobody_from_an_answer(opened: Database) -> None:
    announced = list[int]()
    opened.listen("b", announced.append)
    tasks = [asyncio.create_task(opened.transact(noting(name))) for name in "abc"]
    await asyncio.sleep(0)
    tasks[1].cancel()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    assert [done[0], done[2]] == ["a", "c"]
    assert isinstance(done[1], asyncio.CancelledError)
    assert await keys(opened) == ["a", "b", "c"]
    assert announced == [0]


async def test_no_read_sees_a_change_before_it_has_returned(
    opened: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the thread is slow to report what it has committed."""
    await opened.transact(lambda tx: tx.do("INSERT INTO metadata VALUES ('count', '0')"))
    returned = 0
    add = "UPDATE metadata SET value = CAST(value AS BIGINT) + 1"

    def slow_end(*values: Any, **named: Any) -> End:
        time.sleep(0.005)
        return End(*values, **named)

    monkeypatch.setattr(group_commits, "End", slow_end)

    async def write() -> None:
        nonlocal returned
        for _ in range(20):
            await opened.transact(lambda tx: tx.do(add))
            returned += 1

    async def read() -> None:
        while returned < 20:
            (row,) = await opened.rows("SELECT value FROM metadata")
            assert int(row["value"]) == returned

    await asyncio.gather(write(), read(), read())


async def test_work_may_run_twice(
    server: Loopback, bot: Postboard, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game is played as ever though all work of the store runs twice, the first time in vain."""
    once = group_commits._in_savepoint  # pyright: ignore[reportPrivateUsage]
    runs = list[str]()

    def twice(piece: Piece, session: Session) -> Outcome:
        session.run("SAVEPOINT rehearsal")
        try:
            once(piece, session)
        finally:
            session.run("ROLLBACK TO rehearsal")
            session.run("RELEASE rehearsal")
        runs.append(piece.name)
        return once(piece, session)

    monkeypatch.setattr(group_commits, "_in_savepoint", twice)
    driver = await sit_down(server, bot, database, "hypergammon")
    while driver.match.seat_due is not None and len(driver.match.plies) < 4:
        await driver.move(driver.match.game.notate(driver.match.legal[0]))
    driver = await sit_down(server, bot, database, channel="games")
    while len(driver.match.plies) < 6:
        await driver.move(driver.match.game.notate(driver.match.legal[0]))
    assert len(set(runs)) > 5

"""A full disk, or a file that another program holds: reading goes on, moves wait or are refused."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from bot.interactions.client import Postboard
from bot.store.sql.database import Transaction
from bot.tables import commits
from loopback import Loopback, Person
from rules.log.events import Played, Rolled
from tests.bot.game_driver import GameDriver, delivered, logged, private, sit_down
from tests.bot.held_file import keep_unwritten, locked
from tests.bot.proofs import GAME
from tests.stored import needs_file

READING: Final = (
    "games", "board", "help", "profile", "rules", "game history", "game plan", "game dice",
)  # fmt: skip
"""Commands that change nothing."""
REFUSED: Final = ("Something went wrong", "can't save")


@asynccontextmanager
async def full(bot: Postboard) -> AsyncGenerator[None]:
    """Let the file be as on a full disk for everything that is entered in a log."""
    needs_file()

    def fill(tx: Transaction) -> None:
        tx.do(
            "CREATE TRIGGER filling BEFORE INSERT ON entries BEGIN INSERT OR REPLACE INTO metadata"
            " VALUES ('filling', hex(zeroblob(100000))); END"
        )
        tx.do(f"PRAGMA max_page_count = {tx.do('PRAGMA page_count')[0][0]}")

    def empty(tx: Transaction) -> None:
        tx.do("PRAGMA max_page_count = 100000")
        tx.do("DROP TRIGGER filling")

    await bot.store.queues.flush()
    await bot.store.queues.transact(fill)
    yield
    await bot.store.queues.transact(empty)


@pytest.fixture
async def game(server: Loopback, bot: Postboard, database: Path) -> GameDriver:
    return await sit_down(server, bot, database)


async def answers(person: Person, command: str) -> None:
    """Expect that a command is answered, and not by an excuse."""
    shown = (await person.slash(command, channel="lobby")).message
    assert shown is not None
    assert not any(text in shown.content for text in REFUSED)


@pytest.mark.parametrize("command", READING)
async def test_a_command_that_only_reads_needs_no_writing(
    bot: Postboard, game: GameDriver, ann: Person, command: str
) -> None:
    opened = bot.store.queues._db  # pyright: ignore[reportPrivateUsage]
    await delivered(bot)
    with locked(game.database):
        await answers(ann, command)
    await keep_unwritten(opened, unwritten=True)
    await answers(ann, command)
    await keep_unwritten(opened, unwritten=False)


async def test_a_move_that_finds_the_disk_full_is_refused(
    bot: Postboard, game: GameDriver, ann: Person
) -> None:
    before = logged(game.database, game.table_id)
    async with full(bot):
        refused = private(await ann.slash("move", channel="lobby", move="c3-d4"))
        assert refused.content == "Your move didn't go through. Try again in a minute."
    assert logged(game.database, game.table_id) == before
    await game.move("c3-d4")


async def test_a_move_with_dice_waits_and_says_so(
    server: Loopback, bot: Postboard, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever pressed knows the number, and so the roll: another press would be a second try."""
    driver = await sit_down(server, bot, database, GAME)
    monkeypatch.setattr(commits, "_FIRST", 0.001)
    monkeypatch.setattr(commits, "_LONGEST", 0.001)
    due = driver.due
    move = driver.game.notate(driver.game.legal(driver.match.state)[0])
    before = len(due.sees("lobby"))
    async with full(bot):
        press = due.start_slash("move", "lobby", {"move": move})
        told = private(await due.outcome(press))
        assert "play your move as soon as I can" in told.content
        assert len(logged(database, driver.table_id)) == len(driver.match.entries)
    await bot.idle()
    await delivered(bot)
    assert [type(each) for each in logged(database, driver.table_id)[-2:]] == [Played, Rolled]
    boards = [m for m in due.sees("lobby")[before:] if not m.ephemeral]
    assert len(boards) == 1
    assert [m.content for m in due.sees("lobby")[before:] if m.ephemeral] == [told.content]

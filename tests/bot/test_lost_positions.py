"""Buttons of positions that the log no longer holds, since the database went back."""

from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from bot.interactions.client import Postboard
from loopback import Faults, Loopback, Reply
from tests.bot.conftest import bot_on
from tests.bot.game_driver import check_picture, delivered, logged, owed, private, public, sit_down
from tests.stored import copied


async def test_a_button_of_a_lost_position_is_refused_with_the_present_board(
    server: Loopback, database: Path, tmp_path: Path
) -> None:
    """Whether its number lies beyond the log, or the log went on in another way."""
    async with bot_on(server, database) as bot:
        driver = await sit_down(server, bot, database, "czech")
    start, backup = driver.match, tmp_path / "backup.sqlite3"
    copied(database, backup)
    async with bot_on(server, database) as driver.bot:
        await driver.move("g3-f4")
        await driver.move("h6-g5")
        lost, player = driver.board, driver.due
        offer = public(await player.slash("game draw"))
    copied(backup, database)
    async with bot_on(server, database) as driver.bot:
        driver.match = start
        for moved in ((), ("g3-f4", "b6-a5"), ("f4-e5",)):
            for text in moved:
                await driver.move(text)
            await _refused(player.click(lost, "Play f4xh6 (only move)"))
            await _refused(player.click(lost, "My view"))
            await _refused(driver.people[start.seats[1]].click(offer, "Agree"))
        assert logged(database, driver.table_id) == list(driver.match.events)
        view = private(await player.click(driver.board, "My view"))
        assert "position is gone" not in view.content


async def _refused(click: Coroutine[Any, Any, Reply]) -> None:
    told = private(await click)
    assert "position is gone" in told.content
    assert "to move (" in told.content
    check_picture(told)


async def test_another_process_that_is_ahead_makes_no_position_lost(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "czech")
    behind = await bot.lookup.get(driver.table_id)
    await driver.move("c3-d4")
    bot.lookup.cache.keep(behind)
    view = private(await driver.due.click(driver.board, "My view"))
    assert "position is gone" not in view.content
    assert "to move (⚫ Black)" in view.content


async def test_a_board_that_another_process_owes_is_shown(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """The table in memory lacks the entry that the row is about."""
    driver = await sit_down(server, bot, database, "czech")
    behind = await bot.lookup.get(driver.table_id)
    lobby = driver.due.place("lobby")
    server.faults = Faults(dropped_before=1, channels=frozenset({lobby.id}))
    driver.due.start_slash("move", lobby, {"move": "c3-d4"})
    await owed(bot)
    await bot.idle()
    bot.lookup.cache.keep(behind)
    server.faults = Faults()
    server.clock.advance(60)
    await delivered(bot)
    newest = [each for each in driver.due.sees("lobby") if each.attachments][-1]
    assert "c3-d4" in newest.content
    check_picture(newest)

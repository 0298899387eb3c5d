"""Commands are told to Discord when they changed or were lost, and otherwise left alone."""

from pathlib import Path

import pytest
from discord import app_commands

from bot.interactions.client import Postboard
from bot.interactions.registration import sync_commands
from loopback import Loopback
from loopback.validation import commands as validation
from tests.bot.conftest import bot_on
from tests.bot.game_driver import private


async def registered_anew(server: Loopback, database: Path) -> bool:
    """Run the bot once and tell whether it registered its commands."""
    server.commands.changed.clear()
    async with bot_on(server, database):
        return server.commands.changed.is_set()


async def test_a_new_bot_registers_its_commands(server: Loopback, database: Path) -> None:
    assert server.commands.of(None) == []
    assert await registered_anew(server, database)
    assert {"play", "move", "help"} <= {each.raw["name"] for each in server.commands.of(None)}


async def test_a_restart_registers_nothing(server: Loopback, database: Path) -> None:
    await registered_anew(server, database)
    before = server.commands.of(None)
    assert not await registered_anew(server, database)
    assert server.commands.of(None) == before


async def test_a_new_database_registers_once_more(
    server: Loopback, database: Path, tmp_path: Path
) -> None:
    """Without a note of what Discord has, it is told again."""
    await registered_anew(server, database)
    assert await registered_anew(server, tmp_path / "other.sqlite3")


@pytest.mark.parametrize("lost", ["all", "one"])
async def test_commands_that_discord_lost_are_registered_again(
    server: Loopback, database: Path, lost: str
) -> None:
    await registered_anew(server, database)
    whole = [each.raw for each in server.commands.of(None)]
    server.commands.replace(None, [] if lost == "all" else whole[1:])
    assert await registered_anew(server, database)
    assert {each.raw["name"] for each in server.commands.of(None)} == {r["name"] for r in whole}


async def test_changed_commands_are_registered(server: Loopback, bot: Postboard) -> None:
    assert not await sync_commands(bot)
    move = bot.tree.get_command("move")
    assert isinstance(move, app_commands.Command)
    move.description = "Play a move, any move"
    server.commands.changed.clear()
    assert await sync_commands(bot)
    assert server.commands.changed.is_set()
    (changed,) = [each for each in server.commands.of(None) if each.raw["name"] == "move"]
    assert changed.raw["description"] == "Play a move, any move"
    assert not await sync_commands(bot)


async def test_a_command_that_went_away_is_taken_off(server: Loopback, bot: Postboard) -> None:
    bot.tree.remove_command("game")
    assert await sync_commands(bot)
    assert "game" not in {each.raw["name"] for each in server.commands.of(None)}


async def test_commands_that_discord_refuses_do_not_keep_the_bot_from_serving(
    server: Loopback,
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Those registered before are still there, and still work."""
    await registered_anew(server, database)
    server.commands.replace(None, [each.raw for each in server.commands.of(None)][1:])
    before = server.commands.of(None)
    monkeypatch.setitem(validation.MOST, 1, 2)
    caplog.clear()
    async with bot_on(server, database):
        reply = await server.person("Ann").slash("move", move="c3-d4")
        assert "No game is in progress" in private(reply).content
    assert server.commands.of(None) == before
    errors = [each for each in caplog.records if each.levelname == "ERROR"]
    assert ["stay as they were" in each.getMessage() for each in errors] == [True]
    assert errors[0].exc_info is None

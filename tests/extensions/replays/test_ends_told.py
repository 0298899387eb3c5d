"""The message of a game's end says more than it could at first, by one edit."""

import re
from pathlib import Path

import pytest

from bot.extensions.replays.posters import poster_timer
from bot.store.queues.queues import set_timer
from loopback import Loopback
from tests.bot.conftest import bot_on
from tests.bot.game_driver import private
from tests.extensions.replays.test_posters import Dead, all_told, czech_end, end_of


async def test_the_end_of_a_short_game_is_celebrated_once_whenever_the_bot_was_killed(
    server: Loopback, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for no worker, and the timer stands again as after a kill before its deletion."""
    monkeypatch.setattr("bot.extensions.replays.posters.LEAST_TOLD", 2)
    ann = server.person("Ann")
    async with bot_on(server, database) as bot:
        monkeypatch.setattr(bot.advice, "_pool", Dead())
        first = await czech_end(server, database, bot, plies=2)
        await all_told(bot)
        assert "'s first win!" in end_of(server).content
        second = await czech_end(server, database, bot, plies=2)
        await all_told(bot)
        told = end_of(server)
        assert re.search(
            r"^-# \w+: 2 of 10 .* · head to head: \w+ [012], \w+ [012]$", told.content, re.M
        )
        assert told.content.count("head to head") == 1
        again = poster_timer(second.table_id, int(server.clock.now()))
        await bot.store.queues.transact(lambda tx: set_timer(tx, again))
        await all_told(bot)
        assert ann.present(told).content == told.content
        assert first.table_id != second.table_id


async def test_nothing_is_said_of_who_hides_at_the_end(
    server: Loopback, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.extensions.replays.posters.LEAST_TOLD", 2)
    async with bot_on(server, database) as bot:
        for name in ("Ann", "Bo"):
            mine = private(await server.person(name).slash("profile"))
            await server.person(name).click(mine, "Hide me")
        await czech_end(server, database, bot, plies=2)
        await all_told(bot)
        assert "beat" in end_of(server).content
        assert not end_of(server).edited

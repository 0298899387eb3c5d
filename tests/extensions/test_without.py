"""The bot without some of its extensions: games are opened, played and ended as with them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from bot.app import EXTENSIONS
from loopback import Loopback, Person
from tests.bot.conftest import bot_on
from tests.bot.game_driver import labels, private, shown, sit_down

LEFT_OUT: Final = (*([name] for name in EXTENSIONS), list(EXTENSIONS))


@pytest.mark.parametrize("names", LEFT_OUT, ids="-".join)
async def test_a_game_is_opened_played_and_ended(
    server: Loopback, people: Sequence[Person], database: Path, names: Sequence[str]
) -> None:
    del people
    async with bot_on(server, database, without=names) as bot:
        driver = await sit_down(server, bot, database, "rematch", side="white")
        for move in ("d4-c4", "c2-b2", "b3xd4xd2", "d1xd3"):
            await driver.move(move)
        question = private(await driver.due.slash("game resign"))
        end = await shown(bot, driver.due, await driver.due.click(question, "Resign"))
        assert "resigned" in end.content
        assert "Analysis" in labels(end)
        assert private(await driver.due.slash("game analysis")).attachments

"""Public answers that Discord shows to one person alone: they do not count as given.

In a server without the bot, people who may not use External Apps there get every answer privately
(Discord's documentation, "Permissions").
"""

from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from loopback import Loopback, Person
from loopback.model.permissions import Permission
from rules.log.events import Played
from rules.time.duration import DAY
from tests.bot.channel_checker import ChannelChecker, begin
from tests.bot.game_driver import delivered, pick, private


@pytest.fixture
async def checker(server: Loopback, bot: Postboard, database: Path, ann: Person) -> ChannelChecker:
    """Watch the lobby, where Ann plays with Bo, and from where the bot is removed.

    Ann has installed the bot for herself.
    """
    await begin(server)
    await bot.idle()
    await delivered(bot)
    ann.user.has_installed = True
    world, lobby = server.world, server.world.channel("lobby")
    world.set_overwrite(lobby, ann.user, deny=Permission.USE_EXTERNAL_APPS)
    world.remove_bot(world.guild())
    return ChannelChecker(server, database, "lobby")


@pytest.mark.parametrize("way", ["typed", "panel"])
async def test_a_board_that_only_the_mover_was_shown_is_shown_to_all_later(
    server: Loopback,
    bot: Postboard,
    checker: ChannelChecker,
    ann: Person,
    caplog: pytest.LogCaptureFixture,
    *,
    way: str,
) -> None:
    """The first answer and a follow-up both tell whether they are private."""
    if way == "typed":
        await ann.slash("move", move="c3-d4")
    else:
        board = private(await ann.slash("board"))
        panel = private(await ann.click(board, "Move"))
        await ann.click(await pick(ann, panel, "c3-d4"), "Play c3-d4")
    await bot.idle()
    assert len(await bot.store.queues.waiting()) == 1
    assert not any("c3-d4" in message.content for message in checker.messages())
    server.world.add_bot(server.world.guild())
    server.clock.advance(DAY)
    await bot.scheduler.run_due()
    await delivered(bot)
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)
    assert [each.message for each in caplog.records if each.levelname == "ERROR"] == []

"""A week over the wire: chosen in the settings, told once, and replayed from there."""

from pathlib import Path

import pytest

from bot.extensions.week.values import TOLD
from bot.extensions.week.work import Weeks
from bot.interactions.client import Postboard
from engine.report import PlyReport, Report, written_report
from loopback import Loopback, Message, Person
from loopback.model.messages import MessageFlag
from loopback.model.permissions import Permission
from rules.contract.core import Seat
from rules.time.duration import DAY
from tests.bot.conftest import bot_on
from tests.bot.game_driver import GameDriver, delivered, labels, live_through, private, sit_down
from tests.bot.test_owners_wire import club_panel, granted
from tests.extensions.replays.test_posters import resigned

VALUES = (-0.5, 0.9, 0.8)
"""The values of three moves, as those who made them see them: White is far behind, and wins."""


async def turned_on(server: Loopback, cy: Person) -> Message:
    """Let the server have its weeks in a channel of their own, and return its settings."""
    (guild,) = server.world.guilds.values()
    granted(server, cy, Permission.MANAGE_GUILD)
    hall = server.world.add_channel(guild, "hall", topic="")
    more = private(await cy.click(await club_panel(cy), "More …"))
    menu = "The week: choose a channel"
    return private(await cy.choose(more, str(hall.id), placeholder=menu))


async def lost(server: Loopback, bot: Postboard, database: Path) -> GameDriver:
    """Let Bo lose a game in which he was ahead, as a report says; it counts as a long one."""
    driver = await sit_down(server, bot, database, side="white")
    for move in ("c3-d4", "b6-a5", "d4-c5"):
        await driver.move(move)
    await resigned(bot, driver.people[Seat(1)], "lobby")
    table = await bot.lookup.get(driver.table_id)
    plies = tuple(
        PlyReport(number, ply.side, ply.notation, value)
        for number, (ply, value) in enumerate(zip(table.started.plies, VALUES, strict=True), 1)
    )
    report = Report("search", plies, (), (), (), None)
    await bot.store.engines.keep_report(table.started.digest, "4", written_report(report))
    await bot.store.database.write("UPDATE results SET length = 30, rule = 'czech.blocked'")
    return driver


async def sunday(server: Loopback, bot: Postboard) -> None:
    """Let time pass until the week is due, and what is due then be sent."""
    (due,) = [each.due for each in await bot.store.queues.timers(1_000) if each.kind == TOLD]
    await live_through(bot, server, due - int(bot.now()) + 1)
    await bot.scheduler.run_due()
    await bot.service(Weeks).settled()
    await bot.outbox.deliver_due()
    await bot.store.queues.flush()


async def test_a_server_reads_its_week_and_replays_the_game_from_there(
    server: Loopback, bot: Postboard, database: Path, cy: Person, di: Person
) -> None:
    settings = await turned_on(server, cy)
    assert "- The week: <#" in settings.content
    assert ", Sundays at 12:00 (UTC)" in settings.content
    for _ in range(3):
        await lost(server, bot, database)
    await sunday(server, bot)
    (message,) = cy.sees("hall")
    first, welcome, game = message.content.splitlines()
    assert first == "**The week**: 3 games, 90 moves, 2 players"
    assert welcome.startswith("Welcome ")
    assert welcome.endswith(", who finished their first games.")
    assert {"Ann", "Bo"} <= {*welcome.replace(",", "").split()}
    assert game.startswith("Game of the week: **Ann – Bo**, [Czech draughts](")
    assert game.endswith(". Bo led until move 1.")
    assert message.pings == set()
    assert MessageFlag.SUPPRESS_NOTIFICATIONS in message.flags
    (poster,) = message.attachments
    assert (poster.description or "").startswith("Ann (White) beat Bo (Black)")
    assert labels(message) == {"Replay", "Leaderboard"}
    film = private(await cy.click(message, "Replay"))
    assert (film.attachments[0].description or "").startswith("Replay of Czech draughts")
    assert labels(film) == set(), "its other buttons are for the channel of the game"
    assert "leaderboard" in private(await cy.click(message, "Leaderboard")).content
    await sunday(server, bot)
    assert len(di.sees("hall")) == 1, "the next week is quiet"


async def test_who_cannot_see_the_game_gets_no_replay(
    server: Loopback, bot: Postboard, database: Path, cy: Person, di: Person
) -> None:
    await turned_on(server, cy)
    for _ in range(3):
        await lost(server, bot, database)
    await sunday(server, bot)
    (message,) = di.sees("hall")
    lobby = server.world.channel("lobby")
    server.world.set_overwrite(lobby, di.user, deny=Permission.VIEW_CHANNEL)
    refused = private(await di.click(message, "Replay"))
    assert refused.content.startswith("This game is gone.")
    assert not refused.attachments


def nothing(*_: object) -> None:
    """Do nothing, as a process that is dead."""


async def test_a_week_is_posted_once_whenever_the_process_dies(
    server: Loopback, database: Path, cy: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot_on(server, database) as bot:
        await turned_on(server, cy)
        for _ in range(3):
            await lost(server, bot, database)
        with monkeypatch.context() as patch:  # It dies once it is sent, before that is noted.
            patch.setattr(bot.store.queues, "mark_delivered", nothing)
            await sunday(server, bot)
            assert len(cy.sees("hall")) == 1
            await bot.outbox.stop()
    server.clock.advance(DAY)
    async with bot_on(server, database) as bot:
        await bot.wait_until_ready()
        await delivered(bot)
        assert len(cy.sees("hall")) == 1

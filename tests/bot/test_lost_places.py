"""Servers that remove the bot and channels that are deleted while nobody can tell it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.model.shards import ShardRange
from bot.model.table import Status
from bot.store.sql.database import Database
from bot.store.store import Store
from loopback import Loopback, Person
from loopback.errors import ErrorCode
from rules.log.events import Grant, Granted, Voided
from rules.time.duration import DAY
from tests.bot.conftest import bot_on
from tests.bot.game_driver import delivered, live_through, private, sit_down
from tests.loopback.waiting import until
from tests.stored import change, rows

REMOVED = "SELECT guild_id FROM guilds WHERE removed_at IS NOT NULL"
GUILD = "/guilds/{guild}"
CHANNEL = "/channels/{channel}"


def state(database: Path) -> str:
    ((status,),) = rows(database, "SELECT status FROM tables")
    return str(status)


async def hard_game(server: Loopback, bot: Postboard, database: Path) -> int:
    """Return the table of a rated game in which both have moved, with a hard day a turn."""
    driver = await sit_down(server, bot, database, time="1d hard", vacation=False)
    await driver.move("c3-d4")
    await driver.move("b6-a5")
    await delivered(bot)
    return driver.table_id


async def test_a_removal_while_the_bot_was_down_is_noticed(
    server: Loopback, database: Path
) -> None:
    """Its games are frozen, void after 90 days, and its settings go as ever."""
    guild = server.world.guild()
    async with bot_on(server, database) as bot:
        table_id = await hard_game(server, bot, database)
    server.world.remove_bot(guild)
    async with bot_on(server, database) as bot:
        await until(lambda: rows(database, REMOVED) == [(guild.id,)])
        for _ in range(3):
            await live_through(bot, server, DAY)
            await bot.scheduler.run_due()
        assert state(database) == "playing", "nobody can move there, so nobody loses on time"
        for _ in range(9):
            await live_through(bot, server, 10 * DAY)
            await bot.scheduler.run_due()
        table = await bot.lookup.reread(table_id)
        assert table.status is Status.OVER
        assert table.started.outcome is not None
        assert isinstance(table.started.events[-1], Voided)


async def test_a_server_that_takes_the_bot_back_goes_on(server: Loopback, database: Path) -> None:
    guild = server.world.guild()
    async with bot_on(server, database) as bot:
        table_id = await hard_game(server, bot, database)
    server.world.remove_bot(guild)
    async with bot_on(server, database) as bot:
        await until(lambda: bool(rows(database, REMOVED)))
        await live_through(bot, server, 3 * DAY)
        server.world.add_bot(guild)
        await until(lambda: not rows(database, REMOVED))
        await bot.scheduler.run_due()
        events = (await bot.lookup.reread(table_id)).started.events
        assert [each.cause for each in events if isinstance(each, Granted)] == [Grant.OUTAGE]


async def test_a_removal_between_two_sessions_is_noticed(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    await hard_game(server, bot, database)
    guild = server.world.guild()
    server.gateway.invalidate(resumable=False)
    server.world.remove_bot(guild)
    await server.gateway.ready()
    await until(lambda: rows(database, REMOVED) == [(guild.id,)])


async def test_what_is_resumed_is_told_by_the_gateway(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    await hard_game(server, bot, database)
    server.gateway.drop()
    server.world.remove_bot(server.world.guild())
    await until(lambda: bool(rows(database, REMOVED)))


def lists_nothing(server: Loopback) -> None:
    """Let Discord say of no server that it has the bot, though all have."""
    server.world.installed_guilds = list  # type: ignore[method-assign]


def is_forbidden(server: Loopback) -> None:
    """Let something between refuse each request about a server, which Discord itself does not."""
    lists_nothing(server)
    server.refusals[GUILD] = ErrorCode.MISSING_PERMISSIONS


def is_unavailable(server: Loopback) -> None:
    server.world.set_available(server.world.guild(), available=False)


@pytest.mark.parametrize("fault", [lists_nothing, is_forbidden, is_unavailable])
async def test_a_fault_removes_nothing(
    server: Loopback, bot: Postboard, database: Path, fault: Callable[[Loopback], None]
) -> None:
    await hard_game(server, bot, database)
    fault(server)
    await bot.lost_places.look()
    assert not rows(database, REMOVED)
    assert state(database) == "playing"


async def test_a_server_that_was_taken_for_lost_is_found_again(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    await hard_game(server, bot, database)
    guild = server.world.guild()
    await bot.store.servers.removed(guild.id, int(bot.now()))
    await bot.lost_places.look()
    assert not rows(database, REMOVED)


async def test_servers_are_read_in_pages(server: Loopback, bot: Postboard, database: Path) -> None:
    await hard_game(server, bot, database)
    known = await bot.store.servers.known_after(0, 10)
    assert known == [(server.world.guild().id, False)]
    change(database, "INSERT INTO guilds (guild_id, removed_at) VALUES (7, 1)")
    assert await bot.store.servers.known_after(0, 10) == [(7, True), *known]
    assert await bot.store.servers.known_after(7, 10) == known
    assert await bot.store.servers.known_after(0, 1) == [(7, True)]


async def test_a_process_looks_for_the_places_of_its_shards_alone(
    server: Loopback, database: Path
) -> None:
    """Those of others that share the database are theirs to look for."""
    async with bot_on(server, database) as bot:
        table_id = await hard_game(server, bot, database)
    guild_id = server.world.guild().id
    own = (guild_id >> 22) % 2
    for number in range(2):
        async with Database.open(database, shards=ShardRange(number, number, 2)) as opened:
            store = Store(opened)
            servers = await store.servers.known_after(0, 10)
            tables = await store.places.unfinished(0, 10)
        assert [each for each, _ in servers] == [guild_id][: number == own]
        assert [each for each, _ in tables] == [table_id][: number == own]


async def test_a_channel_deleted_while_the_bot_was_down_ends_its_game(
    server: Loopback, database: Path, ann: Person
) -> None:
    channel = server.world.add_channel(server.world.guild(), "attic")
    async with bot_on(server, database) as bot:
        await sit_down(server, bot, database, channel="attic")
        await delivered(bot)
    server.world.remove_channel(channel)
    async with bot_on(server, database) as bot:
        await until(lambda: state(database) == "over")
        assert "attic" not in private(await ann.slash("games")).content
        await delivered(bot)


async def in_archived_thread(server: Loopback, bot: Postboard, ann: Person, bo: Person) -> int:
    """Return the archived thread of a game, which the gateway doesn't tell of."""
    values: dict[str, str | bool | Person] = {"opponent": bo, "thread": True}
    private(await ann.slash("play", game="czech", values=values))
    await delivered(bot)
    (place,) = [each for each in server.world.channels.values() if each.thread is not None]
    assert place.thread is not None
    await live_through(bot, server, 8 * DAY)
    await until(lambda: place.thread is not None and place.thread.archived)
    return place.id


@pytest.mark.parametrize("answer", [None, ErrorCode.MISSING_ACCESS, ErrorCode.INTERNAL])
async def test_an_archived_thread_is_not_gone(
    server: Loopback, database: Path, ann: Person, bo: Person, answer: ErrorCode | None
) -> None:
    async with bot_on(server, database) as bot:
        await in_archived_thread(server, bot, ann, bo)
        await delivered(bot)
    async with bot_on(server, database) as bot:
        if answer is not None:
            server.refusals[CHANNEL] = answer
        await bot.wait_until_ready()
        await bot.lost_places.look()
        assert state(database) == "open"


async def test_an_archived_thread_deleted_while_the_bot_was_down_closes_its_table(
    server: Loopback, database: Path, ann: Person, bo: Person
) -> None:
    async with bot_on(server, database) as bot:
        thread = await in_archived_thread(server, bot, ann, bo)
        await delivered(bot)
    server.world.remove_channel(server.world.channels[thread])
    async with bot_on(server, database):
        await until(lambda: state(database) == "closed")


async def test_a_game_that_cannot_be_ended_keeps_no_other(
    server: Loopback, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = server.world
    channels = [world.add_channel(world.guild(), name) for name in ("attic", "cellar")]
    async with bot_on(server, database) as bot:
        for channel in channels:
            await sit_down(server, bot, database, channel=channel.name)
        await delivered(bot)
    for channel in channels:
        world.remove_channel(channel)
    async with bot_on(server, database) as bot:
        real, voids = bot.services.voids.void_channel, bot.services.voids

        async def fails(channel_id: int) -> None:
            if channel_id == channels[0].id:
                raise ZeroDivisionError
            await real(channel_id)

        monkeypatch.setattr(voids, "void_channel", fails)
        await until(
            lambda: (
                rows(database, "SELECT status FROM tables ORDER BY id") == [("playing",), ("over",)]
            )
        )
        monkeypatch.setattr(voids, "void_channel", real)
        await bot.lost_places.look()
        assert rows(database, "SELECT DISTINCT status FROM tables") == [("over",)]
        await delivered(bot)

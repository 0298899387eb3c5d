"""Times in which tables could not be reached, over the real wire: nobody loses time by them."""

import asyncio
from functools import partial
from pathlib import Path
from types import SimpleNamespace

from bot.delivery.servers import has_left
from bot.interactions.client import Postboard
from bot.interactions.gateway.outages import OutageWatch
from bot.interactions.gateway.writer import GatewayWriter
from bot.model.shards import Shard
from bot.store.sql.database import Database
from loopback import Loopback, Permission, Person
from loopback.errors import ErrorCode
from loopback.model.channels import Channel
from rules.log.events import Grant, Granted, Overdue
from rules.time.duration import DAY, HOUR
from tests.bot.conftest import bot_on
from tests.bot.game_driver import (
    GameDriver,
    delivered,
    live_through,
    private,
    public,
    shown,
    sit_down,
)
from tests.bot.who import person_of
from tests.loopback.waiting import until

DELIVERY = 61
"""Seconds after a deadline at which something comes of it."""


async def outages(database: Path) -> list[tuple[str, int | None, int | None]]:
    """Return the outages that were written: cause, place, and seconds, None while it lasts."""
    async with Database.open(database) as opened:
        rows = await opened.rows("SELECT * FROM outages ORDER BY starts, cause")
    return [
        (
            row["cause"],
            row["scope_id"],
            None if row["ends"] is None else row["ends"] - row["starts"],
        )
        for row in rows
    ]


async def ended(database: Path) -> list[tuple[str, int | None, int | None]]:
    """Return the outages once one was written and none lasts."""
    found = await outages(database)
    while not found or None in {each[2] for each in found}:
        found = await outages(database)
    return found


async def opened_game(server: Loopback, bot: Postboard, database: Path, time: str) -> GameDriver:
    """Return a game in which both have played, so that its time counts."""
    await live_through(bot, server, 0)
    driver = await sit_down(server, bot, database, time=time)
    await driver.move("c3-d4")
    await driver.move("b6-a5")
    return driver


async def granted(bot: Postboard, driver: GameDriver) -> list[object]:
    table = await bot.lookup.reread(driver.table_id)
    return [event for event in table.started.events if isinstance(event, Granted | Overdue)]


async def test_a_silence_of_the_gateway_costs_nobody_time(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await opened_game(server, bot, database, "1d")
    resumed: list[bool] = []

    async def time_passes(_: int) -> None:
        server.clock.advance(2 * HOUR)

    async def back(_: int) -> None:
        resumed.append(True)

    bot.add_listener(time_passes, "on_shard_disconnect")
    bot.add_listener(back, "on_shard_resumed")
    server.gateway.drop()
    await until(lambda: bool(resumed))
    ((_, place, seconds),) = [each for each in await ended(database) if each[0] == "gateway"]
    assert place == 0
    assert seconds is not None
    assert 0 <= seconds - 2 * HOUR <= 60
    assert "outage: 2 hours will be added." in public(await driver.due.slash("board")).content
    bot.remove_listener(time_passes, "on_shard_disconnect")
    await delivered(bot)


async def test_a_machine_that_was_suspended_costs_nobody_time(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """The process slept over a deadline, and its timers ring before its heart beats again."""
    driver = await opened_game(server, bot, database, "1d")
    await live_through(bot, server, DAY - HOUR)
    server.clock.advance(9 * HOUR)
    await bot.scheduler.run_due()
    (grant,) = await granted(bot, driver)
    assert isinstance(grant, Granted)
    assert grant.cause is Grant.OUTAGE
    assert 0 <= grant.seconds - 9 * HOUR <= 60
    table = await bot.lookup.get(driver.table_id)
    assert table.due_at is not None
    left = table.due_at - server.clock.now()
    assert abs(left - HOUR) <= 60, "what was left before"
    await delivered(bot)


async def test_a_channel_that_is_closed_to_the_bot_stops_its_clocks(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await opened_game(server, bot, database, "5d")
    lobby = cy.place("lobby")
    world = server.world
    world.set_overwrite(lobby, world.bot, deny=int(Permission.SEND_MESSAGES))
    await live_through(bot, server, 4 * DAY)
    await bot.scheduler.run_due()
    await bot.outbox.deliver_due()
    assert await outages(database) == [("closed", lobby.id, None)], "the reminder was refused"
    await live_through(bot, server, 2 * DAY)
    await bot.scheduler.run_due()
    assert await granted(bot, driver) == [], "the deadline has passed, and nothing is decided"
    world.set_overwrite(lobby, world.bot)
    await shown(bot, driver.due, await driver.due.slash("board"))
    await bot.idle()
    ((cause, place, seconds),) = await ended(database)
    assert (cause, place) == ("closed", lobby.id), "the reminder came with the answer"
    while not (grants := await granted(bot, driver)):
        await bot.scheduler.run_due()
    assert seconds is not None
    assert seconds >= 2 * DAY
    assert isinstance(grants[0], Granted)
    assert grants[0].cause is Grant.OUTAGE
    await delivered(bot)


async def test_a_server_that_is_unavailable_costs_nobody_time(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await opened_game(server, bot, database, "1d")
    guild = server.world.guild()
    server.world.set_available(guild, available=False)
    await until(lambda: bool(bot.guilds[0].unavailable))
    await live_through(bot, server, 2 * DAY)
    await bot.scheduler.run_due()
    assert await granted(bot, driver) == []
    server.world.set_available(guild, available=True)
    await until(lambda: not bot.guilds[0].unavailable)
    ((cause, place, seconds),) = await ended(database)
    assert (cause, place) == ("unavailable", guild.id)
    assert seconds is not None
    assert 0 <= seconds - 2 * DAY <= 60
    while not (grants := await granted(bot, driver)):
        await bot.scheduler.run_due()
    assert [type(grant) for grant in grants] == [Granted], "what it cost is added at once"
    await delivered(bot)


def is_archived(place: Channel) -> bool:
    return place.thread is not None and place.thread.archived


async def test_a_thread_that_was_archived_opens_with_the_next_message_of_its_game(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    values: dict[str, str | bool | Person] = {"opponent": bo, "thread": True, "time": "9d"}
    opened = private(await ann.slash("play", game="czech", values=values))
    assert opened.content.startswith("Your game is in ")
    await delivered(bot)
    (place,) = [c for c in server.world.channels.values() if c.thread is not None]
    card = next(message for message in ann.sees(place.id) if message.buttons())
    board = await shown(bot, bo, await bo.click(card, "Accept"))
    await delivered(bot)
    await live_through(bot, server, 7 * DAY + HOUR)
    await until(lambda: is_archived(place))
    await bot.scheduler.run_due()
    await bot.outbox.deliver_due()
    assert is_archived(place), "no time limit was near"
    await live_through(bot, server, DAY)
    await bot.scheduler.run_due()
    await bot.outbox.deliver_due()
    assert not is_archived(place), "the reminder has opened it"
    table = await bot.lookup.running_in(place.id)
    assert table is not None
    assert table.due is not None
    mover = server.person(table.due.user.name)
    await live_through(bot, server, 8 * DAY)
    await until(lambda: is_archived(place))
    mover.say("Good morning", place.id)
    game, match = table.started.game, table.started
    move = game.notate(game.legal(match.state)[0])
    newer = await shown(bot, mover, await mover.slash("move", move=move, channel=place.id))
    assert newer.id > board.id
    assert not is_archived(place)
    await delivered(bot)


async def test_a_restart_counts_the_time_in_which_no_bot_ran(
    server: Loopback, database: Path
) -> None:
    async with bot_on(server, database) as bot:
        driver = await opened_game(server, bot, database, "1d")
        due_at = (await bot.lookup.get(driver.table_id)).due_at
        await delivered(bot)
    server.clock.advance(30 * HOUR)
    async with bot_on(server, database) as bot:
        while (table := await bot.lookup.reread(driver.table_id)).due_at == due_at:
            await bot.scheduler.run_due()
        assert table.due_at is not None
        assert due_at is not None
        assert 0 <= table.due_at - due_at - 30 * HOUR <= 60
        await delivered(bot)


async def test_a_shard_that_is_back_in_the_moment_of_its_alarm_is_not_gone_for_good() -> None:
    """The end of an outage is not to be written before its beginning."""
    written = list[str]()

    async def shard_gone(*_: object) -> None:
        written.append("gone")

    async def shard_back(*_: object) -> None:
        written.append("back")

    times = SimpleNamespace(shard_gone=shard_gone, shard_back=shard_back)
    bot = SimpleNamespace(
        now=lambda: 1000, shard=partial(Shard, count=1),
        store=SimpleNamespace(times=times), gateway_writer=GatewayWriter(),
    )  # fmt: skip
    for is_back in (False, True):
        watch = OutageWatch(bot)  # type: ignore[arg-type]
        watch.begin(0)
        watch._ring(0)  # pyright: ignore[reportPrivateUsage]
        if is_back:
            await watch.back(0)
        for _ in range(10):
            await asyncio.sleep(0)
    assert written == ["gone", "back"]


async def test_only_an_answer_about_the_person_tells_that_they_have_left(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    await bot.wait_until_ready()
    guild, people = server.world.guild().id, bot.store.people
    player = await person_of(bot, ann)
    for code, is_gone in (
        (ErrorCode.UNKNOWN_GUILD, False),
        (ErrorCode.UNKNOWN_MEMBER, True),
        (ErrorCode.UNKNOWN_USER, True),
    ):
        server.refusals["/guilds/{guild}/members/{user}"] = code
        assert await has_left(bot, people, guild, player) is is_gone

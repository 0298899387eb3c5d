"""Messages to followers: when they come, what they say, who gets none, and how often."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.extensions.news.rows import NewsStore, refuse_digest, tell_follower
from bot.extensions.news.values import APART, FOLLOWED, Digest, digest_item, read_followed
from bot.extensions.news.work import Followers
from bot.interactions.client import Postboard
from bot.model.caller import User
from bot.model.preferences import Preferences
from bot.model.quiet_hours import QuietHours
from bot.model.table import Table
from bot.store.sql.database import Transaction
from bot.tables.commands import Join, Open, Play, Propose, Resign
from loopback import Loopback, Message, Permission, Person
from loopback.faults import Faults
from loopback.world import threads
from rules.log.events import OfferKind
from rules.time.duration import HOUR, MINUTE
from tests.bot.conftest import bot_on
from tests.bot.game_driver import (
    GameDriver,
    delivered,
    labels,
    live_through,
    owes_nothing,
    private,
    sit_down,
)
from tests.bot.killable_bot import KillableBot
from tests.bot.seat_changes import DI, EVE, SERIES, move, playing
from tests.bot.table_service import ANN, BO, CY, CZECH, caller
from tests.bot.timed_host import NOON, Host
from tests.bot.who import person_of, somebody
from tests.extensions.news import news_host
from tests.extensions.news.news_host import NewsHost, follows, host_on
from tests.loopback.waiting import until
from tests.stored import needs_file, rows

NIGHT = QuietHours("UTC", 11 * 60, 20 * 60)


@pytest.fixture
async def host(tmp_path: Path) -> AsyncGenerator[NewsHost]:
    async with host_on(tmp_path) as opened:
        yield opened


async def follow(host: Host, table: Table, who: User = CY, *, moves: bool = True) -> None:
    await news_host.follow(host, table, caller(who, table.channel_id), moves=moves)


async def tell(host: Host, at: int, who: User = CY) -> int | None:
    """Let a follower hear of their games so many seconds after noon."""
    moment = NOON + at
    later = await host.database.transact(
        lambda tx: tell_follower(tx, who.id, moment, lambda _: None)
    )
    return None if later is None else later - NOON


async def news(host: Host, who: User = CY) -> list[list[tuple[int, int]]]:
    """Return the tables and entries of which each message tells somebody."""
    items = [each for each in await host.queues.waiting() if each.person == who.id]
    assert {each.kind for each in items} <= {FOLLOWED}
    return [[(told.table_id, told.number) for told in read_followed(each)] for each in items]


async def due(host: Host) -> dict[int, int]:
    """Return when the timers of followers are due, in seconds after noon."""
    timers = await host.queues.timers()
    return {each.person: each.due - NOON for each in timers if each.kind == FOLLOWED}


async def another(host: Host, channel: int) -> Table:
    """Return a game of Ann, White, and Bo in a channel of its own."""
    command = Open(CZECH, (), "white")
    table = await host.tables.open(command, caller(ANN, channel), host.request())
    joined = await host.tables.execute(table.id, caller(BO, channel), Join(), host.request())
    return joined.table


# When, and of what


async def test_followers_of_the_end_hear_of_no_move(host: Host) -> None:
    table = await host.game("1d")
    await follow(host, table, moves=False)
    await host.do(table, ANN, Play("c3-d4"))
    assert await due(host) == {}
    over = await host.do(table, BO, Resign())
    assert await due(host) == {CY.id: 0}
    await tell(host, 0)
    assert await news(host) == [[(table.id, len(over.started.entries))]]
    assert await follows(host).of_person(CY.id) == []
    assert await tell(host, 1) is None
    assert len(await news(host)) == 1


async def test_moves_come_once_an_hour_for_all_games_together(host: Host) -> None:
    one, two = await host.game("1d"), await another(host, 77)
    for table in (one, two):
        await follow(host, table)
    await host.do(one, ANN, Play("c3-d4"))
    assert await due(host) == {CY.id: 0}
    await tell(host, 0)
    assert await news(host) == [[(one.id, 2)]]
    await host.database.transact(lambda tx: tx.do("DELETE FROM timers WHERE kind = 'followed'"))
    await host.tables.execute(two.id, caller(ANN, 77), Play("c3-d4"), host.request())
    await host.do(one, BO, Play("b6-a5"))
    assert await due(host) == {CY.id: APART}
    await tell(host, APART - 1)
    assert len(await news(host)) == 1
    await tell(host, APART)
    assert (await news(host))[1:] == [[(one.id, 3), (two.id, 2)]]


async def test_an_end_does_not_wait_for_the_hour_and_brings_no_moves_along(host: Host) -> None:
    one, two = await host.game("1d"), await another(host, 77)
    for table in (one, two):
        await follow(host, table)
    await host.do(one, ANN, Play("c3-d4"))
    await tell(host, 0)
    await host.tables.execute(two.id, caller(ANN, 77), Play("c3-d4"), host.request())
    await host.do(one, BO, Resign())
    assert await due(host) == {CY.id: 0}
    await tell(host, 60)
    assert (await news(host))[1:] == [[(one.id, 3)]]
    assert await due(host) == {CY.id: APART}, "the move of the other game is still to come"


async def test_the_timer_of_an_end_is_set_again_for_a_move_that_waits(host: Host) -> None:
    """Both have one name: the first is completed before it is set again."""
    one, two = await host.game("1d"), await another(host, 77)
    for table in (one, two):
        await follow(host, table)
    await host.do(one, ANN, Play("c3-d4"))
    await tell(host, 0)
    await host.tables.execute(two.id, caller(ANN, 77), Play("c3-d4"), host.request())
    await host.do(one, BO, Resign())
    await host.database.transact(lambda tx: tx.do("DELETE FROM outbox"))
    host.clock.time = NOON + 60
    await host.scheduler.run_due()
    assert await news(host) == [[(one.id, 3)]]
    assert await due(host) == {CY.id: APART}


async def test_quiet_hours_hold_all_of_it_back(host: Host) -> None:
    await host.prefers(CY.id, Preferences(zone="UTC", quiet=NIGHT))
    table = await host.game("1d")
    await follow(host, table)
    await host.do(table, ANN, Play("c3-d4"))
    assert await tell(host, 0) == 8 * HOUR
    await host.do(table, BO, Resign())
    assert await tell(host, 8 * HOUR - 1) == 8 * HOUR
    assert await news(host) == []
    assert await tell(host, 8 * HOUR) is None
    assert await news(host) == [[(table.id, 3)]]


async def test_pings_that_are_off_hold_for_followers_too(host: Host) -> None:
    await host.prefers(CY.id, Preferences(pings=False))
    table = await host.game("1d")
    await follow(host, table)
    await host.do(table, ANN, Play("c3-d4"))
    await tell(host, 0)
    await host.do(table, BO, Resign())
    await tell(host, 9)
    assert await news(host) == []
    assert await follows(host).of_person(CY.id) == []


async def test_a_move_taken_back_is_no_news(host: Host) -> None:
    table = await host.game("1d")
    await host.do(table, ANN, Play("c3-d4"))
    await follow(host, await host.lookup.get(table.id))
    await host.do(table, ANN, Propose(OfferKind.TAKE_BACK))
    await host.do(table, BO, Propose(OfferKind.TAKE_BACK))
    assert await due(host) == {}


async def test_a_game_that_is_set_apart_tells_nothing(host: Host) -> None:
    table = await host.game("1d")
    await follow(host, table)
    await host.do(table, ANN, Play("c3-d4"))
    await host.database.transact(lambda tx: tx.do("UPDATE tables SET set_apart = 'why'"))
    await tell(host, 0)
    assert await news(host) == []
    await host.database.transact(lambda tx: tx.do("UPDATE tables SET set_apart = NULL"))
    await tell(host, 1)
    assert await news(host) == [[(table.id, 2)]]


async def test_a_game_that_an_event_plays_again_tells_nothing(host: Host) -> None:
    needs_file()
    table = await host.game("1d")
    await follow(host, table)
    await host.do(table, ANN, Propose(OfferKind.ABORT))
    await host.do(table, BO, Propose(OfferKind.ABORT))

    def in_event(tx: Transaction) -> None:
        tx.do("PRAGMA defer_foreign_keys = ON")
        tx.do("UPDATE tables SET event_id = 1 WHERE id = ?", table.id)
        tell_follower(tx, CY.id, NOON, lambda _: None)
        tx.do("UPDATE tables SET event_id = NULL WHERE id = ?", table.id)

    await host.database.transact(in_event)
    assert await news(host) == []
    assert await follows(host).of_person(CY.id) == []


async def test_who_takes_a_seat_follows_the_game_no_longer(host: Host) -> None:
    table = await host.game("1d")
    await follow(host, table)
    await host.database.transact(
        lambda tx: tx.do(
            "UPDATE players SET person = ? WHERE table_id = ? AND person = ?",
            CY.id, table.id, BO.id,
        )
    )  # fmt: skip
    host.lookup.cache.drop(table.id)
    await host.do(table, ANN, Play("c3-d4"))
    await tell(host, 0)
    assert await news(host) == []
    assert await follows(host).of_person(CY.id) == []


# Behind everything else


async def test_one_message_goes_a_second_and_nobody_is_left_out(host: Host) -> None:
    """Even if each is sent at once."""
    table = await host.game("1d")
    people = [somebody(50 + number, f"P{number}") for number in range(4)]
    for each in people:
        await follow(host, table, each, moves=False)
    await host.do(table, ANN, Resign())
    followers = Followers(host.queues, host.clock)
    heard_at: dict[int, int] = {}
    for second in range(9):
        host.clock.time = NOON + second
        await host.database.transact(lambda tx: tx.do("DELETE FROM outbox"))
        for timer in await host.queues.claim_due(NOON + second, 9):
            later = await followers.tell(timer, host.queues.done(timer))
            if later is not None:
                await host.queues.postpone(timer, later)
                continue
            (item,) = await host.queues.waiting()
            assert item.person is not None
            heard_at[item.person] = second
            await host.database.transact(lambda tx: tx.do("DELETE FROM outbox"))
    assert heard_at.keys() == {each.id for each in people}
    assert sorted(heard_at.values()) == [0, 1, 2, 3]


async def test_a_clock_that_is_set_back_holds_up_no_follower(host: Host) -> None:
    table = await host.game("1d")
    for each in (CY, somebody(50, "P")):
        await follow(host, table, each, moves=False)
    await host.do(table, ANN, Resign())
    await host.database.transact(lambda tx: tx.do("DELETE FROM outbox"))
    followers = Followers(host.queues, host.clock)
    first, second = await host.queues.claim_due(NOON, 9)
    host.clock.time = NOON + HOUR
    assert await followers.tell(first, host.queues.done(first)) is None
    await host.database.transact(lambda tx: tx.do("DELETE FROM outbox"))
    host.clock.time = NOON
    assert await followers.tell(second, host.queues.done(second)) is None


async def test_everything_else_goes_first(host: Host) -> None:
    table = await host.game("1d")
    await follow(host, table, moves=False)
    await host.do(table, ANN, Resign())
    for row in await host.queues.waiting():
        await host.queues.release(row.dedupe)
    for second in range(5):
        host.clock.time = NOON + second
        await host.scheduler.run_due()
    assert all(row.kind != FOLLOWED for row in await host.queues.waiting())
    await host.database.transact(lambda tx: tx.do("DELETE FROM outbox"))
    for second in range(5, 10):
        host.clock.time = NOON + second
        await host.scheduler.run_due()
    assert len(await news(host)) == 1


async def test_what_can_never_be_sent_keeps_no_follower_waiting(host: Host) -> None:
    """A row that can't even be put off stays due for good."""
    table = await host.game("1d")
    people = [somebody(50 + number, f"P{number}") for number in range(3)]
    for each in people:
        await follow(host, table, each, moves=False)
    await host.do(table, ANN, Resign())
    for row in await host.queues.waiting():
        await host.queues.release(row.dedupe)
    for second in range(MINUTE + len(people) + 1):
        host.clock.time = NOON + second
        await host.scheduler.run_due()
    told = [row.person for row in await host.queues.waiting() if row.kind == FOLLOWED]
    assert set(told) == {each.id for each in people}


# Over the wire


@pytest.fixture
async def driver(server: Loopback, bot: Postboard, database: Path) -> GameDriver:
    return await sit_down(server, bot, database, side="white")


async def told(bot: Postboard, server: Loopback, who: Person) -> list[Message]:
    """Return what somebody has heard directly, once all that is due is sent."""
    for _ in range(4):
        await delivered(bot)
        server.clock.advance(2)
        await bot.scheduler.run_due()
    await delivered(bot)
    return heard(who)


def heard(who: Person) -> list[Message]:
    return [each for each in who.sees(who.dm()) if each.author.bot]


def owes(database: Path) -> bool:
    """Whether a follower is still to hear of something."""
    counts = "SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM follows)"
    return rows(database, counts) != [(0,)]


async def play(driver: GameDriver, text: str) -> None:
    """Let the player due move, and the rules too."""
    await driver.due.slash("move", channel=driver.channel, move=text)
    assert driver.match.seat_due is not None
    driver.match = driver.match.play(driver.match.seat_due, text)


async def resign(driver: GameDriver) -> None:
    loser = driver.due
    await loser.click(private(await loser.slash("game resign", channel=driver.channel)), "Resign")


async def test_the_end_is_told_by_names_and_a_link(
    server: Loopback, driver: GameDriver, bot: Postboard, cy: Person
) -> None:
    private(await cy.slash("game follow"))
    await play(driver, "c3-d4")
    assert await told(bot, server, cy) == []
    await resign(driver)
    (message,) = await told(bot, server, cy)
    assert message.content.startswith("[Czech draughts](https://")
    assert "**Ann beat Bo**: Bo resigned." in message.content
    assert message.content.endswith("1 move.")
    assert not message.attachments
    assert labels(message) == {"All I follow"}
    assert (
        "You're not following any games."
        in private(await cy.click(message, "All I follow")).content
    )
    assert heard(driver.people[min(driver.people)]) == []


async def test_moves_are_told_at_most_once_an_hour(
    server: Loopback, driver: GameDriver, bot: Postboard, cy: Person
) -> None:
    await cy.click(private(await cy.slash("game follow")), "Moves too")
    await play(driver, "c3-d4")
    (first,) = await told(bot, server, cy)
    assert "Ann – Bo: 1\\. Ann c3-d4" in first.content
    await play(driver, "b6-a5")
    await play(driver, "d4-c5")
    assert len(await told(bot, server, cy)) == 1
    await live_through(bot, server, HOUR)
    _, second = await told(bot, server, cy)
    assert "2\\. Ann d4-c5" in second.content
    assert "b6-a5" not in second.content


async def test_who_cannot_see_the_channel_any_more_hears_nothing(
    server: Loopback, driver: GameDriver, bot: Postboard, cy: Person, di: Person
) -> None:
    for each in (cy, di):
        await each.click(private(await each.slash("game follow")), "Moves too")
    lobby = server.world.channel("lobby")
    server.world.set_overwrite(lobby, cy.user, deny=int(Permission.VIEW_CHANNEL))
    await play(driver, "c3-d4")
    assert len(await told(bot, server, di)) == 1
    assert heard(cy) == []
    server.world.set_overwrite(lobby, cy.user)
    await resign(driver)
    assert len(await told(bot, server, di)) == 2
    assert heard(cy) == [], "that ended the follow"


async def test_who_left_the_server_hears_nothing(
    server: Loopback, driver: GameDriver, bot: Postboard, cy: Person
) -> None:
    await cy.click(private(await cy.slash("game follow")), "Moves too")
    member = server.world.guild().members.pop(cy.id)
    await play(driver, "c3-d4")
    assert await told(bot, server, cy) == []
    server.world.guild().members[cy.id] = member
    assert await bot.service(NewsStore).of_person(await person_of(bot, cy)) == []


async def test_a_refused_message_ends_all_that_somebody_follows(
    server: Loopback, bot: Postboard, database: Path, driver: GameDriver, cy: Person
) -> None:
    private(await cy.slash("game follow"))
    await sit_down(server, bot, database, channel="quiet")
    private(await cy.slash("game follow", channel="quiet"))
    cy.user.accepts_dms = False
    await resign(driver)
    for _ in range(4):
        server.clock.advance(2)
        await bot.scheduler.run_due()
        await bot.outbox.deliver_due()
    await owes_nothing(bot)
    cy.user.accepts_dms = True
    assert await told(bot, server, cy) == []
    assert await bot.service(NewsStore).of_person(await person_of(bot, cy)) == []


async def test_a_private_thread_is_followed_by_who_manages_threads(
    server: Loopback, bot: Postboard, database: Path, people: list[Person]
) -> None:
    """Nothing else tells later who may still read it."""
    ann, bo, cy, _ = people
    world, lobby = server.world, server.world.channel("lobby")
    thread = threads.open_thread(world, lobby, "special", ann.user, private=True)
    ann.say(f"<@{world.bot.id}> <@{bo.id}> <@{cy.id}>", thread)
    driver = await sit_down(server, bot, database, channel=thread.name)
    refused = private(await cy.slash("game follow", channel=thread.name))
    assert "This thread is private" in refused.content
    world.set_overwrite(lobby, cy.user, allow=int(Permission.MANAGE_THREADS))
    await cy.click(private(await cy.slash("game follow", channel=thread.name)), "Moves too")
    await play(driver, "c3-d4")
    assert len(await told(bot, server, cy)) == 1
    world.set_overwrite(lobby, cy.user)
    await live_through(bot, server, HOUR)
    await play(driver, "b6-a5")
    assert len(await told(bot, server, cy)) == 1
    assert await bot.service(NewsStore).of_person(await person_of(bot, cy)) == []


async def test_a_lost_reply_doubles_no_message(
    server: Loopback, bot: Postboard, driver: GameDriver, cy: Person
) -> None:
    private(await cy.slash("game follow"))
    server.faults = Faults(dropped_after=1, channels=frozenset({cy.dm().id}))
    await resign(driver)
    while not server.faults_happened["dropped_after"]:
        server.clock.advance(2)
        await bot.scheduler.run_due()
        await bot.outbox.deliver_due()
    server.faults = Faults()
    server.clock.advance(600)
    assert len(await told(bot, server, cy)) == 1


@pytest.mark.crash
async def test_a_kill_neither_loses_nor_doubles_a_message(
    server: Loopback, database: Path, cy: Person
) -> None:
    """The bot dies while the message is on its way, which arrives all the same."""
    async with bot_on(server, database) as bot:
        driver = await sit_down(server, bot, database)
        private(await cy.slash("game follow"))
        assert driver.match.outcome is None
    async with KillableBot.born(server, database) as killable:
        server.faults = Faults(hangs=1, channels=frozenset({cy.dm().id}))
        await resign(driver)
        await until(lambda: server.faults_happened["hangs"] > 0)
        await killable.kill()
        server.faults = Faults()
        await killable.start()
        await until(lambda: not owes(database))
        assert len(heard(cy)) == 1


async def test_who_follows_a_game_of_a_series_follows_the_next_one_too(host: Host) -> None:
    other = await another(host, 77)
    await follow(host, other, EVE)
    table = await playing(host, SERIES)
    await follow(host, table)
    await follow(host, table, DI, moves=False)
    for _ in range(2):
        table = await move(host, table)
    await host.do(table, ANN, Resign())
    following = await host.lookup.game_after(table)
    assert following is not None
    await tell(host, HOUR)
    assert [told[0][0] for told in await news(host)] == [table.id]
    kept = await follows(host).of_person(CY.id)
    assert [(each.table.id, each.moves) for each in kept] == [(following.id, True)]
    await tell(host, HOUR, DI)
    kept = await follows(host).of_person(DI.id)
    assert [(each.table.id, each.moves) for each in kept] == [(following.id, False)]
    kept = await follows(host).of_person(EVE.id)
    assert [each.table.id for each in kept] == [other.id], "she follows another game alone"
    later = following
    for _ in range(2):
        later = await move(host, later)
    await host.do(later, ANN, Resign())
    await tell(host, 3 * HOUR, DI)
    assert len(await news(host, DI)) == 2
    assert await follows(host).of_person(DI.id) == [], "the series is over"


# After a digest


@pytest.mark.parametrize("way", ["off", "refused"])
async def test_an_end_during_a_digest_that_ends_is_told(host: Host, way: str) -> None:
    """The digest was on when the game ended, and is off before it could tell of that."""
    daily = Preferences(zone="UTC", digest=7 * 60)
    await host.prefers(CY.id, daily)
    table = await host.game("1d")
    await follow(host, table, moves=False)
    await host.do(table, ANN, Play("c3-d4"))
    over = await host.do(table, BO, Resign())
    await host.scheduler.run_due()
    assert await news(host) == []
    assert await due(host) == {}, "it is left to the digest"
    if way == "off":
        await host.prefers(CY.id, Preferences(zone="UTC"))
    else:
        sent = digest_item("digest:1", CY.id, Digest(), NOON)
        await host.database.transact(lambda tx: refuse_digest(tx, sent, NOON))
    await tell(host, (await due(host))[CY.id])
    assert await news(host) == [[(table.id, len(over.started.entries))]]
    assert await follows(host).of_person(CY.id) == []


async def test_nothing_waits_for_who_ends_a_digest_without_news(host: Host) -> None:
    table = await host.game("1d")
    await follow(host, table, moves=False)
    await host.prefers(CY.id, Preferences(zone="UTC", digest=7 * 60))
    await host.prefers(CY.id, Preferences(zone="UTC"))
    assert await due(host) == {}
    await host.prefers(CY.id, Preferences(zone="UTC", digest=7 * 60))
    await host.do(table, BO, Resign())
    await host.scheduler.run_due()
    await host.prefers(CY.id, Preferences(zone="UTC", pings=False))
    assert await due(host) == {}, "they want to hear of nothing"

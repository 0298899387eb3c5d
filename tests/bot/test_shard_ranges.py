"""Two processes that share the servers of one database: each does the work of its own."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import pytest

from bot.delivery.background.cleaning import cleaning_at
from bot.delivery.requests import GlobalLimit
from bot.extensions.club.values import LOOK as CLUB_LOOK
from bot.extensions.club.values import look_at
from bot.extensions.events.values import (
    CLOSE,
    EVENT_CARD,
    LOOK,
    MESSAGE,
    EventPart,
    event_item,
    event_look,
    event_timer,
)
from bot.extensions.news.values import RESULTS, results_item
from bot.extensions.puzzles.rows import post_at
from bot.extensions.puzzles.values import POST, SEARCH
from bot.extensions.puzzles.work import search_at
from bot.extensions.standing.values import CORRECTION, correction_item
from bot.model.caller import Caller, Place
from bot.model.queues import (
    OutboxItem,
    Timer,
    TimerKind,
    channel_retry,
    entry_item,
    reminder_item,
)
from bot.model.shards import ShardRange
from bot.store.queues import displays
from bot.store.queues.queues import enqueue, set_timer
from bot.store.sql.database import Database, Transaction
from bot.store.store import Store
from bot.tables.commands import Accept, Open
from loopback import Faults, Loopback, Message, Person
from rules.time.clock import Stretch
from rules.time.duration import DAY
from tests.bot.conftest import bot_on
from tests.bot.game_driver import owes_nothing, sit_down
from tests.bot.table_service import ANN, BO, CZECH, NOW, Service
from tests.loopback.waiting import until

GUILDS: Final = (8 << 22, 9 << 22)
"""A server of each process."""


@pytest.fixture
async def both(database: Path, service: Service, opened: Database) -> AsyncGenerator[list[Store]]:
    """Return two stores that serve half of the shards each; each has a table with a game."""
    for number, guild_id in enumerate(GUILDS, 1):
        host, guest = (Caller(user, Place(100 + number, guild_id)) for user in (ANN, BO))
        table = await service.tables.open(Open(CZECH, (BO,), "white"), host, service.request())
        assert table.id == number
        await service.tables.execute(table.id, guest, Accept(), service.request())
    await opened.write("UPDATE tables SET engine_due = 1")
    await opened.write("UPDATE outbox SET lease_owner = NULL, lease_until = NULL")
    async with AsyncExitStack() as stack:
        opening = [
            stack.enter_async_context(Database.open(database, shards=ShardRange(n, n, 2)))
            for n in (0, 1)
        ]
        yield [Store(await each) for each in opening]


async def _claimed(both: Sequence[Store], at: int = NOW) -> list[set[str]]:
    """Return the names of the timers that each process carries out until then."""
    return [{each.dedupe for each in await store.queues.claim_due(at, 50)} for store in both]


async def _sent(both: Sequence[Store]) -> list[set[str]]:
    """Return the names of the rows that each process sends."""
    found = [(await store.queues.due(NOW, (), 50))[0] for store in both]
    return [{item.dedupe for lane in lanes.values() for item in lane} for lanes in found]


async def test_each_sends_and_thinks_and_mends_at_its_own_tables(both: list[Store]) -> None:
    for number, rows in enumerate(await _sent(both), 1):
        assert rows
        assert {name.partition(":")[2].partition(".")[0] for name in rows} == {str(number)}
    assert [await store.engines.due((), 9) for store in both] == [[1], [2]]
    assert [await store.tables.unfinished(0, 9) for store in both] == [[1], [2]]


async def test_each_carries_out_the_timers_of_its_own_servers(
    both: list[Store], opened: Database
) -> None:
    await opened.write("DELETE FROM timers")
    ours = [
        Timer(kind=TimerKind.DEADLINE, dedupe="deadline:1", due=NOW, table_id=1),
        Timer(kind=TimerKind.DEADLINE, dedupe="deadline:2", due=NOW, table_id=2),
        *(post_at(guild_id, NOW) for guild_id in GUILDS),
        *(search_at(NOW - DAY, ShardRange(n, n, 2)) for n in (0, 1)),
        event_timer(CLOSE, 12, GUILDS[0], NOW),
        event_look(12, GUILDS[1], ANN.id, NOW),
        look_at(GUILDS[1], NOW - DAY),
        channel_retry(900, GUILDS[1], NOW),
        cleaning_at(NOW),
        Timer(kind=TimerKind.REMINDERS, dedupe="reminders", due=NOW, person=ANN.id),
    ]
    for timer in ours:
        await both[0].queues.transact(lambda tx, timer=timer: set_timer(tx, timer))  # type: ignore[misc]
    for store in both:
        store.queues.timer_kinds |= {POST, SEARCH, CLOSE, LOOK, CLUB_LOOK}
        assert await store.queues.next_due(NOW) == search_at(NOW - DAY).due
    assert await _claimed(both) == [
        {
            "deadline:1", f"puzzle:{GUILDS[0]}", "puzzle_search", "event:12:close", "reminders",
            "cleaning",
        },
        {
            "deadline:2", f"puzzle:{GUILDS[1]}", f"puzzle_search:{1 << 22}", "event:12:look",
            f"club:{GUILDS[1]}", "channel:900",
        },
    ]  # fmt: skip


async def test_what_has_no_table_is_sent_by_the_process_of_its_server(
    both: list[Store], opened: Database
) -> None:
    await opened.write("DELETE FROM outbox")
    for store in both:
        store.queues.row_kinds |= {CORRECTION, MESSAGE}
    there = Place(900, GUILDS[1])
    items = [
        correction_item(there, 3, [2], NOW),
        results_item(GUILDS[1], 900, 2, 9, due=NOW, now=NOW),
        event_item(12, there, EventPart.LOTS, 1, NOW),
        reminder_item("of a channel", ANN.id, there, [], NOW),
    ]
    direct = reminder_item("direct", ANN.id, None, [], NOW)

    def write(tx: Transaction) -> None:
        for item in (*items, direct):
            enqueue(tx, item)
        displays.post(tx, EVENT_CARD, 12, guild_id=GUILDS[1], channel_id=900, now=NOW)

    await both[0].queues.transact(write)
    for store in both:
        store.queues.row_kinds.add(RESULTS)
    assert await _sent(both) == [{"direct"}, {"display:1.1", *(item.dedupe for item in items)}]


async def test_a_start_breaks_the_leases_of_its_own_shards_alone(
    both: list[Store], opened: Database
) -> None:
    await _claimed(both, NOW + 10**7)
    for store in both:
        for lane in (await store.queues.due(NOW, (), 50))[0].values():
            item: OutboxItem
            for item in lane:
                assert await store.queues.claim(item, NOW, 1)
    held = "SELECT count(*) AS n FROM {} WHERE lease_owner = ?"
    owners = [store.queues.owner for store in both]

    async def counts(owner: str) -> list[int]:
        found = [await opened.row(held.format(each), owner) for each in ("outbox", "timers")]
        return [row["n"] for row in found if row]

    before = [await counts(owner) for owner in owners]
    assert all(all(each) for each in before)
    await both[1].queues.break_leases()
    assert [await counts(owner) for owner in owners] == [before[0], [0, 0]]


async def test_a_dead_process_stops_the_clocks_of_its_own_servers_alone(both: list[Store]) -> None:
    """Before its next start notes it, too: a command of another process may come first."""
    here = [Place(101, guild_id=GUILDS[0]), Place(102, guild_id=GUILDS[1])]

    async def outages() -> list[tuple[Stretch, ...]]:
        return [await both[1].times.outages(n, here[n - 1], NOW, NOW + 600) for n in (1, 2)]

    for store in both:
        await store.times.beat(NOW)
    for since in (200, 400, 600):
        await both[1].times.beat(NOW + since)
    assert await outages() == [(Stretch(NOW, NOW + 600),), ()]
    await both[0].times.beat(NOW + 600)
    assert await outages() == [(Stretch(NOW, NOW + 600),), ()]


@pytest.mark.parametrize(
    ("before", "after", "since"),
    [
        ("4", "0/2", NOW), ("0/4", "4", NOW), ("0-1/4", "1/2", NOW), ("1/4", "0/2", NOW - 10**6),
        ("2/3", "1/2", NOW), ("1/2", "3/4", NOW), ("0/2", "3/4", NOW - 10**6),
    ],
)  # fmt: skip
async def test_a_stop_before_another_number_of_processes_is_an_outage(
    database: Path, before: str, after: str, since: int
) -> None:
    """It begins when a process last served any of the servers, however it counted shards."""
    shards, now = ShardRange.read(after), NOW + 10_000
    async with (
        Database.open(database, shards=ShardRange.read("0-5/6")) as old,
        Database.open(database, shards=ShardRange.read(before)) as last,
        Database.open(database, shards=shards) as opened,
    ):
        await Store(old).times.beat(NOW - 10**6)
        await Store(last).times.beat(NOW)
        times, place = Store(opened).times, Place(1, guild_id=shards.last << 22)
        for _ in range(2):
            assert await times.outages(1, place, NOW, now) == (Stretch(since, now),)
            await times.beat(now)


async def test_processes_draw_turns_that_are_apart(both: list[Store]) -> None:
    turns = [await store.metadata.turn("x", NOW, 6) for store in (*both, *both)]
    assert turns == [NOW, NOW + 6, NOW + 12, NOW + 18]
    assert await both[0].metadata.turn("y", NOW, 6) == NOW
    assert await both[0].metadata.turn("x", NOW + 100, 6) == NOW + 100
    assert await both[0].metadata.turn("x", NOW - 10**6, 6) == NOW - 10**6, "a clock was wrong"


async def test_processes_share_what_discord_allows_a_second(
    both: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = list[float]()

    async def rested(seconds: float) -> None:
        waits.append(seconds)

    pace = GlobalLimit(both[0].part).pace(0.01)
    monkeypatch.setattr(asyncio, "sleep", rested)
    await pace()
    await pace()
    (wait,) = waits
    assert 150 < wait <= 200


async def test_a_process_that_may_have_lost_its_shards_sends_nothing(
    database: Path, server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot_on(server, database) as bot:
        game = await sit_down(server, bot, database)
        await owes_nothing(bot)
        monkeypatch.setattr(Database, "holds", False)
        seen = len(server.person("Ann").sees("lobby"))
        again = entry_item(game.table_id, 1, game.board.channel_id, None, int(server.clock.now()))
        await bot.store.queues.transact(lambda tx: enqueue(tx, again))
        await bot.outbox.deliver_due()
        assert len(server.person("Ann").sees("lobby")) == seen
        (waiting,) = await bot.store.queues.waiting()
        assert (waiting.dedupe, waiting.attempts) == (again.dedupe, 0)


def _public(person: Person) -> list[Message]:
    return [each for each in person.sees("lobby") if not each.ephemeral]


async def test_a_process_that_may_have_lost_its_shards_answers_with_no_board(
    database: Path, server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has stored the move before it was frozen."""
    async with bot_on(server, database) as bot:
        mover = (await sit_down(server, bot, database)).due
        await owes_nothing(bot)
        seen = _public(mover)
        monkeypatch.setattr(Database, "holds", False)
        await mover.slash("move", move="c3-d4")
        assert len(await bot.store.queues.waiting()) == 1
        assert _public(mover) == seen


async def test_a_message_that_waits_for_a_limit_is_not_sent_without_the_shards(
    database: Path, server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot_on(server, database) as bot:
        game = await sit_down(server, bot, database)
        await owes_nothing(bot)
        seen = len(server.person("Ann").sees("lobby"))
        again = entry_item(game.table_id, 1, game.board.channel_id, None, int(server.clock.now()))
        await bot.store.queues.transact(lambda tx: enqueue(tx, again))
        server.faults = Faults(too_many_requests=1.0, retry_after=0.3)
        sending = asyncio.create_task(bot.outbox.deliver_due())
        await until(lambda: server.faults_happened["too_many_requests"] > 0)
        monkeypatch.setattr(Database, "holds", False)
        server.faults = Faults()
        await sending
        assert len(server.person("Ann").sees("lobby")) == seen
        assert [item.dedupe for item in await bot.store.queues.waiting()] == [again.dedupe]

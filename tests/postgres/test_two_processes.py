"""Two processes of the bot on one PostgreSQL and one Discord: each plays in its own servers."""

import asyncio
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from bot.app import create_app
from bot.delivery.servers import seen_by
from bot.interactions.client import Postboard
from bot.local import local_server
from bot.model.addresses import ServerAddress
from bot.model.caller import Caller, Place, User
from bot.model.shards import ShardRange
from bot.model.table import Table
from bot.startup_errors import WRONG_SETUP, startup_failure
from bot.store.sql.database import Database
from bot.store.sql.errors import Busy, Refused, ShardsTaken
from bot.store.sql.postgres import lease, statements
from bot.store.sql.transaction import Transaction
from bot.store.store import Store
from bot.tables.commands import Accept, Command, Open, Play
from loopback import Loopback, SessionLimits
from tests.bot.game_driver import card_of, delivered
from tests.bot.sharded import channel_of, guild_in
from tests.bot.table_service import ANN, BO, CZECH, Clock, Service, caller
from tests.loopback.waiting import until

_HALVES: Final = (ShardRange(0, 0, 2), ShardRange(1, 1, 2))


@pytest.fixture
def address(empty: str) -> ServerAddress:
    return ServerAddress(empty)


@pytest.fixture
def logged(empty: str) -> Callable[[], bytes]:
    """Return what the server has written into its log since the test began."""
    log = Path(empty.partition("host=")[2], "log")
    before = log.stat().st_size
    return lambda: log.read_bytes()[before:]


@asynccontextmanager
async def _serving(
    server: Loopback, address: ServerAddress, shards: ShardRange
) -> AsyncGenerator[Postboard]:
    """Run a process of the bot with some of the shards."""
    async with create_app(address, server.connector(), server.clock.now, shards=shards) as bot:
        running = asyncio.create_task(bot.start(server.token))
        await until(lambda: bot.is_ready() or running.done())
        yield bot
        await bot.close()
        await running


@pytest.fixture
async def discord_of_two() -> AsyncGenerator[Loopback]:
    """Return a Discord with two shards, and a server in each."""
    async with local_server() as server:
        server.gateway.limits = SessionLimits(shards=2, max_concurrency=2)
        for shard in (0, 1):
            guild_in(server, shard, 2)
        yield server


async def test_each_hears_of_its_own_servers_and_serves_them(
    address: ServerAddress, discord_of_two: Loopback
) -> None:
    server = discord_of_two
    async with AsyncExitStack() as stack:
        bots = [
            await stack.enter_async_context(_serving(server, address, shards)) for shards in _HALVES
        ]
        ann, bo = server.person("Ann"), server.person("Bo")
        for shard, bot in enumerate(bots):
            assert {guild.shard_id for guild in bot.guilds} == {shard}
            assert bot.limit.part == 0.5
            channel = channel_of(shard)
            opening = await ann.slash(
                "play", game="czech", channel=channel, values={"opponent": bo, "side": "White"}
            )
            await bo.click(await card_of(bot, ann, opening), "Accept")
            await ann.slash("move", channel=channel, move="c3-d4")
            await delivered(bot)
            table = bot.lookup.cache.playing_in(ann.place(channel).id)
            assert table is not None
            assert len(table.started.plies) == 1
            assert bots[1 - shard].lookup.cache.get(table.id) is None
        said = [len(ann.sees(channel_of(shard))) for shard in (0, 1)]
        assert said[0] == said[1], "none is sent twice or left out"


async def test_a_command_from_another_process_is_seen_and_shown_by_the_tables_own(
    address: ServerAddress, discord_of_two: Loopback
) -> None:
    """As a press in a direct message is, which comes to shard 0."""
    server = discord_of_two
    async with AsyncExitStack() as stack:
        first, second = [
            await stack.enter_async_context(_serving(server, address, shards)) for shards in _HALVES
        ]
        ann, bo = server.person("Ann"), server.person("Bo")
        channel = channel_of(1)
        opening = await ann.slash(
            "play", game="czech", channel=channel, values={"opponent": bo, "side": "White"}
        )
        await bo.click(await card_of(second, ann, opening), "Accept")
        await delivered(second)
        table = second.lookup.cache.playing_in(ann.place(channel).id)
        assert table is not None
        boards = len(ann.sees(channel))
        user = table.at(table.started.seat_due).user  # type: ignore[arg-type]
        service = Service(first.store, Clock())
        service.clock.time = server.clock.now()
        who = replace(caller(user), place=table.place)
        change = await first.tables.execute(table.id, who, Play("c3-d4"), service.request())
        assert first.lookup.cache.get(table.id) is None
        await until(lambda: second.lookup.cache.get(table.id) is not table)
        assert len((await second.lookup.get(table.id)).started.plies) == 1
        assert change.item is not None
        await first.store.queues.release(change.item.dedupe)
        await until(lambda: len(ann.sees(channel)) > boards)


async def test_shards_that_another_process_holds_are_waited_for(
    address: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "PATIENCE", 0.5)
    for wanted in (ShardRange(1, 1, 2), ShardRange(0, 1, 2), ShardRange(0, 0, 4), None):
        async with Database.open(address, shards=ShardRange(1, 1, 2)):
            with pytest.raises(ShardsTaken, match="POSTBOARD_SHARDS"):
                async with Database.open(address, shards=wanted):
                    pass
            async with Database.open(address, shards=ShardRange(0, 0, 2)):
                pass
    monkeypatch.setattr(lease, "PATIENCE", 45.0)
    async with Database.open(address, shards=ShardRange(1, 1, 2)) as held:
        waiting = asyncio.create_task(_open_and_write(address, ShardRange(1, 1, 2)))
        await held.write("INSERT INTO metadata VALUES ('held', '1')")
        assert not waiting.done()
    await waiting


async def test_a_start_that_waits_for_shards_outlives_a_restart_of_the_server(
    address: ServerAddress,
) -> None:
    async with Database.open(address, shards=_HALVES[1]):
        with (
            psycopg.connect(address.uri) as other,
            psycopg.connect(address.uri, autocommit=True) as connection,
        ):
            other.execute("LOCK TABLE held_shards")
            waiting = asyncio.create_task(_open_and_write(address, _HALVES[1]))
            cut = (
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE query LIKE 'DELETE FROM held_shards%' AND wait_event_type = 'Lock'"
            )
            await until(lambda: connection.execute(cut).fetchone() is not None)
    await waiting


async def test_a_lease_that_ended_goes_on_unless_somebody_takes_the_shards(
    address: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the server was away, those of all processes end; then one starts again first."""
    monkeypatch.setattr(lease, "RENEWED", 600.0)
    async with Database.open(address, shards=_HALVES[0]) as opened:
        heard = list[int | None]()
        opened.hear(heard.append)
        await until(lambda: bool(heard))  # It has renewed its lease, too.
        with psycopg.connect(address.uri, autocommit=True) as connection:
            connection.execute("UPDATE held_shards SET until = clock_timestamp()")
            await _open_and_write(address, _HALVES[1])
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = 'postboard others'"
            )
            held = "SELECT 1 FROM held_shards WHERE until > clock_timestamp()"
            await until(lambda: connection.execute(held).fetchone() is not None)
        await opened.write("INSERT INTO metadata VALUES ('after', '1')")


async def _open_and_write(address: ServerAddress, shards: ShardRange) -> None:
    async with Database.open(address, shards=shards) as opened:
        await opened.write("INSERT INTO metadata VALUES ('waited', '1')")


async def test_a_lost_connection_drops_what_is_in_memory(address: ServerAddress) -> None:
    async with Database.open(address, shards=ShardRange(1, 1, 2)) as opened:
        heard = list[int | None]()
        opened.hear(heard.append)
        await until(lambda: bool(heard))
        with psycopg.connect(address.uri, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = 'postboard others'"
            )
        await until(lambda: len(heard) >= 3)
        assert set(heard) == {None}
        await opened.write("INSERT INTO metadata VALUES ('after', '1')")


async def test_a_table_that_another_process_changes_is_forgotten(address: ServerAddress) -> None:
    async with AsyncExitStack() as stack:
        opened = [
            await stack.enter_async_context(Database.open(address, shards=shards))
            for shards in _HALVES
        ]
        own, other = (Service(Store(each), Clock()) for each in opened)
        heard = list[int | None]()
        opened[0].hear(own.lookup.forget)
        opened[0].hear(heard.append)
        table = await own.playing()
        own.lookup.cache.keep(table)
        other.requests += 1000
        await other.do(table, ANN, Play("c3-d4"))
        assert other.lookup.cache.get(table.id) is None
        await until(lambda: table.id in heard)
        assert own.lookup.cache.get(table.id) is None
        assert len((await own.lookup.get(table.id)).started.plies) == 1


async def test_without_its_lease_a_process_writes_nothing(
    address: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However soon it notices that by itself."""
    monkeypatch.setattr(lease, "RENEWED", 600.0)
    async with Database.open(address, shards=_HALVES[0]) as opened:
        heard = list[int | None]()
        opened.hear(heard.append)
        await until(lambda: bool(heard))  # It has renewed its lease, too.
        await opened.write("INSERT INTO metadata VALUES ('before', '1')")
        with psycopg.connect(address.uri, autocommit=True) as connection:
            connection.execute("UPDATE held_shards SET until = clock_timestamp()")
            with pytest.raises(Busy):
                await opened.write("INSERT INTO metadata VALUES ('expired', '1')")
            connection.execute("DELETE FROM held_shards")
            with pytest.raises(Busy):
                await opened.write("INSERT INTO metadata VALUES ('taken', '1')")
            rows = connection.execute("SELECT key FROM metadata").fetchall()
        assert rows == [("before",)]


async def test_shards_are_not_taken_before_what_their_process_writes_has_ended(
    address: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lease ended while it waited for others, or had no processor."""
    monkeypatch.setattr(lease, "RENEWED", 600.0)
    begun, may_end = threading.Event(), threading.Event()

    def write(tx: Transaction) -> None:
        tx.do("INSERT INTO metadata VALUES ('late', '1')")
        begun.set()
        may_end.wait()

    async with Database.open(address, shards=_HALVES[0]) as opened:
        heard = list[int | None]()
        opened.hear(heard.append)
        await until(lambda: bool(heard))  # It has renewed its lease, too.
        writing = asyncio.create_task(opened.transact(write))
        await until(begun.is_set)
        with psycopg.connect(address.uri, autocommit=True) as connection:
            connection.execute("UPDATE held_shards SET until = clock_timestamp()")
            taking = asyncio.create_task(_open_and_write(address, _HALVES[0]))
            waits = (
                "SELECT 1 FROM pg_stat_activity"
                " WHERE query LIKE 'DELETE FROM held_shards%' AND wait_event_type = 'Lock'"
            )
            await until(lambda: taking.done() or connection.execute(waits).fetchone() is not None)
        was_taken = taking.done()
        may_end.set()
        await asyncio.gather(writing, taking)
        assert not was_taken


@pytest.mark.parametrize("note", ["", "x", "1:x", ":", "tables", "1:2:3", "9" * 5000])
async def test_a_note_of_another_program_stands_for_any_change(
    note: str, address: ServerAddress, caplog: pytest.LogCaptureFixture
) -> None:
    """Anybody who may connect can send one; it must not end the processes."""
    heard: list[int | None] = []
    async with Database.open(address, shards=_HALVES[0]) as opened:
        opened.hear(heard.append)
        await until(lambda: None in heard)  # It listens from here on.
        with psycopg.connect(address.uri, autocommit=True) as connection:
            connection.execute("SELECT pg_notify('postboard_tables', %s)", (note,))
            await until(lambda: "Another program notified" in caplog.text)
            connection.execute("NOTIFY postboard_tables, '7:0'")
            await until(lambda: 7 in heard)
        assert heard[-2:] == [None, 7]
        assert opened.holds


async def test_a_pool_that_drops_what_is_heard_is_refused_at_the_start(
    address: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PgBouncer in transaction mode answers LISTEN, and hands on no note."""
    execute = psycopg.AsyncConnection.execute

    async def pooled(self: Any, query: Any, *rest: Any) -> Any:
        return await execute(self, "SELECT 1" if "LISTEN" in query else query, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(psycopg.AsyncConnection, "execute", pooled)
        patch.setattr(lease, "_HEARS", 0.1)
        with pytest.raises(Refused) as refused:
            async with Database.open(address, shards=_HALVES[0]):
                pytest.fail("it has begun")
    found = startup_failure(refused.value, address)
    assert found is not None
    sentence, status = found
    assert status == WRONG_SETUP
    assert sentence.endswith("use its session mode, or the direct address.")
    async with Database.open(address, shards=_HALVES[0]) as opened:
        assert opened.holds, "the shards were given back"


async def test_a_process_that_hears_nothing_more_ends(address: ServerAddress) -> None:
    """Nothing would renew its lease: it would go on and do nothing, for ever."""

    def fail(_: int | None) -> None:
        raise LookupError

    async def serve() -> None:
        async with Database.open(address, shards=_HALVES[0]) as opened:
            opened.hear(fail)
            with psycopg.connect(address.uri, autocommit=True) as connection:
                connection.execute("NOTIFY postboard_tables, '1:0'")
            await asyncio.sleep(30)

    with pytest.raises(ShardsTaken):
        await serve()


async def test_what_stood_still_for_too_long_can_be_tried_again(
    address: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after the machine was suspended for a moment. Deferred work waits, too."""
    monkeypatch.setattr(statements, "LONGEST", 1)
    runs = list[int]()

    def write(tx: Transaction) -> None:
        runs.append(1)
        if len(runs) == 1:
            time.sleep(1.5)
        tx.do("INSERT INTO metadata VALUES ('slept', '1')")

    async with Database.open(address, shards=_HALVES[0]) as opened:
        opened.defer(write)
        await opened.flush()
        await opened.flush()
        with psycopg.connect(address.uri) as connection:
            slept = connection.execute("SELECT 1 FROM metadata WHERE key = 'slept'").fetchone()
    assert len(runs) == 2
    assert slept is not None


async def test_those_who_name_the_same_people_follow_one_another(address: ServerAddress) -> None:
    """They write rows of them in opposite orders."""
    runs = list[str]()

    def in_turn(*keys: int) -> Callable[[Transaction], None]:
        def work(tx: Transaction) -> None:
            runs.append(str(keys))
            tx.take_turns(keys)
            for key in keys:
                tx.do("UPDATE metadata SET value = value || '1' WHERE key = ?", str(key))
                tx.do("SELECT pg_sleep(0.2)")

        return work

    async with AsyncExitStack() as stack:
        one, other = [
            await stack.enter_async_context(Database.open(address, shards=shards))
            for shards in _HALVES
        ]
        await one.write("INSERT INTO metadata VALUES ('1', ''), ('2', '')")
        await asyncio.gather(one.transact(in_turn(1, 2)), other.transact(in_turn(2, 1)))
        assert len(runs) == 2, "none of them was undone"
        rows = await one.rows("SELECT value FROM metadata WHERE key IN ('1', '2')")
        assert [row["value"] for row in rows] == ["11", "11"]


async def test_a_process_that_was_frozen_does_nothing_more(address: ServerAddress) -> None:
    """Another one has taken its shards meanwhile."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.postgres.freezing", address.uri,
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    assert await process.stdout.readline() == b"writes\n"
    os.kill(process.pid, signal.SIGSTOP)
    async with Database.open(address, shards=ShardRange(0, 0, 2)) as taken:
        count = "SELECT count(*) AS n FROM metadata WHERE key LIKE 'row %'"
        row = await taken.row(count)
        os.kill(process.pid, signal.SIGCONT)
        assert await process.wait() == 75
        after = await taken.row(count)
    assert row is not None
    assert after is not None
    assert row["n"] == after["n"] > 0


async def test_two_people_at_ten_tables_never_wait_for_each_other_in_a_circle(
    address: ServerAddress, logged: Callable[[], bytes]
) -> None:
    """PostgreSQL looks for a circle after a second, and writes of each that it breaks."""
    clock = Clock()
    async with AsyncExitStack() as stack:
        services = list[Service]()
        for shards in _HALVES:
            opened = await stack.enter_async_context(Database.open(address, shards=shards))
            services.append(Service(Store(opened), clock))
        services[1].requests += 100_000

        async def do(number: int, table: Table, user: User, command: Command) -> Table:
            service, who = services[number % 2], Caller(user, table.place)
            request = service.request()
            return (await service.tables.execute(table.id, who, command, request)).table

        async def begun(number: int) -> Table:
            """Begin a game in a channel of its own, of a server of either process."""
            host, guest = (ANN, BO) if number % 4 < 2 else (BO, ANN)
            place = Place(1000 + number, guild_id=(number % 2) << 22)
            service = services[number % 2]
            asked = Open(CZECH, (guest,), "white")
            table = await service.tables.open(asked, Caller(host, place), service.request())
            return await do(number, table, guest, Accept())

        async def play(number: int, table: Table) -> None:
            for _ in range(12):
                match = table.started
                assert match.seat_due is not None
                move = Play(match.game.notate(match.legal[0]))
                table = await do(number, table, table.at(match.seat_due).user, move)

        async def choose(number: int, user: User) -> None:
            """Change a person's mind in a process again and again, which plans their reminders."""
            store = services[number].store.personal
            for hours in range(1, 13):
                await store.change(user.id, int(clock.time), partial(replace, leads=(hours,)))

        tables = [await begun(number) for number in range(10)]
        await asyncio.gather(
            *(play(number, table) for number, table in enumerate(tables)),
            *(choose(number, user) for number in (0, 1) for user in (ANN, BO)),
        )
    assert b"deadlock detected" not in logged()


async def test_processes_start_their_sessions_in_turn_and_register_commands_once(
    address: ServerAddress, discord_of_two: Loopback, caplog: pytest.LogCaptureFixture
) -> None:
    server = discord_of_two
    server.gateway.limits = SessionLimits(shards=2, max_concurrency=1, seconds=2.0)
    caplog.set_level(logging.INFO, "bot")
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(_serving(server, address, _HALVES[1]))
        assert "Registered" not in caplog.text
        await stack.enter_async_context(_serving(server, address, _HALVES[0]))
        used = server.gateway.limits.starts - server.gateway.starts.remaining
        assert used == 2, "Discord refused no session that came too soon"
    assert caplog.text.count("Registered") == 1


async def test_who_sees_a_channel_of_another_processes_server_is_asked_of_discord(
    address: ServerAddress, discord_of_two: Loopback
) -> None:
    """The process of shard 0 writes to followers, who may follow games anywhere."""
    server = discord_of_two
    async with (
        _serving(server, address, _HALVES[0]) as bot,
        _serving(server, address, _HALVES[1]),
    ):
        ann = server.person("Ann")
        person = await bot.store.people.meet(ann.id)
        there = ann.place(channel_of(1))
        guild_id = server.world.channels[there.id].guild_id
        assert guild_id is not None
        assert bot.get_guild(guild_id) is None
        places = [Place(there.id, guild_id=guild_id), Place(there.id + 1, guild_id=guild_id)]
        assert await seen_by(bot, bot.store.people, places, person) == {places[0]}

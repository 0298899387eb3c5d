"""A bot with several connections to Discord, each of which has its own servers."""

import asyncio
import os
import signal
from collections.abc import AsyncGenerator, Callable
from functools import partial
from pathlib import Path

import aiohttp
import discord
import pytest
from aiohttp import web

from bot.app import create_app
from bot.interactions.client import Postboard
from bot.interactions.gateway import outages as watch
from bot.interactions.gateway import shards
from bot.model.caller import Place
from bot.model.shards import Shard, ShardRange
from bot.status import serving_status
from bot.store.sql.database import Database
from bot.store.sql.errors import Busy
from bot.store.store import Store
from loopback import Loopback, SessionLimits
from loopback.gateway.service import Gateway
from loopback.gateway.session import Session
from rules.log.events import Granted, Overdue
from rules.time.duration import DAY, HOUR
from tests.bot.conftest import bot_on, end_of_discord_py
from tests.bot.first_starts import AGAIN, WAITS, bare, logged, sentences, started
from tests.bot.game_driver import GameDriver, delivered, live_through, sit_down
from tests.bot.sharded import channel_of, guild_in
from tests.loopback.waiting import until
from tests.stored import rows

__all__ = ["bare"]

FOUR = SessionLimits(shards=4, max_concurrency=4)
GUILD = 1_234 << 22
"""A server of shard 2 of 4, and of 2 of 8."""


@pytest.fixture
def four(server: Loopback) -> Loopback:
    """Return a Discord that recommends four shards, with a server in each."""
    server.gateway.limits = FOUR
    for shard in range(4):
        guild_in(server, shard, 4)
    return server


@pytest.fixture
async def bot(four: Loopback, database: Path) -> AsyncGenerator[Postboard]:
    async with bot_on(four, database) as running:
        await running.wait_until_ready()
        yield running


def sessions(server: Loopback) -> dict[int, Session]:
    return {each.shard[0]: each for each in server.gateway.sessions if each.connection}


async def test_it_has_as_many_shards_as_discord_recommends(four: Loopback, bot: Postboard) -> None:
    assert bot.all_shards == tuple(Shard(number, 4) for number in range(4))
    assert {each.shard for each in four.gateway.sessions} == {(n, 4) for n in range(4)}
    assert len(bot.guilds) == 5


async def test_a_channel_is_searched_for_in_all_servers_only_once(
    four: Loopback, bot: Postboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search takes longer with each server, and a move needs several channels."""
    world = four.world
    channel = next(each for each in world.channels.values() if each.name == channel_of(2))
    found = bot.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    monkeypatch.setattr(discord.Client, "get_channel", None)
    assert bot.get_channel(channel.id) is found
    world.remove_channel(channel)
    await until(lambda: bot.get_channel(channel.id) is None)


async def test_it_has_as_many_shards_as_the_host_says(four: Loopback, database: Path) -> None:
    async with bot_on(four, database, shards=2) as bot:
        await bot.wait_until_ready()
        assert {each.shard for each in four.gateway.sessions} == {(0, 2), (1, 2)}
        assert len(bot.guilds) == 5


async def test_shards_that_are_killed_resume_while_others_play_on(
    four: Loopback, bot: Postboard, database: Path
) -> None:
    games = [await sit_down(four, bot, database, channel=channel_of(each)) for each in range(4)]
    before = sessions(four)
    resumed: list[int] = []

    async def back(number: int) -> None:
        resumed.append(number)

    bot.add_listener(back, "on_shard_resumed")
    kills: list[Callable[[], None]] = [
        partial(four.gateway.drop, 1),
        partial(four.gateway.reconnect, 3),
        partial(four.gateway.close, 4000, 1),
        partial(four.gateway.invalidate, resumable=True, shard=3),
    ]
    for kill in kills:
        already = len(resumed)
        kill()
        for game in games:
            await game.move(_any_move(game))
        await until(partial(_has_grown, resumed, already))
    assert resumed == [1, 3, 1, 3]
    assert sessions(four) == before, "each has the session with which it began"
    await delivered(bot)


def _has_grown(heard: list[int], before: int) -> bool:
    return len(heard) > before


def _any_move(game: GameDriver) -> str:
    return game.game.notate(game.game.legal(game.match.state)[0])


async def test_a_shard_whose_session_is_lost_identifies_anew(
    four: Loopback, bot: Postboard, database: Path
) -> None:
    """It need not wait for 5 seconds, as its last start is longer ago."""
    bot._next_identify.clear()  # pyright: ignore[reportPrivateUsage]
    before = sessions(four)
    four.gateway.invalidate(resumable=False, shard=2)
    await four.gateway.ready()
    after = sessions(four)
    assert {number for number in range(4) if before[number] is not after[number]} == {2}
    game = await sit_down(four, bot, database, channel=channel_of(2))
    await game.move("c3-d4")
    await delivered(bot)


async def test_shards_of_one_bucket_start_five_seconds_apart(
    four: Loopback, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord's `max_concurrency` says how many buckets there are."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(round(seconds))

    async with bot_on(four, database, shards=1) as bot:
        bot._next_identify.clear()  # pyright: ignore[reportPrivateUsage]
        bot.session_starts.max_concurrency = 2
        with monkeypatch.context() as patch:
            patch.setattr(asyncio, "sleep", sleep)
            for number in range(6):
                await bot.before_identify_hook(number)
    assert slept == [0, 0, 5, 5, 10, 10]


async def test_it_stops_while_a_shard_connects_anew(
    four: Loopback, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would go on without that shard, whether it is told to stop or has lost its shards."""
    begun = asyncio.Event()

    async def wait(_: str) -> None:
        begun.set()
        await asyncio.Event().wait()

    async with create_app(database, four.connector(), four.clock.now) as bot:
        running = asyncio.create_task(bot.start(four.token))
        await until(lambda: len(sessions(four)) == 4)
        monkeypatch.setattr(bot.http, "ws_connect", wait)
        four.gateway.invalidate(resumable=False, shard=1)
        await begun.wait()
        running.cancel()
        await until(running.done)
        assert running.cancelled()
    await end_of_discord_py()


async def test_a_shard_connects_though_the_database_restarts_when_it_asks_for_its_turn(
    four: Loopback, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing would try again: the process would hold its shards and hear nothing, for ever."""
    monkeypatch.setattr(shards, "_TURN_AGAIN", 0.01)
    failures = [Busy("the server restarts"), Busy("the server restarts")]
    share = ShardRange(1, 1, 4)
    async with create_app(database, four.connector(), four.clock.now, shards=share) as bot:
        turn = bot.store.metadata.turn

        async def once_it_is_back(name: str, now: int, gap: int) -> int:
            if failures:
                raise failures.pop()
            return await turn(name, now, gap)

        monkeypatch.setattr(bot.store.metadata, "turn", once_it_is_back)
        running = asyncio.create_task(bot.start(four.token))
        await until(lambda: 1 in sessions(four))
        await bot.close()
        await running
    await end_of_discord_py()
    assert not failures


async def granted(bot: Postboard, game: GameDriver) -> list[Granted | Overdue]:
    table = await bot.lookup.reread(game.table_id)
    return [event for event in table.started.events if isinstance(event, Granted | Overdue)]


async def test_a_silent_shard_costs_its_own_players_no_time(
    four: Loopback, bot: Postboard, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of other shards could play, so their time runs out."""
    await live_through(bot, four, 0)
    games = [
        await sit_down(four, bot, database, channel=channel_of(each), time="1d", vacation=False)
        for each in (0, 2)
    ]
    for game in games:
        await game.move("c3-d4")
        await game.move("b6-a5")
    monkeypatch.setattr(watch, "GAP", 0.01)
    bot._next_identify.clear()  # pyright: ignore[reportPrivateUsage]
    refuse(bot, monkeypatch)
    four.gateway.drop(2)
    await until(lambda: rows(database, "SELECT 1 FROM outages") != [])
    await live_through(bot, four, 2 * DAY)
    while not (heard := await granted(bot, games[0])):
        await bot.scheduler.run_due()
        await asyncio.sleep(0.05)
    silent = await granted(bot, games[1])
    assert silent == [], "the deadline has passed, and nothing is decided"
    assert [type(each) for each in heard] == [Overdue]
    monkeypatch.undo()
    while not (silent := await granted(bot, games[1])):
        await asyncio.sleep(0.05)
        await bot.scheduler.run_due()
    assert isinstance(silent[0], Granted)
    assert 0 <= silent[0].seconds - 2 * DAY <= 60
    assert len(await granted(bot, games[0])) == 1
    await delivered(bot)


def soon(_: object) -> float:
    return 0.05


def refuse(bot: Postboard, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no shard connect until this is undone."""

    async def refused(*_: object, **__: object) -> None:
        raise aiohttp.ClientConnectionError("no way to Discord")

    monkeypatch.setattr(bot.http, "ws_connect", refused)
    monkeypatch.setattr("discord.backoff.ExponentialBackoff.delay", soon)


async def covered(store: Store, guild_id: int | None) -> list[tuple[int, int | None]]:
    """Return the outages of a table in a server, or in a private place, since the beginning."""
    place = Place(7, guild_id)
    return [(each.start, each.end) for each in await store.times.outages(1, place, 0, 10**6)]


async def test_only_the_servers_of_a_shard_share_its_outage(opened: Database) -> None:
    """Private places belong to the first shard."""
    store = Store(opened)
    await store.times.shard_gone(Shard(2, 4), 1000)
    await store.times.shard_gone(Shard(2, 4), 1100)
    found = [await covered(store, GUILD + (n << 22)) for n in range(4)]
    assert found == [[(1000, None)], [], [], []]
    assert await covered(store, None) == []
    await store.times.shard_back(Shard(2, 4), 1000, 2000)
    assert await covered(store, GUILD) == [(1000, 2000)]
    await store.times.shard_back(Shard(0, 4), 3000, 4000)
    assert await covered(store, None) == [(3000, 4000)]
    await store.times.shard_back(Shard(0, 4), 5000, 5300)
    assert await covered(store, None) == [(3000, 4000)], "five minutes harm nobody"


async def test_an_outage_lasts_until_its_shard_is_back_or_all_of_another_number_are(
    opened: Database,
) -> None:
    """A process that ended in an outage had other shards than the next one."""
    store = Store(opened)
    await store.times.shard_gone(Shard(2, 4), 1000)
    await store.times.shard_back(Shard(2, 8), None, 2000)
    await store.times.shard_back(Shard(1, 4), None, 2000)
    await store.times.all_shards_back(4, 2500)
    assert await covered(store, GUILD) == [(1000, None)]
    await store.times.all_shards_back(8, 3000)
    assert await covered(store, GUILD) == [(1000, 3000)]


async def test_the_status_names_the_shards_that_are_away(
    bot: Postboard, unused_tcp_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"http://127.0.0.1:{unused_tcp_port}/readyz"
    monkeypatch.setattr("bot.status._AWAY", 0.0)
    async with (
        serving_status(bot, ("127.0.0.1", unused_tcp_port)),
        aiohttp.ClientSession() as session,
    ):

        async def answer() -> tuple[int, str]:
            async with session.get(url) as response:
                return response.status, await response.text()

        assert await answer() == (503, "No connection to Discord.\n")
        for number in range(4):
            bot.dispatch("shard_ready", number)
        await asyncio.sleep(0)
        assert await answer() == (200, "ok\n")
        for number in (1, 3):
            bot.dispatch("shard_disconnect", number)
        await asyncio.sleep(0)
        said = "No connection to Discord for shard 1 of 4, shard 3 of 4.\n"
        assert await answer() == (503, said)
        bot.dispatch("shard_resumed", 1)
        bot.dispatch("shard_ready", 3)
        await asyncio.sleep(0)
        assert await answer() == (200, "ok\n")


def recommends_four(server: Loopback) -> None:
    server.gateway.limits = FOUR
    for shard in range(4):
        guild_in(server, shard, 4)


def test_a_shard_without_an_answer_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nor does it end the bot, which tries it again until Discord answers."""
    serve, tried = Gateway.serve, list[set[int]]()

    async def silent_at_first(self: Gateway, request: web.Request) -> web.StreamResponse:
        tried.append({each.shard[0] for each in self.sessions})
        if len(tried) > 1:
            return await serve(self, request)
        connection = web.WebSocketResponse()
        await connection.prepare(request)
        await connection.receive()
        return connection

    async def watched(_: Loopback) -> None:
        await logged(caplog, "Online as")
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(shards, "SHARD_PATIENCE", 0.5)
    monkeypatch.setattr(Gateway, "serve", silent_at_first)
    assert started(monkeypatch, prepare=recommends_four, act=watched) == 0
    assert len(tried) == 5
    assert tried[-1] == {1, 2, 3}, "the others were there when it was tried again"
    assert "Failed to connect for shard_id: 0. Retrying...: TimeoutError()" in caplog.text


def test_each_shard_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def watched(server: Loopback) -> None:
        await logged(caplog, "Online as")
        server.gateway.drop(2)
        await logged(caplog, "Reconnected")
        os.kill(os.getpid(), signal.SIGTERM)

    assert started(monkeypatch, prepare=recommends_four, act=watched) == 0
    said = [record.getMessage() for record in caplog.records if record.name == "bot"]
    connected = [f"Connected: shard {number} of 4" for number in range(4)]
    assert sorted(said[1:5]) == connected
    assert said[5].startswith("Online as bot: 5 servers, ")
    assert said[6:] == [
        "Disconnected, reconnecting: shard 2 of 4",
        "Reconnected: shard 2 of 4",
        "Stopped",
    ]


def test_a_stop_while_a_shard_reconnects_stops_the_bot(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """discord.py takes the cancellation for one of the shard alone."""
    went_on: list[bool] = []

    async def hang(*_: object, **__: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.Event().wait()

    async def watched(server: Loopback) -> None:
        await logged(caplog, "Online as")
        monkeypatch.setattr("discord.http.HTTPClient.ws_connect", hang)
        server.gateway.drop(2)
        await asyncio.sleep(20)
        went_on.append(True)
        os.kill(os.getpid(), signal.SIGTERM)

    assert started(monkeypatch, prepare=recommends_four, act=watched) == 0
    assert not went_on
    assert "Stopped" in caplog.messages


@pytest.mark.parametrize("code", [4004, 4010, 4011, 4012, 4013, 4014])
def test_a_shard_that_is_closed_for_good_ends_the_bot_while_others_connect(
    code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last of them would connect after 75 seconds."""
    monkeypatch.setenv("POSTBOARD_SHARDS", "16")

    async def close(server: Loopback) -> None:
        await server.gateway.connected()
        server.gateway.close(code)

    assert started(monkeypatch, act=close) == 78
    (sentence,) = sentences(capsys.readouterr().err)
    assert sentence.endswith(WAITS)


def test_a_token_that_is_reset_while_the_bot_serves_is_named(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def reset(server: Loopback) -> None:
        await logged(caplog, "Online as")
        server.gateway.reset_token()

    assert started(monkeypatch, prepare=recommends_four, act=reset) == 78
    assert sentences(capsys.readouterr().err) == [
        "Discord refused DISCORD_TOKEN. Copy it again from the developer portal." + WAITS
    ]


def test_a_bot_that_has_outgrown_its_shards_starts_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Discord recommends more of them by then. What the host has set has to be changed."""

    def grows(server: Loopback) -> None:
        server.gateway.limits = SessionLimits(most_guilds=0)

    assert started(monkeypatch, prepare=grows) == 75
    (sentence,) = sentences(capsys.readouterr().err)
    assert sentence.endswith("Start it again, and it opens more." + AGAIN)
    monkeypatch.setenv("POSTBOARD_SHARDS", "1")
    assert started(monkeypatch, prepare=grows) == 78
    (sentence,) = sentences(capsys.readouterr().err)
    assert sentence.startswith("POSTBOARD_SHARDS is too low for this many servers. ")


@pytest.mark.parametrize(("shards", "left"), [(1, 9), (16, 15)])
def test_a_bot_waits_while_few_sessions_are_left(
    shards: int, left: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord resets the token of a bot that starts too many."""

    def nearly_used_up(server: Loopback) -> None:
        server.gateway.limits = SessionLimits(shards=shards, max_concurrency=16)
        for _ in range(1000 - left):
            server.gateway.starts.take(0)
        server.clock.advance(DAY - 60)
        sleep = asyncio.sleep

        async def passed(seconds: float) -> None:
            if 30 < seconds < 90:
                server.clock.advance(seconds)
            await sleep(0 if 30 < seconds < 90 else seconds)

        monkeypatch.setattr(asyncio, "sleep", passed)

    async def stop(_: Loopback) -> None:
        await logged(caplog, "Connected")
        os.kill(os.getpid(), signal.SIGTERM)

    assert started(monkeypatch, prepare=nearly_used_up, act=stop) == 0
    said = [record.getMessage() for record in caplog.records if record.name == "bot"]
    assert said[1] == (f"Discord allows only {left} more connections in the next 1 minute. Waiting")
    assert said[2].startswith("Connected")


def test_a_bot_does_not_wait_for_hours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def used_up(server: Loopback) -> None:
        for _ in range(999):
            server.gateway.starts.take(0)
        server.clock.advance(DAY - 2 * HOUR)

    async def never_connected(server: Loopback) -> None:
        await server.gateway.connected()
        raise AssertionError("it has used up another session")

    assert started(monkeypatch, prepare=used_up, act=never_connected) == 75
    assert sentences(capsys.readouterr().err) == [
        "Discord allows only 1 more connection in the next 2 hours. Find out what keeps"
        " starting it, then start it again." + AGAIN
    ]

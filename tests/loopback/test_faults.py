import asyncio

import aiohttp
import discord
import pytest

from loopback import Clock, Faults, Limits, Loopback, Person, Window
from loopback.faults import FaultInjector
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import SampleBot, running, sample_server
from tests.loopback.test_messages import lobby
from tests.loopback.waiting import until


async def test_the_same_seed_makes_the_same_faults() -> None:
    def drawn(seed: int) -> list[bool]:
        fault_injector = FaultInjector(Faults(server_errors=0.5, seed=seed))
        return [fault_injector.should_fail_request("server_errors") for _ in range(64)]

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


def test_shares_are_shares() -> None:
    with pytest.raises(ValueError, match="server_errors is a share between 0 and 1"):
        Faults(server_errors=2)


async def test_server_errors_and_429s_have_no_effect(
    server: Loopback, bare: Bare, ann: Person
) -> None:
    server.faults = Faults(server_errors=1)
    path = f"{bare.channel()}/messages"
    assert (await bare("POST", path, {"content": "x"}))[0] == 502
    server.faults = Faults(too_many_requests=1, retry_after=0.25)
    status, answer = await bare("POST", path, {"content": "x"})
    assert (status, answer["retry_after"]) == (429, 0.25)
    assert "Via" in bare.headers
    assert ann.sees() == []
    server.faults = Faults()
    await bare.send({"content": "x"})
    assert len(ann.sees()) == 1


@pytest.mark.parametrize(
    ("faults", "sent"), [(Faults(dropped_before=1), 0), (Faults(dropped_after=1), 1)]
)
async def test_a_connection_drops_before_or_after_the_effect(
    server: Loopback, bare: Bare, ann: Person, faults: Faults, sent: int
) -> None:
    server.faults = faults
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await bare("POST", f"{bare.channel()}/messages", {"content": "x"})
    assert len(ann.sees()) == sent


async def test_latency_lies_on_every_answer(server: Loopback, bare: Bare) -> None:
    server.faults = Faults(latency=20, jitter=10)
    began = asyncio.get_running_loop().time()
    await bare("GET", "/users/@me")
    assert asyncio.get_running_loop().time() - began >= 0.02


async def test_a_doubled_interaction_reaches_the_bot_twice(
    bot: SampleBot, server: Loopback, ann: Person
) -> None:
    server.faults = Faults(duplicated_events=1)
    interaction = ann.start_slash("silent", "lobby", {})
    await until(lambda: len(bot.contexts) == 2)
    assert [each.id for each in bot.contexts] == [interaction.id] * 2


@pytest.mark.parametrize(
    ("faults", "event"),
    [
        (Faults(disconnects=1), "RESUMED"),
        (Faults(reconnects=1), "RESUMED"),
        (Faults(invalidations=1), "READY"),
    ],
)
async def test_faults_reach_the_gateway(
    bot: SampleBot, server: Loopback, ann: Person, faults: Faults, event: str
) -> None:
    bot.events.clear()
    server.faults = faults
    ann.start_slash("silent", "lobby", {})
    server.faults = Faults()
    await until(lambda: event in bot.events)


class StoppedClock(Clock):
    """Goes on only when it is set ahead."""

    def __init__(self) -> None:
        super().__init__()
        self._begun = super().now()

    def now(self) -> float:
        return self._begun + self._ahead


async def test_buckets_and_their_headers() -> None:
    limits = Limits(messages=Window(2, 60), overall=Window(5, 60))
    async with sample_server(limits=limits, clock=StoppedClock()) as server:
        async with aiohttp.ClientSession(connector=server.connector()) as session:
            bare = Bare(server, session)
            for remaining in ("1", "0"):
                await bare.send({"content": "x"})
                assert bare.headers["X-RateLimit-Remaining"] == remaining
                assert bare.headers["X-RateLimit-Limit"] == "2"
            bucket = bare.headers["X-RateLimit-Bucket"]
            status, answer = await bare("POST", f"{bare.channel()}/messages", {"content": "x"})
            assert (status, answer["global"]) == (429, False)
            assert answer["retry_after"] == 60
            await bare.send({"content": "x"}, "games")
            assert bare.headers["X-RateLimit-Bucket"] == bucket
            await bare.send({"content": "x"}, "games")
            status, answer = await bare("GET", "/users/@me")
            assert (status, answer["global"]) == (429, True)
            server.clock.advance(61)
            await bare.send({"content": "x"})
        assert len(server.person("Ann").sees()) == 3


async def test_discord_py_waits_for_its_bucket() -> None:
    async with sample_server(limits=Limits(messages=Window(3, 0.1))) as server:
        async with running(server) as bot:
            await asyncio.gather(*(lobby(bot).send(str(n)) for n in range(7)))
        assert len(server.person("Ann").sees()) == 7


async def test_a_lost_answer_can_be_asked_for_again_with_the_nonce(
    bot: SampleBot, server: Loopback, ann: Person
) -> None:
    server.faults = Faults(dropped_after=1)
    with pytest.raises((aiohttp.ClientError, discord.DiscordException)):
        await lobby(bot).send("owed", nonce="1")
    server.faults = Faults()
    sent = await lobby(bot).send("owed", nonce="1")
    assert [each.id for each in ann.sees()] == [sent.id]


async def test_a_hanging_channel_answers_once_it_hangs_no_more(
    bot: SampleBot, server: Loopback, ann: Person
) -> None:
    sick = server.world.channel("games").id
    server.faults = Faults(hangs=1, channels=frozenset({sick}))
    games = bot.get_partial_messageable(sick)
    hanging = asyncio.create_task(games.send("late"))
    await lobby(bot).send("at once")
    reply = await ann.slash("show")
    assert reply.message is not None
    late = ann.start_slash("echo", "games", {"text": "in the sick channel"})
    await until(lambda: len(bot.contexts) == 2)
    assert not hanging.done()
    assert ann.sees("games") == []
    assert not late.acknowledged.is_set()
    server.faults = Faults()
    await hanging
    assert (await ann.outcome(late)).failed is None
    assert len(ann.sees("games")) == 2


async def test_a_hanging_request_is_carried_out_though_nobody_waits(
    server: Loopback, bare: Bare, ann: Person
) -> None:
    server.faults = Faults(hangs=1)
    sending = asyncio.create_task(bare.send({"content": "x"}))
    await until(lambda: server.faults_happened["hangs"] > 0)
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    assert ann.sees() == []
    server.faults = Faults()
    await until(lambda: len(ann.sees()) == 1)


@pytest.mark.parametrize(
    "fault", [{"server_errors": 1}, {"too_many_requests": 1}, {"dropped_before": 1}]
)
async def test_faults_can_be_kept_to_one_channel(
    server: Loopback, bare: Bare, ann: Person, fault: dict[str, float]
) -> None:
    server.faults = Faults(**fault, channels=frozenset({server.world.channel("games").id}))  # type: ignore[arg-type]
    await bare.send({"content": "x"})
    try:
        status, _ = await bare("POST", f"{bare.channel('games')}/messages", {"content": "x"})
        assert status in (429, 502)
    except aiohttp.ServerDisconnectedError:
        assert fault == {"dropped_before": 1}
    assert (len(ann.sees()), ann.sees("games")) == (1, [])


async def test_an_error_after_the_effect(server: Loopback, bare: Bare, ann: Person) -> None:
    server.faults = Faults(server_errors_after=1)
    status, _ = await bare("POST", f"{bare.channel()}/messages", {"content": "x"})
    assert status == 502
    assert len(ann.sees()) == 1


async def test_a_long_retry_after_is_waited_for(
    bot: SampleBot, server: Loopback, ann: Person
) -> None:
    server.faults = Faults(too_many_requests=1, retry_after=600)
    bot.http.max_ratelimit_timeout = 30
    with pytest.raises(discord.RateLimited) as caught:
        await lobby(bot).send("x")
    assert caught.value.retry_after == 600
    assert ann.sees() == []


async def test_late_events_keep_their_order(bot: SampleBot, server: Loopback, ann: Person) -> None:
    server.faults = Faults(event_latency=30, event_jitter=60)
    started = [ann.start_slash("silent", "lobby", {}).id for _ in range(5)]
    await asyncio.sleep(0)
    assert bot.contexts == []
    await until(lambda: len(bot.contexts) == 5)
    assert [each.id for each in bot.contexts] == started

"""`POSTBOARD_STATUS`: what monitoring can ask, and what it is told."""

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from bot import status
from bot.interactions.client import Postboard
from bot.model import metrics
from bot.settings import Settings
from bot.startup_errors import StatusError, startup_failure
from bot.status import serving_status
from bot.store.sql.errors import StoreError
from loopback import Loopback, Person
from tests.bot.game_driver import delivered, private, sit_down
from tests.loopback.waiting import until

ROOT = Path(__file__).resolve().parents[2]


@asynccontextmanager
async def asked(bot: Postboard, port: int) -> AsyncGenerator[aiohttp.ClientSession]:
    """Serve the status of a bot; the session asks it."""
    async with (
        serving_status(bot, ("127.0.0.1", port)),
        aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session,
    ):
        yield session


async def _answer(session: aiohttp.ClientSession, path: str) -> tuple[int, str]:
    async with session.get(path) as response:
        return response.status, await response.text()


def _value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


async def test_a_bot_that_serves_is_well_and_ready(bot: Postboard, unused_tcp_port: int) -> None:
    """It stays ready for five minutes after the gateway is gone."""
    await bot.wait_until_ready()
    async with asked(bot, unused_tcp_port) as session:
        assert await _answer(session, "/healthz") == (200, "ok\n")
        bot.dispatch("shard_ready", 0)
        await asyncio.sleep(0)
        assert await _answer(session, "/readyz") == (200, "ok\n")
        bot.dispatch("shard_disconnect", 0)
        await asyncio.sleep(0)
        assert (await _answer(session, "/readyz"))[0] == 200


async def test_a_bot_is_not_ready_before_discord_knows_it_nor_long_after(
    bot: Postboard, unused_tcp_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bot.wait_until_ready()
    await asyncio.sleep(0)  # The event comes in a task of its own.
    async with asked(bot, unused_tcp_port) as session:
        assert (await _answer(session, "/readyz"))[0] == 503
        bot.dispatch("shard_ready", 0)
        bot.dispatch("shard_disconnect", 0)
        await asyncio.sleep(0)
        monkeypatch.setattr(status, "_AWAY", 0.0)
        assert (await _answer(session, "/readyz"))[0] == 503
        bot.dispatch("shard_resumed", 0)
        await asyncio.sleep(0)
        assert (await _answer(session, "/readyz"))[0] == 200


@pytest.mark.parametrize("hangs", [True, False])
async def test_a_database_that_does_not_answer_is_unhealthy(
    hangs: bool, bot: Postboard, unused_tcp_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(_: int) -> None:
        if hangs:
            await asyncio.sleep(3600)
        raise StoreError("disk I/O error")

    monkeypatch.setattr(bot.store.servers, "work", work)
    monkeypatch.setattr(status, "_PATIENCE", 0.01)
    async with asked(bot, unused_tcp_port) as session:
        assert await _answer(session, "/healthz") == (503, "The database doesn't answer.\n")


async def test_what_people_do_is_counted(
    server: Loopback, bot: Postboard, database: Path, unused_tcp_port: int
) -> None:
    def played() -> float:
        commands = {"command": "Play", "game": "czech", "result": "done"}
        return _value("postboard_commands_total", **commands)

    before = played()
    answers = _value("postboard_answer_seconds_count")
    commits = _value("postboard_commit_seconds_count")
    driver = await sit_down(server, bot, database)
    await driver.move("c3-d4")
    private(await driver.due.slash("move", move="nonsense"))
    await delivered(bot)
    assert played() == before + 1
    assert _value("postboard_answer_seconds_count") > answers
    assert _value("postboard_commit_seconds_count") > commits
    async with asked(bot, unused_tcp_port) as session:
        code, text = await _answer(session, "/metrics")
    assert code == 200
    assert "nonsense" not in text
    families = {family.name for family in text_string_to_metric_families(text)}
    ours = {name.removesuffix("_created") for name in families if name.startswith("postboard")}
    assert len(ours) == len(metrics.__all__)


async def test_no_metric_names_anybody(
    server: Loopback, bot: Postboard, database: Path, ann: Person, unused_tcp_port: int
) -> None:
    """Routes have no numbers and no tokens; other labels are words of ours."""
    driver = await sit_down(server, bot, database)
    await driver.move("c3-d4")
    async with asked(bot, unused_tcp_port) as session:
        _, text = await _answer(session, "/metrics")
    lines = [line for line in text.splitlines() if line.startswith("postboard_")]
    routes = {found for line in lines for found in re.findall(r'route="([^"]*)"', line)}
    assert "/interactions/:id/:token/callback" in routes
    assert all(route.startswith("/") for route in routes)
    labels = " ".join(found for line in lines for found in re.findall(r"\{.*\}", line))
    assert not re.search(r"\d{6,}", labels)
    assert "Ann" not in labels
    for token in (server.token, ann.name):
        assert token not in labels


async def test_messages_that_wait_and_tables_set_apart_are_seen(
    server: Loopback, bot: Postboard, database: Path, unused_tcp_port: int
) -> None:
    await sit_down(server, bot, database)

    def write(tx: object) -> None:
        do = tx.do  # type: ignore[attr-defined]
        do("UPDATE tables SET set_apart = 'x'")
        do("UPDATE timers SET due = 5")

    await bot.scheduler.stop()
    await bot.store.queues._db.transact(write)  # pyright: ignore[reportPrivateUsage]
    async with asked(bot, unused_tcp_port) as session:
        await _answer(session, "/metrics")
    assert _value("postboard_tables_set_apart") == 1
    assert _value("postboard_timers_late") >= 1


async def test_the_event_loop_is_watched(
    bot: Postboard, unused_tcp_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(status, "_BEAT", 0.001)
    metrics.LOOP_LAG_SECONDS.set(-1)
    async with asked(bot, unused_tcp_port):
        await until(lambda: _value("postboard_loop_lag_seconds") != -1)


async def test_a_port_that_is_taken_is_named(bot: Postboard, unused_tcp_port: int) -> None:
    async with asked(bot, unused_tcp_port):
        with pytest.raises(StatusError, match="Set POSTBOARD_STATUS") as refused:
            async with serving_status(bot, ("127.0.0.1", unused_tcp_port)):
                pass
    failure = startup_failure(refused.value, Path("x"))
    assert failure is not None
    assert failure[1] == 78


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("", None),
        ("127.0.0.1:9464", ("127.0.0.1", 9464)),
        ("[::1]:80", ("::1", 80)),
        ("localhost:1", ("localhost", 1)),
    ],
)
def test_the_setting_is_an_address(text: str, address: tuple[str, int] | None) -> None:
    assert Settings(postboard_status=text).status_address == address


@pytest.mark.parametrize("text", ["9464", "127.0.0.1", ":9464", "host:0", "host:70000", "host:x"])
def test_a_setting_that_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"such as 127\.0\.0\.1:9464"):
        Settings(postboard_status=text)


def test_alerts_and_documents_know_each_metric() -> None:
    """Every alert asks for metrics that exist, and every metric is explained."""
    names = {
        sample.name for family in REGISTRY.collect() for sample in family.samples
        if sample.name.startswith("postboard_")
    } | {"postboard_commands_total", "postboard_requests_total"}  # fmt: skip
    bases = {re.sub(r"_(total|bucket|count|sum|created)$", "", name) for name in names}
    alerts = (ROOT / "deploy" / "alerts.yml").read_text()
    asked_for = set(re.findall(r"\bpostboard_[a-z_]+", alerts))
    assert {re.sub(r"_(total|bucket|count|sum)$", "", name) for name in asked_for} <= bases
    assert alerts.count("- alert:") == 6
    explained = (ROOT / "docs" / "operating.md").read_text()
    for name in bases:
        assert f"`{name}" in explained, name

"""`POSTBOARD_STATUS`: an HTTP address that tells monitoring whether the bot is well."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.interactions.client import Postboard
from bot.model import metrics
from bot.startup_errors import StatusError

__all__ = ["serving_status"]

_log = logging.getLogger("bot")

_PATIENCE: Final = 10.0
"""Seconds in which a healthy database answers."""
_AWAY: Final = 300.0
"""Seconds for which a bot without its gateway still counts as ready: it usually comes back."""
_BEAT: Final = 1.0
"""Seconds between two looks at the event loop."""


@asynccontextmanager
async def serving_status(bot: Postboard, address: tuple[str, int]) -> AsyncGenerator[None]:
    """Serve `/healthz`, `/readyz` and `/metrics` at a host and port. Raises StatusError."""
    status = _Status(bot)
    runner = web.AppRunner(status.application(), access_log=None)
    await runner.setup()
    host, port = address
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        await runner.cleanup()
        raise StatusError(
            f"Can't serve the status at {host}:{port}: {error.strerror}. Set POSTBOARD_STATUS to a"
            " free address such as 127.0.0.1:9464, or leave it empty."
        ) from error
    heart = asyncio.create_task(_beat(), name="heartbeat of the status")
    try:
        yield
    finally:
        heart.cancel()
        await runner.cleanup()


class _Status:
    """Knows the shards' connections, and answers requests."""

    def __init__(self, bot: Postboard) -> None:
        self._bot = bot
        self._lost_at: dict[int, float | None] = {}
        """The shards that were ever connected: since when one isn't, by the loop's clock, or None
        while it is."""
        bot.add_listener(self._connected, "on_shard_ready")
        bot.add_listener(self._connected, "on_shard_resumed")
        bot.add_listener(self._disconnected, "on_shard_disconnect")

    def application(self) -> web.Application:
        application = web.Application()
        application.add_routes(
            [
                web.get("/healthz", self._health),
                web.get("/readyz", self._readiness),
                web.get("/metrics", self._metrics),
            ]
        )
        return application

    async def _connected(self, number: int) -> None:
        self._lost_at[number] = None

    async def _disconnected(self, number: int) -> None:
        """Note the first of several failures in a row."""
        if number in self._lost_at and self._lost_at[number] is None:
            self._lost_at[number] = asyncio.get_running_loop().time()

    async def _health(self, _: web.Request) -> web.Response:
        """Answer 200 if the database answers. That this answers shows that the event loop runs."""
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._bot.store.servers.work(int(self._bot.now()))
        except Exception as error:
            _log.warning("The database doesn't answer: %r", error)
            return web.Response(status=503, text="The database doesn't answer.\n")
        return web.Response(text="ok\n")

    async def _readiness(self, _: web.Request) -> web.Response:
        """Answer 200 while every shard is connected to Discord, or was a short while ago."""
        shards = self._bot.all_shards
        lacking = [shard for shard in shards if not self._is_there(shard.number)]
        if shards and not lacking:
            return web.Response(text="ok\n")
        if len(lacking) < len(shards):
            said = f"No connection to Discord for {', '.join(map(str, lacking))}.\n"
        else:
            said = "No connection to Discord.\n"
        return web.Response(status=503, text=said)

    def _is_there(self, number: int) -> bool:
        if number not in self._lost_at:
            return False
        lost_at = self._lost_at[number]
        return lost_at is None or asyncio.get_running_loop().time() - lost_at < _AWAY

    async def _metrics(self, _: web.Request) -> web.Response:
        now = self._bot.now()
        work = await self._bot.store.servers.work(int(now))
        metrics.MESSAGES_WAITING.labels("no").set(work.messages)
        metrics.MESSAGES_WAITING.labels("yes").set(work.parked)
        age = 0.0 if work.oldest_message is None else now - work.oldest_message
        metrics.MESSAGES_OLDEST_SECONDS.set(max(0.0, age))
        metrics.TIMERS_LATE.set(work.late_timers)
        metrics.TABLES_SET_APART.set(work.set_apart)
        return web.Response(body=generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})


async def _beat() -> None:
    """Measure time and again how late the event loop wakes up."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _BEAT
        await asyncio.sleep(_BEAT)
        metrics.LOOP_LAG_SECONDS.set(loop.time() - due)

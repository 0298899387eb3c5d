"""A bot that is killed and started again, beside the server that stays."""

import asyncio
import multiprocessing
import signal
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Final

from loopback import Loopback
from loopback.interactions import lifecycle
from loopback.world.feed import Event
from tests.bot import child_bot
from tests.bot.child_bot import CrashPoint
from tests.stored import change

_processes: Final = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload([child_bot.__name__, "tests.bot.warm_up"])


class KillableBot:
    """The bot in a process of its own, and how often it was killed."""

    def __init__(self, server: Loopback, database: Path) -> None:
        self._server = server
        self.database = database
        self.deaths = 0
        self._unanswered = set[int]()
        server.feed.listen(self._note)
        self._process = self._new(CrashPoint.NEVER)

    @classmethod
    @asynccontextmanager
    async def born(
        cls, server: Loopback, database: Path, crash_point: CrashPoint = CrashPoint.NEVER
    ) -> AsyncGenerator["KillableBot"]:
        """Start the bot and kill it at the end."""
        bot = cls(server, database)
        await bot.start(crash_point)
        try:
            yield bot
        finally:
            bot._process.kill()
            bot._process.join()

    async def start(self, crash_point: CrashPoint = CrashPoint.NEVER, of: str = "") -> None:
        """Start the bot and wait until it is connected; `of` is what some points are about."""
        self.launch(crash_point, of)
        await self.connected()

    async def connected(self) -> None:
        """Wait until the bot is connected."""
        while not self._server.gateway.online:
            assert self.is_alive, "the bot died before it was connected"
            await asyncio.sleep(0.002)

    def launch(self, crash_point: CrashPoint = CrashPoint.NEVER, of: str = "") -> None:
        """Start the bot and do not wait."""
        self._process = self._new(crash_point, of)
        self._process.start()

    async def sleep(
        self, seconds: float, crash_point: CrashPoint = CrashPoint.NEVER, of: str = ""
    ) -> None:
        """Kill the bot and start it so much later, as if it had run until then; do not wait."""
        if self.is_alive:
            await self.kill()
        self._server.clock.advance(seconds)
        beaten = "UPDATE metadata SET value = ? WHERE key = 'heartbeat'"
        change(self.database, beaten, str(int(self._server.clock.now())))
        self.launch(crash_point, of)

    @property
    def is_alive(self) -> bool:
        """Whether the bot has not died yet."""
        return self._process.is_alive()

    async def kill(self, later: float | None = None) -> None:
        """Kill the bot as `kill -9` does; `later` as for `dead`."""
        self._process.kill()
        await self.dead(later)

    async def dead(self, later: float | None = None) -> None:
        """Wait until the bot has died, and this many seconds more by the server's clock.

        Without a number it is so long that what the bot left unanswered has failed.
        """
        while self._process.is_alive() or self._server.gateway.online:  # noqa: ASYNC110
            await asyncio.sleep(0.002)
        assert self._process.exitcode == -signal.SIGKILL
        self.deaths += 1
        if later is None:
            later = lifecycle.SECONDS_TO_ACKNOWLEDGE if self._unanswered else 0.0
        self._server.clock.advance(later)

    def _note(self, event: Event) -> None:
        if isinstance(event, lifecycle.InteractionChanged):
            number, status = event.interaction.id, event.interaction.status
            if status is lifecycle.Status.WAITING:
                self._unanswered.add(number)
            else:
                self._unanswered.discard(number)

    def _new(self, crash_point: CrashPoint, of: str = "") -> ForkServerProcess:
        server = self._server
        ahead = server.clock.now() - time.time()
        words = (str(server.socket), server.token, str(self.database))
        options = (f"--crash-point={crash_point}", f"--of={of}", f"--ahead={ahead:.3f}")
        return _processes.Process(target=child_bot.main, args=((*words, *options),), daemon=True)

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
from loopback.interactions.lifecycle import SECONDS_TO_ACKNOWLEDGE
from tests.bot import solo
from tests.bot.solo import Fate

_PATIENCE: Final = 10.0
"""Seconds that a bot gets to start or to die; a test that waits so long has failed."""

_processes: Final = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload([solo.__name__, "tests.bot.drawn"])


class Mortal:
    """The bot in a process of its own, and how often it was killed."""

    def __init__(self, server: Loopback, database: Path) -> None:
        self._server = server
        self.database = database
        self.deaths = 0
        self._process = self._new(Fate.NEVER)

    @classmethod
    @asynccontextmanager
    async def born(
        cls, server: Loopback, database: Path, fate: Fate = Fate.NEVER
    ) -> AsyncGenerator["Mortal"]:
        """Start the bot and kill it at the end."""
        bot = cls(server, database)
        await bot.start(fate)
        try:
            yield bot
        finally:
            bot._process.kill()
            bot._process.join()

    async def start(self, fate: Fate = Fate.NEVER) -> None:
        """Start the bot and wait until it is connected."""
        self.launch(fate)
        async with asyncio.timeout(_PATIENCE):
            await self._server.gateway.ready()

    def launch(self, fate: Fate = Fate.NEVER) -> None:
        """Start the bot and do not wait."""
        self._process = self._new(fate)
        self._process.start()

    async def kill(self) -> None:
        """Kill the bot as `kill -9` does; what it left unanswered fails at once."""
        self._process.kill()
        await self.dead()

    async def dead(self, later: float = SECONDS_TO_ACKNOWLEDGE + 0.1) -> None:
        """Wait until the bot has died of its fate, and so many seconds more by the server's clock.

        What it left unanswered has failed by then.
        """
        async with asyncio.timeout(_PATIENCE):
            while self._process.is_alive() or self._server.gateway.online:  # noqa: ASYNC110
                await asyncio.sleep(0.002)
        assert self._process.exitcode == -signal.SIGKILL
        self.deaths += 1
        self._server.clock.advance(later)

    def _new(self, fate: Fate) -> ForkServerProcess:
        server = self._server
        ahead = server.clock.now() - time.time()
        words = (str(server.socket), server.token, str(self.database))
        options = (f"--fate={fate}", f"--ahead={ahead:.3f}")
        return _processes.Process(target=solo.main, args=((*words, *options),), daemon=True)

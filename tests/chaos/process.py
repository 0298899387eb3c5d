"""The bot's process as the campaign handles it: started, killed, listened to."""

import asyncio
import multiprocessing
import os
import signal
import time
from collections import Counter, deque
from contextlib import suppress
from ctypes import c_double, c_long
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Final

from bot.model.addresses import ServerAddress
from bot.model.shards import ShardRange
from bot.tables import commits
from loopback import Loopback
from loopback.gateway.session import Session
from tests.chaos import bot_process
from tests.chaos.bot_process import LogLine, Point, SharedConditions

__all__ = ["BotProcess", "patience"]

_MINUTE: Final = 60.0
_processes: Final = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(
    [bot_process.__name__, "tests.bot.warm_up", "tests.chaos.campaign"]
)


def patience() -> float:
    """Return the seconds that a bot gets to start, to stop or to do what it owes.

    A minute is plenty; where others want the same processors it takes longer.
    """
    return _MINUTE * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


class BotProcess:
    """One process after the other with the same shards, beside the server that stays."""

    def __init__(
        self,
        server: Loopback,
        database: Path | ServerAddress,
        shards: ShardRange,
        table_memory: float = 0.0,
    ) -> None:
        self.shards = shards
        """The shards that it serves."""
        self._database = database
        self.deaths = Counter[str]()
        """How often it was killed, by what it was doing."""
        self.log = deque[LogLine](maxlen=5000)
        self.exit_codes = Counter[int]()
        """How often the bot ended by itself, by exit code."""
        self.retried = 0
        """How often a press was kept whose change could not be written for the moment."""
        self._server = server
        self._jump = 0.0
        value = _processes.RawValue
        self._conditions = SharedConditions(
            value(c_double, 0.0), value(c_double, 0.0), value(c_long, 0), value(c_double, 0.0),
            value(c_double, 0.0), value(c_long, 0), value(c_long, 0), value(c_long, 0),
            table_memory,
        )  # fmt: skip
        self._process: ForkServerProcess | None = None
        self._source: Connection | None = None
        self._earlier = frozenset[str]()
        """Sessions of the processes before this one."""

    @property
    def pid(self) -> int | None:
        """The process, if it lives."""
        return self._process.pid if self._process and self._process.is_alive() else None

    @property
    def is_online(self) -> bool:
        """True while one of its shards is connected."""
        return any(each.connection and each.id not in self._earlier for each in self.sessions())

    def sessions(self) -> list[Session]:
        """Return the sessions of its shards, with those of earlier processes."""
        sessions = self._server.gateway.sessions
        return [each for each in sessions if each.shard[0] in self.shards.numbers]

    def twin(self) -> "BotProcess":
        """Return another one with the same shards, which isn't started."""
        return BotProcess(self._server, self._database, self.shards, self._conditions.table_memory)

    @property
    def jump(self) -> float:
        """Seconds by which the bot's clock differs from Discord's."""
        return self._jump

    @jump.setter
    def jump(self, seconds: float) -> None:
        self._jump = seconds
        self.set_clock()

    def set_clock(self) -> None:
        """Let the bot's clock follow the server's, which may have been set ahead."""
        self._conditions.ahead.value = self._server.clock.now() - time.time() + self._jump

    def step_clock(self, share: float = 0.0) -> None:
        """Let the bot's clock jump whenever it is read, with this chance."""
        self._conditions.stepping.value = share

    def limit_pages(self, pages: int) -> None:
        """Let the database have this many pages (0: any number)."""
        self._conditions.pages.value = pages

    def fail_commits(self, before: float = 0.0, after: float = 0.0) -> None:
        """Let this share of transactions fail before and after they are written."""
        self._conditions.failing_before.value = before
        self._conditions.failing_after.value = after

    @property
    def failed_commits(self) -> int:
        """How many transactions failed so."""
        return self._conditions.failures.value

    def launch(self) -> None:
        """Start a bot and do not wait."""
        assert self.pid is None, "one bot at a time"
        if self._process is not None:
            self._bury()
        self.set_clock()
        self._earlier = frozenset(each.id for each in self.sessions())
        self._source, sink = _processes.Pipe(duplex=False)
        words = (str(self._server.socket), self._server.token, self._database, self.shards)
        self._process = _processes.Process(
            target=bot_process.main,
            args=words,
            kwargs={"conditions": self._conditions, "sink": sink},
            daemon=True,
        )
        self._process.start()
        sink.close()
        asyncio.get_running_loop().add_reader(self._source.fileno(), self._listen)

    async def start(self) -> bool:
        """Start a bot and wait until it is connected; False where it ended instead."""
        self.launch()
        return await self.connected()

    async def connected(self) -> bool:
        """Wait until the bot is connected; False where it ended instead."""
        async with asyncio.timeout(patience()):
            while not self.is_online:
                if self.pid is None:
                    self._bury()
                    return False
                await asyncio.sleep(0.01)
        return True

    async def kill(self, doing: str) -> None:
        """Kill the bot as `kill -9` does, and wait until its connections are gone."""
        if self._process is None or self.pid is None:
            return
        self._process.kill()
        if await self._ended() == -signal.SIGKILL:
            self.deaths[doing] += 1

    def doom(self, point: Point = Point.NOWHERE) -> None:
        """Let the bot die by itself once it comes to this point."""
        self._conditions.point.value = point

    async def doomed(self, point: Point, seconds: float) -> None:
        """Wait until the bot has died at the point; kill it if it hasn't after so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.pid is not None:  # noqa: ASYNC110 - another process
                    await asyncio.sleep(0.002)
        self.doom()
        if self.pid is not None:
            await self.kill(f"not yet {point.name.lower()}")
        elif self._process is not None and await self._ended() == -signal.SIGKILL:
            self.deaths[point.name.lower()] += 1

    async def compare(self) -> None:
        """Let the bot compare its memory with the database, and log what differs."""
        if self.pid is None or not self.is_online:
            return
        before = self._conditions.compared.value
        os.kill(self.pid, signal.SIGUSR1)
        async with asyncio.timeout(patience()):
            while self.is_online and self._conditions.compared.value == before:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        self._listen()

    async def stop(self) -> None:
        """Stop the bot as a service manager does, and wait until it has ended by itself."""
        if self._process is None or self.pid is None:
            return
        self._process.terminate()
        await self._ended()

    def freeze(self) -> None:
        """Stop the process where it is, as a machine does that sleeps."""
        assert self.pid is not None, "it lives"
        os.kill(self.pid, signal.SIGSTOP)

    def wake(self) -> None:
        """Let it go on as if nothing had been."""
        assert self.pid is not None, "it lives"
        os.kill(self.pid, signal.SIGCONT)

    async def wake_up_to_end(self) -> int:
        """Let it go on, wait until it has ended by itself, and return its exit code."""
        self.wake()
        async with asyncio.timeout(patience()):
            while self.pid is not None:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.002)
        return self._bury()

    def close(self) -> None:
        """Kill the bot for good."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._hang_up()

    async def _ended(self) -> int:
        """Wait until the process has ended, with its connections, and return its exit code."""
        async with asyncio.timeout(patience()):
            while self.pid is not None or self.is_online:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.002)
        return self._bury()

    def _bury(self) -> int:
        """Note how the process has ended, if it wasn't killed, and return its exit code."""
        assert self._process is not None
        self._process.join()
        code = self._process.exitcode or 0
        self._process = None
        self._listen()
        self._hang_up()
        if code != -signal.SIGKILL:
            self.exit_codes[code] += 1
        return code

    def _listen(self) -> None:
        try:
            while self._source is not None and self._source.poll():
                level, text, kind = self._source.recv()
                self.log.append((level, text, kind))
                self.retried += text.startswith(commits.__name__)
        except (EOFError, OSError):
            self._hang_up()

    def _hang_up(self) -> None:
        if self._source is not None:
            asyncio.get_running_loop().remove_reader(self._source.fileno())
            self._source.close()
            self._source = None

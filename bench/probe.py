"""What a bot's process says about itself while it is measured: CPU time, and how its loop fares.

It answers each line on its standard input with one line of JSON.
"""

import asyncio
import json
import selectors
import sys
import time
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

__all__ = ["Probe", "Reading", "run", "watched"]

_STEP: Final = 0.01
"""Seconds between two looks at how late the event loop is."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a process says."""

    cpu: float
    """Seconds of CPU time since its start, of all its threads."""
    lags: list[float]
    """Seconds by which its event loop was late, at each look since the last reading.

    It looks only where the last reading asked for that: to look takes CPU time as well.
    """
    turns: list[float]
    """CPU seconds of the loop's longest turn between two looks.

    In a turn all runs that is ready. What other threads and other processes do is no part of it.
    """


class Probe:
    """Asks a process that is watched."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def read(self, *, look: bool = False) -> Reading:
        """Return what the process says now; it looks at its loop until the next reading or not."""
        asked, answers = self._process.stdin, self._process.stdout
        assert asked is not None, "the process was started with pipes"
        assert answers is not None, "the process was started with pipes"
        asked.write(b"look\n" if look else b"\n")
        said = json.loads(await answers.readline())
        return Reading(**said)


class _Turns(selectors.DefaultSelector):
    """What the loop waits with: between two waits it takes a turn."""

    def __init__(self) -> None:
        super().__init__()
        self.longest = 0.0
        self._begun = time.thread_time()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.longest = max(self.longest, time.thread_time() - self._begun)
        found = super().select(timeout)
        self._begun = time.thread_time()
        return found


_TURNS: Final = _Turns()


def run(work: Coroutine[None, None, None]) -> None:
    """Run a bot in a loop whose turns are measured."""
    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(_TURNS)) as runner:
        runner.run(work)


@asynccontextmanager
async def watched() -> AsyncGenerator[None]:
    """Answer probes while the block runs."""
    answering = asyncio.create_task(_answer())
    try:
        yield
    finally:
        answering.cancel()


async def _look(lags: list[float], turns: list[float]) -> None:
    loop = asyncio.get_running_loop()
    _TURNS.longest = 0.0
    while True:
        due = loop.time() + _STEP
        await asyncio.sleep(_STEP)
        lags.append(loop.time() - due)
        turns.append(_TURNS.longest)
        _TURNS.longest = 0.0


async def _answer() -> None:
    lines, lags, turns = asyncio.StreamReader(), list[float](), list[float]()
    looking: asyncio.Task[None] | None = None
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while asked := await lines.readline():
        if looking:
            looking.cancel()
        said = json.dumps({"cpu": time.process_time(), "lags": lags, "turns": turns})
        lags.clear()
        turns.clear()
        sys.stdout.write(f"{said}\n")
        sys.stdout.flush()
        looking = asyncio.create_task(_look(lags, turns)) if asked.strip() else None

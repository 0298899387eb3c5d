"""What a bot's process says about itself while it is measured: CPU time and the loop's lag.

It answers each line on its standard input with one line of JSON.
"""

import asyncio
import json
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

__all__ = ["Probe", "Reading", "watched"]

_STEP: Final = 0.01
"""Seconds between two looks at how late the event loop is."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a process says."""

    cpu: float
    """Seconds of CPU time since its start, of all its threads."""
    lags: list[float]
    """Seconds by which its event loop was late, at each look since the last reading."""


class Probe:
    """Asks a process that is watched."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def read(self) -> Reading:
        """Return what the process says now."""
        asked, answers = self._process.stdin, self._process.stdout
        assert asked is not None, "the process was started with pipes"
        assert answers is not None, "the process was started with pipes"
        asked.write(b"\n")
        said = json.loads(await answers.readline())
        return Reading(said["cpu"], said["lags"])


@asynccontextmanager
async def watched() -> AsyncGenerator[None]:
    """Answer probes while the block runs."""
    lags: list[float] = []
    tasks = [asyncio.create_task(_look(lags)), asyncio.create_task(_answer(lags))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()


async def _look(lags: list[float]) -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _STEP
        await asyncio.sleep(_STEP)
        lags.append(loop.time() - due)


async def _answer(lags: list[float]) -> None:
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while await lines.readline():
        said = json.dumps({"cpu": time.process_time(), "lags": lags})
        lags.clear()
        sys.stdout.write(f"{said}\n")
        sys.stdout.flush()

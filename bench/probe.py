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
    """Seconds by which its event loop was late, at each look since the last reading.

    It looks only where the last reading asked for that: to look takes CPU time as well.
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
        return Reading(said["cpu"], said["lags"])


@asynccontextmanager
async def watched() -> AsyncGenerator[None]:
    """Answer probes while the block runs."""
    answering = asyncio.create_task(_answer())
    try:
        yield
    finally:
        answering.cancel()


async def _look(lags: list[float]) -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _STEP
        await asyncio.sleep(_STEP)
        lags.append(loop.time() - due)


async def _answer() -> None:
    lines, lags = asyncio.StreamReader(), list[float]()
    looking: asyncio.Task[None] | None = None
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while asked := await lines.readline():
        if looking:
            looking.cancel()
        said = json.dumps({"cpu": time.process_time(), "lags": lags})
        lags.clear()
        sys.stdout.write(f"{said}\n")
        sys.stdout.flush()
        looking = asyncio.create_task(_look(lags)) if asked.strip() else None

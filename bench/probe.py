"""Reports from a bot's process while it is measured: its CPU time and its loop's turns.

It answers each line on its standard input with one line of JSON.
"""

import asyncio
import json
import selectors
import sys
import time
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["Probe", "Reading", "run", "watched"]

_STEP: Final = 0.01
"""Seconds for which one longest turn of the event loop is recorded."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A report from a process."""

    cpu: float
    """Seconds of CPU time of all its threads since its start."""
    turns: list[float]
    """CPU seconds of the event loop's longest turn in each step since the last reading.

    In a turn, everything that is ready runs. The work of other threads and processes isn't part of
    it. Turns are recorded only if the last reading asked for them, because that takes CPU time as
    well.
    """
    private: int = 0
    """Bytes of memory that it has for itself; 0 if no one asked, or the system doesn't say it."""


class Probe:
    """Asks a watched process for reports."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def read(self, *, turns: bool = False, memory: bool = False) -> Reading:
        """Return a report from the process; `turns` makes it record them until the next one.

        Its `memory` is read only if asked for, because that takes milliseconds.
        """
        asked, answers = self._process.stdin, self._process.stdout
        assert asked is not None, "the process was started with pipes"
        assert answers is not None, "the process was started with pipes"
        asked.write(b"turns\n" if turns else b"memory\n" if memory else b"\n")
        said = json.loads(await answers.readline())
        return Reading(**said)


class _Turns(selectors.DefaultSelector):
    """The loop's selector: between two of its waits, the loop takes a turn."""

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


async def _note(turns: list[float]) -> None:
    _TURNS.longest = 0.0
    while True:
        await asyncio.sleep(_STEP)
        turns.append(_TURNS.longest)
        _TURNS.longest = 0.0


def _private() -> int:
    with suppress(OSError):
        lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
        return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))
    return 0


async def _answer() -> None:
    lines, turns = asyncio.StreamReader(), list[float]()
    noting: asyncio.Task[None] | None = None
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while asked := await lines.readline():
        if noting:
            noting.cancel()
        word = asked.strip()
        said = json.dumps(
            {
                "cpu": time.process_time(),
                "private": _private() if word == b"memory" else 0,
                "turns": turns,
            }
        )
        turns.clear()
        sys.stdout.write(f"{said}\n")
        sys.stdout.flush()
        noting = asyncio.create_task(_note(turns)) if word == b"turns" else None

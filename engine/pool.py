"""Worker processes for an asyncio program: asked, monitored, killed and replaced.

A worker that dies, exceeds its time or gives an invalid answer is killed and replaced. Its request
is repeated once at the weakest level, and if that also fails, a move is chosen in this process with
hardly any search. So `Pool.choose` always answers, and nothing waits for a process without a limit.
"""

import asyncio
import contextlib
import json
import logging
import os
import sys
from asyncio import timeout
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeAlias, cast

from engine.exact import Shelf
from engine.levels import LEVELS
from engine.tasks import Answer, Answered, Request, Task, read_answered, request_line
from engine.worker import answered

__all__ = ["Limits", "Pool", "RefusedError", "WorkerError"]

_log: Final = logging.getLogger(__name__)
_LINE: Final = 1 << 24
"""Bytes of the longest answer: the report on a game of thousands of plies."""
_PROGRAM: Final = ("-m", "engine", "work")
_KEPT: Final = ("PATH", "PYTHONPATH", "PYTHONHOME", "SYSTEMROOT", "LANG", "LC_ALL")
"""The environment variables passed on to a worker; the others may hold the program's secrets."""

_Job: TypeAlias = "asyncio.Future[Answer]"
_Queue: TypeAlias = "asyncio.PriorityQueue[_Waiting]"


class WorkerError(Exception):
    """A worker died, took too long or gave an invalid answer."""


class RefusedError(Exception):
    """A worker couldn't process a request; the message is the worker's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The resources that the processes may use."""

    workers: int = 1
    """The number of processes for moves and hints; more than there are cores is useless. One
    more does analyses, so that nobody's move waits for one."""
    seconds: Mapping[Task, float] = field(
        default_factory=lambda: {
            Task.CHOOSE: 30.0,
            Task.STANDING: 30.0,
            Task.HINT: 30.0,
            Task.ANALYSE: 900.0,
        }
    )
    """The seconds by the clock after which a worker without an answer is killed."""
    start: float = 30.0
    """The seconds in which a new worker has to be ready."""
    memory: int = 512 << 20
    """The bytes of address space of one worker."""
    niceness: int = 10
    analysis_niceness: int = 15
    """The niceness of the process for analyses."""
    answers: int = 500
    """The number of answers after which a worker is replaced by a new one."""


@dataclass(order=True, slots=True)
class _Waiting:
    """A request in a queue, sorted by cost and then by arrival."""

    level: int
    number: int
    request: Request = field(compare=False)
    job: _Job = field(compare=False)


class Pool:
    """Workers that answer requests; use it as an asynchronous context manager."""

    def __init__(
        self,
        limits: Limits | None = None,
        tables: Path | None = None,
        program: Sequence[str] = _PROGRAM,
    ) -> None:
        """Answer within the limits, using the exact tables in the folder.

        To start a worker, Python is run with the arguments `program` and the options of `python -m
        engine work`.
        """
        self._limits: Final = limits or Limits()
        folder = ("--tables", str(tables)) if tables else ()
        self._program: Final = (*program, *folder)
        self._waiting: Final[_Queue] = asyncio.PriorityQueue()
        self._analyses: Final[_Queue] = asyncio.PriorityQueue()
        self._numbers: Final = count(1)
        self._slots: list[asyncio.Task[None]] = []
        self._workers: Final[dict[int, _Worker]] = {}
        self.failures = 0
        """The number of workers that had to be killed so far."""

    async def __aenter__(self) -> Self:
        """Start answering."""
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End all processes and cancel the requests that are waiting."""
        await self.stop()

    async def start(self) -> None:
        """Start answering, if it hasn't started; processes are started when first needed."""
        if self._slots:
            return
        limits, workers = self._limits, self._limits.workers
        queues = [(self._waiting, limits.niceness)] * workers + [
            (self._analyses, limits.analysis_niceness)
        ]
        self._slots = [
            asyncio.create_task(self._serve(slot, queue, niceness))
            for slot, (queue, niceness) in enumerate(queues)
        ]

    async def stop(self) -> None:
        """End all processes and cancel the requests that are waiting."""
        for slot in self._slots:
            slot.cancel()
        await asyncio.gather(*self._slots, return_exceptions=True)
        for queue in (self._waiting, self._analyses):
            while not queue.empty():
                queue.get_nowait().job.cancel()
        for worker in list(self._workers.values()):
            await worker.end()
        self._workers.clear()
        self._slots = []

    @property
    def busy(self) -> tuple[int, ...]:
        """The process ids of the workers that are thinking."""
        return tuple(worker.pid for worker in self._workers.values() if worker.is_busy)

    async def choose(self, request: Request) -> Answered:
        """Return the move of a level. Raises RefusedError if the request is invalid.

        There is an answer whatever happens to the workers; `makeshift` says that none of them could
        think.
        """
        gentlest = replace(request, level=LEVELS[0].number)
        for attempt in (request, gentlest):
            try:
                return read_answered(await self.ask(attempt))
            except WorkerError as reason:
                _log.warning("a worker failed to choose a move: %s", reason)
            except (LookupError, TypeError):
                _log.warning("a worker's answer was not a move")
        # The weakest level examines each legal move once, which takes milliseconds.
        chosen = await asyncio.to_thread(answered, gentlest, Shelf(None))
        assert isinstance(chosen, Answered)
        return replace(chosen, makeshift=True)

    async def ask(self, request: Request) -> Answer:
        """Return the members of the answer.

        Raises WorkerError if the worker fails, and RefusedError if the request is invalid.
        Cancelling the call ends the worker that is thinking about it.
        """
        job: _Job = asyncio.get_running_loop().create_future()
        queue = self._analyses if request.task is Task.ANALYSE else self._waiting
        # The strong levels take thousands of times as long as the weak ones.
        queue.put_nowait(_Waiting(request.level, next(self._numbers), request, job))
        return await job

    async def _serve(self, slot: int, queue: _Queue, niceness: int) -> None:
        """Answer the requests of a queue, one after another, with the worker of this slot."""
        while True:
            waiting = await queue.get()
            job = waiting.job
            if job.cancelled():
                continue
            try:
                worker = await self._worker(slot, niceness)
                job.add_done_callback(worker.drop_if_cancelled)
                answer = await worker.ask(
                    waiting.number, waiting.request, self._limits.seconds[waiting.request.task]
                )
            except asyncio.CancelledError:
                job.cancel()
                raise
            except (WorkerError, RefusedError) as reason:
                if isinstance(reason, WorkerError):
                    await self._give_up(slot)
                if not job.done():
                    job.set_exception(reason)
            else:
                job.remove_done_callback(worker.drop_if_cancelled)
                if not job.done():
                    job.set_result(answer)

    async def _worker(self, slot: int, niceness: int) -> "_Worker":
        """Return the slot's worker, a new one if it has answered enough requests or has ended."""
        worker = self._workers.get(slot)
        if worker and worker.answers >= self._limits.answers:
            await worker.end()
            worker = None
        if worker is None or worker.has_ended:
            worker = await _Worker.started(self._program, self._limits, niceness)
            self._workers[slot] = worker
        return worker

    async def _give_up(self, slot: int) -> None:
        self.failures += 1
        worker = self._workers.pop(slot, None)
        if worker:
            await worker.end()


class _Worker:
    """One process."""

    def __init__(self, process: Process) -> None:
        self._process: Final = process
        self.pid: Final = process.pid
        self.is_busy = False
        self.answers = 0

    @classmethod
    async def started(cls, program: Sequence[str], limits: Limits, niceness: int) -> "_Worker":
        """Start a process and wait until it is ready. Raises WorkerError."""
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, *program),
                *("--memory", str(limits.memory), "--nice", str(niceness)),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                limit=_LINE,
                env={name: os.environ[name] for name in _KEPT if name in os.environ},
            )
        except OSError as reason:
            raise WorkerError(f"a worker couldn't be started: {reason}") from reason
        worker = cls(process)
        try:
            if await worker._read(limits.start) != {"ready": True}:
                raise WorkerError("the worker did not report that it is ready")
        except BaseException:
            await worker.end()
            raise
        return worker

    @property
    def has_ended(self) -> bool:
        """True if the process has ended."""
        return self._process.returncode is not None

    async def ask(self, number: int, request: Request, seconds: float) -> Answer:
        """Return the members of the answer. Raises WorkerError or RefusedError."""
        assert self._process.stdin is not None
        self.is_busy = True
        try:
            self._process.stdin.write(f"{request_line(number, request)}\n".encode())
            with contextlib.suppress(ConnectionError):  # the answer shows that it has ended
                await self._process.stdin.drain()
            members = await self._read(seconds)
        finally:
            self.is_busy = False
        self.answers += 1
        if members.get("id") != number:
            raise WorkerError(f"the worker's answer is for another request: {members}")
        if "failed" in members:
            raise WorkerError(str(members["failed"]))
        if "error" in members:
            raise RefusedError(str(members["error"]))
        answer = members.get("answer")
        if not isinstance(answer, dict):
            raise WorkerError(f"the worker's answer is empty: {members}")
        return cast("Answer", answer)

    def drop_if_cancelled(self, job: _Job) -> None:
        """Kill the process if nobody wants its answer any longer."""
        if job.cancelled():
            self._kill()

    async def end(self) -> None:
        """Kill the process and wait for its end."""
        self._kill()
        await self._process.wait()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def _read(self, seconds: float) -> dict[str, Any]:
        """Return the members of the next line. Raises WorkerError."""
        assert self._process.stdout is not None
        try:
            async with timeout(seconds):
                line = await self._process.stdout.readline()
        except TimeoutError:
            raise WorkerError(f"the worker took more than {seconds:g} s") from None
        except ValueError as reason:
            raise WorkerError(f"the worker's answer is too long: {reason}") from reason
        if not line:
            raise WorkerError("the worker died")
        try:
            members = json.loads(line)
        except ValueError:
            raise WorkerError(f"the worker's answer isn't JSON: {line[:80]!r}") from None
        if not isinstance(members, dict):
            raise WorkerError(f"the worker's answer isn't a JSON object: {line[:80]!r}")
        return cast("dict[str, Any]", members)

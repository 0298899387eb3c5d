"""Worker processes for an asyncio program: asked, monitored, killed and replaced.

A worker that fails in any way, because it dies, exceeds its time, reports an error or gives an
answer that makes no sense, is killed and replaced, and its last words are logged. A move is asked
for once more at the weakest level. If that also fails, it's the first legal one: then nothing is
left that could fail. So `Pool.choose` always answers, and nothing waits for a process without a
limit.

Requests are served in the order of `Purpose`. A worker that has read a file of a stranger is
replaced, too.
"""

import asyncio
import contextlib
import json
import logging
import os
import sys
from asyncio import timeout
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeAlias, TypeVar, cast

from engine.levels import LEVELS
from engine.tasks import (
    Answer,
    Answered,
    FileAnswer,
    FileRequest,
    Request,
    Task,
    read_answered,
    read_file_answer,
    request_line,
)

__all__ = ["FOLDER", "Limits", "Pool", "Purpose", "WorkerError", "environment"]

_log: Final = logging.getLogger(__name__)
_LINE: Final = 1 << 24
"""Bytes of the longest answer: the report on a game of thousands of plies."""
_PROGRAM: Final = ("-m", "engine", "work")
FOLDER: Final = Path(__file__).parents[1]
"""The folder in which Python looks for modules first; in the host's own there may be another
`engine.py`."""
_KEPT: Final = (
    "PATH", "PYTHONPATH", "PYTHONHOME", "SYSTEMROOT", "LANG", "LC_ALL", "POSTBOARD_FONTS",
)  # fmt: skip
"""The environment variables passed on to a worker; the others may hold the program's secrets."""

_LAST_WORDS: Final = 4_000
"""The most characters of a failed worker's errors that are logged."""

_T = TypeVar("_T")
_Job: TypeAlias = "asyncio.Future[Any]"
_Queue: TypeAlias = "asyncio.PriorityQueue[_Waiting]"


def environment() -> dict[str, str]:
    """Return the environment variables of a process that is to know none of the secrets."""
    return {name: os.environ[name] for name in _KEPT if name in os.environ}


class WorkerError(Exception):
    """A worker failed, or there was none to ask."""


class Purpose(IntEnum):
    """The purposes of requests, most urgent first."""

    MOVE = 1
    """A move of an engine, or its answer to an offer."""
    HINT = 2
    ANALYSIS = 3
    POSTER = 4
    VERIFYING = 5
    PUZZLE = 6

    @property
    def is_urgent(self) -> bool:
        """True if a worker is kept for such requests, because a game waits for them."""
        return self <= Purpose.HINT

    @property
    def can_be_dropped(self) -> bool:
        """True if no one waits for the answer, so that a busy pool drops the request."""
        return self > Purpose.ANALYSIS


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The resources that the processes may use."""

    workers: int = 1
    """The number of processes for moves and hints; more than there are cores is useless. One
    more does everything else, so that no one's move waits for an analysis."""
    seconds: Mapping[Task, float] = field(
        default_factory=lambda: {
            Task.CHOOSE: 30.0,
            Task.STANDING: 30.0,
            Task.HINT: 30.0,
            Task.ANALYSE: 900.0,
            Task.ADJUDGE: 30.0,
            Task.PUZZLE: 60.0,
            Task.READ: 5.0,
        }
    )
    """The seconds by the clock after which a worker without an answer is killed."""
    start: float = 30.0
    """The seconds in which a new worker has to be ready."""
    patience: float = 60.0
    """The seconds after which a request that can be dropped is, unless a worker has begun it."""
    memory: int = 512 << 20
    """The bytes of address space of one worker."""
    niceness: int = 10
    analysis_niceness: int = 15
    """The niceness of the process for everything but moves and hints."""
    answers: int = 500
    """The number of answers after which a worker is replaced by a new one."""


@dataclass(order=True, slots=True)
class _Waiting:
    """A request in a queue, sorted by purpose, then by cost, then by arrival."""

    purpose: Purpose
    level: int
    number: int
    request: Request | FileRequest = field(compare=False)
    read: Callable[[Answer], object] = field(compare=False)
    job: _Job = field(compare=False)
    has_begun: bool = field(default=False, compare=False)

    def drop(self) -> None:
        """Let the request fail if no worker has begun it."""
        if not self.has_begun and not self.job.done():
            self.job.set_exception(WorkerError("all workers were busy for too long"))


class Pool:
    """Workers that answer requests; use it as an asynchronous context manager."""

    def __init__(
        self,
        limits: Limits | None = None,
        tables: Path | None = None,
        program: Sequence[str] = _PROGRAM,
        packages: Sequence[str] = (),
    ) -> None:
        """Answer within the limits, using the exact tables in the folder and games of packages.

        To start a worker, Python is run with the arguments `program` and the options of `python -m
        engine work`.
        """
        self._limits: Final = limits or Limits()
        folder = ("--tables", str(tables.absolute())) if tables else ()
        named = (word for name in packages for word in ("--package", name))
        self._program: Final = (*program, *folder, *named)
        self._urgent: Final[_Queue] = asyncio.PriorityQueue()
        self._others: Final[_Queue] = asyncio.PriorityQueue()
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
        queues = [(self._urgent, limits.niceness)] * workers + [
            (self._others, limits.analysis_niceness)
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
        for queue in (self._urgent, self._others):
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

    async def choose(self, request: Request, legal: Sequence[str]) -> Answered:
        """Return one of the `legal` moves, the one that the level plays.

        There is an answer whatever happens to the workers; `makeshift` says that none of them could
        think, so that it is merely the first of these moves.
        """

        def read(answer: Answer) -> Answered:
            chosen = read_answered(answer)
            if chosen.move not in legal:
                raise ValueError(f"{chosen.move!r} isn't a legal move")
            return chosen

        for attempt in (request, replace(request, level=LEVELS[0].number, ease=None)):
            with contextlib.suppress(WorkerError):
                return await self.ask(attempt, Purpose.MOVE, read)
        return Answered(legal[0], 0.0, (legal[0],), "none", 0, makeshift=True)

    async def ask(self, request: Request, purpose: Purpose, read: Callable[[Answer], _T]) -> _T:
        """Return what `read` makes of the answer's members.

        Raises WorkerError if the worker fails, also if `read` raises an error; the reason has been
        logged then. Cancelling the call ends the worker that is thinking about it.
        """
        return await self._answer(request, purpose, read)

    async def read_file(self, content: bytes) -> FileAnswer:
        """Return what a file of a stranger holds. Raises the same error.

        The worker that has read it is replaced by a new one.
        """
        return await self._answer(FileRequest(content), Purpose.VERIFYING, read_file_answer)

    async def _answer(
        self, request: Request | FileRequest, purpose: Purpose, read: Callable[[Answer], _T]
    ) -> _T:
        loop = asyncio.get_running_loop()
        job: asyncio.Future[_T] = loop.create_future()
        # The strong levels take thousands of times as long as the weak ones.
        waiting = _Waiting(purpose, request.level, next(self._numbers), request, read, job)
        if purpose.can_be_dropped:
            loop.call_later(self._limits.patience, waiting.drop)
        queue = self._urgent if purpose.is_urgent else self._others
        queue.put_nowait(waiting)
        return await job

    async def _serve(self, slot: int, queue: _Queue, niceness: int) -> None:
        """Answer the requests of a queue, one after another, with the worker of this slot."""
        while True:
            waiting = await queue.get()
            job = waiting.job
            if job.done():
                continue
            waiting.has_begun = True
            try:
                worker = await self._worker(slot, niceness)
                job.add_done_callback(worker.drop_if_cancelled)
                seconds = self._limits.seconds[waiting.request.task]
                members = await worker.ask(waiting.number, waiting.request, seconds)
                answer = _read(members, waiting.read)
            except Exception as reason:
                last_words = await self._give_up(slot)
                if job.done():  # No one waits any longer: that has ended the worker.
                    continue
                self.failures += 1
                _log.error(
                    "a worker couldn't %s for level %s: %s\n%s",
                    waiting.request.task.value, waiting.request.level, reason, last_words,
                    exc_info=not isinstance(reason, WorkerError),
                )  # fmt: skip
                job.set_exception(WorkerError(str(reason)))
            else:
                job.remove_done_callback(worker.drop_if_cancelled)
                if isinstance(waiting.request, FileRequest):
                    # Nothing that a stranger's file did to a process outlives its answer.
                    await self._give_up(slot)
                if not job.done():
                    job.set_result(answer)
            finally:
                job.cancel()  # Unless it is done, the pool has been stopped.

    async def _worker(self, slot: int, niceness: int) -> "_Worker":
        """Return the slot's worker, a new one if it has answered enough requests or has ended."""
        worker = self._workers.get(slot)
        if worker and (worker.has_ended or worker.answers >= self._limits.answers):
            await worker.end()
            worker = None
        if worker is None:
            worker = await _Worker.started(self._program, self._limits.memory, niceness)
            self._workers[slot] = worker
            await worker.greet(self._limits.start)
        return worker

    async def _give_up(self, slot: int) -> str:
        """End the slot's worker, if it has one, and return its last words on errors."""
        worker = self._workers.get(slot)
        if worker is None:
            return ""
        last_words = await worker.end()
        del self._workers[slot]
        return last_words


def _read(members: Answer, read: Callable[[Answer], _T]) -> _T:
    """Return what `read` makes of an answer. Raises WorkerError if it makes nothing."""
    try:
        return read(members)
    except Exception as reason:
        raise WorkerError(f"{reason!r} in the worker's answer {str(members)[:200]}") from reason


class _Worker:
    """One process."""

    def __init__(self, process: Process) -> None:
        self._process: Final = process
        self.pid: Final = process.pid
        self.is_busy = False
        self.answers = 0

    @classmethod
    async def started(cls, program: Sequence[str], memory: int, niceness: int) -> "_Worker":
        """Start a process. Raises OSError."""
        return cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, *program),
                *("--memory", str(memory), "--nice", str(niceness)),
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                limit=_LINE,
                cwd=FOLDER,
                env=environment(),
            )
        )

    async def greet(self, seconds: float) -> None:
        """Wait until a new worker is ready. Raises WorkerError."""
        if await self._read(seconds) != {"ready": True}:
            raise WorkerError("the worker did not report that it is ready")

    @property
    def has_ended(self) -> bool:
        """True if the process has ended."""
        return self._process.returncode is not None

    async def ask(self, number: int, request: Request | FileRequest, seconds: float) -> Answer:
        """Return the members of the answer. Raises WorkerError."""
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
        if "failed" in members:
            raise WorkerError(str(members["failed"]))
        if members.get("id") != number:
            raise WorkerError(f"the worker's answer is for another request: {members}")
        answer = members.get("answer")
        if not isinstance(answer, dict):
            raise WorkerError(f"the worker's answer is empty: {members}")
        return cast("Answer", answer)

    def drop_if_cancelled(self, job: _Job) -> None:
        """Kill the process if no one wants its answer any longer."""
        if job.cancelled():
            self._kill()

    async def end(self) -> str:
        """Kill the process, wait for its end, and return its last words on errors."""
        self._kill()
        _, errors = await self._process.communicate()
        return errors.decode(errors="replace")[-_LAST_WORDS:]

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
        # Text that is nested too deeply ends in a RecursionError.
        except (ValueError, RecursionError):
            raise WorkerError(f"the worker's answer isn't JSON: {line[:80]!r}") from None
        if not isinstance(members, dict):
            raise WorkerError(f"the worker's answer isn't a JSON object: {line[:80]!r}")
        return cast("dict[str, Any]", members)

"""The bot as it serves Discord, with notes of when each stage of a move began and what it took.

`python -m bench.stages SOCKET TOKEN DATABASE`; the notes are lines in a file beside the
database. To take notes costs time as well, so the figures of `bench.wire` are lower.
"""

import gc
import sys
import time
from asyncio import events
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Executor, Future
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from functools import partial, wraps
from itertools import count
from pathlib import Path
from types import coroutine
from typing import Any, BinaryIO, Final, TypeVar, cast

import aiohttp
from discord.gateway import DiscordWebSocket

from bench.probe import run, watched
from bot.app import create_app, tune_process
from bot.delivery import response, views
from bot.delivery.composing import Composer
from bot.delivery.outbox import Outbox
from bot.delivery.response import Response
from bot.interactions import publish
from bot.messages import pictures
from bot.store import database
from bot.store.tables import Store
from bot.tables.service import Tables

__all__ = ["CALLBACK", "FRAME", "GARBAGE", "HANDLER", "STAGES", "Note", "read"]

T = TypeVar("T")

FRAME: Final = "frame of the gateway read"
HANDLER: Final = "move handled, all that follows"
CALLBACK: Final = "one callback of the loop"
GARBAGE: Final = "garbage collected"

_AWAITED: Final[tuple[tuple[str, object, str], ...]] = (
    (FRAME, DiscordWebSocket, DiscordWebSocket.received_message.__name__),
    (HANDLER, publish, publish.play_text.__name__),
    ("decided and stored", Tables, Tables.execute.__name__),
    ("stored", Store, Store.append.__name__),
    ("composed and sent", publish, publish.publish.__name__),
    ("composed", Composer, Composer.compose.__name__),
    ("drawn", pictures, pictures.draw_present.__name__),
    ("sent, until Discord's answer", Response, Response.public.__name__),
    ("parked messages looked up", Outbox, Outbox.deliver_parked.__name__),
)
"""What the event loop awaits: the name of the stage, and where its function stands."""
_CALLED: Final[tuple[tuple[str, object, str], ...]] = (
    ("a transaction in its thread", database, "_transact"),
    ("a picture in its thread", pictures, pictures.drawn.__name__),
    ("made ready for discord.py", response, views.send_kwargs.__name__),
    (CALLBACK, events.Handle, "_run"),
)
"""What runs in one go, in the loop's thread or another."""
_HAND_OVER: Final = "run"
"""What hands work over to the database's thread."""
_SUBMIT: Final = "submit"
"""What hands work over to the threads that draw."""
STAGES: Final = tuple(name for name, _, _ in (*_AWAITED, *_CALLED))

_FRAME: ContextVar[int] = ContextVar("frame", default=0)
"""Which frame of the gateway led to what runs; 0: none."""


@dataclass(frozen=True, slots=True)
class Note:
    """One run of a stage."""

    frame: int
    stage: str
    begin: float
    """Seconds, by a clock of the process."""
    took: float
    cpu: float
    """CPU seconds of the thread that ran it, without what it waited for."""


def read(file: Path) -> list[Note]:
    """Return the notes of a bot with this database."""
    lines = (line.split("\t") for line in _beside(file).read_text().splitlines())
    return [
        Note(int(frame), stage, float(begin), float(took), float(cpu))
        for frame, stage, begin, took, cpu in lines
    ]


def _beside(file: Path) -> Path:
    return file.with_suffix(".notes")


class _Notebook:
    """Writes notes down, from any thread."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._frames = count(1)
        self._collecting = 0.0, 0.0

    def watch(self) -> None:
        """Note all stages from now on."""
        for stage, owner, name in _AWAITED:
            setattr(owner, name, self._awaited(stage, getattr(owner, name)))
        for stage, owner, name in _CALLED:
            setattr(owner, name, self._called(stage, getattr(owner, name)))
        gc.callbacks.append(self._collected)
        connection = vars(database)["_Connection"]
        setattr(connection, _HAND_OVER, self._with_context(getattr(connection, _HAND_OVER)))
        setattr(pictures.THREADS, _SUBMIT, _submitted_in_context(pictures.THREADS))

    def _awaited(
        self, stage: str, function: Callable[..., Coroutine[Any, Any, T]]
    ) -> Callable[..., Coroutine[Any, Any, T]]:
        @wraps(function)
        async def noted(*args: Any, **kwargs: Any) -> T:  # noqa: ANN401 - any function
            if stage == FRAME:
                _FRAME.set(next(self._frames))
            begin, cpu = time.perf_counter(), [0.0]
            try:
                return await _stepped(function(*args, **kwargs), cpu)
            finally:
                self._put(stage, begin, cpu[0])

        return noted

    def _called(self, stage: str, function: Callable[..., T]) -> Callable[..., T]:
        @wraps(function)
        def noted(*args: Any, **kwargs: Any) -> T:  # noqa: ANN401 - any function
            begin, cpu = time.perf_counter(), time.thread_time()
            try:
                return function(*args, **kwargs)
            finally:
                self._put(stage, begin, time.thread_time() - cpu)

        return noted

    def _with_context(
        self, hand_over: Callable[[Any, Callable[[Any], T]], Coroutine[Any, Any, T]]
    ) -> Callable[[Any, Callable[[Any], T]], Coroutine[Any, Any, T]]:
        """Let what the database's thread is handed know of which frame it is."""

        @wraps(hand_over)
        async def handed_over(owner: object, work: Callable[[Any], T]) -> T:
            context = copy_context()
            return await hand_over(owner, lambda connection: context.run(work, connection))

        return handed_over

    def _collected(self, phase: str, _info: object) -> None:
        """Note a collection of garbage, which holds up all threads."""
        if phase == "start":
            self._collecting = time.perf_counter(), time.thread_time()
        else:
            begin, cpu = self._collecting
            self._put(GARBAGE, begin, time.thread_time() - cpu)

    def _put(self, stage: str, begin: float, cpu: float) -> None:
        """Write that a stage has ended now."""
        took = time.perf_counter() - begin
        self._file.write(f"{_FRAME.get()}\t{stage}\t{begin}\t{took}\t{cpu}\n".encode())


def _submitted_in_context(threads: Executor) -> Callable[..., Future[Any]]:
    """Return what hands work over to threads that then know of which frame it is."""
    submit = threads.submit

    def submitted(work: Callable[..., object], *values: object) -> Future[Any]:
        return submit(copy_context().run, work, *values)

    return submitted


@coroutine
def _stepped(work: Coroutine[Any, Any, T], cpu: list[float]) -> Generator[Any, Any, T]:
    """Run a coroutine to its end, adding up the CPU time of its steps."""
    step: Callable[[], Any] = partial(work.send, None)
    while True:
        begin = time.thread_time()
        try:
            awaited = step()
        except StopIteration as ended:
            return cast("T", ended.value)
        finally:
            cpu[0] += time.thread_time() - begin
        try:
            step = partial(work.send, (yield awaited))
        except BaseException as failure:
            step = partial(work.throw, failure)


async def _serve(socket: str, token: str, file: Path) -> None:
    connector = aiohttp.UnixConnector(socket, limit=0)
    with _beside(file).open("wb", buffering=1 << 16) as notes:
        async with create_app(file, connector) as bot, watched():
            tune_process()
            _Notebook(notes).watch()
            await bot.start(token)


if __name__ == "__main__":
    run(_serve(sys.argv[1], sys.argv[2], Path(sys.argv[3])))

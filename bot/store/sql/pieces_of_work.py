"""Pieces of work for the database, and the ends of the transactions that carried them."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias, TypeVar

from bot.store.sql.transaction import Transaction

__all__ = ["Changed", "End", "Outcome", "Piece", "Told", "result_of", "settle"]

C = TypeVar("C")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Piece:
    """Work done as a whole or not at all, in a transaction that it shares with other work.

    It may run twice, and the first run counts for nothing, so it changes nothing but its
    transaction. `future` belongs to whoever waits for it; deferred work has none. `then` gets its
    result after the commit.
    """

    work: Callable[[Transaction], object]
    future: asyncio.Future[Any] | None = None
    then: Callable[[object], None] | None = None

    @property
    def name(self) -> str:
        """The name of the function, for the log."""
        work: object = getattr(self.work, "func", self.work)  # That of a partial.
        return getattr(work, "__qualname__", repr(work))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a piece: its result once that is committed, or else an error."""

    piece: Piece
    result: object = None
    error: BaseException | None = None
    topics: Mapping[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True)
class End:
    """The end of a transaction, with its tasks for the event loop."""

    outcomes: Sequence[Outcome]
    waiting: Sequence[Piece] = ()
    """Deferred work that is left for the next transaction."""
    is_last: bool = True
    """False if the thread of the database goes on with others of the same pieces."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A table that another process has changed, with its server."""

    table_id: int
    guild_id: int | None


Told: TypeAlias = Callable[[Changed | None], None]
"""Gets a table that another process has changed, or None for any table."""


async def result_of(
    submit: Callable[[Callable[[C], None]], None],
    work: Callable[[C], T],
    turn: AbstractContextManager[Any] | None = None,
) -> T:
    """Return the result of `work` in a thread; it runs, and reports its result, inside `turn`.

    `submit` hands a function over to the thread, which calls it with its connection.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def report(connection: C) -> None:
        with turn or nullcontext():
            try:
                outcome = partial(settle, future, result=work(connection))
            except BaseException as error:
                outcome = partial(settle, future, error=error)
            loop.call_soon_threadsafe(outcome)

    submit(report)
    return await future


def settle(
    future: asyncio.Future[Any], *, result: object = None, error: BaseException | None = None
) -> None:
    """Set the result or the error of a future, unless it was cancelled."""
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)

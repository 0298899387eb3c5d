"""Pieces of work for the database, and the ends of the transactions that carried them."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.store.transaction import Transaction

__all__ = ["End", "Outcome", "Piece", "settle"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Work that is done as a whole or not at all, in a transaction that it shares with others.

    It may run twice, and the first time counts for nothing: so it changes nothing but its
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


def settle(
    future: asyncio.Future[Any], *, result: object = None, error: BaseException | None = None
) -> None:
    """Set the result or the error of a future, unless somebody has cancelled it."""
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)

"""Statements inside one transaction, as every module of the store writes them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias

from bot.model.shards import ShardRange
from bot.store.sql.hooks import Hooks

__all__ = ["Row", "Transaction", "Value", "and_mine", "in_order", "marks"]

Value: TypeAlias = str | int | None
"""A value that can be stored."""


class Row(Protocol):
    """A row of a result: its values in order, and by the names of its columns."""

    def __getitem__(self, column: int | str, /) -> Any: ...  # noqa: ANN401

    def __iter__(self) -> Iterator[Any]: ...

    def __len__(self) -> int: ...

    def keys(self) -> Iterable[str]:
        """Return the names of the columns."""
        ...


class Transaction(Protocol):
    """Statements inside one transaction, in a thread of the database.

    All raise StoreError: Taken if a rule of the schema forbids a row, Busy if the database
    can't be written now.
    """

    @property
    def hooks(self) -> Hooks:
        """The hooks of extensions in transactions of this database."""
        ...

    def announce(self, topic: str, at: int = 0) -> None:
        """Notify the topic's listeners once this transaction is committed.

        `at` is when they have something to do, in Unix seconds; 0 means now.
        """
        ...

    def take_turns(self, keys: Iterable[int]) -> None:
        """Make other processes' transactions with one of these keys wait for the end of this one.

        The keys are the numbers of people whose reminders, timers or choices it writes after
        reading something of theirs. It has to come before anything is written: two transactions
        that hold rows needed by the other would wait for ever.
        """
        ...

    def do(self, sql: str, *values: Value) -> list[Row]:
        """Run one statement and return its rows."""
        ...

    def change(self, sql: str, *values: Value) -> int:
        """Run one statement and return the number of changed rows. RETURNING would cost more."""
        ...

    def insert(self, sql: str, *values: Value) -> int:
        """Run an INSERT and return the number of the new row."""
        ...

    def each(self, sql: str, values: Iterable[tuple[Value, ...]]) -> None:
        """Run one statement per tuple of values."""
        ...


def in_order(*works: Callable[[Transaction], None] | None) -> Callable[[Transaction], None]:
    """Return a function that does these in order. None is skipped."""
    wanted = [work for work in works if work is not None]

    def do(tx: Transaction) -> None:
        for work in wanted:
            work(tx)

    return do


def marks(values: Sequence[Value]) -> str:
    """Return question marks for so many values, for the parentheses of an IN."""
    return ", ".join("?" for _ in values)


def and_mine(shards: ShardRange | None, guild: str = "guild_id") -> str:
    """Return a further condition: this process serves the server.

    `guild` is an SQL expression. Without `shards`, the process serves all. A table belongs to the
    process that serves the shard of its server, and anything without a server to the process of
    shard 0. Only that process carries out timers, sends messages and lets engines move there.
    """
    if shards is None or shards.is_whole:
        return ""
    return (
        f" AND (coalesce({guild}, 0) >> 22) % {shards.count}"
        f" BETWEEN {shards.first} AND {shards.last}"
    )

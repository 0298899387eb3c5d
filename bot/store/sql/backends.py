"""Chooses between SQLite and PostgreSQL, and opens the database."""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from bot.model.addresses import ServerAddress
from bot.model.shards import ShardRange
from bot.store.sql.errors import MigrationError
from bot.store.sql.hooks import Hooks
from bot.store.sql.pieces_of_work import End, Piece, Told
from bot.store.sql.sqlite import files, schema
from bot.store.sql.sqlite.file import SqliteFile
from bot.store.sql.transaction import Transaction

if TYPE_CHECKING:
    from bot.store.sql.postgres.server import PostgresServer

__all__ = ["Backend", "beside", "damage", "filled", "open_backend", "opened"]

T = TypeVar("T")
_ALL: Final = ShardRange(0, 0, 1)
"""All servers, however many shards there are."""


class Backend(Protocol):
    """The place of transactions: a SQLite file, or a PostgreSQL server."""

    def submit(
        self, asked: Sequence[Piece], deferred: Sequence[Piece], report: Callable[[End], None]
    ) -> None:
        """Run pieces as one transaction, deferred ones first. `report` gets its end."""
        ...

    async def snapshot(self, work: Callable[[Transaction], T]) -> T:
        """Return the result of `work`, whose queries all see the database at the same moment."""
        ...

    def hear(self, listener: Told) -> None:
        """Call the listener with what another process has changed."""
        ...

    @property
    def holds(self) -> bool:
        """True unless this process was frozen and another may have taken its shards."""
        ...

    async def size(self) -> int:
        """Return the bytes of the database."""
        ...

    async def clear_deleted(self) -> bool:
        """Leave no trace of deleted data. Return False while something reads the database."""
        ...


def beside(place: Path | ServerAddress) -> Path:
    """Return the path from which the names of files beside a database are made."""
    return place if isinstance(place, Path) else Path("var/postboard").absolute()


def open_backend(
    place: Path | ServerAddress, migrations: Path, shards: ShardRange | None, hooks: Hooks
) -> AbstractAsyncContextManager[Backend]:
    """Open a database for the bot. `migrations` are only for a file.

    A process holds its `shards`, by default all. `hooks` are called in its transactions.
    Raises MigrationError, or ShardsTaken.
    """
    if isinstance(place, Path):
        return SqliteFile.open(place, migrations, hooks)
    beside(place).parent.mkdir(parents=True, exist_ok=True)
    return _postgres().open(place.uri, shards=shards or _ALL, hooks=hooks)


@contextmanager
def opened(place: Path | ServerAddress, mode: str) -> Generator[Transaction]:
    """Open a database of the present schema for one transaction, which is undone if it fails.

    `mode` is "rw" to write it, "ro" to read it. While a server's is written, no process of the bot
    serves it. Raises MigrationError for another schema, ShardsTaken if one does so already, and
    StoreError.
    """
    if isinstance(place, Path):
        with files.opened(place, mode) as tx:
            schema.require_present(tx, place)
            yield tx
    else:
        with _postgres().once(place.uri, mode) as tx:
            yield tx


def filled(
    place: ServerAddress, source: Transaction, last_numbers: Mapping[str, int]
) -> AbstractContextManager[Transaction]:
    """Copy all rows of another database into an empty one, and compare them.

    They stay there unless the block raises. `last_numbers` are the last that the source has drawn
    for its tables. Raises MigrationError if the database isn't empty, and StoreError if it then
    differs from the source.
    """
    return _postgres().filled(place.uri, source, last_numbers)


def damage(place: Path | ServerAddress, tx: Transaction) -> Iterator[str]:
    """Yield what SQLite finds wrong with a file. A server looks after its own data."""
    return files.damage(tx) if isinstance(place, Path) else iter(())


def _postgres() -> "type[PostgresServer]":
    """Return PostgreSQL's backend. It is imported here, since few installs have its library."""
    try:
        from bot.store.sql.postgres.server import PostgresServer  # noqa: PLC0415
    except ImportError as missing:
        raise MigrationError(
            "POSTBOARD_DATABASE is a PostgreSQL database, and the library for it is missing."
            " Install it with pip install 'postboard[postgres]'."
        ) from missing
    return PostgresServer

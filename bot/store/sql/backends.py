"""The databases that there are: only here is decided which of them is opened."""

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
    """The place of transactions: a file of SQLite's, or a server of PostgreSQL's."""

    def submit(
        self, asked: Sequence[Piece], deferred: Sequence[Piece], report: Callable[[End], None]
    ) -> None:
        """Run pieces as one transaction, those that were deferred first; `report` gets its end."""
        ...

    async def snapshot(self, work: Callable[[Transaction], T]) -> T:
        """Return the result of `work`, whose queries all see the database at the same moment."""
        ...

    def hear(self, listener: Told) -> None:
        """Call the listener with what another process has changed."""
        ...

    @property
    def holds(self) -> bool:
        """True unless another process may have taken this one's shards: it may have been frozen."""
        ...

    async def size(self) -> int:
        """Return the bytes of the database."""
        ...

    async def clear_deleted(self) -> bool:
        """Let nothing of what was deleted stay; False if a person is reading it."""
        ...


def beside(place: Path | ServerAddress) -> Path:
    """Return the name of which the files are made that stand beside a database."""
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
    for tables. Raises MigrationError if the database isn't empty, and StoreError if what it holds
    afterwards isn't what the source does.
    """
    return _postgres().filled(place.uri, source, last_numbers)


def damage(place: Path | ServerAddress, tx: Transaction) -> Iterator[str]:
    """Yield what SQLite itself finds wrong with a file; a server looks after its own."""
    return files.damage(tx) if isinstance(place, Path) else iter(())


def _postgres() -> "type[PostgresServer]":
    """Return the backend of PostgreSQL's, whose library only those install who want it."""
    try:
        from bot.store.sql.postgres.server import PostgresServer  # noqa: PLC0415
    except ImportError as missing:
        raise MigrationError(
            "POSTBOARD_DATABASE is a PostgreSQL database, and the library for it is missing."
            " Install it with pip install 'postboard[postgres]'."
        ) from missing
    return PostgresServer

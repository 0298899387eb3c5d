"""PostgreSQL in the place of SQLite: each file that a test opens is a database of its own."""

import hashlib
import tempfile
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

import bot.store.backends
from bot.store.postgres.schema import migrate
from bot.store.postgres.server import PostgresServer
from bot.store.postgres.statements import PostgresSession
from tests.postgres.server import find_programs, running_server

__all__ = ["postgres_in_place"]


@contextmanager
def postgres_in_place() -> Generator[None]:
    """Let `Database.open` open a database of a server that runs meanwhile, named by the file."""
    programs = find_programs()
    if programs is None:
        pytest.exit("POSTGRES is set, but PostgreSQL isn't installed.", 1)
    with (
        tempfile.TemporaryDirectory(prefix="pg") as folder,
        running_server(programs, Path(folder)) as address,
        pytest.MonkeyPatch.context() as patch,
    ):
        with psycopg.connect(_named(address, "postgres"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE migrated")
        session = PostgresSession(
            partial(psycopg.connect, _named(address, "migrated"), autocommit=True)
        )
        migrate(session)
        session.close()

        class InPlace:
            """Stands for `SqliteFile`."""

            @staticmethod
            @asynccontextmanager
            async def open(path: Path, _migrations: Path) -> AsyncGenerator[PostgresServer]:
                name = hashlib.md5(str(path).encode(), usedforsecurity=False).hexdigest()
                _make(address, name)
                async with PostgresServer.open(_named(address, name)) as server:
                    yield server

        patch.setattr(bot.store.backends, "SqliteFile", InPlace)
        yield


def _make(address: str, name: str) -> None:
    with psycopg.connect(_named(address, "postgres"), autocommit=True) as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,))
        if known.fetchone() is None:
            make = sql.SQL("CREATE DATABASE {} TEMPLATE migrated")
            connection.execute(make.format(sql.Identifier(name)))


def _named(address: str, name: str) -> str:
    return address.replace("/?", f"/{name}?")

"""PostgreSQL in the place of SQLite: each file that a test opens is a database of its own."""

import hashlib
import os
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from psycopg import sql

import bot.store.sql.backends
from bot.model.addresses import ServerAddress
from bot.store.sql.hooks import Hooks
from bot.store.sql.postgres.schema import migrate
from bot.store.sql.postgres.server import PostgresServer
from bot.store.sql.postgres.statements import PostgresSession
from tests.bot.known_people import know_people
from tests.postgres.server import find_programs, running_server

__all__ = [
    "copied_in_place", "dropped", "is_in_place", "place_of", "postgres_in_place", "stand_in",
]  # fmt: skip

_SERVER: Final = "POSTGRES_SERVER"
"""The variable that tells the processes of a test the address of its server."""


@contextmanager
def postgres_in_place() -> Generator[None]:
    """Let `Database.open` open a database of a server that runs meanwhile, named by the file."""
    programs = find_programs()
    if programs is None:
        pytest.exit("POSTGRES is set, but PostgreSQL isn't installed.", 1)
    with running_server(programs) as address, pytest.MonkeyPatch.context() as patch:
        with psycopg.connect(_named(address, "postgres"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE migrated")
        session = _session(_named(address, "migrated"))
        migrate(session)
        session.begin()
        know_people(session.statements())
        session.commit()
        session.close()
        patch.setenv(_SERVER, address)
        stand_in(patch)
        yield


def stand_in(patch: pytest.MonkeyPatch) -> None:
    """Let `Database.open` open databases of the test's server, if it has one."""
    if is_in_place():
        patch.setattr(bot.store.sql.backends, "SqliteFile", _InPlace)


@contextmanager
def dropped() -> Generator[None]:
    """Drop the databases that are made meanwhile, if databases stand for files."""
    server = os.environ.get(_SERVER)
    if server is None:
        yield
        return
    with psycopg.connect(_named(server, "postgres"), autocommit=True) as connection:
        names = partial(connection.execute, "SELECT datname FROM pg_database")
        before = set(names())
        yield
        for (name,) in set(names()) - before:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)")
            connection.execute(drop.format(sql.Identifier(name)))
    _make.cache_clear()


class _InPlace:
    """Stands for `SqliteFile`."""

    @staticmethod
    @asynccontextmanager
    async def open(path: Path, _migrations: Path, hooks: Hooks) -> AsyncGenerator[PostgresServer]:
        place = place_of(path)
        assert isinstance(place, ServerAddress)
        async with PostgresServer.open(place.uri, hooks=hooks) as server:
            yield server


def is_in_place() -> bool:
    """Return True if databases of a server stand for files."""
    return _SERVER in os.environ


def place_of(path: Path) -> Path | ServerAddress:
    """Return the address of the database that stands for a file, made if there is none.

    Where none stands for files it is the file.
    """
    server = os.environ.get(_SERVER)
    if server is None:
        return path
    name = _name(path)
    _make(server, name)
    return ServerAddress(_named(server, name))


def copied_in_place(path: Path, to: Path) -> None:
    """Copy the database that stands for a file, where nobody uses it, to that of another one."""
    server = os.environ[_SERVER]
    _make(server, _name(path))
    with psycopg.connect(_named(server, "postgres"), autocommit=True) as connection:
        drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
        connection.execute(drop.format(sql.Identifier(_name(to))))
        _create(connection, _name(to), _name(path))


def _name(path: Path) -> str:
    return hashlib.md5(str(path).encode(), usedforsecurity=False).hexdigest()


@cache
def _make(server: str, name: str) -> None:
    with psycopg.connect(_named(server, "postgres"), autocommit=True) as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,))
        if known.fetchone() is None:
            _create(connection, name, "migrated")


def _create(connection: psycopg.Connection[Any], name: str, template: str) -> None:
    # Half the work of the other strategy, which PostgreSQL has from version 15 on.
    how = "STRATEGY FILE_COPY" if connection.info.server_version >= 150_000 else ""
    make = sql.SQL("CREATE DATABASE {} TEMPLATE {} {}")
    connection.execute(make.format(sql.Identifier(name), sql.Identifier(template), sql.SQL(how)))


def _session(address: str) -> PostgresSession:
    return PostgresSession(partial(psycopg.connect, address, autocommit=True))


def _named(address: str, name: str) -> str:
    return address.replace("/?", f"/{name}?")

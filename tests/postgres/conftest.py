"""A PostgreSQL server of this process of tests, and empty databases on it."""

from collections.abc import Generator

import psycopg
import pytest

from tests.postgres.server import find_programs, running_server


@pytest.fixture(scope="session")
def server_address() -> Generator[str]:
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL isn't installed")
    with running_server(programs) as address:
        yield address


@pytest.fixture
def empty(server_address: str) -> Generator[str]:
    """Return the address of an empty database."""
    with psycopg.connect(server_address, autocommit=True) as connection:
        connection.execute("CREATE DATABASE games")
        yield server_address.replace("/?", "/games?")
        connection.execute("DROP DATABASE games WITH (FORCE)")

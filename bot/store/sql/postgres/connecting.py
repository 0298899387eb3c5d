"""The parameters of connections to a server, for reading, writing or listening."""

from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from bot.store.sql.errors import MigrationError

__all__ = ["parameters"]

_PATIENCE: Final = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 20_000,
}
"""Seconds, and at last milliseconds, after which a server that doesn't answer can't be reached.

A network that drops what is sent would otherwise hold a connection up for a quarter of an hour, and
the shards of the process would be lost although it could connect anew.
"""


def parameters(address: str, name: str) -> dict[str, Any]:
    """Return connection parameters with this `application_name`.

    What the address itself says takes precedence. Raises MigrationError for what is no address,
    without the library's words, which could hold its password.
    """
    try:
        said = conninfo_to_dict(address)
    except psycopg.ProgrammingError:
        raise MigrationError(
            "POSTBOARD_DATABASE can't be read as an address. Write it as"
            " postgresql://USER:PASSWORD@HOST/DATABASE, with codes such as %40 for @ in place of"
            " the password's special characters."
        ) from None
    return {**_PATIENCE, **said, "application_name": name}

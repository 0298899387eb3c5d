"""A PostgreSQL server that a campaign stops and starts, and whose connections it cuts."""

import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

import psycopg

from bot.model.addresses import ServerAddress
from tests.postgres.server import control, find_programs, running_server

__all__ = ["Server"]


class Server:
    """A server with an empty database for the bot."""

    def __init__(self, programs: Path, address: str) -> None:
        self._programs = programs
        self._folder = Path(address.partition("host=")[2])
        self.address: Final = ServerAddress(address.replace("/?", "/postgres?"))

    @classmethod
    @contextmanager
    def running(cls) -> Generator["Server"]:
        """Run a server in a folder of its own. Raises FileNotFoundError if none is installed."""
        programs = find_programs()
        if programs is None:
            raise FileNotFoundError("PostgreSQL isn't installed")
        with running_server(programs) as address:
            server = cls(programs, address)
            try:
                yield server
            finally:
                server.start()

    def stop(self, mode: Literal["fast", "immediate"]) -> None:
        """Stop it: "fast" ends all transactions first, "immediate" is as if it had crashed."""
        control(self._programs, self._folder, "stop", "-m", mode)

    def start(self) -> None:
        """Start it, unless it runs."""
        if not (self._folder / "data" / "postmaster.pid").exists():
            control(self._programs, self._folder, "start")

    def cut_connections(self, names: str) -> None:
        """Cut the connections of these names, such as `postboard%` for all of the bot."""
        with psycopg.connect(self.address.uri, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name LIKE %s",
                (names,),
            )

    @property
    def deadlocks(self) -> int:
        """How often transactions waited for each other in a circle: it writes of each in its log.

        Its statistics would begin anew after a crash.
        """
        return (self._folder / "log").read_text("utf-8").count("deadlock detected")

    def keep(self, folder: Path) -> None:
        """Copy what the server has written of itself, and all rows as statements."""
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(self._folder / "log", folder)
        with (folder / "tables.sql").open("wb") as dump:
            subprocess.run(
                [self._programs / "pg_dump", "--inserts", self.address.uri], check=True, stdout=dump
            )

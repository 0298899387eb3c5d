"""Kept files: databases of versions in use, which every later version has to open.

`python -m tests.bot.kept_file` writes that of the present version before a release, whose schema
has the number N: `kept/VERSION-schema-N.sql` has the rows, and `kept/VERSION-schema-N.buttons` the
custom_ids of the buttons that people saw. The schema of a kept file is what the migrations of its
time make, which never change again, and no more does the file. `0.1.0` is of a state before the
first release. `0.1.0-club` was left by the bot of its time as it ran, with its channels
(`kept_world`).
"""

import asyncio
import hashlib
import logging
import re
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Final

from bot.delivery.outbox.composing import Composer
from bot.extensions.replays.posters import HOOKS
from bot.model.caller import Caller
from bot.model.preferences import Preferences
from bot.model.table import Table, Terms
from bot.store.sql.sqlite.schema import APPLICATION_ID, MIGRATIONS
from bot.tables.commands import Accept, Open, Play, Propose
from bot.tables.plans import Queue, Try
from rules.log.events import OfferKind
from rules.registry import all_games
from rules.time.time_control import read_time_control
from tests.bot.random_life import PEOPLE, Life
from tests.bot.table_service import ANN, BO, caller
from tests.bot.timed_host import Host, host_on

__all__ = ["KeptFile", "keep", "kept_files"]

_FOLDER: Final = Path(__file__).with_name("kept")
_LIVES: Final = range(30, 33)
"""Channels in which people do what they may."""
_STEPS: Final = 50
_CLOCKS: Final = ("none", "3d", "7d+1d<=14d", "2d", "1d", "12h", "5d")
_FIRST_USER: Final = 10**17
"""Discord's number of the first person; nobody has it."""


@dataclass(frozen=True, slots=True)
class KeptFile:
    """The kept file of a version, perhaps with what it is of besides."""

    version: str

    @property
    def buttons(self) -> list[str]:
        """The custom_ids of its time."""
        return (_FOLDER / f"{self.version}.buttons").read_text("utf-8").splitlines()

    @property
    def world(self) -> Path:
        """The channels and messages of its time, if they are kept."""
        return _FOLDER / f"{self.version}.json"

    @property
    def now(self) -> int:
        """The moment at which it was left, in Unix seconds."""
        return int(self._noted("now"))

    @property
    def has_its_migrations(self) -> bool:
        """True if the migrations of its time are still the same."""
        return self._noted("migrations") == _digest(self._migrations)

    def lay_out(self, file: Path) -> None:
        """Write the database as its version left it."""
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            for each in self._migrations:
                connection.executescript(each.read_text("utf-8"))
            connection.execute(f"PRAGMA user_version = {len(self._migrations)}")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            triggers = _triggers(connection)
            for name in triggers:  # What they would write is among the rows.
                connection.execute(f"DROP TRIGGER {name}")
            connection.executescript(f"BEGIN;\n{self._rows}\nCOMMIT;")
            for script in triggers.values():
                connection.execute(script)

    def write(self, file: Path, buttons: Sequence[str], now: int) -> None:
        """Keep the rows of a database of the present schema, left at a time in Unix seconds.

        Raises FileExistsError if the version has a kept file.
        """
        migrations = sorted(MIGRATIONS.glob("*.sql"))
        with closing(sqlite3.connect(file)) as connection:
            rows = list(_inserts(connection))
        noted = {"now": now, "schema": len(migrations), "migrations": _digest(migrations)}
        lines = [*(f"-- {name}: {value}" for name, value in noted.items()), *rows]
        _FOLDER.mkdir(exist_ok=True)
        with (_FOLDER / f"{self.version}.sql").open("x", encoding="utf-8") as kept:
            kept.write("\n".join([*lines, ""]))
        (_FOLDER / f"{self.version}.buttons").write_text("\n".join([*buttons, ""]), "utf-8")

    @property
    def _rows(self) -> str:
        return (_FOLDER / f"{self.version}.sql").read_text("utf-8")

    @property
    def _migrations(self) -> list[Path]:
        return sorted(MIGRATIONS.glob("*.sql"))[: int(self._noted("schema"))]

    def _noted(self, name: str) -> str:
        found = re.search(rf"^-- {name}: (\S+)$", self._rows, re.MULTILINE)
        assert found is not None, f"the kept file of {self.version} has no {name}"
        return found[1]


def kept_files() -> list[KeptFile]:
    """Return the kept files of all versions."""
    return [KeptFile(file.stem) for file in sorted(_FOLDER.glob("*.sql"))]


def _digest(migrations: Sequence[Path]) -> str:
    return hashlib.sha256(b"".join(each.read_bytes() for each in migrations)).hexdigest()


def _inserts(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield what fills each table; a column that is added later has its default."""
    tables = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table'"
        " ORDER BY name = 'sqlite_sequence', name"
    )
    for (table,) in tables.fetchall():
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        values = " || ', ' || ".join(f"quote({each})" for each in columns)
        rows = [f"({row})" for (row,) in connection.execute(f"SELECT {values} FROM {table}")]
        if rows:
            yield f"DELETE FROM {table};"
            yield f"INSERT INTO {table} ({', '.join(columns)}) VALUES\n" + ",\n".join(rows) + ";"


def _triggers(connection: sqlite3.Connection) -> dict[str, str]:
    return dict(connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"))


async def _live(host: Host) -> None:
    """Let people play every game, plan, offer, choose, and do at random what they may."""
    for number, user in enumerate(PEOPLE):
        await host.database.write(
            "UPDATE people SET user_id = ? WHERE person = ?", _FIRST_USER + number, user.id
        )
    await host.database.write("DELETE FROM people WHERE user_id < 0")  # Others that tests know.
    await host.prefers(BO.id, Preferences(direct=True, leads=(24,), zone="Europe/Prague"))
    for channel in _LIVES:
        life = Life(host, Random(channel), channel)
        for _ in range(_STEPS):
            await life.step()
    for channel, (key, clock) in enumerate(zip(all_games(), _CLOCKS, strict=True), 40):
        await _begin(host, Terms(key, {}, time=read_time_control(clock)), channel)


async def _begin(host: Host, terms: Terms, channel: int) -> None:
    """Let two play in a channel of their own; who isn't due makes an offer, and plans."""
    here = {user: caller(user, channel) for user in (ANN, BO)}
    chance = Random(terms.game)
    table = await host.tables.open(Open(terms, (BO,)), here[ANN], host.request())
    table = (await host.tables.execute(table.id, here[BO], Accept(), host.request())).table
    for _ in range(4):
        assert table.due is not None
        move = _move(table, chance)
        who = here[table.due.user]
        table = (await host.tables.execute(table.id, who, Play(move), host.request())).table
    assert table.due is not None
    await host.store.personal.keep_note(table.id, table.due.user.id, "Look at the left side.")
    other = next(user for user in here if user != table.due.user)
    offer = Propose(OfferKind.PAUSE, 1)
    table = (await host.tables.execute(table.id, here[other], offer, host.request())).table
    if table.dice is None:
        await _plan(host, table, here[other], chance)


async def _plan(host: Host, table: Table, who: Caller, chance: Random) -> None:
    """Let somebody queue an answer to a move of whoever is due."""
    match, seen = table.started, table.started.position_number
    move = chance.choice(match.game.legal(match.state))
    answer = chance.choice(match.game.legal(match.game.apply(match.state, move)))
    path: tuple[str, ...] = ()
    for each in (move, answer):
        _, path = await host.plans.change(table.id, who, seen, Try(path, match.game.notate(each)))
    await host.plans.change(table.id, who, seen, Queue(path, is_queued=True))


async def _buttons(host: Host) -> list[str]:
    """Return the custom_ids of all messages that are yet to be sent."""
    composer = Composer(host.lookup, host.store)
    found = set[str]()
    for item in await host.queues.waiting(1000):
        if (post := await composer.compose(item)) is not None:
            found |= post.custom_ids
    return sorted(found)


async def keep() -> None:
    """Keep a file of the present version and schema. Raises FileExistsError if there is one."""
    with tempfile.TemporaryDirectory() as folder:
        async with host_on(Path(folder)) as host:
            host.database.hooks.add(HOOKS)
            await _live(host)
            buttons, now = await _buttons(host), int(host.clock.time)
            await host.database.clear_deleted()
            schema = len(list(MIGRATIONS.glob("*.sql")))
            kept = KeptFile(f"{version('postboard')}-schema-{schema}")
            await asyncio.to_thread(kept.write, host.database.path, buttons, now)


def _move(table: Table, chance: Random) -> str:
    match = table.started
    return match.game.notate(chance.choice(match.game.legal(match.state)))


if __name__ == "__main__":
    logging.disable()  # Posters and lines about luck need Discord, so their timers stay.
    asyncio.run(keep())

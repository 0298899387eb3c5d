"""Every command by everybody, from everywhere, in every state of a table, as `rights` has it."""

import random
import sqlite3
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from bot.model.errors import TableError
from bot.model.table import Table
from bot.store.sql.database import Database
from bot.tables.commands import Command
from rules.contract.core import RulesError
from tests.bot.rights import ACTIONS, PERMITTED, PLACES, ROLES, STATES, may
from tests.bot.rights_tables import Built, build, commands
from tests.bot.table_service import ANN, Service
from tests.conformance.configured import third

pytestmark = pytest.mark.file("the number of changes to a file")

LOGGED = "bot.tables.commands"
LONGEST = 600
"""Characters of an answer."""


async def test_every_command_is_in_the_matrix(tmp_path: Path) -> None:
    """Who adds a command says in `rights` who may give it."""
    built = await build("playing", tmp_path / "kept.sqlite3")
    async with Database.open(built.path) as database:
        table = await built.service(database).lookup.get(built.table_id)
    given = commands(table, ANN, built)
    assert set(given) == {*PERMITTED, *ACTIONS}
    kinds = {kind for union in get_args(Command) for kind in get_args(union) or (union,)}
    assert {type(command) for command in given.values()} == kinds


@pytest.mark.parametrize("state", STATES)
async def test_what_is_permitted_is_done(
    state: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Each on a fresh copy of the table, a third of them a day."""
    caplog.set_level("INFO")
    built, copy = await build(state, tmp_path / "kept.sqlite3"), tmp_path / "copy.sqlite3"
    wrong: list[str] = []
    permitted = third(cell for cell in cells() if may(cell[0], state, *cell[1:]))
    for action, role, place in permitted:
        async with Database.open(built.copy(copy)) as database:
            matrix = Matrix(built, built.service(database), copy, caplog)
            wrong += await matrix.permitted(action, role, place)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("state", STATES)
async def test_what_is_not_permitted_is_refused_in_a_sentence(
    state: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """In the table's channel each command is given by everybody, within three days.

    From elsewhere it is given by those who may do it in the channel, and by one other. Place and
    person are others in each state, so that all of them take part.
    """
    caplog.set_level("INFO")
    chance = random.Random(f"rights of {state}")
    built = await build(state, tmp_path / "kept.sqlite3")
    wrong: list[str] = []
    async with Database.open(built.path) as database:
        matrix = Matrix(built, built.service(database), built.path, caplog)
        for action, role, place in third(refused_cells(state, chance)):
            wrong += await matrix.refused(action, role, place)
    assert not wrong, "\n".join(wrong)


def cells() -> Iterator[tuple[str, str, str]]:
    """Yield every action by every role from every place."""
    yield from product(sorted({*PERMITTED, *ACTIONS}), ROLES, PLACES)


def refused_cells(state: str, chance: random.Random) -> Iterator[tuple[str, str, str]]:
    """Yield what may not be done: all from the table's channel, and some from elsewhere."""
    here, *others = PLACES
    for action in sorted({*PERMITTED, *ACTIONS}):
        permitted = [role for role in ROLES if may(action, state, role, here)]
        elsewhere = {*permitted, chance.choice(ROLES)}
        tried = [(role, here) for role in ROLES]
        tried += [(role, chance.choice(others)) for role in sorted(elsewhere)]
        for role, place in tried:
            if not may(action, state, role, place):
                yield action, role, place


class Matrix:
    """A table in one state, and what is wrong with what comes of commands there."""

    def __init__(
        self, built: Built, service: Service, path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        self._built, self._service, self._path, self._caplog = built, service, path, caplog

    async def permitted(self, action: str, role: str, place: str) -> list[str]:
        """Return what is wrong if it is not done, written down and logged once."""
        told, wrote = await self._attempt(action, role, place)
        wrong = [] if told is None else [f"is refused: {told}"]
        if told is None and not wrote:
            wrong.append("has no effect")
        return self._named(wrong, action, role, place)

    async def refused(self, action: str, role: str, place: str) -> list[str]:
        """Return what is wrong if it has an effect, tells too much, or too little."""
        table = await self._table()
        told, wrote = await self._attempt(action, role, place)
        after = await self._table()
        wrong: list[str] = []
        if told is None:
            wrong.append("is allowed")
        elif wrote or after != table:
            wrong.append(f"has an effect though it is refused: {told}")
        elif not told.strip() or len(told) > LONGEST or _secret(table) in told:
            wrong.append(f"is answered: {told[:LONGEST]!r}")
        return self._named(wrong, action, role, place)

    async def _table(self) -> Table:
        return await self._service.lookup.get(self._built.table_id)

    async def _attempt(self, action: str, role: str, place: str) -> tuple[str | None, bool]:
        """Give a command; return the refusal if any, and whether something was written."""
        table, caller = await self._table(), self._built.caller(role, place)
        command = commands(table, caller.user, self._built)[action]
        request = self._service.request()
        self._caplog.clear()
        with _watched(self._path) as wrote:
            try:
                await self._service.tables.execute(table.id, caller, command, request)
                told = None
            except TableError as refused:
                told = refused.sentence.english()
            except RulesError as refused:
                told = str(refused)
        return told, bool(wrote[0])

    def _named(self, wrong: list[str], action: str, role: str, place: str) -> list[str]:
        records = [each for each in self._caplog.records if each.name.startswith("bot")]
        if [each.name for each in records] != [LOGGED]:
            wrong.append(f"is logged as {[each.getMessage() for each in records]}")
        elif _secret(None) in records[0].getMessage() or len(records[0].getMessage()) > LONGEST:
            wrong.append(f"is logged as {records[0].getMessage()[:LONGEST]}")
        return [f"{self._built.state}: {action} by {role} from {place} {each}" for each in wrong]


def _secret(table: Table | None) -> str:
    return table.dice.secret.hex() if table and table.dice else "no secret"


@contextmanager
def _watched(path: Path) -> Generator[list[int]]:
    """Yield a list that holds, after the block, how often others wrote to the file meanwhile."""
    with closing(sqlite3.connect(path)) as watching:

        def version() -> int:
            return int(watching.execute("PRAGMA data_version").fetchone()[0])

        before, changes = version(), list[int]()
        yield changes
        changes.append(version() - before)

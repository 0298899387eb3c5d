"""A change takes as many steps of SQLite after many games as after few."""

import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import pytest

from bot.model.caller import Place
from bot.model.table import Terms
from bot.store.people.reminders import plan_person
from bot.store.sql.database import Database
from bot.tables.commands import Join, Leave, Open, Play, Resign
from tests.bot.steps import run, steps
from tests.bot.table_service import ANN, BO, CHANNEL, CY, ELSEWHERE, NOW, Service, caller

MANY: Final = 300
"""Games that are over beside the few, in the same channel and between the same people."""

Ask = Callable[[Service, Database], Awaitable[object]]
ASKED: Final[Mapping[str, Ask]] = {
    "the reminders of a person": lambda _, db: db.transact(lambda tx: plan_person(tx, ANN.id, NOW)),
    "a move": lambda service, _: _move(service),
    "a place that is given up": lambda service, _: _leave(service),
}


async def _move(service: Service) -> None:
    table = await service.lookup.playing_in(CHANNEL)
    match = table.started
    due = ANN if match.seat_due == table.seat(ANN.id) else BO
    await service.do(table, due, Play(match.game.notate(match.game.legal(match.state)[0])))


async def _leave(service: Service) -> None:
    opening = Open(Terms("punt-heks", {"players": "3"}))
    table = await service.tables.open(opening, caller(ANN, ELSEWHERE), service.request())
    for command in (Join(), Leave()):
        cy = caller(CY, ELSEWHERE)
        await service.tables.execute(table.id, cy, command, service.request())


async def _finished(service: Service) -> None:
    await service.do(await service.playing(), ANN, Resign())


def _copy_past_games(connection: sqlite3.Connection, copies: int) -> None:
    """Copy the first table, with all that the store has of it."""
    changed = {
        "tables": {"id": "id + n"},
        "players": {"id": "id + 2 * n", "table_id": "table_id + n"},
        "entries": {"table_id": "table_id + n", "actor_player": "actor_player + 2 * n"},
        "results": {"table_id": "table_id + n", "player_id": "player_id + 2 * n"},
        "requests": {"id": "id || '-' || n", "table_id": "table_id + n"},
        "pings": {"id": "NULL", "table_id": "table_id + n"},
    }
    for name, values in changed.items():
        columns = [str(row[1]) for row in connection.execute(f"PRAGMA table_info({name})")]
        chosen = ", ".join(values.get(column, column) for column in columns)
        key = "id" if name == "tables" else "table_id"
        connection.execute(
            "WITH RECURSIVE numbers (n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM numbers"
            f" WHERE n < {1000 + copies - 1}) INSERT INTO {name} SELECT {chosen}"
            f" FROM {name}, numbers WHERE {key} = 1"
        )


@pytest.mark.parametrize("name", ASKED)
async def test_past_games_cost_nothing(service: Service, opened: Database, name: str) -> None:
    for _ in range(6):  # More than a list shows.
        await _finished(service)
    await service.playing()

    def ask() -> Awaitable[object]:
        return ASKED[name](service, opened)

    await ask()
    few = await steps(opened, ask)
    await run(opened, lambda connection: _copy_past_games(connection, MANY))
    many = await steps(opened, ask)
    assert few > 0
    assert many <= few * 1.1 + 20


async def test_the_turns_before_cost_a_move_nothing(service: Service, opened: Database) -> None:
    await service.playing()

    def move() -> Awaitable[object]:
        return _move(service)

    for _ in range(4):
        await move()
    few = await steps(opened, move)
    for _ in range(24):
        await move()
    assert await steps(opened, move) <= few + 20


async def test_outages_of_other_places_cost_nothing(service: Service, opened: Database) -> None:
    """Ten thousand servers have outages of their own."""
    place = Place(CHANNEL, 5)

    def ask() -> Awaitable[object]:
        return service.store.times.outages(1, place, 0, NOW)

    few = await steps(opened, ask)
    await run(opened, _add_outages)
    assert await steps(opened, ask) <= few + 20


def _add_outages(connection: sqlite3.Connection) -> None:
    """Add outages of other servers, channels and tables."""
    connection.executemany(
        "INSERT INTO outages (starts, scope, scope_id, cause) VALUES (?, ?, ?, 'x')",
        [(NOW, each, 1000 + n) for each in ("server", "channel", "table") for n in range(MANY)],
    )


async def test_a_scan_is_noticed(service: Service, opened: Database) -> None:
    await _finished(service)

    async def ask() -> None:
        await opened.rows("SELECT * FROM tables WHERE seating = 9")

    few = await steps(opened, ask)
    await run(opened, lambda connection: _copy_past_games(connection, MANY))
    assert await steps(opened, ask) > few + MANY

"""What is asked often takes as many steps of SQLite after many games as after few."""

import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Mapping
from itertools import count
from typing import Final

import pytest

from bot.model.caller import Place
from bot.model.table import Terms
from bot.store.database import Database
from bot.store.hosting import hosted
from bot.store.lists import Lists, waiting
from bot.store.reminders import plan_person
from bot.tables.commands import Join, Leave, Open, Play, Resign
from tests.bot.table_service import ANN, BO, CHANNEL, CY, ELSEWHERE, NOW, Service, caller

SERVER: Final = 5
MANY: Final = 300
"""Games that are over beside the few, in the same channel and between the same people."""

Ask = Callable[[Service, Lists, Database], Awaitable[object]]
ASKED: Final[Mapping[str, Ask]] = {
    "the latest game of a channel": lambda s, _, __: s.store.places.latest_in(CHANNEL),
    "the running game of a channel": lambda s, _, __: s.store.places.running_in(CHANNEL),
    "the waiting table of a channel": lambda s, _, __: s.store.places.open_in(CHANNEL),
    "a table of one's own that waits": lambda s, _, __: (
        s.store.places.latest_open_of(CHANNEL, ANN.id)
    ),
    "what ends with a channel": lambda s, _, __: s.store.places.unfinished_in(CHANNEL),
    "the unfinished games of a person": lambda s, _, __: s.store.lists.of_user(ANN.id),
    "the games that wait for a person": lambda _, __, db: db.snapshot(
        lambda tx: waiting(tx, ANN.id, [0])
    ),
    "the games of a person that ended last": lambda _, lists, __: lists.finished(ANN.id),
    "the open tables of a server": lambda _, lists, __: lists.open_in(SERVER),
    "the tables that a person hosts": lambda s, _, db: _hosted(s, db),
    "a table": lambda s, _, __: s.store.tables.load(1, 0),
    "the reminders of a person": lambda _, __, db: db.transact(
        lambda tx: plan_person(tx, ANN.id, NOW)
    ),
    "a move": lambda s, _, __: _move(s),
    "a place that is given up": lambda s, _, __: _leave(s),
}  # fmt: skip


async def _move(service: Service) -> None:
    table = await service.lookup.playing_in(CHANNEL)
    match = table.started
    due = ANN if match.seat_due == table.seat(ANN.id) else BO
    await service.do(table, due, Play(match.game.notate(match.game.legal(match.state)[0])))


async def _hosted(service: Service, database: Database) -> None:
    table = await service.lookup.playing_in(CHANNEL)
    await database.snapshot(lambda tx: hosted(tx, table))


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
        "pings": {"table_id": "table_id + n"},
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


async def _run(opened: Database, work: Callable[[sqlite3.Connection], None]) -> None:
    await opened._writer.run(work)  # pyright: ignore[reportPrivateUsage]


async def _steps(opened: Database, ask: Callable[[], Awaitable[object]]) -> int:
    """Return how many steps SQLite takes for what is asked."""
    steps: Iterator[int] = count()

    def watch(connection: sqlite3.Connection) -> None:
        connection.set_progress_handler(lambda: next(steps) < 0, 1)

    def ignore(connection: sqlite3.Connection) -> None:
        connection.set_progress_handler(None, 1)

    await opened.flush()
    both = (opened._writer, opened._reader)  # pyright: ignore[reportPrivateUsage]
    for connection in both:
        await connection.run(watch)
    try:
        await ask()
    finally:
        for connection in both:
            await connection.run(ignore)
    return next(steps)


@pytest.mark.parametrize("name", ASKED)
async def test_past_games_cost_nothing(service: Service, opened: Database, name: str) -> None:
    for _ in range(6):  # More than a list shows.
        await _finished(service)
    await service.playing()
    lists = Lists(opened)

    def ask() -> Awaitable[object]:
        return ASKED[name](service, lists, opened)

    await ask()
    few = await _steps(opened, ask)
    await _run(opened, lambda connection: _copy_past_games(connection, MANY))
    many = await _steps(opened, ask)
    assert few > 0
    assert many <= few * 1.1 + 20


async def test_the_turns_before_cost_a_move_nothing(service: Service, opened: Database) -> None:
    await service.playing()

    def move() -> Awaitable[object]:
        return _move(service)

    for _ in range(4):
        await move()
    few = await _steps(opened, move)
    for _ in range(24):
        await move()
    assert await _steps(opened, move) <= few + 20


async def test_outages_of_other_places_cost_nothing(service: Service, opened: Database) -> None:
    """Ten thousand servers have outages of their own."""
    place = Place(CHANNEL, SERVER)

    def ask() -> Awaitable[object]:
        return service.store.times.outages(1, place, 0, NOW)

    few = await _steps(opened, ask)
    await _run(opened, _add_outages)
    assert await _steps(opened, ask) <= few + 20


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

    few = await _steps(opened, ask)
    await _run(opened, lambda connection: _copy_past_games(connection, MANY))
    assert await _steps(opened, ask) > few + MANY

"""Games whose seats change hands: who is at them, who is late, and what the log then says."""

from dataclasses import replace

import pytest

from bot.model.errors import TableError
from bot.model.table import Request, Table, Terms, User
from bot.store.sql.database import Database
from bot.store.store import Store
from bot.tables.commands import (
    Accept,
    Play,
)
from rules.contract.core import RulesError, Seat
from rules.log.entries import Actor, Origin
from rules.log.events import Overdue
from rules.time.duration import DAY
from rules.time.time_control import PerTurn, TimeControl
from tests.bot.table_service import BO, CY, Service
from tests.bot.who import somebody

DI, EVE = somebody(4, "Di"), somebody(5, "Eve")
DAYS = TimeControl(PerTurn(3 * DAY))
CZECH = Terms("czech", {}, time=DAYS)
DICE = Terms("hypergammon", {}, time=DAYS)
THREE = Terms("rematch", {}, seating=1, time=DAYS)
SERIES = Terms("rematch", {}, time=DAYS, series_format="first-to-2")


async def playing(service: Service, terms: Terms) -> Table:
    """Return a running game of Ann with as many others as it needs."""
    others = (BO, CY)[: len(terms.configured.spec.seatings[terms.seating]) - 1]
    table = await service.opened(*others, terms=terms)
    for user in others:
        table = await service.do(table, user, Accept())
    return table


def seat_of(table: Table, user: User) -> Seat:
    seat = table.seat(user.id)
    assert seat is not None
    return seat


def due(table: Table) -> User:
    assert table.due is not None
    return table.due.user


async def move(service: Service, table: Table) -> Table:
    """Let the player who is due make the first legal move."""
    match = table.started
    notation = match.game.notate(match.game.legal(match.state)[0])
    return await service.do(table, due(table), Play(notation))


async def overdue(service: Service, opened: Database, table: Table) -> tuple[Table, User]:
    """Let the time of the player due run out, and return who that is."""
    late, until = due(table), table.due_at
    assert until is not None
    service.clock.time = until + 61
    origin = Origin(until + 61, Actor.HOST, None, f"timer:{table.id}")
    match = table.started.add(Overdue(seat_of(table, late)), origin)
    store = Store(opened)
    request = Request(f"timer:{table.id}.{until}")
    await store.tables.append(table, replace(table, match=match), None, request)
    return await service.lookup.reread(table.id), late


async def stored(service: Service, table: Table) -> Table:
    """Check that the table in memory is the one on disk, and return it."""
    held = await service.lookup.get(table.id)
    assert await service.lookup.reread(table.id) == held
    return held


async def refused(service: Service, table: Table, user: User, command: object) -> None:
    before = await service.lookup.get(table.id)
    with pytest.raises((TableError, RulesError)):
        await service.do(table, user, command)  # type: ignore[arg-type]
    after = await service.lookup.reread(table.id)
    assert (after.players, after.vacancies, after.match) == (
        before.players,
        before.vacancies,
        before.match,
    )


async def rows(opened: Database, table: Table) -> list[tuple[object, ...]]:
    """Return the results so far: user, rank, rule."""
    found = await opened.rows(
        "SELECT person, rank, rule FROM results WHERE table_id = ? ORDER BY entry, seat",
        table.id,
    )
    return [tuple(row) for row in found]

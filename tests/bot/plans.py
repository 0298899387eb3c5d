"""People who plan ahead at a table: what a test lets them plan."""

from bot.model.table import Table, User
from bot.tables.plans import Edit, Queue, Try
from rules.contract.core import RulesError
from rules.match.plans import Path as LinePath
from tests.bot.table_service import Service, caller

__all__ = ["edit", "line", "plan"]


async def edit(service: Service, table: Table, user: User, change: Edit) -> tuple[Table, LinePath]:
    now = await service.lookup.get(table.id)
    return await service.plans.change(table.id, caller(user), now.started.position_number, change)


async def plan(service: Service, table: Table, user: User, *moves: str) -> Table:
    """Let somebody plan a line, with every answer of their own queued."""
    path: LinePath = ()
    for text in moves:
        table, path = await edit(service, table, user, Try(path, text))
    for count in range(2, len(path) + 1):
        try:
            table, _ = await edit(service, table, user, Queue(path[:count], is_queued=True))
        except RulesError:
            continue
    return table


def line(table: Table, *, length: int = 4, start: int = 0) -> list[str]:
    """Return moves that may follow each other from now on."""
    match, found = table.started, list[str]()
    for count in range(length):
        legal = sorted(match.game.notate(each) for each in match.game.legal(match.state))
        assert match.seat_due is not None
        found.append(legal[start if not count else 0])
        match = match.play(match.seat_due, found[-1])
    return found

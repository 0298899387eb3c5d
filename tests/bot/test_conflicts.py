"""Another process writes between the moment a table is read and the moment it is written."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.model.errors import NoGame, Stale
from bot.model.table import Table
from bot.store.sql.database import Database
from bot.store.store import Store
from bot.store.tables.table_store import Appended, TableStore
from bot.tables.commands import Close, Command, Join, Leave, Play, Resign, Start
from rules.contract.core import RulesError
from tests.bot.table_service import ANN, BO, CHANNEL, CY, Clock, Service


class LateTables(TableStore):
    """Tables before whose first write something else happens."""

    def __init__(self, database: Database, before: Callable[[], Awaitable[object]]) -> None:
        super().__init__(database)
        self._before: Callable[[], Awaitable[object]] | None = before

    async def append(self, *values: Any, **named: Any) -> Appended:
        await self._interrupt()
        return await super().append(*values, **named)

    async def arrange(self, *values: Any, **named: Any) -> Table:
        await self._interrupt()
        return await super().arrange(*values, **named)

    async def start(self, *values: Any, **named: Any) -> Table:
        await self._interrupt()
        return await super().start(*values, **named)

    async def _interrupt(self) -> None:
        before, self._before = self._before, None
        if before:
            await before()


@pytest.mark.parametrize(
    ("meanwhile", "command"),
    [(Play("c3-d4"), Play("a3-b4")), (Join(), Join()), (Leave(), Start()), (Close(), Start())],
    ids=["move", "join", "start-incomplete", "start-closed"],
)
async def test_who_writes_second_sees_what_was_written_first(
    opened: Database, meanwhile: Command, command: Command
) -> None:
    """The command is stale, nothing of it is written, and memory holds what is on disk."""
    service = Service(Store(opened), Clock())
    if isinstance(command, Play):
        table = await service.playing()
    else:
        table = await (service.full() if command == Start() else service.opened())
    first = BO if isinstance(meanwhile, Join | Leave) else ANN
    second = CY if isinstance(command, Join) else ANN

    async def before() -> None:
        await service.do(table, first, meanwhile)

    late = Store(opened)
    late.tables = LateTables(opened, before)
    other = Service(late, service.clock)
    other.requests = 10_000
    with pytest.raises(Stale):
        await other.do(table, second, command)
    kept = await other.lookup.get(table.id)
    assert kept == await service.lookup.get(table.id)
    assert kept == await other.lookup.reread(table.id)


async def test_a_channels_game_is_found_in_memory_only_while_it_runs(service: Service) -> None:
    table = await service.playing()
    assert (await service.lookup.playing_in(CHANNEL)).id == table.id
    await service.do(table, ANN, Resign())
    with pytest.raises(NoGame):
        await service.lookup.playing_in(CHANNEL)
    following = await service.playing()
    assert (await service.lookup.playing_in(CHANNEL)).id == following.id


async def test_a_game_that_another_process_ended_is_refused_once_and_then_gone(
    service: Service,
) -> None:
    table = await service.playing()
    other = service.in_another_process()
    await other.do(await other.lookup.get(table.id), ANN, Resign())
    with pytest.raises(RulesError, match="This game is finished"):
        await service.do(await service.lookup.playing_in(CHANNEL), ANN, Play("c3-d4"))
    with pytest.raises(NoGame):
        await service.lookup.playing_in(CHANNEL)

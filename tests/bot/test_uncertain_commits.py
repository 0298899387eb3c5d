"""Commits that seem to fail although the disk has them: memory must not stay behind it."""

from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import pytest

from bot.delivery.outbox.composing import Composer
from bot.model.errors import Repeated, TableError
from bot.model.queues import ItemKind
from bot.model.table import Status, Table, Terms
from bot.store.queues.queues import Queues
from bot.store.sql.database import Database, T, Transaction
from bot.store.sql.errors import Busy
from bot.store.store import Store
from bot.tables.commands import Close, Play, Start
from tests.bot.table_service import ANN, BO, CZECH, ELSEWHERE, Clock, Service, caller


class Uncertain(Database):
    """Says of the next transaction that it failed, after it was written."""

    seems_to_fail = False

    async def transact(self, work: Callable[[Transaction], T]) -> T:
        done = await super().transact(work)
        if self.seems_to_fail:
            self.seems_to_fail = False
            raise Busy("disk I/O error")
        return done


@pytest.fixture
async def database(tmp_path: Path) -> AsyncGenerator[Uncertain]:
    async with Uncertain.open(tmp_path / "kept.sqlite3") as opened:
        assert isinstance(opened, Uncertain)
        yield opened


@pytest.fixture
def service(database: Uncertain) -> Service:
    return Service(Store(database), Clock())


async def test_a_move_is_found(database: Uncertain, service: Service) -> None:
    table = await service.playing(CZECH)
    database.seems_to_fail = True
    with pytest.raises(Repeated):  # Nobody is told that it was not made.
        await service.do(table, ANN, Play("c3-d4"))
    assert (await service.lookup.get(table.id)).started.position_number == 2
    await service.do(table, BO, Play("b6-a5"))


async def test_a_begin_of_dice_is_found(database: Uncertain, service: Service) -> None:
    """It is tried again by itself, and was carried out before."""
    table = await service.full(Terms("hypergammon", {}))
    database.seems_to_fail = True
    with pytest.raises(Repeated) as repeated:
        await service.do(table, ANN, Start())
    known = await service.lookup.get(table.id)
    assert repeated.value.table == known == await service.lookup.reread(table.id)
    assert known.status is Status.PLAYING


async def test_a_closed_table_is_found(database: Uncertain, service: Service) -> None:
    table = await service.opened(BO)
    database.seems_to_fail = True
    with pytest.raises(Busy):
        await service.do(table, ANN, Close())
    assert (await service.lookup.get(table.id)).status is Status.CLOSED
    with pytest.raises(TableError, match="already cancelled"):
        await service.do(table, ANN, Close())


async def test_a_table_that_got_a_thread_has_its_card(
    database: Uncertain, service: Service
) -> None:
    """What is only offered has none, and a row that shows nothing would be struck."""

    async def make(_: Table) -> int:
        database.seems_to_fail = True
        return ELSEWHERE

    await service.playing(CZECH)
    table = await service.opened(BO)
    assert table.status is Status.OFFERED
    with pytest.raises(Busy):
        await service.tables.open_in_thread(table.id, caller(ANN), service.request(), make)
    rows = await Queues(database).waiting()
    (row,) = [each for each in rows if each.table_id == table.id]
    assert row.kind == ItemKind.CARD
    assert await Composer(service.lookup, service.store).compose(row) is not None

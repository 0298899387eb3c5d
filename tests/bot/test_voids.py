"""Everything in a place that is gone ends, however much it is."""

import pytest

from bot.model.table import Request, Status
from bot.store.sql.database import Database
from bot.tables import voids
from rules.log.events import VoidCause
from rules.time.duration import DAY
from tests.bot.table_service import CHANNEL, NOW, Service

SERVER = 5


@pytest.fixture(autouse=True)
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voids, "_PAGE", 2)


async def test_everything_ends_in_a_channel_that_is_gone(service: Service) -> None:
    tables = [await service.opened() for _ in range(5)]
    await service.voids.void_channel(CHANNEL)
    assert await service.store.places.unfinished_in(CHANNEL, 9) == []
    assert (await service.lookup.get(tables[0].id)).status is Status.CLOSED


async def test_everything_ends_in_servers_that_removed_the_bot(
    service: Service, opened: Database
) -> None:
    tables = [await service.opened() for _ in range(5)]
    for number, table in enumerate(tables):
        await opened.write("UPDATE tables SET guild_id = ? WHERE id = ?", number, table.id)
        await service.store.servers.removed(number, NOW - 2 * DAY - number % 2)
    await service.store.servers.there(3, NOW)
    await service.store.servers.removed(4, NOW - DAY)
    await service.voids.void_lost(DAY + 1)
    found = [await service.in_another_process().lookup.get(table.id) for table in tables]
    assert [table.status is Status.CLOSED for table in found] == [True, True, True, False, False]


async def test_a_table_that_cannot_be_ended_keeps_no_other_from_it(
    service: Service, opened: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept of its server stays until it can be."""
    tables = [await service.opened() for _ in range(5)]
    await opened.write("UPDATE tables SET guild_id = ?", SERVER)
    await service.store.servers.removed(SERVER, NOW - 2 * DAY)
    void = service.voids.void

    async def sick(table_id: int, cause: VoidCause, request: Request) -> None:
        if table_id == tables[1].id:
            raise RuntimeError("planted")
        await void(table_id, cause, request)

    with monkeypatch.context() as planted:
        planted.setattr(service.voids, "void", sick)
        await service.voids.void_lost(DAY)
    assert await service.store.servers.unfinished_in(SERVER, 9) == [tables[1].id]
    await service.voids.void_lost(DAY)
    assert await service.store.servers.unfinished_in(SERVER, 9) == []

"""Boards that are drawn while their position is being committed."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from bot.messages import ahead, pictures
from bot.model.table import Table
from bot.store.database import Database
from bot.store.tables import Store
from bot.tables.commands import Play, Propose
from bot.tables.service import Tables
from rules.events import OfferKind
from tests.bot.table_service import ANN, BO, Clock, Service, caller


def entries_in(file: Path) -> int:
    """Return how many entries another process sees in the file."""
    with closing(sqlite3.connect(file)) as reader:
        (count,) = reader.execute("SELECT count(*) FROM entries").fetchone()
    return int(count)


async def test_what_a_move_makes_is_foreseen_before_its_commit(
    opened: Database, database: Path
) -> None:
    foreseen: list[tuple[Table, int]] = []
    store, clock = Store(opened), Clock()
    service = Service(store, clock)
    service.tables = Tables(
        store, clock, foresee=lambda table: foreseen.append((table, entries_in(database)))
    )
    table = await service.playing()
    before = entries_in(database)
    assert not foreseen
    change = await service.tables.execute(table.id, caller(ANN), Play("c3-d4"), service.request())
    ((of, seen),) = foreseen
    assert of is change.table
    assert seen == before
    assert entries_in(database) == before + 1
    await service.do(table, BO, Propose(OfferKind.DRAW))
    assert len(foreseen) == 1


async def test_a_picture_that_was_begun_is_that_of_its_table_alone(service: Service) -> None:
    table = await service.playing()
    moved = await service.do(table, ANN, Play("c3-d4"))
    for begun in (table, moved, replace(moved)):
        ahead.begin(begun)
        assert await ahead.drawn(moved) == pictures.drawn(pictures.board(moved))
    assert await ahead.drawn(moved) == pictures.drawn(pictures.board(moved))

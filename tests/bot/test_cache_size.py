"""Tables in memory take about as much as is set for them."""

import gc
import random
import tracemalloc
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.model.table import Terms
from bot.store.sql.database import Database
from bot.store.tables.loading import TableRows, read_rows, table_from_rows
from bot.tables.commands import Play, Resign
from bot.tables.lookup import TableCache
from rules.registry import all_games
from tests.bot.table_service import ANN, Service

MEGABYTES = 0.3
"""The memory that is set here."""
MOST = 100
"""Tables that take far more."""


async def games(service: Service, opened: Database, key: str) -> list[TableRows]:
    """Return what is stored of games of several lengths."""
    chance, found = random.Random(1), list[TableRows]()
    for plies in (0, 6, 24):
        table = await service.playing(Terms(key, {}))
        while len(table.started.plies) < plies and table.due:
            game = table.started.game
            move = game.notate(chance.choice(game.legal(table.started.state)))
            table = await service.do(table, table.due.user, Play(move))
        rows = await opened.snapshot(partial(read_rows, table_id=table.id))
        assert rows is not None
        found.append(rows)
        if table.due:
            await service.do(table, ANN, Resign())
    return found


def kept(stored: Sequence[TableRows]) -> float:
    """Return the megabytes of as many tables as are kept, each a copy of one of these."""
    cache = TableCache(MEGABYTES)
    gc.collect()
    tracemalloc.start()
    try:
        before, number, held = tracemalloc.get_traced_memory()[0], 0, -1
        while len(cache) > held or number < 2 * len(stored):
            held = len(cache)
            assert held < MOST, "the bound is kept"
            for rows in stored:
                number += 1
                table = replace(table_from_rows(rows), id=number)
                assert cache.keep(table).started.legal is not None
        gc.collect()
        return (tracemalloc.get_traced_memory()[0] - before) / 1e6
    finally:
        tracemalloc.stop()


async def test_the_tables_in_memory_take_what_is_set(service: Service, opened: Database) -> None:
    by_game = {key: await games(service, opened, key) for key in all_games()}
    for key, stored in by_game.items():
        assert 0.4 * MEGABYTES <= kept(stored) <= 1.3 * MEGABYTES, key
    mixed = [rows for stored in by_game.values() for rows in stored]
    assert 0.7 * MEGABYTES <= kept(mixed) <= 1.3 * MEGABYTES


async def test_what_another_process_has_changed_is_forgotten(service: Service) -> None:
    """One table, or all of them where changes may have gone unheard."""
    one, two = await service.playing(), await service.opened()
    cache = service.lookup.cache
    service.lookup.forget(one.id)
    assert (cache.get(one.id), cache.get(two.id)) == (None, two)
    assert await service.lookup.get(one.id) == one
    service.lookup.forget(None)
    assert (cache.get(one.id), cache.get(two.id)) == (None, None)

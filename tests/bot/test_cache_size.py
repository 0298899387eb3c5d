"""Tables in memory take about as much as is said of them."""

import gc
import random
import tracemalloc
from dataclasses import replace
from functools import partial

from bot.model.table import Terms
from bot.store.database import Database
from bot.store.loading import TableRows, read_rows, table_from_rows
from bot.tables.cache import TableCache
from bot.tables.commands import Play, Resign
from tests.bot.table_service import ANN, Service

PLY = 800
"""Bytes that a ply takes, as the bound of the tables in memory says."""
MOST = 1000
"""Plies of the tables that are kept here."""


async def games(service: Service, opened: Database) -> list[TableRows]:
    """Return what is stored of games of several lengths."""
    chance, found = random.Random(1), list[TableRows]()
    for key in ("czech", "punt-match", "rekushu"):
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


async def test_the_tables_in_memory_take_what_their_bound_says(
    service: Service, opened: Database
) -> None:
    stored, cache = await games(service, opened), TableCache(MOST)
    gc.collect()
    tracemalloc.start()
    try:
        before, number, held = tracemalloc.get_traced_memory()[0], 0, -1
        while len(cache) > held or number < 2 * len(stored):
            held = len(cache)
            for rows in stored:
                number += 1
                table = replace(table_from_rows(rows), id=number)
                assert cache.keep(table).started.legal is not None
        gc.collect()
        size = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert 0.7 <= size / (MOST * PLY) <= 1.3

"""Steps of SQLite for each public read of the store, among many rows and among few.

The reads find themselves, as in the test that allows none of them to grow by half
(`tests/bot/test_every_read.py`).
"""

import asyncio
import tempfile
from pathlib import Path

from bench.table import Row, scaled
from bot.store.sql.database import Database
from bot.store.store import Store
from tests.bot.table_service import Clock, Service
from tests.bot.test_every_read import FEW, MANY, counted

__all__ = ["measure"]


def measure(seconds: float, size: float = 1) -> list[Row]:  # noqa: ARG001 - counts stay the same
    """Count once and return the rows."""
    return asyncio.run(_measure(scaled(FEW, size), scaled(MANY, size)))


async def _measure(few_rows: int, many_rows: int) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="reads-") as folder:
        async with Database.open(Path(folder) / "tables.sqlite3") as opened:
            taken = await counted(Service(Store(opened), Clock()), opened, few_rows, many_rows)
    grown = {name: few / many for name, (few, many) in taken.items() if many}
    worst = min(grown, key=grown.__getitem__)
    few, many = taken[worst]
    note = f"{worst}, which grows most of {len(taken)}"
    yardstick = f"{few_rows:,} rows: {few} steps"
    return [Row(f"a read among {many_rows:,} rows", f"{many} steps", yardstick, grown[worst], note)]

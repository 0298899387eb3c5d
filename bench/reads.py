"""Steps of SQLite for each public read of the store, among many rows and among few.

The reads find themselves, as in the test that allows none of them to grow by half
(`tests/bot/test_every_read.py`).
"""

import asyncio
import tempfile
from pathlib import Path

from bench.table import Row
from bot.store.sql.database import Database
from bot.store.store import Store
from tests.bot.table_service import Clock, Service
from tests.bot.test_every_read import FEW, counted

__all__ = ["measure"]


def measure(seconds: float) -> list[Row]:  # noqa: ARG001 - counts need no repetition
    """Count once and return the rows."""
    return asyncio.run(_measure())


async def _measure() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="reads-") as folder:
        async with Database.open(Path(folder) / "tables.sqlite3") as opened:
            taken = await counted(Service(Store(opened), Clock()), opened)
    grown = {name: few / many for name, (few, many) in taken.items()}
    worst = min(grown, key=grown.__getitem__)
    few, many = taken[worst]
    note = f"{worst}, which grows most of {len(taken)}"
    yardstick = f"{FEW:,} rows: {few} steps"
    return [Row("a read among 50,000 rows", f"{many} steps", yardstick, grown[worst], note)]

"""The people at tables without Discord, whom the database of a test knows."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bot.store.sql.database import Database
from bot.store.sql.transaction import Transaction

__all__ = ["know_people", "opened_among_people"]

_PERSONS: Final = range(1, 1_000)
"""Their numbers."""
_FIRST_USER: Final = -(1_500_000_000_000 << 22)
"""Their numbers on Discord begin here: at any moment of a test, their accounts are old."""


def know_people(tx: Transaction) -> None:
    """Let a database know them."""
    people = ((number, _FIRST_USER + number) for number in _PERSONS)
    tx.each("INSERT INTO people (person, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING", people)


@asynccontextmanager
async def opened_among_people(file: Path) -> AsyncGenerator[Database]:
    """Open a database that knows them, made if it isn't there."""
    async with Database.open(file) as opened:
        await opened.transact(know_people)
        yield opened

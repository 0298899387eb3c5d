"""The database's view of engines: their duties, and their results."""

from collections.abc import Callable, Collection
from typing import Final

from bot.model.engines import EngineRecord
from bot.model.table import level_of, stored_level
from bot.store.sql.database import Database, and_mine, marks

__all__ = ["ENGINES", "EngineStore"]

ENGINES: Final = "engines"
"""The topic announced when an engine has something to do."""


class EngineStore:
    """Tables where engines have something to do, and how engines fared."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def listen(self, listener: Callable[[int], None]) -> None:
        """Call the listener after every commit that gives an engine something to do."""
        self._db.listen(ENGINES, listener)

    async def due(self, besides: Collection[int], limit: int) -> list[int]:
        """Return up to `limit` tables, except `besides`, at which an engine has something to do."""
        mine = and_mine(self._db.shards)
        return await self._db.column(
            "SELECT id FROM tables WHERE engine_due = 1 AND status = 'playing'"  # noqa: S608
            f" AND set_apart IS NULL AND id NOT IN ({marks([*besides])}){mine}"
            " ORDER BY id LIMIT ?",
            *besides, limit,
        )  # fmt: skip

    async def report(self, digest: str, how: str) -> str | None:
        """Return the report, made in this way, on the game whose log has this digest."""
        row = await self._db.row(
            "SELECT report FROM reports WHERE digest = ? AND how = ?", digest, how
        )
        return str(row["report"]) if row else None

    async def keep_report(self, digest: str, how: str, report: str) -> None:
        """Keep a report, as JSON."""
        await self._db.write(
            "INSERT INTO reports (digest, how, report) VALUES (?, ?, ?)"
            " ON CONFLICT (digest, how) DO UPDATE SET report = excluded.report",
            digest, how, report,
        )  # fmt: skip

    async def records(self, game: str) -> list[EngineRecord]:
        """Return the engines' results in a game by level, weakest level first.

        Results at older scales of the levels aren't among them.
        """
        rows = await self._db.rows(
            "SELECT * FROM engine_games WHERE game = ? AND level > ? ORDER BY level",
            game, stored_level(0),
        )  # fmt: skip
        return [
            EngineRecord(
                level_of(row["level"])[1], won=row["won"], drawn=row["drawn"], lost=row["lost"]
            )
            for row in rows
        ]

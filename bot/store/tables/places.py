"""Tables found by their channel, the people at them, or their series."""

from typing import Final

from bot.model.caller import Person, Place
from bot.model.table import Table
from bot.store.sql.database import Database, Value
from bot.store.sql.transaction import and_mine

__all__ = ["PlaceStore"]

_SEATS: Final = 500
"""The most seats of a person that are searched, latest first."""


class PlaceStore:
    """The numbers of the tables of a place."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def running_in(self, channel_id: int) -> int | None:
        """Return the table whose game runs in the channel."""
        return await self._id(
            "SELECT id FROM tables"
            " WHERE channel_id = ? AND status = 'playing' AND set_apart IS NULL", channel_id
        )  # fmt: skip

    async def with_digest(self, digest: str) -> int | None:
        """Return the table of a game that is over and whose log has this digest."""
        return await self._id(
            "SELECT id FROM tables WHERE log_digest = ? AND status = 'over' LIMIT 1", digest
        )

    async def playing_in(self, channel_id: int) -> list[int]:
        """Return the tables of a channel that are playing, then those set apart."""
        return await self._db.column(
            "SELECT id FROM tables WHERE channel_id = ? AND status = 'playing'"
            " ORDER BY set_apart IS NOT NULL, id",
            channel_id,
        )

    async def latest_in(self, channel_id: int) -> int | None:
        """Return the running game of the channel, or else the one that was played last in it.

        That is the one that began last, since a channel has only one running game at a time; it may
        be set apart. The bot's clock may have been wrong meanwhile, so Discord's ids order them.
        """
        return await self._id(
            "SELECT id FROM tables"
            " WHERE channel_id = ? AND status = 'playing' AND set_apart IS NULL"
            " UNION ALL SELECT id FROM (SELECT id FROM tables"
            " WHERE channel_id = ? AND (status = 'over' AND set_apart IS NULL"
            " OR status = 'playing')"
            " ORDER BY begun_by DESC NULLS LAST, id DESC LIMIT 1) AS found LIMIT 1",
            channel_id, channel_id,
        )  # fmt: skip

    async def latest_open_of(self, channel_id: int, person: Person) -> int | None:
        """Return the newest table of the channel that waits for players and has this person."""
        return await self._id(
            "SELECT id FROM (SELECT table_id FROM players WHERE person = ? AND past = 0"
            " ORDER BY id DESC LIMIT ?) AS found JOIN tables ON tables.id = table_id"
            " WHERE channel_id = ? AND status = 'open' ORDER BY id DESC LIMIT 1",
            person, _SEATS, channel_id,
        )  # fmt: skip

    async def open_in(self, channel_id: int) -> int | None:
        """Return the newest table of the channel that waits for players."""
        return await self._id(
            "SELECT id FROM tables WHERE channel_id = ? AND status = 'open'"
            " ORDER BY begun_by DESC NULLS LAST, id DESC LIMIT 1", channel_id
        )  # fmt: skip

    async def is_used(self, channel_id: int) -> bool:
        """Return True if there is or was a game in the channel, or one waits there for players."""
        row = await self._db.row("SELECT 1 FROM tables WHERE channel_id = ? LIMIT 1", channel_id)
        return row is not None

    async def unfinished_in(self, channel_id: int, limit: int) -> list[int]:
        """Return up to `limit` tables that wait or play in a channel or in its threads."""
        return await self._db.column(
            "SELECT id FROM tables WHERE (channel_id = ? OR parent_id = ?)"
            " AND status IN ('offered', 'open', 'playing') LIMIT ?",
            channel_id, channel_id, limit,
        )  # fmt: skip

    async def unfinished(self, after: int, limit: int) -> list[tuple[int, Place]]:
        """Return tables of this process that wait or play in servers, with their places.

        They are the first `limit` after one with a number, in the order of their numbers.
        """
        rows = await self._db.rows(
            "SELECT id, channel_id, guild_id, parent_id FROM tables WHERE id > ?"  # noqa: S608
            " AND status IN ('offered', 'open', 'playing') AND place = 'guild'"
            f"{and_mine(self._db.shards)} ORDER BY id LIMIT ?",
            after, limit,
        )  # fmt: skip
        return [
            (row["id"], Place(row["channel_id"], row["guild_id"], row["parent_id"])) for row in rows
        ]

    async def game_of_series(self, table: Table, number: int) -> int | None:
        """Return the game with this number in the table's series."""
        return await self._id(
            "SELECT id FROM tables WHERE series_id = ? AND game_number = ?", table.series_id, number
        )  # fmt: skip

    async def _id(self, sql: str, *values: Value) -> int | None:
        """Return the table in the first row of a query."""
        row = await self._db.row(sql, *values)
        return int(row["id"]) if row else None

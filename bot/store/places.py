"""The tables of a place, and servers and channels that come and go while tables stand in them."""

from collections.abc import Callable
from functools import partial

from bot.model.outages import OutageCause, OutageScope
from bot.model.table import Table
from bot.store.database import Transaction
from bot.store.outage_ends import end_outage
from bot.store.outages import GAP, begin_outage
from bot.store.part import Part
from bot.store.shown import note_again

__all__ = ["PlaceStore"]


class PlaceStore(Part):
    """What is read and written of places, one use case a method."""

    async def _id(self, sql: str, *values: int | None) -> int | None:
        """Return the table of the first row that a query finds."""
        row = await self._db.row(sql, *values)
        return int(row["id"]) if row else None

    async def running_in(self, channel_id: int) -> int | None:
        """Return the table whose game runs in the channel."""
        return await self._id(
            "SELECT id FROM tables"
            " WHERE channel_id = ? AND status = 'playing' AND set_apart IS NULL", channel_id
        )  # fmt: skip

    async def latest_in(self, channel_id: int) -> int | None:
        """Return the running game of the channel, or else the one that ended last in it.

        It is the one that began last, as a channel has one running game at a time. The bot's clock
        may have been wrong meanwhile, so Discord's numbers order them.
        """
        return await self._id(
            "SELECT id FROM tables"
            " WHERE channel_id = ? AND status = 'playing' AND set_apart IS NULL"
            " UNION ALL SELECT * FROM (SELECT id FROM tables"
            " WHERE channel_id = ? AND status = 'over' AND set_apart IS NULL"
            " ORDER BY begun_by DESC, id DESC LIMIT 1) LIMIT 1",
            channel_id, channel_id,
        )  # fmt: skip

    async def latest_open_of(self, channel_id: int, user_id: int) -> int | None:
        """Return the newest table of the channel that waits for players and has this person."""
        return await self._id(
            "SELECT tables.id FROM tables JOIN players ON table_id = tables.id"
            " WHERE channel_id = ? AND user_id = ? AND tables.status = 'open'"
            " ORDER BY tables.id DESC LIMIT 1",
            channel_id, user_id,
        )  # fmt: skip

    async def open_in(self, channel_id: int) -> int | None:
        """Return the newest table of the channel that waits for players."""
        return await self._id(
            "SELECT id FROM tables WHERE channel_id = ? AND status = 'open'"
            " ORDER BY id DESC LIMIT 1", channel_id
        )  # fmt: skip

    async def closable_in(self, channel_id: int, user_id: int) -> int | None:
        """Return a table of the channel set apart, or the newest that waits, one's own first."""
        return await self._id(
            "SELECT id FROM tables WHERE channel_id = ? AND"
            " status IN ('offered', 'open', 'playing')"
            " AND (status <> 'playing' OR set_apart IS NOT NULL)"
            " ORDER BY set_apart IS NULL, host_id <> ?, id DESC LIMIT 1",
            channel_id, user_id,
        )  # fmt: skip

    async def unfinished_in(self, channel_id: int) -> list[int]:
        """Return the tables that wait or play in a channel or in its threads."""
        rows = await self._db.rows(
            "SELECT id FROM tables WHERE (channel_id = ? OR parent_id = ?)"
            " AND status IN ('offered', 'open', 'playing')",
            channel_id, channel_id,
        )  # fmt: skip
        return [row["id"] for row in rows]

    async def guild_removed(self, guild_id: int, now: int) -> None:
        """Write that a server does not have the bot any more."""

        def write(tx: Transaction) -> None:
            tx.do(
                "INSERT INTO guilds (guild_id, removed_at) VALUES (?, ?)"
                " ON CONFLICT DO UPDATE SET removed_at = excluded.removed_at",
                guild_id, now,
            )  # fmt: skip
            begin_outage(tx, now, OutageScope.SERVER, guild_id, OutageCause.REMOVED)

        await self._db.transact(write)

    async def guild_unavailable(self, guild_id: int, now: int) -> None:
        """Write that Discord cannot reach a server."""
        scope, cause = OutageScope.SERVER, OutageCause.UNAVAILABLE
        await self._db.transact(lambda tx: begin_outage(tx, now, scope, guild_id, cause))

    async def guild_there(self, guild_id: int, now: int) -> None:
        """Write that a server has the bot and can be reached.

        It may have taken the bot back while no process ran.
        """

        def write(tx: Transaction) -> None:
            sql = "UPDATE guilds SET removed_at = NULL WHERE guild_id = ? AND removed_at NOT NULL"
            tx.do(sql, guild_id)
            end_outage(tx, now, OutageScope.SERVER, guild_id)

        await self._db.transact(write)

    async def lost_before(self, removed_before: int) -> list[int]:
        """Return the unfinished tables of servers that removed the bot before this time."""
        rows = await self._db.rows(
            "SELECT id FROM guilds CROSS JOIN tables USING (guild_id) WHERE removed_at < ?"
            " AND status IN ('offered', 'open', 'playing')",
            removed_before,
        )
        return [row["id"] for row in rows]

    async def gateway_gone(self, since: int) -> None:
        """Write that the bot has heard nothing of Discord since then."""
        scope, cause = OutageScope.ALL, OutageCause.GATEWAY
        await self._db.transact(lambda tx: begin_outage(tx, since, scope, None, cause))

    async def gateway_back(self, gone_since: int | None, now: int) -> None:
        """Write that the bot hears of Discord again; a silence over five minutes was an outage."""

        def write(tx: Transaction) -> None:
            if gone_since is not None and now - gone_since > GAP:
                begin_outage(tx, gone_since, OutageScope.ALL, None, OutageCause.GATEWAY)
            end_outage(tx, now, OutageScope.ALL, None, OutageCause.GATEWAY)

        await self._db.transact(write)

    def mark_shown_again(
        self, table: Table, message_id: int, replaced: Callable[[int | None], None]
    ) -> None:
        """Remember with the next transaction that a message shows a table's board once more.

        `replaced` is then called with the message that did so before, None if that is to stay.
        """
        self._db.defer(partial(note_again, table=table, message_id=message_id), replaced)

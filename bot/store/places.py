"""Servers and channels that come and go while tables stand in them."""

from bot.store.part import Part

__all__ = ["PlaceStore"]


class PlaceStore(Part):
    """What is read and written of places, one use case a method."""

    async def unfinished_in(self, channel_id: int) -> list[int]:
        """Return the tables that wait or play in a channel or in its threads."""
        rows = await self._db.rows(
            "SELECT id FROM tables WHERE (channel_id = ? OR parent_id = ?)"
            " AND status IN ('offered', 'open', 'playing')",
            channel_id, channel_id,
        )  # fmt: skip
        return [row["id"] for row in rows]

    async def guild_removed(self, guild_id: int, removed_at: int | None) -> None:
        """Remember since when a server has not had the bot; None if it has it."""
        await self._db.write(
            "INSERT INTO guilds (guild_id, removed_at) VALUES (?, ?)"
            " ON CONFLICT DO UPDATE SET removed_at = excluded.removed_at",
            guild_id, removed_at,
        )  # fmt: skip

    async def lost_before(self, removed_before: int) -> list[int]:
        """Return the unfinished tables of servers that removed the bot before this time."""
        rows = await self._db.rows(
            "SELECT id FROM tables JOIN guilds USING (guild_id) WHERE removed_at < ?"
            " AND status IN ('offered', 'open', 'playing')",
            removed_before,
        )
        return [row["id"] for row in rows]

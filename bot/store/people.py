"""What people have chosen for themselves, and what they have noted."""

from bot.store.database import Database

__all__ = ["People"]


class People:
    """Settings of persons in SQLite."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def plays_at_once(self, user_id: int) -> bool:
        """Whether a person's moves are played as soon as they are chosen, without a preview."""
        row = await self._db.row("SELECT play_at_once FROM users WHERE user_id = ?", user_id)
        return row is not None and bool(row["play_at_once"])

    async def set_plays_at_once(self, user_id: int, *, at_once: bool) -> None:
        """Remember whether a person's moves are played without a preview."""
        await self._db.write(
            "INSERT INTO users (user_id, play_at_once) VALUES (?, ?)"
            " ON CONFLICT DO UPDATE SET play_at_once = excluded.play_at_once",
            user_id, int(at_once),
        )  # fmt: skip

    async def note(self, table_id: int, user_id: int) -> str:
        """Return what a person has noted about a game, for themselves alone."""
        row = await self._db.row(
            "SELECT text FROM notes WHERE table_id = ? AND user_id = ?", table_id, user_id
        )
        return "" if row is None else str(row["text"])

    async def keep_note(self, table_id: int, user_id: int, text: str) -> None:
        """Keep a person's note about a game; an empty one is deleted."""
        if not text.strip():
            await self._db.write(
                "DELETE FROM notes WHERE table_id = ? AND user_id = ?", table_id, user_id
            )
            return
        await self._db.write(
            "INSERT INTO notes (table_id, user_id, text) VALUES (?, ?, ?)"
            " ON CONFLICT DO UPDATE SET text = excluded.text",
            table_id, user_id, text,
        )  # fmt: skip

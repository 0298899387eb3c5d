"""People's own choices, notes and drafts."""

import json
from collections.abc import Callable, Iterable, Sequence

from bot.model.caller import User
from bot.model.preferences import Preferences, Profile
from bot.store.database import Database, Transaction
from bot.store.mutes import muted_by, muters, unmute_person
from bot.store.pings import mute, save_person
from bot.store.preferences import is_muted, read_person
from bot.store.vacations import vacation_left
from rules.geometry import Cell

__all__ = ["People"]


class People:
    """Choices, notes and drafts of single persons."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def plays_at_once(self, user_id: int, game: str) -> bool:
        """Return True if a person's moves of a game are played as chosen, without a preview."""
        row = await self._db.row(
            "SELECT 1 FROM without_preview WHERE user_id = ? AND game = ?", user_id, game
        )
        return row is not None

    async def set_plays_at_once(self, user_id: int, game: str, *, at_once: bool) -> None:
        """Remember whether a person's moves of a game are played without a preview."""
        sql = "DELETE FROM without_preview WHERE user_id = ? AND game = ?"
        if at_once:
            sql = "INSERT OR IGNORE INTO without_preview (user_id, game) VALUES (?, ?)"
        await self._db.write(sql, user_id, game)

    async def note(self, table_id: int, user_id: int) -> str:
        """Return a person's note about a game, which only they see."""
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

    async def preferences(self, user_id: int) -> Preferences:
        """Return a person's preferences."""
        return await self._db.snapshot(lambda tx: read_person(tx, user_id))

    async def change(
        self, user_id: int, now: int, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        """Change a person's preferences, plan their reminders accordingly, and return them."""

        def write(tx: Transaction) -> Preferences:
            chosen = change(read_person(tx, user_id))
            save_person(tx, user_id, chosen, now)
            return read_person(tx, user_id)

        return await self._db.transact(write)

    async def mute(self, user_id: int, table_id: int, now: int, *, muted: bool) -> None:
        """Set whether a person is pinged about their turns at a table."""
        await self._db.transact(lambda tx: mute(tx, user_id, table_id, now, muted=muted))

    async def profile(self, user_id: int, now: int) -> Profile:
        """Return the facts about how a person uses time."""

        def read(tx: Transaction) -> Profile:
            turns, late = _punctuality(tx, user_id)
            left = vacation_left(tx, user_id, now)
            return Profile(read_person(tx, user_id), left, turns, late)

        return await self._db.snapshot(read)

    async def is_muted(self, user_id: int, table_id: int) -> bool:
        """Return True if a person isn't pinged about their turns at a table."""
        return await self._db.snapshot(lambda tx: is_muted(tx, user_id, table_id))

    async def muted_people(self, user_id: int) -> list[User]:
        """Return the people whom a person has muted, the latest first."""
        return await self._db.snapshot(lambda tx: muted_by(tx, user_id))

    async def unmute(self, user_id: int, muted_id: int) -> None:
        """Let a person hear of another one's invitations and calls again."""
        await self._db.transact(lambda tx: unmute_person(tx, user_id, muted_id))

    async def muters_of(self, muted_id: int, users: Iterable[User]) -> frozenset[int]:
        """Return the ids of those of some people who have muted another one."""
        user_ids = [user.id for user in users]
        return await self._db.snapshot(lambda tx: muters(tx, user_ids, muted_id))

    async def draft(self, table_id: int, user_id: int) -> tuple[int, tuple[Cell, ...]] | None:
        """Return the position in which a draft was begun, and the cells clicked."""
        row = await self._db.row(
            "SELECT position_number, clicked FROM drafts WHERE table_id = ? AND user_id = ?",
            table_id, user_id,
        )  # fmt: skip
        if row is None:
            return None
        return row["position_number"], tuple(map(Cell, json.loads(row["clicked"])))

    async def keep_draft(
        self, table_id: int, user_id: int, position_number: int, clicked: Sequence[Cell]
    ) -> None:
        """Keep a half-entered move."""
        await self._db.write(
            "INSERT OR REPLACE INTO drafts (table_id, user_id, position_number, clicked)"
            " VALUES (?, ?, ?, ?)",
            table_id, user_id, position_number, json.dumps(list(clicked)),
        )  # fmt: skip


def _punctuality(tx: Transaction, user_id: int) -> tuple[int, int]:
    """Return a person's timed plies, and the number of times that their time ran out."""
    rows = tx.do(
        "SELECT count(*) FILTER (WHERE entries.kind = 'played' AND actor_player = players.id)"
        " AS turns, count(*) FILTER (WHERE entries.kind IN ('overdue', 'timed_out')"
        " AND entries.text = CAST(seat AS TEXT)) AS late"
        " FROM players JOIN tables ON tables.id = players.table_id"
        " JOIN entries ON entries.table_id = tables.id"
        " WHERE players.user_id = ? AND time_control <> 'none' AND entries.number > from_entry"
        " AND (until_entry IS NULL OR entries.number <= until_entry)",
        user_id,
    )
    return int(rows[0]["turns"]), int(rows[0]["late"])

"""People's own preferences, mutes, notes and drafts."""

import json
from collections.abc import Callable, Iterable, Sequence

from bot.model.caller import Person, User
from bot.model.preferences import Mute, Preferences
from bot.store.people.forgetting import require_known
from bot.store.people.mutes import muted_by, muters, unmute_person
from bot.store.people.pings import mute, save_person
from bot.store.people.preferences import hidden_of, is_muted, read_person
from bot.store.people.vacations import vacation_left
from bot.store.sql.database import Database, Transaction
from rules.geometry import Cell

__all__ = ["PersonStore"]


class PersonStore:
    """Preferences, mutes, notes and drafts of single persons."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def plays_at_once(self, person: Person, game: str) -> bool:
        """Return True if a person's moves of a game are played as chosen, without a preview."""
        row = await self._db.row(
            "SELECT 1 FROM without_preview WHERE person = ? AND game = ?", person, game
        )
        return row is not None

    async def set_plays_at_once(self, person: Person, game: str, *, at_once: bool) -> None:
        """Remember whether a person's moves of a game are played without a preview."""
        sql = "DELETE FROM without_preview WHERE person = ? AND game = ?"
        if at_once:
            sql = "INSERT INTO without_preview (person, game) VALUES (?, ?) ON CONFLICT DO NOTHING"
        await self._db.write(sql, person, game)

    async def note(self, table_id: int, person: Person) -> str:
        """Return a person's note about a game, which only they see."""
        row = await self._db.row(
            "SELECT text FROM notes WHERE table_id = ? AND person = ?", table_id, person
        )
        return "" if row is None else str(row["text"])

    async def keep_note(self, table_id: int, person: Person, text: str) -> None:
        """Keep a person's note about a game; an empty one is deleted. Raises BeingForgotten."""

        def write(tx: Transaction) -> None:
            require_known(tx, person)
            tx.do("DELETE FROM notes WHERE table_id = ? AND person = ?", table_id, person)
            if text.strip():
                tx.do(
                    "INSERT INTO notes (table_id, person, text) VALUES (?, ?, ?)",
                    table_id, person, text,
                )  # fmt: skip

        await self._db.transact(write)

    async def preferences(self, person: Person) -> Preferences:
        """Return a person's preferences."""
        return await self._db.snapshot(lambda tx: read_person(tx, person))

    async def change(
        self, person: Person, now: int, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        """Change a person's preferences, plan their reminders accordingly, and return them."""

        def write(tx: Transaction) -> Preferences:
            tx.take_turns([person])
            chosen = change(read_person(tx, person))
            save_person(tx, person, chosen, now)
            return read_person(tx, person)

        return await self._db.transact(write)

    async def mute(self, person: Person, table_id: int, now: int, *, muted: bool) -> None:
        """Set whether a person is pinged about their turns at a table."""
        await self._db.transact(lambda tx: mute(tx, person, table_id, now, muted=muted))

    async def vacation_left(self, person: Person, now: int) -> int:
        """Return the seconds of vacation that a person has left; `now` is in Unix seconds."""
        return await self._db.snapshot(lambda tx: vacation_left(tx, person, now))

    async def hidden(self, persons: Sequence[Person]) -> frozenset[Person]:
        """Return which of these people are hidden."""
        return await self._db.snapshot(lambda tx: hidden_of(tx, persons))

    async def hide(self, person: Person, now: int, *, hidden: bool) -> None:
        """Hide a person from others, or stop that."""

        def write(tx: Transaction) -> None:
            tx.do(
                "INSERT INTO preferences (person, hidden) VALUES (?, ?)"
                " ON CONFLICT (person) DO UPDATE SET hidden = excluded.hidden",
                person, int(hidden),
            )  # fmt: skip
            for changed in tx.hooks.hiding_changed:
                changed(tx, person, now)

        await self._db.transact(write)

    async def is_muted(self, person: Person, table_id: int) -> bool:
        """Return True if a person isn't pinged about their turns at a table."""
        return await self._db.snapshot(lambda tx: is_muted(tx, person, table_id))

    async def mutes(self, person: Person) -> list[Mute]:
        """Return the people a person has muted, latest first."""
        return await self._db.snapshot(lambda tx: muted_by(tx, person))

    async def unmute(self, person: Person, mute_id: int) -> None:
        """Unmute a person: their invitations and calls arrive again."""
        await self._db.transact(lambda tx: unmute_person(tx, person, mute_id))

    async def muters_of(self, muted: Person, users: Iterable[User]) -> frozenset[Person]:
        """Return which of these people have muted another person."""
        persons = [user.id for user in users]
        return await self._db.snapshot(lambda tx: muters(tx, persons, muted))

    async def draft(self, table_id: int, person: Person) -> tuple[int, tuple[Cell, ...]] | None:
        """Return the position in which a draft was begun, and the cells clicked."""
        row = await self._db.row(
            "SELECT position_number, clicked FROM drafts WHERE table_id = ? AND person = ?",
            table_id, person,
        )  # fmt: skip
        if row is None:
            return None
        return row["position_number"], tuple(map(Cell, json.loads(row["clicked"])))

    async def keep_draft(
        self, table_id: int, person: Person, position_number: int, clicked: Sequence[Cell]
    ) -> None:
        """Keep a half-entered move."""
        await self._db.write(
            "INSERT INTO drafts (table_id, person, position_number, clicked) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (table_id, person) DO UPDATE SET"
            " position_number = excluded.position_number, clicked = excluded.clicked",
            table_id, person, position_number, json.dumps(list(clicked)),
        )  # fmt: skip

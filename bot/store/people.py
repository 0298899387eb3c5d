"""The people who use the bot: the only place that knows Discord's numbers of them."""

import secrets
from collections.abc import Iterable, Mapping
from typing import Final

from bot.model.caller import Person
from bot.store.database import Database, Transaction, marks

__all__ = ["People"]

_BITS: Final = 62
"""Bits of a person's number, which is above 0."""


class People:
    """The numbers that stand for people, and Discord's numbers of them."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def find(self, user_id: int) -> Person | None:
        """Return the person who has this number of Discord's; None if they are unknown."""
        return await self._db.snapshot(lambda tx: _find(tx, user_id))

    async def meet(self, user_id: int) -> Person:
        """Return the person who has this number of Discord's, who may be new."""
        if (known := await self.find(user_id)) is not None:
            return known
        return await self._db.transact(lambda tx: _meet(tx, user_id))

    async def user_ids(self, persons: Iterable[Person]) -> Mapping[Person, int]:
        """Return Discord's numbers of people, without those who are gone."""
        asked = list(dict.fromkeys(persons))
        if not asked:
            return {}
        rows = await self._db.rows(
            f"SELECT * FROM people WHERE person IN ({marks(asked)})",  # noqa: S608
            *asked,
        )
        return {row["person"]: row["user_id"] for row in rows}

    async def user_id(self, person: Person) -> int | None:
        """Return Discord's number of somebody; None if they are gone."""
        return (await self.user_ids([person])).get(person)


def _find(tx: Transaction, user_id: int) -> Person | None:
    rows = tx.do("SELECT person FROM people WHERE user_id = ?", user_id)
    return Person(rows[0]["person"]) if rows else None


def _meet(tx: Transaction, user_id: int) -> Person:
    """Return a person who was known by now, or draw a number that nobody has."""
    while (person := _find(tx, user_id)) is None:
        tx.do(
            "INSERT OR IGNORE INTO people (person, user_id) VALUES (?, ?)",
            secrets.randbits(_BITS), user_id,
        )  # fmt: skip
    return person

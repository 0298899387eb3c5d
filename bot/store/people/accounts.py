"""The people who use the bot. Only here are their Discord user ids known."""

import asyncio
import secrets
from collections.abc import Iterable, Mapping
from typing import Final

from bot.model.caller import Person
from bot.model.errors import BeingForgotten
from bot.model.queues import forget
from bot.store.people.forgetting import erase, gone_from, mark_forgotten, marked_until
from bot.store.queues.queues import set_timer
from bot.store.sql.database import Database, Transaction, marks
from bot.store.sql.forgotten import forgotten, note
from bot.store.sql.privacy import Kept
from rules.time.duration import DAY

__all__ = ["YOUNG", "People", "made_at"]

_BITS: Final = 62
"""Bits of a person's number, which is above 0."""
_EPOCH: Final = 1_420_070_400_000
"""The time of Discord's smallest id, in Unix milliseconds."""
YOUNG: Final = 30 * DAY
"""Seconds for which a new account plays no rated games."""


class People:
    """Links people's random numbers to their Discord user ids."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def find(self, user_id: int) -> Person | None:
        """Return the person with this Discord user id, or None.

        Raises BeingForgotten for a person who asked to be forgotten.
        """
        return await self._db.snapshot(lambda tx: _find(tx, user_id))

    async def meet(self, user_id: int, locale: str | None = None) -> Person:
        """Return the person with this Discord user id, after storing them if they are new.

        `locale` is the language in which they use the bot, by Discord's code; it is stored if it
        is another than before. Raises BeingForgotten for a person who asked to be forgotten.
        """
        known = await self._db.snapshot(lambda tx: _known(tx, user_id))
        if known is not None and locale in (None, known[1]):
            return known[0]
        return await self._db.transact(lambda tx: _meet(tx, user_id, locale))

    async def locale_of(self, person: Person) -> str | None:
        """Return the language in which a person last used the bot, by Discord's code."""
        row = await self._db.row("SELECT locale FROM people WHERE person = ?", person)
        return row["locale"] if row else None

    async def locale_of_user(self, user_id: int) -> str | None:
        """Return the same for a Discord user id, which may never have been met."""
        row = await self._db.row("SELECT locale FROM people WHERE user_id = ?", user_id)
        return row["locale"] if row else None

    async def user_ids(self, persons: Iterable[Person]) -> Mapping[Person, int]:
        """Map people to their Discord user ids, without forgotten people."""
        asked = list(dict.fromkeys(persons))
        if not asked:
            return {}
        rows = await self._db.rows(
            f"SELECT * FROM people WHERE person IN ({marks(asked)})",  # noqa: S608
            *asked,
        )
        return {row["person"]: row["user_id"] for row in rows}

    async def user_id(self, person: Person) -> int | None:
        """Return a person's Discord user id, or None for a forgotten person."""
        return (await self.user_ids([person])).get(person)

    async def unrated_until(self, persons: Iterable[Person], now: int) -> Mapping[Person, int]:
        """Map people to the Unix second until which they can't play rated games.

        Left out are people who can: their account is at least 30 days old, and they weren't
        forgotten in the last 30 days.
        """
        users = await self.user_ids(persons)
        marked = await self._db.snapshot(lambda tx: marked_until(tx, users.values(), now))
        ends = {
            person: max(made_at(user_id) + YOUNG, marked.get(user_id, 0))
            for person, user_id in users.items()
        }
        return {person: end for person, end in ends.items() if end > now}

    async def may_export(self, person: Person, now: int) -> bool:
        """Store that a person exports their data, or return False if they did within a day."""
        sql = (
            "UPDATE people SET exported_at = ? WHERE person = ?"
            " AND (exported_at IS NULL OR exported_at NOT BETWEEN ? AND ?)"
        )
        changed = self._db.transact(lambda tx: tx.change(sql, now, person, now - DAY + 1, now))
        return bool(await changed)

    async def leave(self, person: Person, now: int) -> None:
        """Store that a person is to be forgotten, with the timer that does it."""

        def write(tx: Transaction) -> None:
            tx.do("UPDATE people SET leaving = ? WHERE person = ?", now, person)
            set_timer(tx, forget(person, now))

        await self._db.transact(write)

    async def present_tables(self, person: Person) -> list[int]:
        """Return the unfinished tables where a person has a seat or is invited."""
        return await self._db.column(
            "SELECT table_id FROM players WHERE person = ? AND past = 0"
            " AND status IN ('invited', 'seated') ORDER BY table_id",
            person,
        )

    async def named_at(self, person: Person) -> list[int]:
        """Return the unfinished tables whose seats, present or wanted, name a person."""
        return await self._db.column(
            "SELECT table_id FROM players WHERE person = ? AND past = 0 UNION"
            " SELECT table_id FROM vacancies WHERE to_person = ? OR reason_by = ?"
            " ORDER BY table_id",
            person, person, person,
        )  # fmt: skip

    async def erase(self, person: Person, now: int) -> None:
        """Delete and empty everything about a person in one transaction.

        The file of forgotten people lists them first, so that a restored copy of the database
        doesn't bring them back.
        """
        user_id = await self.user_id(person)
        await self._db.flush()
        await asyncio.to_thread(note, self._db.forgotten, [person], now)

        def write(tx: Transaction) -> None:
            tx.take_turns([person])
            if user_id is not None:
                mark_forgotten(tx, user_id, now)
            erase(tx, [person])

        await self._db.transact(write)

    async def erase_again(self) -> None:
        """Erase anything that is still, or again, stored about forgotten people."""
        gone = set[Person]()
        for kept in self._db.hooks.all_kept:
            gone |= await self._gone_from(kept)
        if gone:
            await self._db.transact(lambda tx: erase(tx, gone))
            await self.try_to_settle()

    async def _gone_from(self, kept: Kept) -> set[Person]:
        return await self._db.snapshot(lambda tx: gone_from(tx, kept))

    async def try_to_settle(self) -> bool:
        """Do as `settle` without waiting. Return False while something reads the database."""
        return await self._db.try_to_clear_deleted()

    async def settle(self) -> None:
        """Wait until no file of the database contains deleted data, as far as we can tell."""
        await self._db.clear_deleted()

    async def forget_again(self, now: int) -> None:
        """Forget people again who are in the database and in the list of forgotten people.

        The database is an older copy then, put in place by hand.
        """
        listed = await asyncio.to_thread(forgotten, self._db.forgotten, now)
        for person in await self.user_ids(listed):
            await self.leave(person, now)


def made_at(user_id: int) -> int:
    """Return when an id of Discord's was given out, in Unix seconds."""
    return ((user_id >> 22) + _EPOCH) // 1000


def _find(tx: Transaction, user_id: int) -> Person | None:
    known = _known(tx, user_id)
    return None if known is None else known[0]


def _known(tx: Transaction, user_id: int) -> tuple[Person, str | None] | None:
    """Return a person with their language. Raises BeingForgotten."""
    rows = tx.do("SELECT person, leaving, locale FROM people WHERE user_id = ?", user_id)
    if not rows:
        return None
    if rows[0]["leaving"] is not None:
        raise BeingForgotten
    return Person(rows[0]["person"]), rows[0]["locale"]


def _meet(tx: Transaction, user_id: int, locale: str | None) -> Person:
    """Return the person with this user id, or store them under a number that no one has."""
    while (person := _find(tx, user_id)) is None:
        if number := secrets.randbits(_BITS):
            tx.do(
                "INSERT INTO people (person, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
                number, user_id,
            )  # fmt: skip
    if locale is not None:
        tx.do("UPDATE people SET locale = ? WHERE person = ?", locale, person)
    return person

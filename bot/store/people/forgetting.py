"""The erasing of a person who asked to be forgotten.

Which columns are emptied, and which rows deleted, follows from the classes of the columns
(`bot/store/sql/privacy.py`). Log, results and ratings stay under the person's number, which then
tells no one who it was. A mark keeps rated play away for 30 days.
"""

import hmac
from collections.abc import Iterable, Mapping
from typing import Final

from bot.model.caller import Person
from bot.model.errors import BeingForgotten
from bot.model.queues import TimerKind
from bot.store.sql.metadata import drawn
from bot.store.sql.privacy import Kept
from bot.store.sql.transaction import Transaction, marks
from rules.fair import Contribution
from rules.time.duration import DAY

__all__ = ["erase", "gone_from", "mark_forgotten", "marked_until", "require_known", "still_known"]

UNRATED: Final = 30 * DAY
"""Seconds until a forgotten person can play rated games again: a new account waits as long."""
_KEY: Final = "forgotten_key"


def still_known(tx: Transaction, persons: Iterable[Person]) -> frozenset[Person]:
    """Return which of these people aren't forgotten, and keep them until the transaction ends.

    Anything that writes a person's name or words asks this in the same transaction: the person may
    have been forgotten since they were read.
    """
    asked = sorted(set(persons))
    if not asked:
        return frozenset()
    tx.take_turns(asked)
    rows = tx.do(f"SELECT person FROM people WHERE person IN ({marks(asked)})", *asked)  # noqa: S608
    return frozenset(row["person"] for row in rows)


def require_known(tx: Transaction, person: Person) -> None:
    """Raise BeingForgotten if a person is forgotten. Otherwise do as `still_known`."""
    if not still_known(tx, [person]):
        raise BeingForgotten


def gone_from(tx: Transaction, kept: Kept) -> set[Person]:
    """Return forgotten people about whom a table holds data again.

    A random number that stays is no data.
    """
    found = set[Person]()
    for column, writing in kept.emptied:
        told = " OR ".join(f"{each} <> ''" for each in writing)
        rows = tx.do(f"{_gone(kept.table, column)} AND ({told})")
        found.update(row["gone"] for row in rows)
    for column in kept.deleted_by.split():
        found.update(row["gone"] for row in tx.do(_gone(kept.table, column)))
    return found


def _gone(table: str, column: str) -> str:
    """Return the statement that finds forgotten people in a column. 0 stands for no one."""
    if column == "player_id":
        return (
            f"SELECT DISTINCT person AS gone FROM players JOIN {table} ON player_id = players.id"  # noqa: S608
            " WHERE person > 0 AND person NOT IN (SELECT person FROM people)"
        )
    return (
        f"SELECT DISTINCT {column} AS gone FROM {table} WHERE {column} > 0"  # noqa: S608
        f" AND {column} NOT IN (SELECT person FROM people)"
    )


def erase(tx: Transaction, persons: Iterable[Person]) -> None:
    """Delete and empty everything that tells of these people."""
    for person in persons:
        _take_words_away(tx, person)
        for kept in tx.hooks.all_kept:
            for column, writing in kept.emptied:
                values = ", ".join(f"{each} = ''" for each in writing)
                tx.do(f"UPDATE {kept.table} SET {values} WHERE {column} = ?", person)  # noqa: S608
            for column in kept.deleted_by.split():
                theirs = _theirs(kept.table, column)
                tx.do(f"DELETE FROM {kept.table} WHERE {theirs}", person)  # noqa: S608


def _theirs(table: str, column: str) -> str:
    """Return the condition of the rows of a table that are deleted by a column of people."""
    if column == "player_id":
        return "player_id IN (SELECT id FROM players WHERE person = ?)"
    if table == "timers":  # The one that does this goes once no file holds what is deleted.
        return f"{column} = ? AND kind <> '{TimerKind.FORGET}'"
    return f"{column} = ?"


def _take_words_away(tx: Transaction, person: Person) -> None:
    """Keep the digest of the words for the dice, which proofs need, in place of the words."""
    rows = tx.do("SELECT id, words FROM players WHERE person = ? AND words <> ''", person)
    for row in rows:
        digest = Contribution(0, "0", row["words"]).digest
        tx.do("UPDATE players SET words_digest = ? WHERE id = ?", digest, row["id"])


def mark_forgotten(tx: Transaction, user_id: int, now: int) -> None:
    """Remember for 30 days that a user was forgotten, by a mark under a key of the database.

    Who has the key can test a number, but no one can tell the number from the mark.
    """
    tx.do(
        "INSERT INTO forgotten (mark, until) VALUES (?, ?)"
        " ON CONFLICT (mark) DO UPDATE SET until = excluded.until",
        _mark(bytes.fromhex(drawn(tx, _KEY, 32)), user_id), now + UNRATED,
    )  # fmt: skip


def marked_until(tx: Transaction, user_ids: Iterable[int], now: int) -> Mapping[int, int]:
    """Return until when users who were forgotten play no rated games; others are missing."""
    key = _key(tx)
    if key is None:
        return {}
    users = {_mark(key, user_id): user_id for user_id in user_ids}
    rows = tx.do(
        f"SELECT * FROM forgotten WHERE mark IN ({marks(tuple(users))}) AND until > ?",  # noqa: S608
        *users, now,
    )  # fmt: skip
    return {users[row["mark"]]: row["until"] for row in rows}


def _key(tx: Transaction) -> bytes | None:
    """Return the key of the marks, or None if no one was ever forgotten."""
    rows = tx.do("SELECT value FROM metadata WHERE key = ?", _KEY)
    return bytes.fromhex(rows[0]["value"]) if rows else None


def _mark(key: bytes, user_id: int) -> str:
    return hmac.digest(key, str(user_id).encode(), "sha256").hex()

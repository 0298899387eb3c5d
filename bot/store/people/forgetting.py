"""The erasing of somebody who asked to be forgotten.

Which columns are emptied, and which rows deleted, follows from the classes of the columns
(`bot/store/sql/privacy.py`). Log, results and ratings stay under the person's number, which then
tells nobody who it was. A mark keeps rated play away for 30 days.
"""

import hmac
from collections.abc import Iterable, Mapping
from typing import Final

from bot.model.caller import Person
from bot.model.queues import TimerKind
from bot.store.sql.metadata import drawn
from bot.store.sql.transaction import Transaction, marks
from rules.fair import Contribution
from rules.time.duration import DAY

__all__ = ["erase", "mark_forgotten", "marked_until"]

UNRATED: Final = 30 * DAY
"""Seconds after which somebody who was forgotten may play rated games again."""
_KEY: Final = "forgotten_key"


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

    Who has the key can test a number, but nobody can tell the number from the mark.
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
    """Return the key of the marks; None if nobody was ever forgotten."""
    rows = tx.do("SELECT value FROM metadata WHERE key = ?", _KEY)
    return bytes.fromhex(rows[0]["value"]) if rows else None


def _mark(key: bytes, user_id: int) -> str:
    return hmac.digest(key, str(user_id).encode(), "sha256").hex()

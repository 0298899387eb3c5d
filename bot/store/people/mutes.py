"""Muted people: statements inside a transaction."""

from collections.abc import Iterable
from typing import Final

from bot.model.caller import Person, User, user_of
from bot.model.preferences import Mute
from bot.store.people.forgetting import require_known, still_known
from bot.store.sql.database import Transaction

__all__ = ["mute_person", "muted_by", "muters", "unmute_person"]

_LISTED: Final = 100
"""The most muted people who are listed."""


def mute_person(tx: Transaction, person: Person, muted: User, now: int) -> None:
    """Mute a person for another: their invitations and calls no longer arrive.

    Raises BeingForgotten.
    """
    require_known(tx, person)
    name = muted.name if still_known(tx, [muted.id]) else ""
    tx.do(
        "INSERT INTO mutes (person, muted, name, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (person, muted) DO UPDATE SET name = excluded.name, at = excluded.at",
        person, muted.id, name, now,
    )  # fmt: skip


def unmute_person(tx: Transaction, person: Person, mute_id: int) -> None:
    """Unmute a person's muted person."""
    tx.do("DELETE FROM mutes WHERE id = ? AND person = ?", mute_id, person)


def muted_by(tx: Transaction, person: Person) -> list[Mute]:
    """Return the people a person has muted, latest first."""
    rows = tx.do(
        "SELECT id, muted, name FROM mutes WHERE person = ? ORDER BY at DESC, id DESC LIMIT ?",
        person, _LISTED,
    )  # fmt: skip
    return [Mute(row["id"], user_of(row["muted"], row["name"])) for row in rows]


def muters(tx: Transaction, persons: Iterable[Person], muted: Person) -> frozenset[Person]:
    """Return which of these people have muted another person."""
    sql = "SELECT 1 FROM mutes WHERE person = ? AND muted = ?"
    return frozenset(person for person in persons if tx.do(sql, person, muted))

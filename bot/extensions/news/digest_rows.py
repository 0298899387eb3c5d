"""People's digests: when they are due, what they tell, and what is told then for good.

A ping that is left to the digest is a reminder that is held until the digest. So it is neither lost
if the digest is switched off before, nor sent beside it: a digest takes the reminders of what it
names with it.
"""

import secrets
from collections.abc import Callable
from typing import Final

from bot.extensions.news.digest import (
    TOLD_OF_EVENTS,
    Digest,
    DueTurn,
    EventNews,
    awaits_digest,
    digest_item,
    next_digest,
)
from bot.extensions.news.rows import drop_pointless, followed_games, news_of, store_told
from bot.model.caller import Person
from bot.model.pings import PingClass
from bot.model.preferences import Preferences
from bot.model.queues import Reminded, Timer, TimerKind
from bot.store.database import Database, Row, Transaction, marks
from bot.store.preferences import read_person
from bot.store.queues import drop_timer, enqueue, set_timer
from bot.store.reminders import name_turn, set_reminder_timer
from rules.time.duration import HOUR

__all__ = ["DigestStore", "plan_digest", "reminded", "write_digest"]

_TIMER: Final = TimerKind.DIGEST.value
"""The name of the timer of a person's next digest: they have one, so no day has two."""
_READ: Final = 100
"""The most games of a kind that are read for a digest, and events with their newest entries."""
_LATEST: Final = 20
"""The newest entries of a game among which an offer is looked for: few follow an open one."""
_A_DAY: Final = 25 * HOUR
"""Seconds between two digests, when the clocks are set back at that."""
_REFUSED: Final = 1_000
"""The most people who are to be told that Discord refused their digest."""


class DigestStore:
    """The contents of digests, and those whose digest was refused."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def pending(self, person: Person, now: int) -> tuple[Preferences, Digest]:
        """Return somebody's preferences, and all that a digest of theirs would tell now."""
        return await self._db.snapshot(
            lambda tx: (read_person(tx, person), _pending(tx, person, now))
        )

    async def is_due(self, person: Person, now: int) -> bool:
        """Return True if somebody's digest is due, and wasn't written yet."""
        sql = "SELECT 1 FROM timers WHERE dedupe = ? AND person = ? AND due <= ?"
        return await self._db.row(sql, _TIMER, person, now) is not None

    async def refused(self) -> list[Person]:
        """Return those who are to be told that Discord refused their digest."""
        sql = "SELECT person FROM preferences WHERE digest_refused = 1 LIMIT ?"
        return [Person(row["person"]) for row in await self._db.rows(sql, _REFUSED)]

    async def told_of_refusal(self, person: Person) -> None:
        """Note that somebody was told that Discord refused their digest."""
        await self._db.write("UPDATE preferences SET digest_refused = 0 WHERE person = ?", person)


def plan_digest(tx: Transaction, person: Person, now: int) -> None:
    """Set the timer of somebody's next digest, as they have chosen; or drop it."""
    preferences = read_person(tx, person)
    rows = tx.do("SELECT digested_at FROM preferences WHERE person = ?", person)
    due = next_digest(preferences, now, rows[0]["digested_at"] if rows else None)
    if due is None:
        drop_timer(tx, _TIMER, person)
    else:
        set_timer(tx, Timer(kind=TimerKind.DIGEST, dedupe=_TIMER, due=due, person=person))


def write_digest(
    tx: Transaction,
    person: Person,
    digest: Digest | None,
    now: int,
    done: Callable[[Transaction], None] | None,
) -> None:
    """Put a digest into the outbox, unless it is None, and set the timer of the next one.

    What it names counts as pinged: no reminder of it is sent any more. `done` completes the timer,
    if one asked for it.
    """
    tx.take_turns([person])
    if done is not None:
        done(tx)
    preferences = read_person(tx, person)
    if digest is not None and preferences.has_digest:
        tx.do("UPDATE preferences SET digested_at = ? WHERE person = ?", now, person)
        enqueue(tx, digest_item(f"digest:{secrets.token_hex(8)}", person, digest, now))
        for turn in digest.turns:
            _name(tx, person, turn.told, now)
            if awaits_digest(preferences, PingClass.TURN, turn.allowed):
                name_turn(tx, turn.told.table_id, person, turn.begun, now)
        for told in (*digest.offers, *digest.ends):
            _name(tx, person, told, now)
        drop_pointless(tx, followed_games(tx, person))
        store_told(tx, person, digest.followed, now)
    plan_digest(tx, person, now)
    set_reminder_timer(tx, person)


def _name(tx: Transaction, person: Person, told: Reminded, now: int) -> None:
    """Store that somebody is pinged about something; a ping of it that was held is not sent."""
    tx.do(
        "DELETE FROM reminders WHERE table_id = ? AND person = ? AND about = ? AND held = 1"
        " AND sent = 0",
        told.table_id, person, told.about,
    )  # fmt: skip
    tx.do(
        "INSERT INTO pings (table_id, number, person, position, about, at, silent)"
        " SELECT id, NULL, ?, position_number, ?, ?, 0 FROM tables WHERE id = ?",
        person, told.about, now, told.table_id,
    )  # fmt: skip


def _pending(tx: Transaction, person: Person, now: int) -> Digest:
    due = tx.do(
        "SELECT tables.id AS table_id, entry_count, board_channel_id, board_id, turn_since,"
        " turn_allowed"
        " FROM (SELECT id AS player, table_id FROM players WHERE person = ? AND past = 0 LIMIT ?)"
        " AS found JOIN tables ON tables.id = table_id"
        " WHERE due_player = player AND status = 'playing' AND set_apart IS NULL"
        " AND pause_end IS NULL AND NOT EXISTS (SELECT 1 FROM muted WHERE muted.person = ?"
        " AND muted.table_id = tables.id) ORDER BY turn_since NULLS FIRST, tables.id",
        person, 5 * _READ, person,
    )  # fmt: skip
    offered = tx.do(
        "SELECT tables.id AS table_id, entry_count, board_channel_id, board_id"
        " FROM (SELECT table_id FROM players WHERE person = ? AND past = 0 AND status = 'seated'"
        " LIMIT ?) AS found JOIN tables ON tables.id = table_id"
        " WHERE status = 'playing' AND set_apart IS NULL AND EXISTS (SELECT 1 FROM entries"
        " WHERE entries.table_id = tables.id AND number > entry_count - ? AND kind = 'offered')"
        " ORDER BY tables.id",
        person, 5 * _READ, _LATEST,
    )  # fmt: skip
    ended = tx.do(
        "SELECT tables.id AS table_id, entry_count, board_channel_id, board_id"
        " FROM (SELECT table_id, at FROM reminders WHERE person = ? AND sent = 0 AND about = 'end'"
        " ORDER BY at LIMIT ?) AS found JOIN tables ON tables.id = table_id"
        " WHERE set_apart IS NULL ORDER BY found.at, tables.id",
        person, _READ,
    )  # fmt: skip
    return Digest(
        tuple(
            DueTurn(reminded(row, PingClass.TURN.value), row["turn_since"], row["turn_allowed"])
            for row in due[:_READ]
        ),
        tuple(reminded(row, PingClass.OFFER.value) for row in offered[:_READ]),
        tuple(reminded(row, PingClass.END.value) for row in ended),
        tuple(news_of(followed_games(tx, person), moves=True)),
        _events(tx, person, now),
        max(len(due) - _READ, 0),
    )


def _events(tx: Transaction, person: Person, now: int) -> tuple[EventNews, ...]:
    """Return what became of somebody's events since their last digest, or for a day."""
    rows = tx.do(
        "SELECT events.id, events.game, events.guild_id, events.channel_id, message_id, entry.kind"  # noqa: S608
        " FROM (SELECT event_id FROM entrants WHERE person = ? AND until_entry IS NULL"
        " ORDER BY event_id DESC LIMIT ?) AS found JOIN events ON events.id = found.event_id"
        " JOIN event_entries AS entry ON entry.event_id = events.id"
        " AND entry.number > events.entry_count - ? AND entry.at > max(?, coalesce("
        "(SELECT digested_at FROM preferences WHERE person = ?), 0))"
        " LEFT JOIN displays ON displays.kind = 'event' AND displays.subject = events.id"
        f" WHERE entry.kind IN ({marks(TOLD_OF_EVENTS)}) ORDER BY entry.at, found.event_id",
        person, _READ, _READ, now - _A_DAY, person, *TOLD_OF_EVENTS,
    )  # fmt: skip
    news = {row["id"]: row for row in rows}  # The last change of each.
    return tuple(
        EventNews(
            row["id"], row["kind"], row["game"], row["guild_id"], row["channel_id"],
            row["message_id"],
        )
        for row in news.values()
    )  # fmt: skip


def reminded(row: Row, about: str) -> Reminded:
    """Return a table as a reminder or a digest names it."""
    return Reminded(
        row["table_id"], about, row["entry_count"], row["board_channel_id"], row["board_id"]
    )

"""The news of followed games: statements inside a transaction.

The transaction of a move or an end sets a timer for each follower who is to hear of it. The timer
writes one row of the outbox for all that a person is to hear, at the moment when they may.
"""

import secrets
from collections.abc import Callable, Iterable
from typing import Final

from bot.extensions.news.values import APART, MOST, Told
from bot.model.caller import Person
from bot.model.pings import held_back
from bot.model.queues import OutboxItem, Timer, TimerKind, followed_item
from bot.model.table import Status, Table
from bot.store.database import Row, Transaction
from bot.store.preferences import read_person
from bot.store.queues import TIMERS, enqueue, set_timer
from rules.log.events import Played

__all__ = [
    "drop_pointless", "end_follows", "followed_games", "keep_following", "news_of",
    "note_followers", "store_told", "tell_follower",
]  # fmt: skip

_TIMER: Final = TimerKind.FOLLOWED.value
"""The name of the timer after which somebody hears of the games that they follow."""


def note_followers(tx: Transaction, table: Table, since: int) -> None:
    """Set the timers of those who are to hear of the entries of a log after the one named `since`.

    All followers hear of the end at once. Those who want to hear of moves do so an hour after they
    last heard of one, in any game.
    """
    match = table.started
    now, changed = match.entries[-1].at, 0
    if match.outcome is not None:
        changed = tx.change(
            "INSERT INTO timers (due, kind, person, dedupe) SELECT ?, ?, person, ? FROM follows"
            " WHERE table_id = ? ON CONFLICT (dedupe, person) DO UPDATE SET"
            " due = min(timers.due, excluded.due), lease_owner = NULL, lease_until = NULL",
            now, _TIMER, _TIMER, table.id,
        )  # fmt: skip
    elif any(isinstance(entry.event, Played) for entry in match.entries[since:]):
        changed = tx.change(
            "INSERT INTO timers (due, kind, person, dedupe)"
            " SELECT max(?, told_at + ?), ?, person, ? FROM follows"
            " WHERE table_id = ? AND moves = 1 ON CONFLICT (dedupe, person) DO UPDATE SET"
            " lease_owner = NULL, lease_until = NULL",
            now, APART, _TIMER, _TIMER, table.id,
        )  # fmt: skip
    if changed:
        tx.announce(TIMERS, now)


def tell_follower(
    tx: Transaction, person: Person, now: int, done: Callable[[Transaction], None]
) -> int | None:
    """Put what somebody is to hear of the games that they follow into the outbox.

    `done` completes the timer, before the next one of that name is set. Returns the end of their
    quiet hours if it waits for that, and changes nothing then.
    """
    preferences = read_person(tx, person)
    later = held_back(preferences, now, None)
    if later is not None:
        return later
    done(tx)
    if preferences.has_digest:
        return None
    rows = followed_games(tx, person)
    drop_pointless(tx, rows)
    free_at = max((row["told_at"] + APART for row in rows), default=0)
    news = news_of(rows, moves=free_at <= now)
    store_told(tx, person, news, now)
    if news and preferences.pings:
        enqueue(tx, followed_item(f"followed:{secrets.token_hex(8)}", person, news, now))
    if free_at > now and any(map(_has_moved, rows)):
        set_timer(tx, Timer(kind=TimerKind.FOLLOWED, dedupe=_TIMER, due=free_at, person=person))
    return None


def keep_following(tx: Transaction, table_id: int, following_id: int, entry: int) -> None:
    """Let those who follow a game of a series follow the next one as well, in the same way.

    They know it up to an entry. Their 90 days go on.
    """
    tx.do(
        "INSERT INTO follows (table_id, person, moves, told_entry, told_at, created_at)"
        " SELECT ?, person, moves, ?, told_at, created_at FROM follows WHERE table_id = ?",
        following_id, entry, table_id,
    )  # fmt: skip


def end_follows(tx: Transaction, item: OutboxItem) -> None:
    """Let somebody follow nothing any more, because Discord takes no direct message for them."""
    tx.do("DELETE FROM outbox WHERE id = ?", item.id)
    tx.do("DELETE FROM follows WHERE person = ?", item.person)


def followed_games(tx: Transaction, person: Person) -> list[Row]:
    """Return what somebody follows and can be read now, the first one first."""
    return tx.do(
        "SELECT follows.*, status, outcome = 'void' AND event_id IS NOT NULL AS is_replayed,"
        " EXISTS (SELECT 1 FROM players WHERE players.table_id = tables.id"
        " AND players.person = follows.person AND players.status = 'seated') AS is_player,"
        " position_number, entry_count, board_channel_id, board_id"
        " FROM follows JOIN tables ON tables.id = table_id"
        " WHERE person = ? AND set_apart IS NULL ORDER BY follows.created_at, table_id LIMIT ?",
        person, MOST,
    )  # fmt: skip


def drop_pointless(tx: Transaction, rows: Iterable[Row]) -> None:
    """Let nobody follow games of which there is nothing more to tell them."""
    tx.each(
        "DELETE FROM follows WHERE table_id = ? AND person = ?",
        ((row["table_id"], row["person"]) for row in rows if _is_pointless(row)),
    )


def news_of(rows: Iterable[Row], *, moves: bool) -> list[Told]:
    """Return what there is to hear of followed games: ends, and with `moves` also moves."""
    return [
        Told(
            row["table_id"], row["told_entry"], row["entry_count"], row["board_channel_id"],
            row["board_id"],
        )
        for row in rows
        if not _is_pointless(row)
        and (row["status"] == Status.OVER.value or (moves and _has_moved(row)))
    ]  # fmt: skip


def store_told(tx: Transaction, person: Person, news: Iterable[Told], now: int) -> None:
    """Store that somebody is told; nobody follows a game any more that is over."""
    moves = 0
    for told in news:
        tx.do(
            "DELETE FROM follows WHERE table_id = ? AND person = ? AND EXISTS"
            " (SELECT 1 FROM tables WHERE id = follows.table_id AND status <> 'playing')",
            told.table_id, person,
        )  # fmt: skip
        moves += tx.change(
            "UPDATE follows SET told_entry = max(told_entry, ?) WHERE table_id = ? AND person = ?",
            told.number, told.table_id, person,
        )  # fmt: skip
    if moves:
        tx.do("UPDATE follows SET told_at = ? WHERE person = ?", now, person)


def _is_pointless(row: Row) -> bool:
    """Return True if somebody plays there by now, or if the end isn't one.

    A game of an event without a result is played again.
    """
    is_closed = row["status"] == Status.CLOSED.value
    return bool(row["is_player"] or row["is_replayed"] or is_closed)


def _has_moved(row: Row) -> bool:
    """Return True if somebody who wants to hear of moves hasn't heard of the newest one."""
    is_running = row["status"] == Status.PLAYING.value
    return bool(row["moves"]) and is_running and row["position_number"] > row["told_entry"]

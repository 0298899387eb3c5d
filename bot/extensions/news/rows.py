"""Followed games and daily summaries as stored.

The transaction of a move or an end sets a timer for every follower with something to hear. The
timer writes one row of the outbox with all of a person's news, when they may be pinged.

A ping that is left to the summary is a reminder held until then. So it isn't lost if the summary is
switched off first, nor sent twice: a summary takes the reminders of everything that it names.
"""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import Enum
from typing import Final

from bot.extensions.news.results import note_result, results_moved
from bot.extensions.news.values import (
    APART,
    DIGEST,
    FOLLOWED,
    LONGEST,
    MOST,
    MOST_WITH_MOVES,
    TOLD_OF_EVENTS,
    Digest,
    DueTurn,
    EventNews,
    Followed,
    Told,
    awaits_digest,
    digest_item,
    followed_item,
    gathered_at,
    has_digest,
    next_digest,
    out_of_quiet_hours,
)
from bot.model.caller import Person
from bot.model.notices import held_back
from bot.model.pings import PingClass
from bot.model.preferences import Preferences
from bot.model.queues import OutboxItem, Reminded, Timer
from bot.model.shards import Shard
from bot.model.table import Status, Table
from bot.store.people.pings import save_person
from bot.store.people.preferences import put_person, read_person
from bot.store.people.reminders import name_turn, reminded, set_reminder_timer
from bot.store.queues.queues import TIMERS, drop_timer, enqueue, set_timer
from bot.store.sql.database import Database, Row, Transaction, marks
from bot.store.sql.hooks import Hooks
from bot.store.sql.privacy import Kept
from bot.store.sql.transaction import Value
from bot.store.tables.loading import summaries
from rules.log.events import Played
from rules.time.clock import Stretch
from rules.time.duration import DAY, HOUR

__all__ = [
    "HOOKS", "KEPT", "NewsStore", "Outcome", "end_follows", "refuse_digest", "tell_follower",
    "write_digest",
]  # fmt: skip

KEPT: Final = (
    Kept(
        "follows", "the games that you follow, and whether you hear of their moves too",
        "to tell you how they go",
        "until the game is over, for 90 days of the bot's running, or until you stop following it",
        person="person", entered="table_id moves", neither="told_entry told_at created_at",
        deleted_by="person",
    ),
)  # fmt: skip
"""The tables of followed games, with what they hold about people."""
_READ: Final = 100
"""The most games of a kind, and events with their newest entries, that are read for a summary."""
_LATEST: Final = 20
"""The newest entries of a game among which an offer is sought: few follow an open one."""
_A_DAY: Final = 25 * HOUR
"""Seconds between two summaries, also when clocks are set back that day."""
# While a clock is ahead, waits of months may be written.
_LONGEST_WAIT: Final = 3 * DAY
"""Seconds after which every summary and every news of a game comes, whatever the quiet hours."""
_MENDED: Final = 1_000
"""The most people whose waits are cut short at a time."""
_REFUSED: Final = 1_000
"""The most people told at a time that Discord refused their summary."""


class Outcome(Enum):
    """The result of a person's wish to follow a game."""

    DONE = "done"
    TOO_MANY_GAMES = "too many games"
    """They follow the most games already."""
    TOO_MANY_PEOPLE = "too many people"
    """The most people follow the moves of this game already."""


class NewsStore:
    """The games that people follow, the contents of summaries, and refused summaries."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def follow(
        self, table_id: int, person: Person, entry: int, now: int, *, moves: bool | None = None
    ) -> Outcome:
        """Follow a game, or start or stop following its moves.

        The person knows the game up to an entry. `moves` is None if they haven't said: then a game
        that is new to them is followed for its end. `now` is in Unix seconds.
        """

        def write(tx: Transaction) -> Outcome:
            tx.take_turns([person])
            known = tx.do(
                "SELECT 1 FROM follows WHERE table_id = ? AND person = ?", table_id, person
            )
            (own,) = tx.do("SELECT count(*) AS found FROM follows WHERE person = ?", person)
            if not known and own["found"] >= MOST:
                return Outcome.TOO_MANY_GAMES
            (others,) = tx.do(
                "SELECT count(*) AS found FROM follows"
                " WHERE table_id = ? AND moves = 1 AND person <> ?",
                table_id, person,
            )  # fmt: skip
            if moves and others["found"] >= MOST_WITH_MOVES:
                return Outcome.TOO_MANY_PEOPLE
            tx.do(
                "INSERT INTO follows (table_id, person, moves, told_entry, created_at)"
                " VALUES (?, ?, coalesce(?, 0), ?, ?) ON CONFLICT (table_id, person)"
                " DO UPDATE SET moves = coalesce(?, follows.moves),"
                " told_entry = max(follows.told_entry, excluded.told_entry)",
                table_id, person, moves, entry, now, moves,
            )  # fmt: skip
            return Outcome.DONE

        return await self._db.transact(write)

    async def unfollow(self, table_id: int, person: Person) -> None:
        """Stop following a game."""
        sql = "DELETE FROM follows WHERE table_id = ? AND person = ?"
        await self._db.write(sql, table_id, person)

    async def has(self, table_id: int, person: Person) -> bool:
        """Return True if a person follows the game of this table."""
        sql = "SELECT 1 FROM follows WHERE table_id = ? AND person = ?"
        return await self._db.row(sql, table_id, person) is not None

    async def of_person(self, person: Person) -> list[Followed]:
        """Return the games that a person follows, the one followed longest first."""

        def read(tx: Transaction) -> list[Followed]:
            rows = tx.do(
                "SELECT tables.*, moves, due.person AS due_person, due.name AS due_name"
                " FROM follows JOIN tables ON tables.id = follows.table_id"
                " LEFT JOIN players AS due ON due.id = due_player"
                " WHERE follows.person = ? ORDER BY created_at, tables.id LIMIT ?",
                person, MOST,
            )  # fmt: skip
            found = zip(summaries(tx, rows), rows, strict=True)
            return [Followed(table, bool(row["moves"])) for table, row in found]

        return await self._db.snapshot(read)

    async def pending(self, person: Person, now: int) -> tuple[Preferences, Digest]:
        """Return a person's preferences, and everything a summary would tell them now."""
        return await self._db.snapshot(
            lambda tx: (read_person(tx, person), _pending(tx, person, now))
        )

    async def is_due(self, person: Person, now: int) -> bool:
        """Return True if a person's summary is due and wasn't written yet."""
        sql = "SELECT 1 FROM timers WHERE dedupe = ? AND person = ? AND due <= ?"
        return await self._db.row(sql, DIGEST, person, now) is not None

    async def refused(self) -> list[Person]:
        """Return the people who have yet to hear that Discord refused their summary."""
        sql = "SELECT person FROM preferences WHERE digest_refused = 1 LIMIT ?"
        return [Person(row["person"]) for row in await self._db.rows(sql, _REFUSED)]

    async def told_of_refusal(self, person: Person) -> None:
        """Note that a person was told that Discord refused their summary."""
        await self._db.write("UPDATE preferences SET digest_refused = 0 WHERE person = ?", person)


def _note_followers(tx: Transaction, table: Table, since: int) -> None:
    """Schedule news for followers about log entries after `since`.

    All followers hear of the end at once. Followers of moves hear of them an hour after they last
    heard of a move in any game.
    """
    match = table.started
    now, changed = match.entries[-1].at, 0
    if match.outcome is not None:
        changed = tx.change(
            "INSERT INTO timers (due, kind, person, dedupe) SELECT ?, ?, person, ? FROM follows"
            " WHERE table_id = ? ON CONFLICT (dedupe, person) DO UPDATE SET"
            " due = min(timers.due, excluded.due), lease_owner = NULL, lease_until = NULL",
            now, FOLLOWED, FOLLOWED, table.id,
        )  # fmt: skip
    elif any(isinstance(entry.event, Played) for entry in match.entries[since:]):
        changed = tx.change(
            "INSERT INTO timers (due, kind, person, dedupe)"
            " SELECT max(?, told_at + ?), ?, person, ? FROM follows"
            " WHERE table_id = ? AND moves = 1 ON CONFLICT (dedupe, person) DO UPDATE SET"
            " lease_owner = NULL, lease_until = NULL",
            now, APART, FOLLOWED, FOLLOWED, table.id,
        )  # fmt: skip
    if changed:
        tx.announce(TIMERS, now)


def tell_follower(
    tx: Transaction, person: Person, now: int, done: Callable[[Transaction], None]
) -> int | None:
    """Queue a person's news of followed games.

    `done` completes the timer, before the next one of that name is set. Returns the end of their
    quiet hours if the news waits for that, with nothing changed.
    """
    preferences = read_person(tx, person)
    later = held_back(preferences, now, None)
    if later is not None:
        return later
    done(tx)
    if has_digest(preferences):
        return None
    rows = _followed_games(tx, person)
    _drop_pointless(tx, rows)
    free_at = max((row["told_at"] + APART for row in rows), default=0)
    news = _news_of(rows, moves=free_at <= now)
    _store_told(tx, person, news, now)
    if news and preferences.pings:
        enqueue(tx, followed_item(f"followed:{secrets.token_hex(8)}", person, news, now))
    if free_at > now and any(map(_has_moved, rows)):
        set_timer(tx, Timer(kind=FOLLOWED, dedupe=FOLLOWED, due=free_at, person=person))
    return None


def _keep_following(tx: Transaction, table_id: int, following_id: int, entry: int) -> None:
    """Make followers of a game of a series follow the next one in the same way.

    They know it up to an entry. Their 90 days go on.
    """
    tx.do(
        "INSERT INTO follows (table_id, person, moves, told_entry, told_at, created_at)"
        " SELECT ?, person, moves, ?, told_at, created_at FROM follows WHERE table_id = ?",
        following_id, entry, table_id,
    )  # fmt: skip


def end_follows(tx: Transaction, item: OutboxItem) -> None:
    """End everything a person follows, because Discord refuses direct messages to them."""
    tx.do("DELETE FROM outbox WHERE id = ?", item.id)
    tx.do("DELETE FROM follows WHERE person = ?", item.person)


def _followed_games(tx: Transaction, person: Person) -> list[Row]:
    """Return what a person follows and can be read now, first followed first."""
    return tx.do(
        "SELECT follows.*, status, outcome = 'void' AND event_id IS NOT NULL AS is_replayed,"
        " EXISTS (SELECT 1 FROM players WHERE players.table_id = tables.id"
        " AND players.person = follows.person AND players.status = 'seated') AS is_player,"
        " position_number, entry_count, board_channel_id, board_id"
        " FROM follows JOIN tables ON tables.id = table_id"
        " WHERE person = ? AND set_apart IS NULL ORDER BY follows.created_at, table_id LIMIT ?",
        person, MOST,
    )  # fmt: skip


def _drop_pointless(tx: Transaction, rows: Iterable[Row]) -> None:
    """Stop following games of which there is nothing more to tell."""
    tx.each(
        "DELETE FROM follows WHERE table_id = ? AND person = ?",
        ((row["table_id"], row["person"]) for row in rows if _is_pointless(row)),
    )


def _news_of(rows: Iterable[Row], *, moves: bool) -> list[Told]:
    """Return the news of followed games: ends, and with `moves` also moves."""
    return [
        Told(
            row["table_id"], row["told_entry"], row["entry_count"], row["board_channel_id"],
            row["board_id"],
        )
        for row in rows
        if not _is_pointless(row)
        and (row["status"] == Status.OVER.value or (moves and _has_moved(row)))
    ]  # fmt: skip


def _store_told(tx: Transaction, person: Person, news: Iterable[Told], now: int) -> None:
    """Store that a person was told, and stop following finished games."""
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
    """Return True if a person plays there by now, or the end isn't final.

    A game of an event without a result is played again.
    """
    is_closed = row["status"] == Status.CLOSED.value
    return bool(row["is_player"] or row["is_replayed"] or is_closed)


def _has_moved(row: Row) -> bool:
    """Return True if a follower of moves hasn't heard of the newest one."""
    is_running = row["status"] == Status.PLAYING.value
    return bool(row["moves"]) and is_running and row["position_number"] > row["told_entry"]


def _plan_digest(tx: Transaction, person: Person, now: int) -> None:
    """Set the timer of a person's next summary as they have chosen, or drop it."""
    preferences = read_person(tx, person)
    rows = tx.do("SELECT digested_at FROM preferences WHERE person = ?", person)
    due = next_digest(preferences, now, rows[0]["digested_at"] if rows else None)
    if due is None:
        drop_timer(tx, DIGEST, person)
    else:
        set_timer(tx, Timer(kind=DIGEST, dedupe=DIGEST, due=due, person=person))


def write_digest(
    tx: Transaction,
    person: Person,
    digest: Digest | None,
    now: int,
    done: Callable[[Transaction], None] | None,
) -> None:
    """Queue a daily summary, unless it is None, and set the timer of the next one.

    What it names counts as pinged, so no reminder of it is sent any more. `done` completes the
    timer, if one asked for it.
    """
    tx.take_turns([person])
    if done is not None:
        done(tx)
    preferences = read_person(tx, person)
    if digest is not None and has_digest(preferences):
        tx.do("UPDATE preferences SET digested_at = ? WHERE person = ?", now, person)
        enqueue(tx, digest_item(f"digest:{secrets.token_hex(8)}", person, digest, now))
        for turn in digest.turns:
            _name(tx, person, turn.told, now)
            if awaits_digest(preferences, PingClass.TURN, turn.allowed):
                name_turn(tx, turn.told.table_id, person, turn.begun, now)
        for told in (*digest.offers, *digest.ends):
            _name(tx, person, told, now)
        _drop_pointless(tx, _followed_games(tx, person))
        _store_told(tx, person, digest.followed, now)
    _plan_digest(tx, person, now)
    set_reminder_timer(tx, person)


def _name(tx: Transaction, person: Person, told: Reminded, now: int) -> None:
    """Store that a person is pinged about something. A held ping about it is dropped."""
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
        tuple(_news_of(_followed_games(tx, person), moves=True)),
        _events(tx, person, now),
        max(len(due) - _READ, 0),
    )


def _events(tx: Transaction, person: Person, now: int) -> tuple[EventNews, ...]:
    """Return the news of a person's events since their last summary, or of a day."""
    rows = tx.do(
        "SELECT events.id, events.game, events.kind AS event_kind, events.guild_id,"  # noqa: S608
        " events.channel_id, message_id, entry.kind"
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
            row["id"], row["kind"], row["game"], row["event_kind"] == "ladder", row["guild_id"],
            row["channel_id"], row["message_id"],
        )
        for row in news.values()
    )  # fmt: skip


def refuse_digest(tx: Transaction, item: OutboxItem, now: int) -> None:
    """Switch off a summary that Discord refused. Reminders come as before.

    The refusal is remembered until the person is told.
    """
    assert item.person is not None, "a digest is a direct message"
    tx.take_turns([item.person])
    tx.do("DELETE FROM outbox WHERE id = ?", item.id)
    save_person(tx, item.person, replace(read_person(tx, item.person), digest=None), now)
    tx.do("UPDATE preferences SET digest_refused = 1 WHERE person = ?", item.person)


def _preferences_changed(tx: Transaction, person: Person, now: int) -> None:
    """Plan a person's summary as they have chosen, outside their quiet hours.

    Without one, the news of followed games that was left to it comes by itself.
    """
    chosen = read_person(tx, person)
    moved = out_of_quiet_hours(chosen)
    if moved != chosen:
        put_person(tx, person, moved, now)
    if moved.digest is not None:
        tx.do("UPDATE preferences SET digest_refused = 0 WHERE person = ?", person)
    _plan_digest(tx, person, now)
    if moved.pings and not has_digest(moved) and _news_of(_followed_games(tx, person), moves=True):
        set_timer(tx, Timer(kind=FOLLOWED, dedupe=FOLLOWED, due=now, person=person))


def _useless(now: int) -> tuple[str, tuple[Value, ...]]:
    return (
        "DELETE FROM follows WHERE (table_id, person) IN (SELECT table_id, person FROM follows"
        " WHERE created_at < ? LIMIT ?)",
        (now - LONGEST,),
    )


def _was_down(tx: Transaction, lost: Stretch, shard: Shard) -> None:
    """Extend follows by the time that the bot was down."""
    assert lost.end is not None, "it is over"
    if lost.end - lost.start >= DAY:
        tx.do(
            "UPDATE follows SET created_at = created_at + ? WHERE created_at <= ? AND EXISTS"
            " (SELECT 1 FROM tables WHERE id = table_id AND (coalesce(guild_id, 0) >> 22) % ? = ?)",
            lost.end - lost.start, lost.start, shard.count, shard.number,
        )  # fmt: skip


def _times_mended(tx: Transaction, now: int) -> None:
    """Shorten waits for a summary, or for news of a game, to the longest possible."""
    tx.do("UPDATE follows SET created_at = ? WHERE created_at > ?", now, now + HOUR)
    for row in tx.do(
        "SELECT kind, person FROM timers WHERE kind IN (?, ?) AND due > ? LIMIT ?",
        DIGEST, FOLLOWED, now + _LONGEST_WAIT, _MENDED,
    ):  # fmt: skip
        person, later = Person(row["person"]), now + HOUR
        if row["kind"] == DIGEST:
            tx.do(
                "UPDATE preferences SET digested_at = NULL WHERE person = ? AND digested_at > ?",
                person, later,
            )  # fmt: skip
            _plan_digest(tx, person, now)
        else:
            tx.do(
                "UPDATE follows SET told_at = ? WHERE person = ? AND told_at > ?",
                now, person, later,
            )  # fmt: skip
            set_timer(tx, Timer(kind=FOLLOWED, dedupe=FOLLOWED, due=now, person=person))


HOOKS: Final = Hooks(
    entries_written=[_note_followers],
    game_ended=[note_result],
    series_goes_on=[_keep_following],
    settings_changed=[results_moved],
    preferences_changed=[_preferences_changed],
    gathering=[gathered_at],
    was_down=[_was_down],
    times_mended=[_times_mended],
    useless=[_useless],
)
"""The hooks of news in the core's transactions."""

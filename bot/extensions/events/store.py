"""Events of clubs. A change is one transaction."""

from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final

from bot.extensions.events.log import Step, append, enter, has_seen, open_event, post, post_card
from bot.extensions.events.rows import (
    EVENTS,
    GAME_COLUMNS,
    event_kind,
    event_to_change,
    read_event,
    repair_event,
)
from bot.extensions.events.seasons import next_start, seeded
from bot.extensions.events.values import (
    CLOSE,
    EVENT_CARD,
    Event,
    EventPart,
    ListedEvent,
    OpenGame,
    Task,
    consequence,
    event_timer,
)
from bot.model.caller import Person, Place, User
from bot.model.event_game import EventGame
from bot.model.table import Request, Status
from bot.store.people.forgetting import require_known
from bot.store.people.preferences import hidden_of
from bot.store.people.vacations import POOL
from bot.store.queues import displays
from bot.store.queues.queues import set_timer
from bot.store.servers.outages import covering
from bot.store.sql.database import Database, Transaction
from bot.store.sql.transaction import Row, and_mine, marks
from rules.club.entries import (
    Begun,
    Cancelled,
    GameKey,
    Stage,
)
from rules.club.groups import FEWEST, State
from rules.club.ladder import Ladder

__all__ = ["EventStore"]

# A press at a ladder of 5,000 entries, a busy year, took 123 ms of CPU time when its whole log was
# read and folded each time, in the thread of the database for which all presses wait.
_READ: Final = 50
"""The most events whose folded logs are remembered."""
_NO_TABLE: Final = 0
"""The number of no table, as an event has several."""


class EventStore:
    """Events. A change is one transaction."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._read = OrderedDict[int, Event]()
        """The events that were read last, without what a person could ask to be forgotten."""

    def listen(self, listener: Callable[[int], None]) -> None:
        """Call the listener after every commit that left work at a table."""
        self._db.listen(EVENTS, listener)

    async def open(self, event: Event, request: Request) -> int:
        """Store a new event and return its number; `event.id` is ignored.

        Raises AlreadySeen if this request has opened one before.
        """
        return await self._db.transact(lambda tx: open_event(tx, event, request).id)

    async def load(self, event_id: int) -> Event | None:
        """Return an event, folded from its log, or None."""
        before = self._read.get(event_id)
        event = await self._db.snapshot(lambda tx: read_event(tx, event_id, before))
        if event is not None:
            self._read[event_id] = replace(event, people={}, reasons={})
            self._read.move_to_end(event_id)
            if len(self._read) > _READ:
                self._read.popitem(last=False)
        return event

    def _to_change(self, tx: Transaction, event_id: int) -> Event | None:
        return event_to_change(tx, event_id, self._read.get(event_id))

    async def channel_of(self, event_id: int) -> int | None:
        """Return the channel of an event, or None."""
        row = await self._db.row("SELECT channel_id FROM events WHERE id = ?", event_id)
        return None if row is None else row["channel_id"]

    async def change(
        self,
        event_id: int,
        decide: Callable[[Event], Step | None],
        request: Request,
        now: int,
        *,
        done: Callable[[Transaction], None] | None = None,
    ) -> Event | None:
        """Make the change that `decide` returns, and return the event afterwards.

        Return None if there is no such event. If `decide` raises, nothing changes. `done` completes
        a timer. A request that was carried out before changes nothing.
        """

        def write(tx: Transaction) -> Event | None:
            event = self._to_change(tx, event_id)
            if done is not None:
                done(tx)
            if event is None or has_seen(tx, event_id, request.id):
                return event
            step = decide(event)
            if step is None:
                return event
            write_step = _begin if isinstance(step.change, Begun) else append
            return write_step(tx, event, step, request.id, now)

        return await self._db.transact(write)

    async def close(self, event_id: int, now: int, done: Callable[[Transaction], None]) -> None:
        """End registration: the event begins, or is cancelled if too few have joined.

        A season with too few waits for another Monday. `done` completes the timer.
        """

        def write(tx: Transaction) -> None:
            event = self._to_change(tx, event_id)
            done(tx)
            if event is None or event.state is not State.OPEN:
                return
            request = f"event:{event_id}:close"
            if len(event.present) >= FEWEST:
                _begin(tx, event, Step(Begun(event.secret, event.press)), request, now)
            elif (closes_at := next_start(event, now)) is None:
                append(tx, event, Step(Cancelled()), request, now)
            else:
                tx.do("UPDATE events SET closes_at = ? WHERE id = ?", closes_at, event_id)
                set_timer(tx, event_timer(CLOSE, event_id, event.place.guild_id, closes_at))
                displays.ask(tx, EVENT_CARD, event_id, now)

        await self._db.transact(write)

    async def enter(
        self, event_id: int, user: User, admit: Callable[[Event], None], request: Request, now: int
    ) -> Event | None:
        """Enter a person, unless `admit` raises. Returns like `change`.

        If that fills the event, it begins. Raises BeingForgotten.
        """

        def write(tx: Transaction) -> Event | None:
            require_known(tx, user.id)
            event = self._to_change(tx, event_id)
            if event is None or has_seen(tx, event_id, request.id):
                return event
            admit(event)
            after = enter(tx, event, user, request.id, now)
            if not after.is_full:
                return after
            begun = Step(Begun(after.secret, after.press))
            return _begin(tx, after, begun, f"event:{event_id}:full", now)

        return await self._db.transact(write)

    async def tell_blocked(self, event: Event, now: int) -> None:
        """Tell the channel of an event that Discord refuses the threads of its games."""
        await self._db.transact(lambda tx: post(tx, event, EventPart.BLOCKED, len(event.log), now))

    async def card_lost(self, event_id: int, now: int) -> None:
        """Post the card of an event again, because its message is gone."""

        def write(tx: Transaction) -> None:
            event = read_event(tx, event_id)
            if event is not None:
                post_card(tx, event, now)

        await self._db.transact(write)

    async def hand_over(self, event_id: int, director: Person, now: int) -> None:
        """Store the new organizer of an event. This is no entry of its log."""

        def write(tx: Transaction) -> None:
            tx.do("UPDATE events SET director = ? WHERE id = ?", director, event_id)
            displays.ask(tx, EVENT_CARD, event_id, now)

        await self._db.transact(write)

    async def settle(self, event_id: int, now: int) -> None:
        """Store what follows from the log of an event, if other rules wrote its rows."""

        def write(tx: Transaction) -> None:
            event = event_to_change(tx, event_id)
            if event is None:
                return
            change = consequence(event.course)
            if change is not None:
                name = f"event:{event_id}:settled:{len(event.log)}"
                event = append(tx, event, Step(change), name, now)
            repair_event(tx, event)

        await self._db.transact(write)

    async def next_to_do(self, besides: Collection[int], task: Task) -> EventGame | None:
        """Return the game of an event that has waited longest for this, or None.

        Events `besides` are left out.
        """
        guild = "(SELECT guild_id FROM events WHERE events.id = event_id)"
        mine = and_mine(self._db.shards, guild)
        row = await self._db.row(
            f"SELECT event_id, {GAME_COLUMNS} FROM event_games WHERE task = ?"  # noqa: S608
            f" AND event_id NOT IN ({marks(tuple(besides))}){mine}"
            " ORDER BY task, event_id, started NULLS FIRST LIMIT 1",
            task.value, *besides,
        )  # fmt: skip
        return None if row is None else EventGame(row["event_id"], _game_key(row), row["attempt"])

    async def is_left_to_do(self, event_game: EventGame, task: Task) -> bool:
        """Return True if this is still left to do at an attempt at a game."""
        key = event_game.key
        row = await self._db.row(
            "SELECT 1 FROM event_games WHERE event_id = ? AND stage = ? AND group_number = ?"
            " AND position = ? AND attempt = ? AND task = ?",
            event_game.event_id, key.stage.value, key.group, key.position, event_game.attempt,
            task.value,
        )  # fmt: skip
        return row is not None

    async def table_of(self, event_game: EventGame) -> int | None:
        """Return the table of an attempt at a game, or None."""
        row = await self._db.row(
            "SELECT id FROM tables WHERE event_id = ? AND event_game = ?",
            event_game.event_id,
            event_game.text,
        )
        return None if row is None else row["id"]

    async def away(self, event: Event, now: int) -> frozenset[Person]:
        """Return people on a ladder who are on vacation, or in a game that a moderator paused."""
        persons = [event.people[each].id for each in event.present]
        positions = event.course.open if isinstance(event.course, Ladder) else ()
        rows = await self._db.rows(
            "SELECT person FROM vacations WHERE starts > ? AND starts <= ? AND ends > ?"  # noqa: S608
            f" AND person IN ({marks(persons)})"
            " UNION SELECT players.person FROM event_games"
            " JOIN tables ON tables.id = event_games.table_id"
            " JOIN players ON players.table_id = tables.id"
            " WHERE event_games.event_id = ? AND stage = 'ladder' AND group_number = 1"
            f" AND position IN ({marks(positions)}) AND tables.pause_end > ?"
            " AND (SELECT actor_kind FROM entries WHERE entries.table_id = tables.id"
            " AND kind = 'paused' ORDER BY number DESC LIMIT 1) = 'moderator'",
            now - POOL, now, now, *persons, event.id, *positions, now,
        )  # fmt: skip
        return frozenset(Person(row["person"]) for row in rows)

    async def time_lost(self, event: Event, now: int) -> int:
        """Return the seconds of a ladder's week in which its channel couldn't be reached."""
        since = event.opened_at
        if isinstance(event.course, Ladder) and event.course.week_at is not None:
            since = event.course.week_at
        outages = await self._db.snapshot(
            lambda tx: covering(tx, _NO_TABLE, event.place, since, now, shards=self._db.shards)
        )
        lost, seen = 0, since
        for outage in sorted(outages, key=lambda each: each.start):
            start, end = max(outage.start, seen), now if outage.end is None else outage.end
            lost += max(end - start, 0)
            seen = max(seen, end)
        return lost

    async def open_games(self, event_id: int) -> dict[str, OpenGame]:
        """Return the games of an event with unfinished tables, by their stored names."""
        rows = await self._db.rows(
            "SELECT event_game, channel_id, tables.status, due_at, players.person"
            " FROM tables LEFT JOIN players ON players.id = due_player"
            " WHERE event_id = ? AND tables.status IN ('open', 'playing')",
            event_id,
        )
        return {
            row["event_game"]: OpenGame(
                row["channel_id"], row["status"] == Status.PLAYING.value, row["person"],
                row["due_at"],
            )
            for row in rows
        }  # fmt: skip

    async def present_of(self, person: Person) -> list[int]:
        """Return the unfinished events in which a person plays."""
        return await self._db.column(
            "SELECT event_id FROM entrants JOIN events ON events.id = event_id"
            " WHERE person = ? AND until_entry IS NULL AND state IN ('open', 'groups', 'final')"
            " ORDER BY event_id",
            person,
        )

    async def unfinished(self, after: int, limit: int) -> list[tuple[int, Place]]:
        """Return this process's unfinished events, with their places.

        They are the first `limit` after the number `after`, in order of their numbers.
        """
        rows = await self._db.rows(
            "SELECT id, channel_id, guild_id FROM events WHERE id > ?"  # noqa: S608
            f" AND state IN ('open', 'groups', 'final'){and_mine(self._db.shards)}"
            " ORDER BY id LIMIT ?",
            after, limit,
        )  # fmt: skip
        return [(row["id"], Place(row["channel_id"], row["guild_id"])) for row in rows]

    async def unfinished_in(self, guild_id: int, limit: int) -> list[int]:
        """Return up to `limit` unfinished events of a server, newest first."""
        return await self._db.column(
            "SELECT id FROM events WHERE guild_id = ? AND state IN ('open', 'groups', 'final')"
            " ORDER BY id DESC LIMIT ?",
            guild_id, limit,
        )  # fmt: skip

    async def listed_in(self, guild_id: int, limit: int) -> list[ListedEvent]:
        """Return up to `limit` unfinished events of a server for lists, newest first.

        No log is read.
        """
        rows = await self._db.rows(
            "SELECT id, channel_id, guild_id, kind, game, season, state, full_at,"
            " coalesce(closes_at, opened_at) AS starts_at,"
            " (SELECT count(*) FROM entrants WHERE event_id = events.id AND until_entry IS NULL)"
            " AS people, (SELECT message_id FROM displays WHERE kind = 'event'"
            " AND subject = events.id) AS card_id"
            " FROM events WHERE guild_id = ? AND state IN ('open', 'groups', 'final')"
            " ORDER BY id DESC LIMIT ?",
            guild_id, limit,
        )  # fmt: skip
        return [
            ListedEvent(
                row["id"], Place(row["channel_id"], row["guild_id"]), event_kind(row),
                row["game"], row["starts_at"], State(row["state"]), row["people"], row["card_id"],
                row["season"], row["full_at"],
            )
            for row in rows
        ]  # fmt: skip

    async def season_in(
        self, guild_id: int, channels: Collection[int]
    ) -> tuple[Event, frozenset[Person]] | None:
        """Return the newest season in these channels, with its hidden people."""

        def read(tx: Transaction) -> tuple[Event, frozenset[Person]] | None:
            rows = tx.do(
                "SELECT id FROM events WHERE guild_id = ? AND state = 'groups'"  # noqa: S608
                f" AND season IS NOT NULL AND channel_id IN ({marks(tuple(channels))})"
                " ORDER BY id DESC LIMIT 1",
                guild_id, *channels,
            )  # fmt: skip
            event = read_event(tx, rows[0]["id"]) if rows else None
            if event is None:
                return None
            return event, hidden_of(tx, [user.id for user in event.people.values()])

        return await self._db.snapshot(read)

    async def unfinished_in_channel(self, channel_id: int, limit: int) -> list[int]:
        """Return up to `limit` unfinished events of a channel."""
        return await self._db.column(
            "SELECT id FROM events WHERE channel_id = ? AND state IN ('open', 'groups', 'final')"
            " ORDER BY id LIMIT ?",
            channel_id, limit,
        )  # fmt: skip


def _begin(tx: Transaction, event: Event, step: Step, request: str, now: int) -> Event:
    """Begin an event; a season in its order of strength."""
    return append(tx, seeded(tx, event, now), step, request, now)


def _game_key(row: Row) -> GameKey:
    return GameKey(Stage(row["stage"]), row["group_number"], row["position"])

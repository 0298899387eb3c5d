"""The outbox and the timers in the database.

`enqueue`, `set_timer` and `drop_timer` belong in the transaction of a change, so that both are
written together or not at all. `Queues` has the statements of the workers.

Several processes can share one database. A worker holds a lease on its row, which names its owner
and expires; a row that an interaction is about to answer is leased to `ANSWERING`.
"""

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Final, TypeVar

from bot.model.caller import NOBODY, Person
from bot.model.queues import ItemKind, OutboxItem, Timer, TimerKind
from bot.store.queues.lanes import LEASE, READABLE, read_due
from bot.store.queues.table_messages import Sent, strike
from bot.store.sql.database import Database, Row, Transaction, Value, and_mine
from bot.store.sql.errors import Busy

__all__ = [
    "ANSWERING",
    "ANSWER_LEASE",
    "LEASE",
    "OUTBOX",
    "TIMERS",
    "Queues",
    "TimerTaken",
    "among",
    "drop_timer",
    "enqueue",
    "item_of",
    "set_timer",
    "unpark",
]

OUTBOX: Final = "outbox"
"""The topic announced when a row is added that no interaction answers."""
TIMERS: Final = "timers"
"""The topic announced when a timer is set."""
ANSWERING: Final = "interaction"
"""The owner of the lease of a row that its own interaction is about to answer."""
ANSWER_LEASE: Final = 30
"""Seconds after which such a row counts as left behind."""

T = TypeVar("T")
_PAGE: Final = 100
"""Rows or timers listed by default."""


class TimerTaken(Exception):
    """The timer was carried out, dropped or set to another time meanwhile."""


def enqueue(tx: Transaction, item: OutboxItem) -> None:
    """Put a row into the outbox, unless one with the same name is already waiting there.

    A row with a token is left to its interaction for 30 seconds. In a private place the bot can't
    post by itself, so its rows are `answer_only`.
    """
    owner, until = None, None
    if item.token is not None:
        owner, until = ANSWERING, item.created_at + ANSWER_LEASE
    tx.do(
        "INSERT INTO outbox (kind, dedupe, table_id, number, channel_id, person, token,"
        " token_until, after, payload, created_at, not_before, lease_owner, lease_until,"
        " guild_id, answer_only) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
        " coalesce(?, (SELECT guild_id FROM tables WHERE id = ?)),"
        " CASE WHEN EXISTS (SELECT 1 FROM tables WHERE id = ? AND place = 'private') THEN 1"
        " ELSE ? END)"
        " ON CONFLICT (dedupe) DO NOTHING",
        item.kind, item.dedupe, item.table_id, item.number, item.channel_id, item.person,
        item.token, item.token_until, item.after, item.payload, item.created_at,
        max(item.not_before, item.created_at), owner, until, item.guild_id, item.table_id,
        item.table_id, int(item.answer_only),
    )  # fmt: skip
    if item.token is None:
        tx.announce(OUTBOX)


def set_timer(tx: Transaction, timer: Timer) -> None:
    """Set a timer, or move the one with its name and person; then it counts as new."""
    tx.do(
        "INSERT INTO timers (due, kind, table_id, guild_id, person, dedupe)"
        " VALUES (?, ?, ?, coalesce(?, (SELECT guild_id FROM tables WHERE id = ?)), ?, ?)"
        " ON CONFLICT (dedupe, person) DO UPDATE SET due = excluded.due, kind = excluded.kind,"
        " table_id = excluded.table_id, guild_id = excluded.guild_id,"
        " lease_owner = NULL, lease_until = NULL",
        timer.due, timer.kind, timer.table_id, timer.guild_id, timer.table_id, timer.person,
        timer.dedupe,
    )  # fmt: skip
    tx.announce(TIMERS, timer.due)


def drop_timer(tx: Transaction, dedupe: str, person: Person = NOBODY) -> None:
    """Delete the timer of this name about this person, if it exists."""
    tx.do("DELETE FROM timers WHERE dedupe = ? AND person = ?", dedupe, person)


def unpark(tx: Transaction, channel_id: int, now: int) -> None:
    """Let messages that a channel refused be tried again."""
    tx.do(
        "UPDATE outbox SET parked = 0, not_before = ?"
        " WHERE channel_id = ? AND parked = 1 AND answer_only = 0",
        now, channel_id,
    )  # fmt: skip
    tx.announce(OUTBOX)


class Queues:
    """The outbox and the timers as one process sees them."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self.owner: Final = secrets.token_hex(8)
        """Names this process in its leases."""
        self.row_kinds = set[str](ItemKind)
        """The kinds of rows that this process can show; it leaves others alone."""
        self.timer_kinds = set[str](TimerKind)
        """The kinds of timers that it can carry out; it leaves others alone."""
        self._delivered: set[str] = set()
        self._mine = and_mine(database.shards)

    def listen(self, topic: str, listener: Callable[[int], None]) -> None:
        """Call the listener after every commit that announced OUTBOX or TIMERS."""
        self._db.listen(topic, listener)

    async def flush(self) -> None:
        """Delete the delivered rows now, instead of with the next transaction."""
        await self._db.flush()

    async def break_leases(self) -> None:
        """End every lease of what this process serves: no other one works on that."""
        mine = self._mine

        def write(tx: Transaction) -> None:
            for table in ("outbox", "timers"):
                tx.do(
                    f"UPDATE {table} SET lease_owner = NULL, lease_until = NULL"  # noqa: S608
                    f" WHERE lease_owner IS NOT NULL{mine}"
                )

        await self._db.transact(write)

    async def waiting(self, limit: int = _PAGE) -> list[OutboxItem]:
        """Return the first rows that are not parked, in the order in which they came."""
        return await self._items(
            f"SELECT * FROM outbox WHERE +parked = 0 AND {READABLE}"  # noqa: S608
            f" AND {among(self.row_kinds)} ORDER BY id LIMIT ?", limit
        )  # fmt: skip

    async def due(
        self, now: int, besides: Collection[int], limit: int
    ) -> tuple[Mapping[int, Sequence[OutboxItem]], int | None]:
        """Return the rows that may be sent now, and when to look for others.

        These are the beginnings of up to `limit` lanes other than `besides`, each in order; the
        lane that has waited longest comes first. `now` is in Unix seconds.
        """
        delivered = self._delivered.copy()  # Their rows may be deleted as others are read.
        also = f" AND {among(self.row_kinds)}{self._mine}"
        due = await self._db.snapshot(
            lambda tx: read_due(tx, now, self.owner, besides, limit, also)
        )
        delivered |= self._delivered
        lanes = {
            lane: [item for item in map(item_of, rows) if item.dedupe not in delivered]
            for lane, rows in due.lanes.items()
        }
        return lanes, due.next_at

    async def named(self, name: str) -> list[OutboxItem]:
        """Return the rows of this name, and of names that start with it and a dot."""
        # "/" is the sign after ".", so these are all names that go on with a dot.
        sql = "SELECT * FROM outbox WHERE dedupe = ? OR dedupe BETWEEN ? AND ?"
        return await self._items(sql, name, f"{name}.", f"{name}/")

    async def has_parked(self) -> bool:
        """Return True if any message waits for an interaction in its channel."""
        return await self._db.row("SELECT 1 FROM outbox WHERE parked = 1 LIMIT 1") is not None

    async def parked_in(self, channel_id: int, limit: int = _PAGE) -> list[OutboxItem]:
        """Return the first messages that wait for a channel's next interaction, in order."""
        return await self._items(
            "SELECT * FROM outbox WHERE parked = 1 AND channel_id = ?"  # noqa: S608
            f" AND {READABLE} AND {among(self.row_kinds)} ORDER BY id LIMIT ?", channel_id, limit
        )  # fmt: skip

    async def claim(self, item: OutboxItem, now: int, after: int) -> OutboxItem | None:
        """Lease a row for an attempt and return it as stored.

        None: someone else holds it, or it was delivered. `after` is an id of Discord's from before
        the attempt; a row that has one keeps it.
        """
        sql = (
            "UPDATE outbox SET lease_owner = ?, lease_until = ?, after = coalesce(after, ?)"
            " WHERE dedupe = ? AND"
            " (lease_owner IS NULL OR lease_owner = ? OR lease_until <= ? OR lease_until > ?)"
            " RETURNING *"
        )
        values = (self.owner, now + LEASE, after, item.dedupe, self.owner, now, now + LEASE)
        rows = await self._db.transact(lambda tx: tx.do(sql, *values))
        return item_of(rows[0]) if rows and not self.is_delivered(item) else None

    @property
    def holds(self) -> bool:
        """True unless this process was frozen and others may send its messages by now."""
        return self._db.holds

    def require_held(self) -> None:
        """Raise Busy if this process was frozen and others may send its messages by now."""
        if not self.holds:
            raise Busy("other processes may serve these shards by now")

    async def release(self, dedupe: str) -> None:
        """Give up the lease of a row whose interaction couldn't answer: it is due at once.

        The time isn't written, because a clock that is set back later would then delay the row.
        """
        sql = "UPDATE outbox SET lease_owner = NULL, lease_until = NULL WHERE dedupe = ?"
        await self._db.transact(lambda tx: tx.do(sql, dedupe))

    async def put_back(self, item: OutboxItem, retry: Timer | None = None) -> None:
        """Store the result of a failed attempt, end its lease, and set the next one's timer."""

        def write(tx: Transaction) -> None:
            tx.do(
                "UPDATE outbox SET attempts = ?, not_before = ?, first_refused_at = ?, parked = ?,"
                " token = ?, after = ?, lease_owner = NULL, lease_until = NULL WHERE id = ?",
                item.attempts, item.not_before, item.first_refused_at, int(item.parked),
                item.token, item.after, item.id,
            )  # fmt: skip
            if retry:
                set_timer(tx, retry)

        await self._db.transact(write)

    def mark_delivered(
        self,
        item: OutboxItem,
        sent: Sent | None,
        stored: Callable[[bool], None] | None = None,
        *,
        turned: int | None = None,
    ) -> None:
        """Delete a row with the next transaction, and remember the message that shows it, if any.

        `turned` is a message that was changed to tell of it. Once this is stored, `stored` is
        called with True if other rows wait for the same channel or person.
        """
        self._delivered.add(item.dedupe)

        def then(others_wait: bool) -> None:
            self._delivered.discard(item.dedupe)
            if stored:
                stored(others_wait)

        self._db.defer(partial(strike, item=item, sent=sent, turned=turned), then)

    def is_delivered(self, item: OutboxItem) -> bool:
        """Return True if the row was delivered and only its deletion is waiting."""
        return item.dedupe in self._delivered

    # Timers

    async def next_due(self, now: int) -> int | None:
        """Return the time when the next unleased timer is due."""
        sql = f"SELECT min(due) AS due FROM timers WHERE {self._free_timer}"  # noqa: S608
        row = await self._db.row(sql, now, now + LEASE)
        return row["due"] if row else None

    async def claim_due(self, now: int, limit: int) -> list[Timer]:
        """Lease up to `limit` due timers and return them, the one longest due first."""
        sql = (
            "UPDATE timers SET lease_owner = ?, lease_until = ? WHERE id IN (SELECT id FROM timers"  # noqa: S608
            f" WHERE due <= ? AND {self._free_timer} ORDER BY due, id LIMIT ?) RETURNING *"
        )
        values = (self.owner, now + LEASE, now, now, now + LEASE, limit)
        rows = await self._db.transact(lambda tx: tx.do(sql, *values))
        return sorted(map(_timer, rows), key=lambda timer: (timer.due, timer.id))

    @property
    def _free_timer(self) -> str:
        """The condition that this process knows a timer and no one is working on it.

        Its values are the time and the latest possible end of a lease.
        """
        kinds, mine = among(self.timer_kinds), self._mine
        return f"{kinds} AND (lease_until IS NULL OR lease_until <= ? OR lease_until > ?){mine}"

    async def left_alone(self) -> Collection[str]:
        """Return the stored kinds of rows and timers that this process doesn't know."""

        def read(tx: Transaction) -> set[str]:
            rows = {row["kind"] for row in tx.do("SELECT DISTINCT kind FROM outbox")}
            timers = {row["kind"] for row in tx.do("SELECT DISTINCT kind FROM timers")}
            return (rows - self.row_kinds) | (timers - self.timer_kinds)

        return await self._db.snapshot(read)

    async def ensure(self, timer: Timer) -> None:
        """Set a timer unless one with the same name is due no later."""

        def write(tx: Transaction) -> None:
            sql = "SELECT 1 FROM timers WHERE dedupe = ? AND due <= ?"
            if not tx.do(sql, timer.dedupe, timer.due):
                set_timer(tx, timer)

        await self._db.transact(write)

    def done(self, timer: Timer) -> Callable[[Transaction], None]:
        """Return a function that deletes a leased timer inside the transaction of its effect.

        It raises TimerTaken if the timer is no longer this process's.
        """

        def write(tx: Transaction) -> None:
            deleted = tx.change(
                "DELETE FROM timers WHERE id = ? AND lease_owner = ?", timer.id, self.owner
            )
            if not deleted:
                raise TimerTaken

        return write

    async def transact(self, work: Callable[[Transaction], T]) -> T:
        """Return the result of work in one transaction, as the effect of a timer."""
        return await self._db.transact(work)

    async def put_off(self, timers: Sequence[Timer], until: int) -> None:
        """Put off leased timers that couldn't be carried out; no process takes them until then."""
        await self._db.transact(
            lambda tx: tx.each(
                "UPDATE timers SET lease_until = ? WHERE id = ? AND lease_owner = ?",
                ((until, timer.id, self.owner) for timer in timers),
            )
        )

    async def postpone(self, timer: Timer, until: int) -> None:
        """Let a leased timer be due at another moment, for any process."""
        await self._db.transact(
            lambda tx: tx.do(
                "UPDATE timers SET due = ?, lease_owner = NULL, lease_until = NULL"
                " WHERE id = ? AND lease_owner = ?",
                until, timer.id, self.owner,
            )
        )  # fmt: skip

    async def timers(self, limit: int = _PAGE) -> list[Timer]:
        """Return the first timers, in order of time."""
        sql = "SELECT * FROM timers ORDER BY due, id LIMIT ?"
        return [_timer(row) for row in await self._db.rows(sql, limit)]

    async def _items(self, sql: str, *values: Value) -> list[OutboxItem]:
        delivered = self._delivered.copy()  # Their rows may be deleted as others are read.
        items = [item_of(row) for row in await self._db.rows(sql, *values)]
        delivered |= self._delivered
        return [item for item in items if item.dedupe not in delivered]


def among(kinds: Collection[str]) -> str:
    """Return the condition that a row is of one of these kinds."""
    words = ", ".join(f"'{kind}'" for kind in sorted(kinds))
    return f"kind IN ({words})"


def item_of(row: Row) -> OutboxItem:
    """Return a row of the outbox as a value."""
    return OutboxItem(
        id=row["id"], kind=row["kind"], dedupe=row["dedupe"],
        table_id=row["table_id"], number=row["number"],
        channel_id=row["channel_id"], guild_id=row["guild_id"], person=row["person"],
        token=row["token"], token_until=row["token_until"], after=row["after"],
        payload=row["payload"],
        created_at=row["created_at"], not_before=row["not_before"], attempts=row["attempts"],
        first_refused_at=row["first_refused_at"], answer_only=bool(row["answer_only"]),
        parked=bool(row["parked"]),
        lease_owner=row["lease_owner"], lease_until=row["lease_until"],
    )  # fmt: skip


def _timer(row: Row) -> Timer:
    return Timer(
        id=row["id"], kind=row["kind"], dedupe=row["dedupe"], due=row["due"],
        table_id=row["table_id"], guild_id=row["guild_id"], person=row["person"],
    )  # fmt: skip

"""Leases of shards among processes on one server, and news of what other processes change.

A process holds its shards by a lease, which it renews while it lives. Only the server's clock
decides whether a lease has ended, and a process without one writes nothing. A command that needs
the database for itself keeps all processes from taking shards until its transaction ends.
"""

import asyncio
import logging
import os
import platform
import secrets
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, TypeAlias

import psycopg

from bot.model.shards import ShardRange
from bot.store.sql.errors import Refused, ShardsTaken
from bot.store.sql.pieces_of_work import Changed
from bot.store.sql.postgres.connecting import parameters
from bot.store.sql.postgres.statements import as_ours
from bot.store.sql.transaction import Transaction

__all__ = ["LEASE", "Lease", "require_alone"]

_log = logging.getLogger(__name__)

LEASE: Final = 30
"""Seconds for which a process holds its shards, unless it renews that."""
RENEWED: Final = 10.0
"""Seconds between two renewals."""
# Longer than a lease, for which a killed process keeps its shards.
PATIENCE: Final = 45.0
"""Seconds for which a start waits for shards that another process holds."""
_LOOK: Final = 1.0
"""Seconds between two looks for free shards, or for a server that is back."""
_HEARS: Final = 5.0
"""Seconds within which a start has to hear its own notification: a hundred times what it takes."""
# The number after `LOCK` of the schema, as migrations have a lock of their own.
_LOCK: Final = 0x506F7375
"""The number of the advisory lock: one process takes shards at a time."""
_END: Final = "DELETE FROM held_shards WHERE until < clock_timestamp()"
_HELD: Final = "SELECT process, first, last, shards FROM held_shards"

_Heard: TypeAlias = Callable[[int | None, Changed | None], None]
"""Gets the server's number of a connection, and what that one has changed. Two times None means
that anything may have changed."""
_Connection: TypeAlias = psycopg.AsyncConnection[tuple[Any, ...]]


def require_alone(tx: Transaction) -> None:
    """Keep all processes from taking shards until a transaction ends.

    Raises ShardsTaken if a process holds any.
    """
    tx.do("SELECT pg_advisory_xact_lock(?)", _LOCK)
    tx.do(_END)
    if held := tx.do(f"{_HELD} ORDER BY first"):
        raise ShardsTaken(
            f"The bot is running: {_serving(held)}. Stop it first. A killed process keeps its"
            f" shards for up to {LEASE} seconds."
        )


def _serving(held: Iterable[Iterable[Any]]) -> str:
    """Return which process serves which shards."""
    ranges = ((process, ShardRange(*numbers)) for process, *numbers in held)
    return ", ".join(
        f"{process} serves {'all shards' if shards.is_whole else f'shards {shards}'}"
        for process, shards in ranges
    )


class Lease:
    """The lease of this process on its shards, and its ear for other processes."""

    def __init__(self, address: str, shards: ShardRange, told: _Heard) -> None:
        self.owner: Final = secrets.token_hex(8)
        self._given = parameters(address, "postboard others")
        self._shards = shards
        self._told = told
        self._held_until = 0.0

    @classmethod
    @asynccontextmanager
    async def held(
        cls, address: str, shards: ShardRange, told: _Heard, lost: Callable[[], None]
    ) -> AsyncGenerator["Lease"]:
        """Hold shards for the block. Wait a while if another process holds them.

        `lost` is called once nothing renews the lease. Raises ShardsTaken, or StoreError if the
        server can't be reached all that time, or passes no notifications between processes.
        """

        def ended(listening: asyncio.Task[None]) -> None:
            if listening.cancelled():
                return
            if failure := listening.exception():
                _log.error("Lost contact with other processes", exc_info=failure)
            lost()

        lease = cls(address, shards, told)
        await lease._take()
        listening = asyncio.create_task(lease._listen(), name="other processes")
        listening.add_done_callback(ended)
        try:
            yield lease
        finally:
            listening.cancel()
            await asyncio.wait([listening])
            with suppress(psycopg.Error):
                async with await lease._connected() as connection:
                    await lease._give_back(connection)

    @property
    def holds(self) -> bool:
        """True while no other process can have taken the shards, even if this one was frozen."""
        return asyncio.get_running_loop().time() < self._held_until

    async def _connected(self) -> _Connection:
        return await psycopg.AsyncConnection.connect(**self._given, autocommit=True)

    async def _take(self) -> None:
        """Take the shards once they are free. The server may restart meanwhile."""
        loop = asyncio.get_running_loop()
        give_up = loop.time() + PATIENCE
        while True:
            try:
                async with await self._connected() as connection:
                    hindrance = await self._taken(connection)
                    if hindrance is None:
                        await self._require_heard(connection)
                        return
                failure: Exception = ShardsTaken(hindrance)
            except psycopg.Error as error:
                failure = as_ours(error)
            if loop.time() > give_up:
                raise failure
            await asyncio.sleep(_LOOK)

    async def _taken(self, connection: _Connection) -> str | None:
        """Take the shards, or return why not and what to do.

        Another process may hold one of them, or a command all. Processes that count shards
        differently divide the servers differently, so their shards overlap.
        """
        # From before the request, so that the lease never seems longer than it is.
        begun, shards = asyncio.get_running_loop().time(), self._shards
        async with connection.transaction():
            locked = await connection.execute("SELECT pg_try_advisory_xact_lock(%s)", (_LOCK,))
            if await locked.fetchone() == (False,):
                return (
                    "postboard check --repair or ratings --write is at work on this database. Start"
                    " the bot once that has ended."
                )
            # Its own lease is there if it has taken the shards without hearing of it. That of
            # others which no one takes goes on: after an outage of the server all have ended.
            await connection.execute(
                f"{_END} AND (shards <> %s OR first <= %s AND last >= %s) OR owner = %s",
                (shards.count, shards.last, shards.first, self.owner),
            )
            held = await connection.execute(
                f"{_HELD} WHERE shards <> %s OR first <= %s AND last >= %s ORDER BY first",
                (shards.count, shards.last, shards.first),
            )
            if rows := await held.fetchall():
                return (
                    f"Shards of this process are taken on its database: {_serving(rows)}. Stop"
                    " that, or set POSTBOARD_SHARDS so that each process has shards of its own, and"
                    " all the same last number."
                )
            await connection.execute(
                "INSERT INTO held_shards (owner, process, first, last, shards, until)"
                " VALUES (%s, %s, %s, %s, %s, clock_timestamp() + make_interval(secs => %s))",
                (
                    self.owner, f"process {os.getpid()} on {platform.node() or 'this machine'}",
                    shards.first, shards.last, shards.count, LEASE,
                ),
            )  # fmt: skip
        self._held_until = begun + LEASE
        return None

    async def _require_heard(self, connection: _Connection) -> None:
        """Listen, and notify this process over another connection.

        Raises Refused if the notification is lost. A pool that gives every transaction another
        connection drops it silently. This process would then trust leases and games that others
        have changed.
        """
        word = secrets.token_hex(8)
        await connection.execute("LISTEN postboard_start")
        async with await self._connected() as other:
            await other.execute("SELECT pg_notify('postboard_start', %s)", (word,))
        async for note in connection.notifies(timeout=_HEARS):
            if note.payload == word:
                return
        await self._give_back(connection)
        raise Refused(
            "a connection pool in transaction mode is in between (PgBouncer), which keeps"
            " processes from hearing of each other: use its session mode, or the direct address"
        )

    async def _listen(self) -> None:
        """Renew the lease and hear of changes, until another process has the shards.

        Whenever contact was lost, anything may have changed.
        """
        is_heard = True
        while True:
            try:
                async with await self._connected() as connection:
                    await connection.execute("LISTEN postboard_tables")
                    is_held = await self._renew(connection)
                    # Only once it listens, so that no change falls in between.
                    self._told(None, None)
                    if not is_heard:
                        _log.info("Contact with other processes is back")
                    is_heard = True
                    while is_held:
                        async for note in connection.notifies(timeout=RENEWED):
                            self._told(note.pid, _changed(note.payload))
                        is_held = await self._renew(connection)
                    return
            except psycopg.Error as failure:
                if is_heard:
                    _log.warning("No contact with other processes: %s", as_ours(failure))
                is_heard = False
            self._told(None, None)
            await asyncio.sleep(_LOOK)

    async def _renew(self, connection: _Connection) -> bool:
        """Renew the lease. Return False if another process has the shards by now."""
        begun = asyncio.get_running_loop().time()
        renewed = await connection.execute(
            "UPDATE held_shards SET until = clock_timestamp() + make_interval(secs => %s)"
            " WHERE owner = %s",
            (LEASE, self.owner),
        )
        if not renewed.rowcount:
            return False
        self._held_until = begun + LEASE
        return True

    async def _give_back(self, connection: _Connection) -> None:
        await connection.execute("DELETE FROM held_shards WHERE owner = %s", (self.owner,))


def _changed(payload: str) -> Changed | None:
    """Return what the trigger `tell_others` says, or None for a payload of another kind."""
    table_id, _, guild_id = payload.partition(":")
    try:
        return Changed(int(table_id), int(guild_id) if guild_id else None)
    except ValueError:
        _log.warning("Another program notified postboard_tables: %.40r", payload)
        return None

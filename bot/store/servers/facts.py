"""The stored facts about servers: settings, access, and the counts for a diagnosis."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.model.queues import OutboxItem
from bot.model.server import Club, ServerSettings, read_settings
from bot.store.queues.displays import ask_all
from bot.store.queues.queues import enqueue
from bot.store.servers.outages import OutageCause, OutageScope, begin_outage, end_outage
from bot.store.sql.database import Database, Transaction

__all__ = ["MOST_COUNTED", "ServerStore", "Work", "club_of", "keep_settings", "settings_in"]

_LATE: Final = 60
"""Seconds after which a timer that still waits is late."""
_TABLES: Final = 500
"""The most unfinished tables of a server whose channels are listed."""
MOST_COUNTED: Final = 250
"""The number at which the counts of waiting work end."""


@dataclass(frozen=True, slots=True)
class Work:
    """The work that is waiting, over all servers. Times are Unix seconds.

    Counts end at MOST_COUNTED, which stands for any larger number as well.
    """

    messages: int
    oldest_message: int | None
    parked: int
    engine_turns: int
    oldest_engine_turn: int | None
    late_timers: int
    set_apart: int
    size: int
    """The size of the database in bytes."""
    oldest_table: int | None = None
    """The moment at which the oldest table that is kept was opened."""


class ServerStore:
    """Servers, and their access."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def settings(self, guild_id: int) -> ServerSettings:
        """Return the settings of a server, or the defaults."""
        return await self._db.snapshot(lambda tx: settings_in(tx, guild_id))

    async def change_settings(
        self,
        guild_id: int,
        change: Callable[[ServerSettings], ServerSettings],
        now: int,
        row: OutboxItem | None = None,
    ) -> ServerSettings:
        """Change the settings of a server and return them. If `change` raises, nothing changes.

        `now` is in Unix seconds. `row` is enqueued if anything changes.
        """

        def write(tx: Transaction) -> ServerSettings:
            before = settings_in(tx, guild_id)
            after = change(before)
            for hook in tx.hooks.settings_changed:
                hook(tx, guild_id, before, after, now)
            keep_settings(tx, guild_id, after)
            if after.language != before.language:
                ask_all(tx, guild_id, now)
            if row is not None and after != before:
                enqueue(tx, row)
            return after

        return await self._db.transact(write)

    async def channels_with_games(self, guild_id: int) -> list[int]:
        """Return channels and threads of a server with unfinished tables: all, if there are few."""
        return await self._db.column(
            "SELECT DISTINCT channel_id FROM (SELECT channel_id FROM tables WHERE guild_id = ?"
            " AND status IN ('open', 'playing') LIMIT ?) AS found"
            " ORDER BY channel_id",
            guild_id, _TABLES,
        )  # fmt: skip

    async def games_running(self) -> dict[str, int]:
        """Count the games in progress by kind, in all places."""
        rows = await self._db.rows(
            "SELECT game, count(*) AS count FROM tables"
            " WHERE status = 'playing' AND set_apart IS NULL GROUP BY game"
        )
        return {row["game"]: row["count"] for row in rows}

    async def work(self, now: int) -> Work:
        """Return the work that is waiting at a time in Unix seconds."""
        row = await self._db.row(
            f"SELECT {_count('outbox WHERE parked = 0')} AS messages,"  # noqa: S608
            " (SELECT min(created_at) FROM outbox WHERE parked = 0) AS oldest_message,"
            f" {_count('outbox WHERE parked = 1')} AS parked,"
            f" {_count(_ENGINE_TURNS)} AS engine_turns,"
            f" (SELECT min(turn_since) FROM {_ENGINE_TURNS}) AS oldest_engine_turn,"
            f" {_count('timers WHERE due < ?')} AS late_timers,"
            f" {_count('tables WHERE set_apart IS NOT NULL')} AS set_apart,"
            " (SELECT opened_at FROM tables WHERE id = (SELECT min(id) FROM tables))"
            " AS oldest_table",
            now - _LATE,
        )
        assert row is not None, "counts have a row"
        counts = dict(zip(row.keys(), row, strict=True))
        return Work(**counts, size=await self._db.size())

    async def erase(self, guild_id: int) -> None:
        """Delete what is kept about a server: settings, ratings and their corrections.

        Its tables, logs and results stay, and what ends there from now on is rated from the start.
        """

        def write(tx: Transaction) -> None:
            tx.do(
                "DELETE FROM corrections WHERE sequence IN"
                " (SELECT sequence FROM results WHERE guild_id = ? AND why IS NULL)",
                guild_id,
            )
            for erased in tx.hooks.server_erased:
                erased(tx, guild_id)
            for kept in tx.hooks.all_kept:
                for column in kept.deleted_with.split():
                    tx.do(f"DELETE FROM {kept.table} WHERE {column} = ?", guild_id)  # noqa: S608
            tx.do(
                "INSERT INTO guilds (guild_id, rated_after)"
                " SELECT ?, coalesce(max(sequence), 0) FROM results",
                guild_id,
            )

        await self._db.transact(write)

    async def removed(self, guild_id: int, now: int) -> None:
        """Store that a server has removed the bot."""

        def write(tx: Transaction) -> None:
            tx.do(
                "INSERT INTO guilds (guild_id, removed_at) VALUES (?, ?)"
                " ON CONFLICT (guild_id) DO UPDATE SET removed_at = excluded.removed_at",
                guild_id, now,
            )  # fmt: skip
            begin_outage(tx, now, OutageScope.SERVER, guild_id, OutageCause.REMOVED)

        await self._db.transact(write)

    async def unavailable(self, guild_id: int, now: int) -> None:
        """Store that Discord can't reach a server."""
        scope, cause = OutageScope.SERVER, OutageCause.UNAVAILABLE
        await self._db.transact(lambda tx: begin_outage(tx, now, scope, guild_id, cause))

    async def there(self, guild_id: int, now: int) -> None:
        """Store that a server has the bot and can be reached.

        It may have taken the bot back while no process was running.
        """

        def write(tx: Transaction) -> None:
            sql = (
                "UPDATE guilds SET removed_at = NULL WHERE guild_id = ? AND removed_at IS NOT NULL"
            )
            tx.do(sql, guild_id)
            end_outage(tx, now, OutageScope.SERVER, guild_id)

        await self._db.transact(write)

    async def lost_before(
        self, removed_before: int, last: tuple[int, int], limit: int
    ) -> list[tuple[int, int]]:
        """Return servers that removed the bot before this time, with the times.

        They are ordered by it: the first `limit` after the `last` one known.
        """
        rows = await self._db.rows(
            "SELECT removed_at, guild_id FROM guilds WHERE removed_at < ?"
            " AND removed_at IS NOT NULL AND (removed_at, guild_id) > (?, ?)"
            " ORDER BY removed_at, guild_id LIMIT ?",
            removed_before, *last, limit,
        )  # fmt: skip
        return [(row["removed_at"], row["guild_id"]) for row in rows]

    async def known_after(self, after: int, limit: int) -> list[tuple[int, bool]]:
        """Return this process's servers that have anything stored, by number.

        They are the first `limit` above `after`, with whether they removed the bot.
        """

        def read(tx: Transaction) -> list[tuple[int, bool]]:
            kept = {"tables", *(each.table for each in tx.hooks.all_kept if each.deleted_with)}
            found, last = list[tuple[int, bool]](), after
            while len(found) < limit:
                following = [_following(tx, table, last) for table in kept]
                if not (known := [each for each in following if each is not None]):
                    break
                last = min(known)
                if self._db.shards is None or last in self._db.shards:
                    found.append((last, _is_removed(tx, last)))
            return found

        return await self._db.snapshot(read)

    async def unfinished_in(self, guild_id: int, limit: int) -> list[int]:
        """Return up to `limit` tables of a server that wait or play."""
        return await self._db.column(
            "SELECT id FROM tables WHERE guild_id = ? AND status IN ('offered', 'open', 'playing')"
            " LIMIT ?",
            guild_id, limit,
        )  # fmt: skip


def _following(tx: Transaction, table: str, after: int) -> int | None:
    """Return the next server after this one in a table."""
    sql = f"SELECT min(guild_id) AS next FROM {table} WHERE guild_id > ?"  # noqa: S608
    found: int | None = tx.do(sql, after)[0]["next"]
    return found


def _is_removed(tx: Transaction, guild_id: int) -> bool:
    sql = "SELECT 1 FROM guilds WHERE guild_id = ? AND removed_at IS NOT NULL"
    return bool(tx.do(sql, guild_id))


_ENGINE_TURNS: Final = "tables WHERE due_kind = 'engine' AND status = 'playing'"


def _count(what: str) -> str:
    return f"(SELECT count(*) FROM (SELECT 1 FROM {what} LIMIT {MOST_COUNTED}) AS found)"  # noqa: S608


def settings_in(tx: Transaction, guild_id: int) -> ServerSettings:
    """Return the settings of a server, or the defaults."""
    found = tx.do("SELECT settings FROM guilds WHERE guild_id = ?", guild_id)
    return read_settings(found[0]["settings"]) if found else ServerSettings()


def club_of(tx: Transaction, guild_id: int) -> Club | None:
    """Return a server's settings for its club, or None if the server is gone."""
    rows = tx.do("SELECT settings FROM guilds WHERE guild_id = ? AND removed_at IS NULL", guild_id)
    return read_settings(rows[0]["settings"]).club if rows else None


def keep_settings(tx: Transaction, guild_id: int, settings: ServerSettings) -> None:
    """Store the settings of a server."""
    tx.do(
        "INSERT INTO guilds (guild_id, settings) VALUES (?, ?)"
        " ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings",
        guild_id, settings.text,
    )  # fmt: skip

"""Conditions under which stored work is that of one process, where several share a database.

A table belongs to the process that serves the shard of its server, and what belongs to no server
to that of shard 0. It alone carries out timers, sends messages and lets engines move there.
"""

from typing import Final

from bot.model.shards import Share

__all__ = ["TIMER", "and_mine", "message"]

_NUMBER: Final = "CAST(trim(dedupe, 'abcdefghijklmnopqrstuvwxyz_:') AS BIGINT)"
TIMER: Final = (
    "CASE WHEN table_id IS NOT NULL"  # noqa: S608
    " THEN (SELECT guild_id FROM tables WHERE tables.id = table_id)"
    f" WHEN dedupe LIKE 'event:%' THEN (SELECT guild_id FROM events WHERE events.id = {_NUMBER})"
    " WHEN dedupe LIKE 'solvers:%'"
    f" THEN (SELECT guild_id FROM puzzles WHERE puzzles.id = {_NUMBER})"
    " WHEN dedupe LIKE 'club:%' OR dedupe LIKE 'puzzle:%' OR dedupe LIKE 'puzzle_search:%'"
    f" THEN {_NUMBER} END"
)
"""The server of a timer."""


def message(row: str = "outbox") -> str:
    """Return the server of a row of the outbox, under the name that it has in a statement.

    A row that names neither a server nor a table is about the tables of its channel, or for a
    person.
    """
    by_table = f"SELECT guild_id FROM tables WHERE tables.id = {row}.table_id"  # noqa: S608
    by_channel = f"SELECT guild_id FROM tables WHERE tables.channel_id = {row}.channel_id LIMIT 1"  # noqa: S608
    return f"coalesce({row}.guild_id, ({by_table}), ({by_channel}))"


def and_mine(share: Share | None, guild: str) -> str:
    """Return the further condition that a process with a share serves a server.

    `guild` is an expression; None is a process that serves all.
    """
    if share is None or share.is_whole:
        return ""
    return (
        f" AND (coalesce({guild}, 0) >> 22) % {share.count} BETWEEN {share.first} AND {share.last}"
    )

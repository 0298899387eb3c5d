"""Conditions under which stored work is that of one process, where several share a database.

A table belongs to the process that serves the shard of its server, and what belongs to no server
to that of shard 0. It alone carries out timers, sends messages and lets engines move there.
"""

from bot.model.shards import ShardRange

__all__ = ["and_mine"]


def and_mine(shards: ShardRange | None, guild: str = "guild_id") -> str:
    """Return the further condition that a process with these shards serves a server.

    `guild` is an expression; None is a process that serves all.
    """
    if shards is None or shards.is_whole:
        return ""
    return (
        f" AND (coalesce({guild}, 0) >> 22) % {shards.count}"
        f" BETWEEN {shards.first} AND {shards.last}"
    )

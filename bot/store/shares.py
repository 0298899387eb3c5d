"""Conditions under which stored work is that of one process, where several share a database.

A table belongs to the process that serves the shard of its server, and what belongs to no server
to that of shard 0. It alone carries out timers, sends messages and lets engines move there.
"""

from bot.model.shards import Share

__all__ = ["and_mine"]


def and_mine(share: Share | None, guild: str = "guild_id") -> str:
    """Return the further condition that a process with a share serves a server.

    `guild` is an expression; None is a process that serves all.
    """
    if share is None or share.is_whole:
        return ""
    return (
        f" AND (coalesce({guild}, 0) >> 22) % {share.count} BETWEEN {share.first} AND {share.last}"
    )

"""A move, and the memory of a server, in processes with many servers and several connections.

Each server is described with as many channels and roles as is usual where people play. The bots
take turns at moves in one run; each is a process of its own.
"""

import asyncio
import tempfile
from collections.abc import Generator
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Final

from bench.arena import Bot, at_tables, compete, opened, random_games, spread, weighed
from bench.table import Row, scaled
from loopback import Loopback, SessionLimits, wire
from loopback.model.people import Guild
from loopback.payload import Payload
from loopback.wire.guilds import LARGE
from loopback.world.state import World
from rules.registry import find

__all__ = ["measure"]

_GAME: Final = "czech"
_SIZES: Final = ((1, 2_000), (4, 10_000), (16, 40_000))
"""Connections to Discord, and the servers that share them."""
_CHANNELS: Final = 40
_ROLES: Final = 25
_MOST: Final = 5_000
"""Servers of one connection; Discord's limit is 2,500, and they don't share them evenly here."""
_MOVES: Final = 20


def measure(seconds: float, size: float = 1) -> list[Row]:
    """Measure for about this many seconds, after the starts, and return the rows."""
    with _furnished():
        return asyncio.run(_measure(seconds, size))


async def _measure(seconds: float, size: float) -> list[Row]:
    games = cycle(random_games(find(_GAME), scaled(50, size), 20))
    beside = scaled(len(_SIZES) - 1, size)
    sizes = [(shards, scaled(servers, size)) for shards, servers in _SIZES[: 1 + beside]]
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="shards-")))
        bots, memory = list[Bot](), list[float]()
        for shards, servers in sizes:
            file, prepare = folder / f"{shards}.sqlite3", partial(_populate, shards, servers)
            bots.append(
                await stack.enter_async_context(
                    opened("bench.solo", file, at_tables(_GAME, games), 1, prepare=prepare)
                )
            )
            memory.append((await weighed(bots[-1])).private / 1000)
        slices = await compete(bots, 1, scaled(_MOVES, size), seconds)
    (_, least), *_ = sizes
    rows = list[Row]()
    for (shards, servers), ours, taken in zip(sizes[1:], slices[1:], memory[1:], strict=True):
        note = f"{shards} shards, {servers:,} servers"
        cost, one = (1e3 * median(each.cpu_of_move for each in n) for n in (ours, slices[0]))
        pairs = zip(slices[0], ours, strict=True)
        ratio = spread(a.cpu_of_move / b.cpu_of_move for a, b in pairs)
        yardstick = f"1 shard, {least:,} servers: {one:.2f} ms CPU"
        rows.append(Row("typed move", f"{cost:.2f} ms CPU", yardstick, ratio.middle, note))
        each = (taken - memory[0]) / (servers - least)
        rows.append(Row("memory of a server", f"{each:.1f} kB", "40 kB", 40 / each, note))
    return rows


def _populate(shards: int, servers: int, server: Loopback) -> None:
    server.gateway.limits = SessionLimits(shards, most_guilds=_MOST, max_concurrency=shards)
    for number in range(servers - 1):
        server.world.add_guild(f"Club {number}")


@contextmanager
def _furnished() -> Generator[None]:
    """Let every server be described with its many channels and roles."""
    bare = wire.guild_create

    def furnished(
        world: World, what: Guild, *, presences: bool = False, large_threshold: int = LARGE
    ) -> Payload:
        written = bare(world, what, presences=presences, large_threshold=large_threshold)
        channels, roles = list(written["channels"]), list(written["roles"])
        channels += (_channel(what, number) for number in range(len(channels), _CHANNELS))
        roles += (_role(roles[0], what, number) for number in range(len(roles), _ROLES))
        return {**written, "channels": channels, "roles": roles}

    wire.guild_create = furnished
    try:
        yield
    finally:
        wire.guild_create = bare


def _channel(guild: Guild, number: int) -> Payload:
    return {
        "id": str(guild.id + 1000 + number), "type": 0, "guild_id": str(guild.id),
        "name": f"channel {number}", "position": number, "parent_id": None, "topic": None,
        "nsfw": False, "last_message_id": None, "rate_limit_per_user": 0, "flags": 0,
        "permission_overwrites": [
            {"id": str(guild.id), "type": 0, "allow": "0", "deny": "1024"},
            {"id": str(guild.id + 1), "type": 0, "allow": "1024", "deny": "0"},
        ],
    }  # fmt: skip


def _role(like: Payload, guild: Guild, number: int) -> Payload:
    return {**like, "id": str(guild.id + number), "name": f"role {number}", "position": number}

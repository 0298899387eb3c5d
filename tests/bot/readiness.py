"""The beginning of a connection: discord.py waits no longer than until all servers are there."""

from collections.abc import Callable, Iterable
from functools import partial

import discord
from discord.state import AutoShardedConnectionState

from bot.interactions.client import Postboard

__all__ = ["ready_at_once"]


def ready_at_once(bot: Postboard, there: Callable[[], Iterable[int]]) -> None:
    """Let a shard be ready once it has heard of every server of its that is there.

    discord.py cannot know that it has, and waits until it has heard of none for 2 seconds.
    """
    state = bot._connection  # pyright: ignore[reportPrivateUsage]
    state._delay_shard_ready = partial(_once_all_are_there, state, there)  # type: ignore[method-assign]  # pyright: ignore[reportPrivateUsage]


async def _once_all_are_there(
    state: AutoShardedConnectionState[discord.Client],
    there: Callable[[], Iterable[int]],
    shard_id: int,
) -> None:
    awaited = {each for each in there() if (each >> 22) % (state.shard_count or 1) == shard_id}
    queue = state._ready_states[shard_id]  # pyright: ignore[reportPrivateUsage]
    while awaited:
        guild = await queue.get()
        awaited.remove(guild.id)
        state.dispatch("guild_available", guild)
    del state._ready_states[shard_id]  # pyright: ignore[reportPrivateUsage]
    state.dispatch("shard_ready", shard_id)

"""Discord with more servers than one connection carries."""

from itertools import count

from loopback import Loopback
from loopback.model.people import Guild

__all__ = ["channel_of", "guild_in"]


def channel_of(shard: int) -> str:
    """Return the name of the channel of a server in a shard."""
    return f"shard-{shard}"


def guild_in(server: Loopback, shard: int, shards: int) -> Guild:
    """Add a server that belongs to a shard, with everybody and a channel."""
    world = server.world
    people = [user for user in world.users.values() if not user.bot]
    for number in count():
        guild = world.add_guild(f"Club {shard}.{number}", *people)
        if guild.id // 2**22 % shards == shard:
            world.add_channel(guild, channel_of(shard))
            return guild
        del world.guilds[guild.id]
    raise AssertionError("unreachable")

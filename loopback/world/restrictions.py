"""Slow mode and AutoMod: what keeps people, and sometimes bots, from writing."""

from loopback.model.channels import Channel
from loopback.model.permissions import Permission
from loopback.world.state import World


def slow_for(world: World, channel: Channel, user_id: int) -> float:
    """Return the seconds until a user may act in a channel again; 0 if they may do so now.

    Since 2026-02-23 only BYPASS_SLOWMODE exempts from slow mode. Commands and presses count as
    messages do (discord-api-docs issue 6465), also those that only the user sees.
    """
    if not channel.slowmode or user_id not in channel.acted:
        return 0.0
    if Permission.BYPASS_SLOWMODE in world.permissions(user_id, channel):
        return 0.0
    return max(0.0, channel.acted[user_id] + channel.slowmode - world.clock.now())


def note_act(world: World, channel: Channel, user_id: int) -> None:
    """Note that a user wrote or used something in a channel with slow mode."""
    if channel.slowmode:
        channel.acted[user_id] = world.clock.now()


def is_blocked(world: World, channel: Channel, user_id: int, text: str) -> bool:
    """Return whether a server's AutoMod blocks a text; it spares those with MANAGE_GUILD."""
    guild = world.guild_of(channel)
    if guild is None or not guild.blocked_words:
        return False
    if Permission.MANAGE_GUILD in world.permissions(user_id, channel):
        return False
    words = text.casefold()
    return any(each.casefold() in words for each in guild.blocked_words)

"""Reactions to messages."""

from collections.abc import Mapping
from dataclasses import replace

from loopback.errors import ApiError, ErrorCode
from loopback.model.messages import Message
from loopback.model.people import User
from loopback.world.feed import ReactionChanged, ReactionsCleared
from loopback.world.state import World

MOST_EMOJIS = 20


def check(emoji: str) -> None:
    """Raise ApiError 10014 for what is no emoji of Unicode; this server has no others."""
    if not emoji or all(each.isalnum() or each in ":_" for each in emoji):
        raise ApiError(ErrorCode.UNKNOWN_EMOJI)


def add(world: World, message: Message, emoji: str, user: User) -> None:
    """Let a user react; ApiError 10014, or 30010 for the twenty-first emoji."""
    check(emoji)
    users = message.reactions.get(emoji, ())
    if user.id in users:
        return
    if not users and len(message.reactions) >= MOST_EMOJIS:
        raise ApiError(ErrorCode.TOO_MANY_REACTIONS)
    changed = _store(world, message, {**message.reactions, emoji: (*users, user.id)})
    world.feed.publish(ReactionChanged(changed, emoji, user, added=True))


def remove(world: World, message: Message, emoji: str, user: User) -> None:
    """Take a user's reaction back; do nothing if there is none."""
    users = message.reactions.get(emoji, ())
    if user.id in users:
        left = tuple(each for each in users if each != user.id)
        changed = _store(world, message, {**message.reactions, emoji: left})
        world.feed.publish(ReactionChanged(changed, emoji, user, added=False))


def clear(world: World, message: Message, emoji: str | None = None) -> None:
    """Remove the reactions with one emoji, or all."""
    left = {each: users for each, users in message.reactions.items() if emoji not in (None, each)}
    if len(left) < len(message.reactions):
        world.feed.publish(ReactionsCleared(_store(world, message, left), emoji))


def _store(world: World, message: Message, reactions: Mapping[str, tuple[int, ...]]) -> Message:
    kept = {emoji: users for emoji, users in reactions.items() if users}
    changed = world.messages[message.id] = replace(message, reactions=kept)
    return changed

"""Reactions to messages (reference, "Message Resource")."""

from loopback import wire
from loopback.errors import ApiError, ErrorCode
from loopback.model.messages import Message
from loopback.model.permissions import Permission
from loopback.payload import Payload
from loopback.rest.call import Call, Route
from loopback.world import reactions


def _message(call: Call, *needed: Permission) -> Message:
    channel = call.channel(*needed)
    if channel.thread is not None and channel.thread.archived:
        raise ApiError(ErrorCode.ARCHIVED_THREAD)
    return call.message(channel)


def _emoji(call: Call) -> str:
    emoji = call.request.match_info["emoji"]
    reactions.check(emoji)
    return emoji


async def add(call: Call) -> None:
    """Let the bot react; the first one with an emoji needs ADD_REACTIONS."""
    message, emoji = _message(call, Permission.READ_MESSAGE_HISTORY), _emoji(call)
    if emoji not in message.reactions:
        call.need(call.world.channels[message.channel_id], Permission.ADD_REACTIONS)
    reactions.add(call.world, message, emoji, call.world.bot)


async def remove_own(call: Call) -> None:
    """Take the bot's reaction back."""
    message, emoji = _message(call), _emoji(call)
    reactions.remove(call.world, message, emoji, call.world.bot)


async def remove(call: Call) -> None:
    """Remove a person's reaction."""
    message, emoji = _message(call, Permission.MANAGE_MESSAGES), _emoji(call)
    reactions.remove(call.world, message, emoji, call.user())


async def users(call: Call) -> list[Payload]:
    """Return who reacted with an emoji, by id, in pages."""
    message, emoji = _message(call, Permission.READ_MESSAGE_HISTORY), _emoji(call)
    limit, after = call.limit(100, default=25), call.query_id("after") or 0
    found = sorted(each for each in message.reactions.get(emoji, ()) if each > after)
    return [wire.user_of_rest(call.world.users[each]) for each in found[:limit]]


async def clear(call: Call) -> None:
    """Remove all reactions."""
    reactions.clear(call.world, _message(call, Permission.MANAGE_MESSAGES))


async def clear_emoji(call: Call) -> None:
    """Remove the reactions with one emoji."""
    message, emoji = _message(call, Permission.MANAGE_MESSAGES), _emoji(call)
    reactions.clear(call.world, message, emoji)


_ALL = "/channels/{channel}/messages/{message}/reactions"
_ONE = _ALL + "/{emoji}"

ROUTES = tuple(
    Route(method, path, handler, ("channel",))
    for method, path, handler in (
        ("PUT", _ONE + "/@me", add),
        ("DELETE", _ONE + "/@me", remove_own),
        ("DELETE", _ONE + "/{user}", remove),
        ("GET", _ONE, users),
        ("DELETE", _ONE, clear_emoji),
        ("DELETE", _ALL, clear),
    )
)

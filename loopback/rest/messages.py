"""Messages that the bot sends to channels by their ids."""

from dataclasses import replace

from loopback import wire
from loopback.errors import ApiError, ErrorCode
from loopback.interactions.responses import check_edit, check_new
from loopback.model.channels import WITHOUT_MESSAGES, Channel, ChannelType
from loopback.model.messages import Message, MessageFlag, MessageType
from loopback.model.permissions import Permission
from loopback.payload import Payload, as_payload, snowflake
from loopback.rest.call import Call, Route, messages
from loopback.snowflake import created
from loopback.validation.form import REPEATED, Form
from loopback.validation.messages import flags_of
from loopback.world import posting
from loopback.world.archiving import is_locked_for
from loopback.world.feed import PinsChanged, Typing

# Discord says only "the past few minutes" (resources/message.mdx).
NONCE_SECONDS = 300.0
# The age in error 30046 ("JSON error codes"); how many edits are too many isn't published.
OLD_AFTER_SECONDS = 3600.0
MOST_PINS = 250
BULK_SECONDS = 14 * 24 * 3600.0
"""The age of the oldest messages that are deleted together."""

_MAY_SET = (
    MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
)


async def send(call: Call) -> Payload:
    """Send a message. With `enforce_nonce` a repeated nonce returns the first message."""
    channel = call.channel()
    _check_may_send(call, channel)
    call.keep_pace(channel)
    body = await call.body()
    nonce = _enforced_nonce(body)
    if nonce is not None:
        first = _sent_before(call, nonce)
        if first is not None:
            return wire.message(call.world, call.world.messages.get(first.id, first))
    flags = flags_of(body, _MAY_SET)
    check_new(Form(), body, call.files, flags)
    if call.files:
        call.need(channel, Permission.ATTACH_FILES)
    if body.get("embeds"):
        call.need(channel, Permission.EMBED_LINKS)
    reply_to = _replied(call, channel, body)
    message = posting.post(
        call.world,
        channel,
        call.world.bot,
        body,
        call.files,
        flags=flags,
        type=MessageType.DEFAULT if reply_to is None else MessageType.REPLY,
        reply_to=reply_to,
    )
    if nonce is not None:
        call.platform.nonces[nonce] = message
    return wire.message(call.world, message)


def _check_may_send(call: Call, channel: Channel) -> None:
    """Raise ApiError 50013, 160005 (a locked thread), 50008 (a forum) or 50007 (closed DMs)."""
    if channel.type is ChannelType.DM:
        person = next(each for each in channel.recipient_ids if each != call.world.bot.id)
        if not call.world.users[person].accepts_dms:
            raise ApiError(ErrorCode.CLOSED_DMS)
        return
    if not call.world.may_send(call.world.bot.id, channel):
        raise ApiError(ErrorCode.MISSING_PERMISSIONS)
    if channel.type in WITHOUT_MESSAGES:
        raise ApiError(ErrorCode.NON_TEXT_CHANNEL)
    if is_locked_for(call.world, channel, call.world.bot.id):
        raise ApiError(ErrorCode.LOCKED_THREAD)


def _enforced_nonce(body: Payload) -> str | None:
    nonce = body.get("nonce")
    return str(nonce) if nonce is not None and body.get("enforce_nonce") else None


def _sent_before(call: Call, nonce: str) -> Message | None:
    """Return the message of this nonce, which holds for its author in every channel."""
    nonces = call.platform.nonces
    oldest = call.platform.clock.now() - NONCE_SECONDS
    while nonces and next(iter(nonces.values())).created < oldest:
        del nonces[next(iter(nonces))]
    return nonces.get(nonce)


def _replied(call: Call, channel: Channel, body: Payload) -> int | None:
    reference = as_payload(body.get("message_reference"))
    wanted = snowflake(reference.get("message_id"))
    if wanted is None:
        return None
    message = call.world.messages.get(wanted)
    if message is not None and message.channel_id == channel.id and message.audience is None:
        call.need(channel, Permission.READ_MESSAGE_HISTORY)
        return wanted
    if reference.get("fail_if_not_exists", True):
        place = Form(("message_reference",))
        raise place.refusal("REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    return None


async def fetch_all(call: Call) -> list[Payload]:
    """Return up to 100 messages, newest first; nothing without READ_MESSAGE_HISTORY."""
    channel = call.channel()
    limit = call.limit(100, default=50)
    granted = call.world.permissions(call.world.bot.id, channel)
    if Permission.READ_MESSAGE_HISTORY not in granted:
        return []
    found = [
        each for each in call.world.history(channel, call.world.bot.id) if each.audience is None
    ]
    after, before, around = (call.query_id(each) for each in ("after", "before", "around"))
    if after is not None:
        chosen = [each for each in found if each.id > after][:limit]
    elif around is not None:
        near = sorted(found, key=lambda each: abs(each.id - around))[:limit]
        chosen = sorted(near, key=lambda each: each.id)
    else:
        chosen = [each for each in found if before is None or each.id < before][-limit:]
    return [wire.message(call.world, each) for each in reversed(chosen)]


async def fetch(call: Call) -> Payload:
    """Return one message."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    return wire.message(call.world, call.message(channel))


async def edit(call: Call) -> Payload:
    """Edit one of the bot's messages; ApiError 30046 for too many edits of old ones."""
    channel = call.channel()
    body = await call.body()
    message = call.message(channel)
    if message.author is not call.world.bot:
        raise ApiError(ErrorCode.NOT_THE_AUTHOR)
    if is_locked_for(call.world, channel, call.world.bot.id):
        raise ApiError(ErrorCode.LOCKED_THREAD)
    if channel.thread is not None and channel.thread.archived:
        raise ApiError(ErrorCode.ARCHIVED_THREAD)
    if call.files:
        call.need(channel, Permission.ATTACH_FILES)
    check_edit(Form(), message, body, call.files)
    if call.platform.clock.now() - message.created > OLD_AFTER_SECONDS:
        window = call.platform.limits.old_edits
        standing = call.platform.ratelimiter.take(f"old edits {channel.id}", window)
        if not standing.allowed:
            raise ApiError(ErrorCode.TOO_MANY_OLD_EDITS, retry_after=standing.resets_after)
    return wire.message(call.world, posting.edit(call.world, message, body, call.files))


async def delete(call: Call) -> None:
    """Delete a message of the bot, or any with MANAGE_MESSAGES.

    That is possible in an archived thread, too, unless it is locked (topics/threads.mdx).
    """
    channel = call.channel()
    message = call.message(channel)
    archived = channel.thread is not None and channel.thread.archived
    if archived and is_locked_for(call.world, channel, call.world.bot.id):
        raise ApiError(ErrorCode.LOCKED_THREAD)
    if message.author is not call.world.bot:
        call.need(channel, Permission.MANAGE_MESSAGES)
    posting.delete(call.world, message)


async def type_in(call: Call) -> None:
    """Show that the bot is typing."""
    channel = call.channel()
    _check_may_send(call, channel)
    call.platform.feed.publish(Typing(channel, call.world.bot))


async def pins(call: Call) -> list[Payload]:
    """Return the pinned messages, the latest pin first."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    found = [call.world.messages[each] for each in reversed(channel.pinned_ids)]
    return [wire.message(call.world, each) for each in found]


async def pin_page(call: Call) -> Payload:
    """Return the pinned messages, in the form of the newer route."""
    found = await pins(call)
    items = [{"pinned_at": each["timestamp"], "message": each} for each in found]
    return {"items": items, "has_more": False}


async def pin(call: Call) -> None:
    """Pin a message."""
    _set_pin(call, pinned=True)


async def unpin(call: Call) -> None:
    """Unpin a message."""
    _set_pin(call, pinned=False)


def _set_pin(call: Call, *, pinned: bool) -> None:
    channel = call.channel()
    call.need(channel, Permission.PIN_MESSAGES)
    message = call.message(channel)
    if message.pinned == pinned:
        return
    if not pinned:
        channel.pinned_ids.remove(message.id)
    elif len(channel.pinned_ids) >= MOST_PINS:
        raise ApiError(ErrorCode.TOO_MANY_PINS)
    else:
        channel.pinned_ids.append(message.id)
        channel.last_pin = call.platform.clock.now()
    posting.store(call.world, replace(message, pinned=pinned))
    call.platform.feed.publish(PinsChanged(channel))


async def delete_many(call: Call) -> None:
    """Delete 2 to 100 messages of a channel; ApiError 50034 if one is older than two weeks."""
    channel = call.channel(Permission.MANAGE_MESSAGES)
    form, body = Form(), await call.body()
    wanted, place = form.ids(body, "messages"), form.at("messages")
    if not place.is_wrong and not 2 <= len(wanted) <= 100:
        place.bad_length(2, 100)
    if len(set(wanted)) < len(wanted):
        place.wrong(*REPEATED)
    form.finish()
    oldest = call.platform.clock.now() - BULK_SECONDS
    if any(created(each) < oldest for each in wanted):
        raise ApiError(ErrorCode.TOO_OLD_FOR_BULK)
    found = [call.world.messages.get(each) for each in wanted]
    posting.delete_all(
        call.world,
        channel,
        [each for each in found if each and each.channel_id == channel.id and not each.audience],
    )


_ALL = "/channels/{channel}/messages"
_ONE = "/channels/{channel}/messages/{message}"
_MAJOR = ("channel",)

ROUTES = (
    Route("POST", _ALL, send, _MAJOR, window=messages),
    Route("GET", _ALL, fetch_all, _MAJOR),
    Route("POST", _ALL + "/bulk-delete", delete_many, _MAJOR),
    Route("GET", _ALL + "/pins", pin_page, _MAJOR),
    Route("PUT", _ALL + "/pins/{message}", pin, _MAJOR),
    Route("DELETE", _ALL + "/pins/{message}", unpin, _MAJOR),
    Route("GET", _ONE, fetch, _MAJOR),
    Route("PATCH", _ONE, edit, _MAJOR, window=messages),
    Route("DELETE", _ONE, delete, _MAJOR),
    Route("POST", "/channels/{channel}/typing", type_in, _MAJOR),
    Route("GET", "/channels/{channel}/pins", pins, _MAJOR),
    Route("PUT", "/channels/{channel}/pins/{message}", pin, _MAJOR),
    Route("DELETE", "/channels/{channel}/pins/{message}", unpin, _MAJOR),
)

"""Posting, editing and deleting messages, once that is allowed."""

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from loopback.errors import ApiError, ErrorCode
from loopback.model.channels import MOST_IN_THREAD, Channel
from loopback.model.components import ComponentType, parse, walk
from loopback.model.messages import Attachment, Message, MessageFlag, MessageType, Source
from loopback.model.people import User
from loopback.model.permissions import Permission
from loopback.payload import Payload, as_payloads, snowflake
from loopback.validation.messages import Upload
from loopback.world import archiving, defaults, mentions
from loopback.world.feed import (
    ChannelChanged,
    MessageDeleted,
    MessageEdited,
    MessagePosted,
    MessagesDeleted,
    ThreadMembersChanged,
)
from loopback.world.restrictions import is_blocked
from loopback.world.state import World

Uploads = Mapping[int, Upload]

_UNMARKED = frozenset({"components", "allowed_mentions", "flags", "tts"})
"""The fields that do not mark a message as edited. discord.py sends the last two with every
edit."""
_PNG = b"\x89PNG\r\n\x1a\n"
_CONTENT_TYPES = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "txt": "text/plain; charset=utf-8",
    "json": "application/json; charset=utf-8",
}


def post(
    world: World,
    channel: Channel,
    author: User,
    body: Payload,
    files: Uploads,
    *,
    type: int = MessageType.DEFAULT,  # noqa: A002 - Discord's word
    flags: MessageFlag = MessageFlag(0),  # noqa: B008 - an IntFlag is immutable
    audience: int | None = None,
    source: Source | None = None,
    through_webhook: bool = False,
    reply_to: int | None = None,
    thread_id: int | None = None,
    webhook_id: int | None = None,
) -> Message:
    """Put a new message into a channel, ping the users that it names, and publish it.

    ApiError 200000 if AutoMod blocks it; it lets pass what one person sees.
    """
    raw_components = defaults.components(world.ids, body.get("components"))
    replied = world.messages.get(reply_to) if reply_to and not through_webhook else None
    text = _written(body.get("content"), raw_components, flags)
    if audience is None and is_blocked(world, channel, author.id, text):
        raise ApiError(ErrorCode.BLOCKED_MESSAGE)
    found = mentions.find(
        world,
        channel,
        author.id,
        text,
        body.get("allowed_mentions"),
        replied_to=replied.author.id if replied else None,
    )
    silent = MessageFlag.SUPPRESS_NOTIFICATIONS in flags
    notified = frozenset[int]() if silent else found.notified
    if audience is not None:
        notified &= {audience}
    nonce = body.get("nonce")
    message = Message(
        id=world.ids.next(),
        channel_id=channel.id,
        author=author,
        content=body.get("content") or "",
        type=type,
        flags=flags,
        attachments=_attachments(world, body, files, ()),
        embeds=defaults.embeds(world.ids, body.get("embeds")),
        raw_components=raw_components,
        mentions=found.users,
        mention_roles=found.roles,
        mention_everyone=found.everyone,
        pings=notified,
        nonce=None if nonce is None else str(nonce),
        audience=audience,
        source=source,
        application_id=world.application_id if through_webhook else None,
        through_webhook=through_webhook,
        reply_to=reply_to,
        thread_id=thread_id,
        webhook_id=webhook_id,
        tts=bool(body.get("tts")),
    )
    _put(world, channel, message)
    if not through_webhook and webhook_id is None:
        _join_thread(world, message, [author.id])
    _join_thread(world, message, found.users)
    return message


HISTORY = 5000
"""The number of messages that a channel keeps; pictures of hours of load fill the memory."""


def _put(world: World, channel: Channel, message: Message) -> None:
    if len(channel.message_ids) >= HISTORY:
        del world.messages[channel.message_ids.pop(0)]
    world.messages[message.id] = message
    channel.message_ids.append(message.id)
    if message.audience is None:
        channel.last_message_id = message.id
        if channel.thread is not None:
            channel.thread.sent += 1
            _revive(world, channel)
            archiving.note_activity(world, channel)
    world.feed.publish(MessagePosted(message))


def _join_thread(world: World, message: Message, user_ids: Iterable[int]) -> None:
    """Add the author or those mentioned to the message's thread, if they see its channel.

    An edit adds people too, without a ping; a message that one person sees adds no one
    (discord-api-docs issue 5295). People whom a private thread isn't open to are added by those
    whom it lets invite, or who have MANAGE_THREADS.
    """
    channel = world.channels[message.channel_id]
    if channel.thread is None or channel.parent_id is None or message.audience is not None:
        return
    parent, author = world.channels[channel.parent_id], message.author.id
    invites = (
        channel.thread.invitable
        or author == channel.thread.owner_id
        or Permission.MANAGE_THREADS in world.permissions(author, channel)
    )
    added = [
        user_id
        for user_id in user_ids
        if user_id not in channel.thread.member_ids
        and (invites or user_id == author)
        and world.may_see(user_id, parent)
    ][: MOST_IN_THREAD - len(channel.thread.member_ids)]
    if added:
        channel.thread.member_ids.update(added)
        world.feed.publish(ThreadMembersChanged(channel, added=tuple(added)))
        world.feed.publish(ChannelChanged(channel))


def _revive(world: World, channel: Channel) -> None:
    """Unarchive a thread, as a message in it does (reference, "Threads")."""
    if channel.thread is not None and channel.thread.archived:
        archiving.set_archived(world, channel, archived=False)
        world.feed.publish(ChannelChanged(channel))


def merged(message: Message, body: Payload) -> Payload:
    """Return the parts of a message after an edit, for checking."""
    return {
        "content": message.content,
        "embeds": list(message.embeds),
        "components": list(message.raw_components),
    } | {key: body[key] for key in ("content", "embeds", "components") if key in body}


def edit(world: World, message: Message, body: Payload, files: Uploads) -> Message:
    """Change the fields in `body`; highlights follow the text, but an edit pings no one.

    A loading message becomes a sent one and does not count as edited. Neither does an edit of
    components alone (discord-api-docs issue 3134). ApiError 200000 if AutoMod blocks it.
    """
    channel = world.channels[message.channel_id]
    flags = message.flags & ~MessageFlag.LOADING
    if isinstance(body.get("flags"), int):
        settable = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.COMPONENTS_V2
        flags = (flags & ~MessageFlag.SUPPRESS_EMBEDS) | (MessageFlag(body["flags"]) & settable)
    whole = merged(message, body)
    raw_components = (
        defaults.components(world.ids, body["components"])
        if "components" in body
        else message.raw_components
    )
    author_id, text = message.author.id, _written(whole["content"], raw_components, flags)
    if message.audience is None and is_blocked(world, channel, author_id, text):
        raise ApiError(ErrorCode.BLOCKED_MESSAGE)
    found = mentions.find(world, channel, author_id, text, body.get("allowed_mentions"))
    now = world.clock.now()
    changed = replace(
        message,
        content=whole["content"] or "",
        embeds=defaults.embeds(world.ids, body["embeds"]) if "embeds" in body else message.embeds,
        raw_components=raw_components,
        attachments=_attachments(world, body, files, message.attachments),
        flags=flags,
        mentions=found.users,
        mention_roles=found.roles,
        mention_everyone=found.everyone,
        edited=message.edited if message.loading or set(body) <= _UNMARKED else now,
    )
    store(world, changed)
    _join_thread(world, changed, found.users)
    return changed


def store(world: World, message: Message) -> None:
    """Replace the message of the same id with this one, and publish that."""
    world.messages[message.id] = message
    world.feed.publish(MessageEdited(message))


def delete_all(world: World, channel: Channel, messages: Sequence[Message]) -> None:
    """Delete several messages of a channel at once."""
    for message in messages:
        delete(world, message, with_others=True)
    if messages:
        ids = tuple(each.id for each in messages)
        world.feed.publish(MessagesDeleted(channel, ids))


def delete(world: World, message: Message, *, with_others: bool = False) -> None:
    """Delete a message, alone or as one of several."""
    channel = world.channels[message.channel_id]
    del world.messages[message.id]
    channel.message_ids.remove(message.id)
    if message.id in channel.pinned_ids:
        channel.pinned_ids.remove(message.id)
    world.feed.publish(MessageDeleted(message, with_others))


def _written(content: str | None, raw_components: tuple[Payload, ...], flags: MessageFlag) -> str:
    """Return the text in which mentions count: text displays if there is no content."""
    if MessageFlag.COMPONENTS_V2 not in flags:
        return content or ""
    shown = walk(parse(raw_components))
    return "\n".join(each.content for each in shown if each.kind is ComponentType.TEXT_DISPLAY)


def _attachments(
    world: World, body: Payload, files: Uploads, kept: tuple[Attachment, ...]
) -> tuple[Attachment, ...]:
    """Return the files after a request: the old ones in its list, or all without one, then new.

    Files not listed in `attachments` are removed by an edit (reference, "Editing Message
    Attachments").
    """
    listed = {snowflake(each.get("id")): each for each in as_payloads(body.get("attachments"))}
    staying = [each for each in kept if "attachments" not in body or each.id in listed]
    described = [
        replace(each, description=listed.get(each.id, {}).get("description", each.description))
        for each in staying
    ]
    new = [_attachment(world, files[index], listed.get(index, {})) for index in sorted(files)]
    return (*described, *new)


def _attachment(world: World, upload: Upload, listed: Payload) -> Attachment:
    filename = str(listed.get("filename") or upload.filename)
    content_type = _CONTENT_TYPES.get(filename.rpartition(".")[2].lower(), upload.content_type)
    width = height = None
    if upload.content.startswith(_PNG) and len(upload.content) >= 24:
        width, height = struct.unpack(">II", upload.content[16:24])
    description = listed.get("description")
    return Attachment(
        world.ids.next(), filename, content_type, upload.content, description, width, height
    )

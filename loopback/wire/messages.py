"""Messages in Discord's JSON."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from loopback.model.messages import Message, MessageFlag, MessageType, Source
from loopback.model.people import User
from loopback.payload import Payload, as_payload, timestamp
from loopback.wire.attachments import attachment, attachment_url, with_urls
from loopback.wire.channels import channel
from loopback.wire.people import member, user, user_of_rest
from loopback.world.state import World

_Users: TypeAlias = Callable[[User], Payload]
"""A writer of the users of a message."""


def message(world: World, what: Message) -> Payload:
    """Write a message as REST gives it."""
    return _message(world, what, user_of_rest)


def message_of_interaction(world: World, what: Message) -> Payload:
    """Write a message as interactions have it."""
    return _message(world, what, user)


def message_event(world: World, what: Message) -> Payload:
    """Write a message as the gateway sends it, with the guild and its members."""
    written = _message(world, what, user)
    place = world.channels[what.channel_id]
    written["channel_type"] = int(place.type)
    if place.guild_id is None:
        return written
    written["guild_id"] = str(place.guild_id)
    members = world.guilds[place.guild_id].members
    author = members.get(what.author.id)
    if author is not None:
        written["member"] = member(author)
    for mention in written["mentions"]:
        named = members.get(int(mention["id"]))
        if named is not None:
            mention["member"] = member(named)
    return written


def _message(world: World, what: Message, users: _Users) -> Payload:
    written: Payload = {
        "id": str(what.id),
        "channel_id": str(what.channel_id),
        "type": what.type,
        "author": users(what.author),
        "content": what.content,
        "timestamp": timestamp(what.created),
        "edited_timestamp": None if what.edited is None else timestamp(what.edited),
        "tts": what.tts,
        "pinned": what.pinned,
        "flags": int(what.flags),
        "mention_everyone": what.mention_everyone,
        "mentions": [users(world.users[each]) for each in what.mentions],
        "mention_roles": [str(each) for each in what.mention_roles],
        "attachments": [
            attachment(world, what.channel_id, each, ephemeral=what.ephemeral)
            for each in what.attachments
        ],
        "embeds": _resolved(world, what, what.embeds),
        "components": (
            _resolved(world, what, what.raw_components)
            if MessageFlag.COMPONENTS_V2 in what.flags
            else list(what.raw_components)
        ),
    }
    if what.reactions:
        written["reactions"] = [
            _reaction(emoji, users, world.bot.id) for emoji, users in what.reactions.items()
        ]
    if what.nonce is not None:
        written["nonce"] = what.nonce
    if what.application_id is not None:
        written["application_id"] = str(what.application_id)
    if what.webhook_id is not None:
        written["webhook_id"] = str(what.webhook_id)
    elif what.through_webhook:
        written["webhook_id"] = str(what.application_id)
    _write_origin(world, what, written, users)
    thread = world.channels.get(what.thread_id or 0)
    if thread is not None and what.type == MessageType.THREAD_CREATED:
        reference = {"type": 0, "channel_id": str(thread.id), "guild_id": str(thread.guild_id)}
        written["message_reference"] = reference
    elif thread is not None:
        written["thread"] = channel(world, thread)
    return written


def _reaction(emoji: str, by: tuple[int, ...], bot_id: int) -> Payload:
    return {
        "emoji": {"id": None, "name": emoji},
        "count": len(by),
        "count_details": {"burst": 0, "normal": len(by)},
        "burst_colors": [],
        "me_burst": False,
        "me": bot_id in by,
    }


def _resolved(world: World, what: Message, parts: tuple[Payload, ...]) -> list[Payload]:
    """Replace `attachment://name` with addresses, as Discord does when it shows a message."""
    if not what.attachments or not parts:
        return list(parts)
    urls = {
        f"attachment://{each.filename}": attachment_url(world, what.channel_id, each)
        for each in what.attachments
    }
    return [as_payload(with_urls(part, urls)) for part in parts]


def _write_origin(world: World, what: Message, written: Payload, users: _Users) -> None:
    if what.source is not None:
        source = what.source
        written["interaction_metadata"] = _metadata(world, source, users)
        if source.name is not None:
            written["interaction"] = {
                "id": str(source.interaction_id),
                "type": source.kind,
                "name": source.name,
                "user": users(world.users[source.user_id]),
            }
    if what.reply_to is not None:
        place = world.channels[what.channel_id]
        reference = {
            "type": 0,
            "message_id": str(what.reply_to),
            "channel_id": str(what.channel_id),
        }
        if place.guild_id is not None:
            reference["guild_id"] = str(place.guild_id)
        written["message_reference"] = reference
        original = world.messages.get(what.reply_to)
        if what.type == MessageType.REPLY and original is None:
            written["referenced_message"] = None
        elif original is not None and original.audience is None:
            written["referenced_message"] = _without_references(world, original, users)


def _metadata(world: World, source: Source, users: _Users) -> Payload:
    written: Payload = {
        "id": str(source.interaction_id),
        "type": source.kind,
        "user": users(world.users[source.user_id]),
        "authorizing_integration_owners": dict(source.owners),
    }
    if source.message_id is not None:
        written["interacted_message_id"] = str(source.message_id)
    if source.target_user_id is not None:
        written["target_user"] = users(world.users[source.target_user_id])
    if source.target_message_id is not None:
        written["target_message_id"] = str(source.target_message_id)
    if source.opened_by is not None:
        written["triggering_interaction_metadata"] = _metadata(world, source.opened_by, users)
    return written


def _without_references(world: World, what: Message, users: _Users) -> Payload:
    written = _message(world, replace(what, reply_to=None), users)
    written.pop("thread", None)
    return written

"""The world in Discord's JSON."""

from loopback.wire.attachments import (
    attachment,
    attachment_path,
    attachment_url,
    signature,
    with_urls,
)
from loopback.wire.channels import channel, thread_member
from loopback.wire.guilds import guild, guild_create, partial_guild
from loopback.wire.messages import message, message_event, message_of_interaction
from loopback.wire.people import (
    member,
    member_of_guild,
    member_of_rest,
    member_with_user,
    own_user,
    role,
    role_of_rest,
    user,
    user_of_rest,
)

__all__ = [
    "attachment",
    "attachment_path",
    "attachment_url",
    "channel",
    "guild",
    "guild_create",
    "member",
    "member_of_guild",
    "member_of_rest",
    "member_with_user",
    "message",
    "message_event",
    "message_of_interaction",
    "own_user",
    "partial_guild",
    "role",
    "role_of_rest",
    "signature",
    "thread_member",
    "user",
    "user_of_rest",
    "with_urls",
]

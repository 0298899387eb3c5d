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
from loopback.wire.messages import message
from loopback.wire.people import member, role, user

__all__ = [
    "attachment",
    "attachment_path",
    "attachment_url",
    "channel",
    "guild",
    "guild_create",
    "member",
    "message",
    "partial_guild",
    "role",
    "signature",
    "thread_member",
    "user",
    "with_urls",
]

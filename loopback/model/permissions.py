"""Discord's permission bits, and the sum of those that a member has in a channel."""

from enum import IntFlag
from typing import Final

from loopback.model.channels import Channel, Overwrite
from loopback.model.people import Guild


class Permission(IntFlag):
    """The bits that this server knows (Discord reference, "Permissions")."""

    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    SEND_POLLS = 1 << 49
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51
    BYPASS_SLOWMODE = 1 << 52


ALL: Final = Permission((1 << 53) - 1)
NONE: Final = Permission(0)

EVERYONE: Final = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.ADD_REACTIONS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.USE_EXTERNAL_APPS
)
"""The permissions of everyone in a new guild."""

DIRECT: Final = EVERYONE | Permission.MENTION_EVERYONE
"""The permissions of everyone in a private channel."""

BOARDS: Final = Permission(309_237_746_688)
"""The permissions of a bot that posts pictures in channels and threads."""

_RIDES_ON_MESSAGES = int(
    Permission.EMBED_LINKS | Permission.ATTACH_FILES | Permission.MENTION_EVERYONE
)
_WRITES = int(Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS)
OF_THE_SILENT: Final = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY
"""The permissions that a time-out leaves (guild.mdx, "Guild Member Object")."""

_ADMINISTRATOR = int(Permission.ADMINISTRATOR)
_VIEW = int(Permission.VIEW_CHANNEL)

# Below, sums are made of plain integers: those of IntFlag are a hundred times slower, and every
# interaction asks several times.


def in_guild(guild: Guild, user_id: int) -> int:
    """Return the permissions of a member in a guild, before the overwrites of channels."""
    if user_id == guild.owner_id:
        return int(ALL)
    granted = int(guild.roles[guild.id].permissions)
    member = guild.members.get(user_id)
    for role_id in member.role_ids if member else ():
        granted |= int(guild.roles[role_id].permissions)
    return int(ALL) if granted & _ADMINISTRATOR else granted


def in_channel(guild: Guild, channel: Channel, user_id: int) -> Permission:
    """Return the permissions of a member in a channel; for a thread, pass its parent.

    Order of overwrites: everyone, the member's roles together, the member (reference,
    "Permission Overwrites"). Without VIEW_CHANNEL nothing is left, and without a right to write
    nothing that belongs to a message.
    """
    granted = in_guild(guild, user_id)
    member = guild.members.get(user_id)
    if granted == ALL:
        return ALL
    if member is None:
        return NONE
    if channel.overwrites:
        granted = _overwritten(granted, [channel.overwrites.get(guild.id)])
        granted = _overwritten(granted, [channel.overwrites.get(each) for each in member.role_ids])
        granted = _overwritten(granted, [channel.overwrites.get(user_id)])
    if not granted & _VIEW:
        return NONE
    return Permission(granted if granted & _WRITES else granted & ~_RIDES_ON_MESSAGES)


def _overwritten(granted: int, overwrites: list[Overwrite | None]) -> int:
    deny = allow = 0
    for overwrite in overwrites:
        if overwrite is not None:
            deny |= int(overwrite.deny)
            allow |= int(overwrite.allow)
    return (granted & ~deny) | allow

"""Channels, threads and direct messages."""

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from loopback.clock import Alarm


class ChannelType(IntEnum):
    """Discord's numbers for the kinds of channel that this server has."""

    TEXT = 0
    DM = 1
    VOICE = 2
    GROUP_DM = 3
    CATEGORY = 4
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    STAGE = 13
    FORUM = 15
    MEDIA = 16


WITH_POSTS: Final = frozenset({ChannelType.FORUM, ChannelType.MEDIA})
"""Channels whose messages are all in threads, which are called posts."""
WITHOUT_MESSAGES: Final = WITH_POSTS | {ChannelType.CATEGORY}
"""Channels to which no one writes."""
WITH_VOICE: Final = frozenset({ChannelType.VOICE, ChannelType.STAGE})
"""Channels to speak in, whose chats have no threads."""

AUTO_ARCHIVE_MINUTES: Final = (60, 1440, 4320, 10080)
"""The times without activity after which a thread may be archived."""
MOST_IN_THREAD: Final = 1000
"""The people who can be members of one thread."""


@dataclass(slots=True, eq=False)
class Webhook:
    """A webhook of a channel: whoever has the token can write there under any name."""

    id: int
    token: str
    guild_id: int
    channel_id: int
    name: str
    creator_id: int


@dataclass(frozen=True, slots=True)
class Overwrite:
    """The permissions that a channel gives to and takes from a role, or a member (`person`)."""

    allow: int = 0
    deny: int = 0
    person: bool = False


@dataclass(slots=True, eq=False)
class ThreadState:
    """The fields that only threads have.

    `message_id`: the message the thread hangs on. `alarm`: archives it for inactivity.
    """

    owner_id: int
    created: float
    changed: float
    message_id: int | None = None
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    auto_archive_minutes: int = 1440
    member_ids: set[int] = field(default_factory=set[int])
    sent: int = 0
    alarm: Alarm | None = None


@dataclass(slots=True, eq=False)
class Channel:
    """A channel: `guild_id` is None and `recipient_ids` are set in private channels.

    `slowmode`: the seconds between two acts of one person. `slows_bots`: it holds for bots, too,
    which Discord's documents spare. `acted` has the times of people's last acts.
    `auto_archive_minutes`: after which its threads are archived that people open; None if it was
    never set. `bitrate` and `user_limit` are a voice channel's. `last_pin` is the time of the
    latest pin, in Unix seconds.
    """

    id: int
    type: ChannelType
    name: str
    guild_id: int | None = None
    parent_id: int | None = None
    topic: str = ""
    position: int = 0
    nsfw: bool = False
    auto_archive_minutes: int | None = None
    bitrate: int = 64_000
    user_limit: int = 0
    slowmode: int = 0
    slows_bots: bool = False
    acted: dict[int, float] = field(default_factory=dict[int, float])
    overwrites: dict[int, Overwrite] = field(default_factory=dict[int, Overwrite])
    recipient_ids: tuple[int, ...] = ()
    thread: ThreadState | None = None
    message_ids: list[int] = field(default_factory=list[int])
    pinned_ids: list[int] = field(default_factory=list[int])
    last_message_id: int | None = None
    last_pin: float | None = None

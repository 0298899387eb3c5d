"""Channels, threads and direct messages."""

from dataclasses import dataclass, field
from enum import IntEnum


class ChannelType(IntEnum):
    """Discord's numbers for the kinds of channel this server has."""

    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


@dataclass(frozen=True, slots=True)
class Overwrite:
    """What a channel adds to or takes from the permissions of a role or (`person`) a member."""

    allow: int = 0
    deny: int = 0
    person: bool = False


@dataclass(slots=True, eq=False)
class ThreadState:
    """What only threads have. `message_id`: the message the thread hangs on."""

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


@dataclass(slots=True, eq=False)
class Channel:
    """A channel: `guild_id` is None and `recipient_ids` are set in direct messages."""

    id: int
    type: ChannelType
    name: str
    guild_id: int | None = None
    parent_id: int | None = None
    topic: str = ""
    position: int = 0
    slowmode: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict[int, Overwrite])
    recipient_ids: tuple[int, ...] = ()
    thread: ThreadState | None = None
    message_ids: list[int] = field(default_factory=list[int])
    pinned_ids: list[int] = field(default_factory=list[int])
    last_message_id: int | None = None

"""Events of the world, and their listeners: the gateway and the chat page."""

from collections.abc import Callable
from dataclasses import dataclass

from loopback.model.channels import Channel
from loopback.model.messages import Message
from loopback.model.people import Guild, Member, Role, User


class Event:
    """Something that happened. Modules above the world define events of their own."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class MessagePosted(Event):
    """A message appeared."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessageEdited(Event):
    """A message changed; `message` is the new value."""

    message: Message


@dataclass(frozen=True, slots=True)
class ReactionChanged(Event):
    """A user reacted to a message (`added`) or took that back; `message` is the new value."""

    message: Message
    emoji: str
    user: User
    added: bool


@dataclass(frozen=True, slots=True)
class ReactionsCleared(Event):
    """The reactions of a message with one emoji, or (None) all are gone."""

    message: Message
    emoji: str | None


@dataclass(frozen=True, slots=True)
class MessageDeleted(Event):
    """A message is gone; `message` is its last value. `with_others`: one of several at once."""

    message: Message
    with_others: bool = False


@dataclass(frozen=True, slots=True)
class MessagesDeleted(Event):
    """Several messages of a channel are gone at once; each was published before, too."""

    channel: Channel
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PinsChanged(Event):
    """A message of a channel was pinned, or is no longer."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class WebhooksChanged(Event):
    """A channel's webhook was made, changed or deleted."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelOpened(Event):
    """A channel, a thread or direct messages appeared."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelChanged(Event):
    """A channel or thread changed."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelDeleted(Event):
    """A channel or thread is gone; `with_parent`: a thread that went with its channel."""

    channel: Channel
    with_parent: bool = False


@dataclass(frozen=True, slots=True)
class ThreadMembersChanged(Event):
    """Users joined or left a thread."""

    channel: Channel
    added: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BotJoined(Event):
    """The bot was added to a guild."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class BotLeft(Event):
    """The bot was removed from a guild."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class MemberJoined(Event):
    """A person joined a guild."""

    guild: Guild
    member: Member


@dataclass(frozen=True, slots=True)
class MemberChanged(Event):
    """A member's nickname, roles or time-out changed."""

    guild: Guild
    member: Member


@dataclass(frozen=True, slots=True)
class MemberLeft(Event):
    """A person left a guild, was kicked or banned."""

    guild: Guild
    user: User


@dataclass(frozen=True, slots=True)
class BanChanged(Event):
    """A person was banned from a guild, or is no longer."""

    guild: Guild
    user: User
    banned: bool


@dataclass(frozen=True, slots=True)
class RoleCreated(Event):
    """A guild has another role."""

    guild: Guild
    role: Role


@dataclass(frozen=True, slots=True)
class RoleChanged(Event):
    """A role's name or permissions changed."""

    guild: Guild
    role: Role


@dataclass(frozen=True, slots=True)
class RoleDeleted(Event):
    """A role is gone."""

    guild: Guild
    role: Role


@dataclass(frozen=True, slots=True)
class AvailabilityChanged(Event):
    """A guild became unavailable or available again."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class Typing(Event):
    """A person is typing."""

    channel: Channel
    user: User


class Feed:
    """A feed that passes every event to every listener, in order and at once."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[Event], None]] = []

    def listen(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Call `listener` with every event from now on; return a function that ends this."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def publish(self, event: Event) -> None:
        """Pass an event to every listener."""
        for listener in tuple(self._listeners):
            listener(event)

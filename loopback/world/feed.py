"""Events of the world, and their listeners: the gateway and the chat page."""

from collections.abc import Callable
from dataclasses import dataclass

from loopback.model.channels import Channel
from loopback.model.messages import Message
from loopback.model.people import Guild, User


class Event:
    """Something that happened. What the world does not know of has its event where it is made."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class MessagePosted(Event):
    """A message appeared."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessageEdited(Event):
    """A message changed; `message` is how it stands now."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessageDeleted(Event):
    """A message is gone; `message` is how it stood last."""

    message: Message


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
    """A channel or thread is gone; `with_parent`: a thread, with the channel that it was in."""

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
class AvailabilityChanged(Event):
    """A guild became unavailable or available again."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class Typing(Event):
    """Somebody types."""

    channel: Channel
    user: User


class Feed:
    """Hands every event to every listener, in order, at once."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[Event], None]] = []

    def listen(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Call `listener` with every event from now on; returns what ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, event: Event) -> None:
        """Tell everybody."""
        for listener in tuple(self._listeners):
            listener(event)

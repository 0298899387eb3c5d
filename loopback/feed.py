"""What happened, told to everybody who listens: the gateway and the desk."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from loopback.channels import Channel
from loopback.messages import Message
from loopback.people import User

if TYPE_CHECKING:
    from loopback.interactions import Interaction


@dataclass(frozen=True, slots=True)
class MessagePosted:
    """A message appeared."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessageEdited:
    """A message changed; `message` is how it stands now."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessageDeleted:
    """A message is gone; `message` is how it stood last."""

    message: Message


@dataclass(frozen=True, slots=True)
class ChannelOpened:
    """A channel, a thread or direct messages appeared."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelChanged:
    """A channel or thread changed."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelDeleted:
    """A channel or thread is gone."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ThreadMembersChanged:
    """Users joined or left a thread."""

    channel: Channel
    added: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Typing:
    """Somebody types."""

    channel: Channel
    user: User


@dataclass(frozen=True, slots=True)
class InteractionChanged:
    """An interaction began or its status changed."""

    interaction: "Interaction"


@dataclass(frozen=True, slots=True)
class CommandsChanged:
    """The bot has other commands now."""


@dataclass(frozen=True, slots=True)
class BotPresence:
    """The bot came or went."""

    online: bool


Event: TypeAlias = (
    MessagePosted
    | MessageEdited
    | MessageDeleted
    | ChannelOpened
    | ChannelChanged
    | ChannelDeleted
    | ThreadMembersChanged
    | Typing
    | InteractionChanged
    | CommandsChanged
    | BotPresence
)


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

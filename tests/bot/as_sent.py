"""Messages as they were sent, before anybody changed them."""

from weakref import WeakKeyDictionary

from loopback import Loopback, Message
from loopback.world.feed import Event, MessageEdited, MessagePosted

__all__ = ["as_sent", "record"]

_sent: WeakKeyDictionary[Loopback, dict[int, Message]] = WeakKeyDictionary()


def record(server: Loopback) -> None:
    """Remember every message from now on as it is when it is complete."""
    sent = _sent.setdefault(server, {})

    def listen(event: Event) -> None:
        if not isinstance(event, MessagePosted | MessageEdited):
            return
        message = event.message
        if message.id not in sent or sent[message.id].loading:
            sent[message.id] = message

    server.feed.listen(listen)


def as_sent(server: Loopback, message: Message) -> Message:
    """Return a message as it was sent."""
    return _sent[server][message.id]

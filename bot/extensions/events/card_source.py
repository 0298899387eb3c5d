"""The cards of events, among the messages that are kept up to date."""

from collections.abc import Callable

from bot.delivery.displays import Content
from bot.extensions.events.cards import card
from bot.extensions.events.store import EventStore
from bot.model.displays import Display

__all__ = ["EventCards"]


class EventCards:
    """Makes the cards of events."""

    def __init__(self, events: EventStore, now: Callable[[], float]) -> None:
        """Show events of a store; `now` returns Unix seconds."""
        self._events = events
        self._now = now

    async def content(self, display: Display) -> Content | None:
        """Return the card of an event as it is now; None if the event is gone."""
        event = await self._events.load(display.subject)
        return None if event is None else Content(card(event))

    async def gone(self, display: Display) -> None:
        """Have the card posted anew."""
        await self._events.card_lost(display.subject, int(self._now()))

    async def closed(self, display: Display) -> None:
        """Leave the card: an event goes on without it, and its channel may open again."""

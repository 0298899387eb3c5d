"""Work for events beside their timers: opening their games, and editing their cards."""

from collections.abc import Callable

import discord

from bot.delivery.displays import Displays
from bot.delivery.requests import GlobalLimit
from bot.extensions.events.acts import Events
from bot.extensions.events.card_source import EventCards
from bot.extensions.events.games import EventGames
from bot.extensions.events.values import EVENT_CARD
from bot.store.store import Store

__all__ = ["EventWork"]


class EventWork:
    """The games that are to be opened, and the cards."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        events: Events,
        now: Callable[[], float],
        *,
        displays: Displays,
        limit: GlobalLimit,
    ) -> None:
        """Work for the events of a store; `now` returns Unix seconds.

        Their cards are among the `displays`.
        """
        self.events = events
        self.games = EventGames(client, store, events, now, limit)
        displays.add(EVENT_CARD, EventCards(store.events, now))

    def start(self) -> None:
        """Do what is to be done, until stopped."""
        self.games.start()

    async def stop(self) -> None:
        """Do nothing more; what is left waits for the next start."""
        await self.games.stop()

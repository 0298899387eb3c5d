"""The order of arrival of interactions that may change a table."""

import asyncio
from weakref import WeakValueDictionary

from bot.delivery.answering.response import Response

__all__ = ["Arrivals"]


class Arrivals:
    """Lets the interactions of a channel be decided in the order in which they came.

    Some look up more than others before they ask for the table's lock. Without an order a second
    press could overtake the first, whose roll is by then known to anyone who reads the database.
    Taking its turn is the first thing that a handler awaits.
    """

    def __init__(self) -> None:
        self._lanes: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def take_turn(self, response: Response, channel_id: int | None = None) -> None:
        """Wait for earlier interactions of the channel; the next may go once this is decided.

        The channel is that of the interaction unless it is given.
        """
        place = channel_id or response.interaction.channel_id
        assert place is not None, "commands and components come from a channel"
        lane = self._lanes.setdefault(place, asyncio.Lock())
        await lane.acquire()
        response.when_decided(lane.release)

"""The interactions that a process answers: once, few at a time, in a channel in order."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Final
from weakref import WeakValueDictionary

from bot.delivery.answering.response import Response
from bot.model.table import Request

__all__ = ["Admission", "Arrivals", "Serving"]

_AT_ONCE: Final = 4
"""One for the event loop, one for the database's thread, and two whose pictures are drawn.

Moves that wait for the disk together share a commit, however few are admitted. Measured with 2, 4,
8 and 16, ten people at once: a move costs the same, and the loop's longest turn grows from 5 to 7,
8 and 10 ms.
"""
_LONGEST: Final = 0.5
"""Seconds after which the next is admitted: an interaction that waits doesn't need the loop."""


class Admission:
    """Admits few interactions at once, in order of arrival.

    The loop runs everything that is ready before it looks at anything else. If a hundred people
    press at the same moment and all are served a little in turn, everyone waits for all the others
    at every step, and so do heartbeats and deferrals.
    """

    def __init__(self, *, at_once: int = _AT_ONCE, longest: float = _LONGEST) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._longest = longest

    @asynccontextmanager
    async def admitted(self) -> AsyncGenerator[Callable[[], None]]:
        """Wait for a place and keep it for the block, or until the yielded function is called."""
        await self._places.acquire()
        is_left = False

        def leave() -> None:
            nonlocal is_left
            if not is_left:
                is_left = True
                self._places.release()

        alarm = asyncio.get_running_loop().call_later(self._longest, leave)
        try:
            yield leave
        finally:
            alarm.cancel()
            leave()


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

        The channel is the interaction's unless it is given.
        """
        place = channel_id or response.interaction.channel_id
        assert place is not None, "commands and components come from a channel"
        lane = self._lanes.setdefault(place, asyncio.Lock())
        await lane.acquire()
        response.when_decided(lane.release)


# Enough for the seconds within which Discord may deliver an interaction twice.
_REMEMBERED: Final = 1000


class Serving:
    """The interactions that are being answered, and those answered lately."""

    def __init__(self, arrived: Callable[[int], None]) -> None:
        """Answer nothing yet; `arrived` gets the numbers of interactions."""
        self._arrived = arrived
        self.admission = Admission()
        self.arrivals = Arrivals()
        self._delivered: OrderedDict[int, None] = OrderedDict()
        self._served: dict[str, Callable[[], None]] = {}
        """The interactions that are being answered, by number."""
        self._idle = asyncio.Event()
        self._idle.set()

    def is_new(self, interaction_id: int) -> bool:
        """Note an interaction. Return False if it was delivered before."""
        self._arrived(interaction_id)
        if interaction_id in self._delivered:
            return False
        self._delivered[interaction_id] = None
        if len(self._delivered) > _REMEMBERED:
            self._delivered.popitem(last=False)
        return True

    @contextmanager
    def answering(self, interaction_id: int, tell_waiting: Callable[[], None]) -> Generator[None]:
        """Count an interaction that is being answered.

        `tell_waiting` is called if its effect has to wait for the disk.
        """
        self._served[str(interaction_id)] = tell_waiting
        self._idle.clear()
        try:
            yield
        finally:
            self._served.pop(str(interaction_id), None)
            if not self._served:
                self._idle.set()

    def waits(self, request: Request) -> None:
        """Tell the person whose interaction makes this request that its effect waits."""
        if (tell := self._served.get(request.id)) is not None:
            tell()

    async def idle(self) -> None:
        """Wait until no interaction is being answered."""
        await self._idle.wait()

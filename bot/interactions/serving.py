"""The interactions that a process answers: each once, few at a time, a channel's in order."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

from bot.interactions.admission import Admission
from bot.interactions.arrivals import Arrivals
from bot.model.table import Request

__all__ = ["Serving"]

_REMEMBERED: Final = 1000


class Serving:
    """The interactions that are being answered, and those answered lately."""

    def __init__(self, arrived: Callable[[int], None]) -> None:
        """Answer nothing yet; `arrived` gets the number of each interaction."""
        self._arrived = arrived
        self.admission = Admission()
        self.arrivals = Arrivals()
        self._delivered: OrderedDict[int, None] = OrderedDict()
        self._served: dict[str, Callable[[], None]] = {}
        """The interactions that are being answered, by number."""
        self._idle = asyncio.Event()
        self._idle.set()

    def is_new(self, interaction_id: int) -> bool:
        """Note an interaction; return False if it was delivered before and is being answered."""
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

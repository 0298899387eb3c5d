"""Channels in which the bot may not write at present; no time runs out there."""

from collections.abc import Callable

from bot.store.queues.queues import Queues
from bot.store.servers.outages import (
    OutageCause,
    OutageScope,
    begin_outage,
    closed_channels,
    end_outage,
)

__all__ = ["ClosedChannels"]


class ClosedChannels:
    """The channels that refused a message and have taken none since. `now` returns Unix seconds."""

    def __init__(self, queues: Queues, now: Callable[[], float]) -> None:
        self._queues = queues
        self._now = now
        self._since: dict[int, int] = {}
        self._codes: dict[int, int] = {}

    async def load(self) -> None:
        """Load the channels that were closed when the last process ended."""
        self._since = await self._queues.transact(closed_channels)

    def refusal(self, channel_id: int) -> tuple[int, int | None] | None:
        """Return since when a channel refuses messages, and Discord's last code for that if known.

        None if it takes them.
        """
        since = self._since.get(channel_id)
        return None if since is None else (since, self._codes.get(channel_id))

    async def note(self, channel_id: int | None, since: int | None, code: int) -> None:
        """Note that a channel refused a message, for the first time at `since`, or now."""
        if channel_id is None:
            return
        self._codes[channel_id] = code
        if channel_id in self._since:
            return
        starts = self._since[channel_id] = int(self._now()) if since is None else since
        await self._queues.transact(
            lambda tx: begin_outage(tx, starts, OutageScope.CHANNEL, channel_id, OutageCause.CLOSED)
        )

    async def forget(self, channel_id: int | None) -> None:
        """Note that a channel has accepted a message."""
        if channel_id is None or channel_id not in self._since:
            return
        del self._since[channel_id]
        self._codes.pop(channel_id, None)
        ends = int(self._now())
        await self._queues.transact(
            lambda tx: end_outage(tx, ends, OutageScope.CHANNEL, channel_id, OutageCause.CLOSED)
        )

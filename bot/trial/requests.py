"""The requests of a trial, as the report shows them: by route, without anybody's number."""

from collections import Counter
from types import SimpleNamespace
from typing import Final

import aiohttp

from bot.delivery.discord_time import DiscordTime
from bot.delivery.requests import route_of

__all__ = ["Requests"]

_LIMITS: Final = ("X-RateLimit-Limit", "X-RateLimit-Reset-After")


class Requests:
    """The requests that were made, with their answers, and Discord's time."""

    def __init__(self) -> None:
        self.answers: Counter[tuple[str, int]] = Counter()
        """The number of answers to each request, by status."""
        self.limits: dict[str, tuple[int, float]] = {}
        """For each request the number that Discord allows, and the longest time in which."""
        self.discord_time = DiscordTime(lambda: 0.0)

    def trace(self) -> aiohttp.TraceConfig:
        """Return the `http_trace` of a client, which notes every answer."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._answered)
        return config

    async def _answered(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        ended: aiohttp.TraceRequestEndParams,
    ) -> None:
        headers = ended.response.headers
        request = f"{ended.method} {route_of(ended.url.path)}"
        self.answers[request, ended.response.status] += 1
        self.discord_time.note(headers)
        if all(name in headers for name in _LIMITS):
            allowed, after = (headers[name] for name in _LIMITS)
            _, longest = self.limits.get(request, (0, 0.0))
            self.limits[request] = int(allowed), max(longest, float(after))

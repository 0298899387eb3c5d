"""Requests to Discord that end in time, without harm to other requests.

discord.py answers a 429 by sleeping inside the request, and repeats it. Cancelling a request ends
that sleep and is harmless: buckets belong to one route of one channel. One case is different. A
429 that holds for the whole bot makes discord.py close a gate for all requests, which the sleeping
request opens again; cancelled, it would leave the gate closed for good. So such a request is left
alone until its sleep is over. No request can succeed meanwhile, so this delays no one. It lasts at
most 30 s: a client with `max_ratelimit_timeout` raises `discord.RateLimited` for anything longer.

discord.py also repeats requests by itself where the answer is an error of Discord's. Most of them
do no harm: first answers, edits, and messages with a nonce. A follow-up or a thread would be there
twice if the first one arrived, so it is not repeated, and who wants it finds out first.

Where several processes share a database, one that was frozen may wake in the middle of a request,
such as in that sleep. So it is decided as a request leaves whether it may still be made.
"""

import asyncio
import re
from collections.abc import Callable, Coroutine, Mapping
from types import SimpleNamespace
from typing import Any, Final, TypeVar

import aiohttp
import discord

from bot.delivery.discord_time import DiscordTime
from bot.model import metrics

__all__ = [
    "LONGEST_RATE_LIMIT",
    "LONGEST_REQUEST",
    "SEND_ERRORS",
    "GlobalLimit",
    "LostReply",
    "Pace",
    "Withheld",
    "bounded",
    "route_of",
    "trace",
]

T = TypeVar("T")

LONGEST_RATE_LIMIT: Final = 30.0
"""The most seconds that discord.py sleeps for a 429: the smallest value it accepts."""
LONGEST_REQUEST: Final = 10.0
"""The most seconds for a request on whose answer a person waits."""
SEND_ERRORS: Final = (
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)
"""The errors that a request to Discord can raise."""
_MARGIN: Final = 1.0
"""Seconds after the end of a global limit by which discord.py has opened its gate."""
_GLOBAL: Final = "X-RateLimit-Global"
_SCOPE: Final = "X-RateLimit-Scope"
_MADE_ANEW: Final = re.compile(r"/(?:webhooks/\d+/[^/]+|channels/\d+/threads)$")
"""The path of a POST that sends a follow-up or opens a thread, and another one if it is repeated.

It stands after the API's."""
_ANSWER: Final = re.compile(r"/api/v\d+/(interactions|webhooks)/")
"""The beginning of the path of a request that answers an interaction."""
_VERSION: Final = re.compile(r"^/api/v\d+")
_NUMBER: Final = re.compile(r"/\d+(?=/|$)")
_SECRET: Final = re.compile(r"^(/(?:webhooks|interactions)/:id)/[^/]+")
"""The token of an interaction, which stands after a number in a path."""


class LostReply(aiohttp.ClientError):
    """A follow-up or a thread may or may not be there; Discord's answer didn't say."""


class Withheld(aiohttp.ClientError):
    """A request wasn't made, because another process may make it by now."""


class Pace:
    """Lets a limited number of callers pass per second, in order of arrival."""

    def __init__(self, per_second: float) -> None:
        self._gap = 1 / per_second
        self._next = 0.0

    async def __call__(self) -> None:
        """Wait for one's turn."""
        now = asyncio.get_running_loop().time()
        turn = max(now, self._next)
        self._next = turn + self._gap
        if turn > now:
            await asyncio.sleep(turn - now)


class GlobalLimit:
    """Limits of Discord's on the bot as a whole: its pace, and rate limits (429) of many routes.

    Their state is read from Discord's answers, by each process for itself. The global limit holds
    for all requests. A limit with the scope `shared` holds for some that only Discord knows, such
    as the follow-ups in one channel.
    """

    def __init__(self, part: float = 1.0) -> None:
        """Know of no limit yet; `part` is this process's of what all processes may do."""
        self.part: Final = part
        self._until = 0.0
        self._shared_until = 0.0

    def pace(self, per_second: float) -> Pace:
        """Return this process's share of a pace that all processes keep together."""
        return Pace(per_second * self.part)

    def remaining(self) -> float:
        """Return the seconds until the global limit ends; 0 if there is none."""
        return max(0.0, self._until - asyncio.get_running_loop().time())

    @property
    def is_strained(self) -> bool:
        """True while such a limit lasts: what can be left undone is left undone."""
        return max(self._until, self._shared_until) > asyncio.get_running_loop().time()

    def note(self, status: int, headers: Mapping[str, str]) -> None:
        """Update the limits from an answer."""
        if status != 429:
            return
        seconds = min(float(headers.get("Retry-After", 0)), LONGEST_RATE_LIMIT)
        now = asyncio.get_running_loop().time()
        if _GLOBAL in headers:
            self._until = max(self._until, now + seconds + _MARGIN)
        elif headers.get(_SCOPE) == "shared":
            self._shared_until = max(self._shared_until, now + seconds)


def trace(
    limit: GlobalLimit, discord_time: DiscordTime, holds: Callable[[], bool]
) -> aiohttp.TraceConfig:
    """Return the `http_trace` for a client: limit and time are updated from every answer.

    Once this process no longer `holds` its shards, it may only read, and answer interactions.
    """

    async def started(
        _session: aiohttp.ClientSession,
        context: SimpleNamespace,
        starting: aiohttp.TraceRequestStartParams,
    ) -> None:
        context.asked = discord_time.reading()
        is_answer = _ANSWER.match(starting.url.path) is not None
        if starting.method != "GET" and not is_answer and not holds():
            raise Withheld("other processes may serve these shards by now")

    async def answered(
        _session: aiohttp.ClientSession,
        context: SimpleNamespace,
        ended: aiohttp.TraceRequestEndParams,
    ) -> None:
        response = ended.response
        discord_time.note(response.headers, context.asked)
        limit.note(response.status, response.headers)
        scope = response.headers.get(_SCOPE, "") if response.status == 429 else ""
        _count(ended.method, ended.url.path, str(response.status), scope)
        _require_reply(ended)

    config = aiohttp.TraceConfig()
    config.on_request_start.append(started)
    config.on_request_end.append(answered)
    config.on_request_exception.append(_tell_lost_reply)
    return config


def _count(method: str, path: str, status: str, scope: str) -> None:
    metrics.REQUESTS.labels(method, route_of(path), status, scope).inc()


def route_of(path: str) -> str:
    """Return the route of a request's path, without anyone's number or token."""
    return _SECRET.sub(r"\1/:token", _NUMBER.sub("/:id", _VERSION.sub("", path)))


def _require_reply(ended: aiohttp.TraceRequestEndParams) -> None:
    """Raise LostReply where discord.py would repeat a request and make something twice."""
    if ended.response.status >= 500 and _makes_anew(ended.method, ended.url.path):
        # discord.py never sees this response, so no one else gives its connection back.
        ended.response.close()
        route = route_of(ended.url.path)
        raise LostReply(f"POST {route} was answered with {ended.response.status}")


async def _tell_lost_reply(
    _session: aiohttp.ClientSession,
    _context: SimpleNamespace,
    failed: aiohttp.TraceRequestExceptionParams,
) -> None:
    """Raise LostReply if the connection broke: discord.py repeats after some of these errors."""
    _count(failed.method, failed.url.path, "none", "")
    broke = isinstance(failed.exception, (OSError, aiohttp.ClientConnectionError))
    if broke and _makes_anew(failed.method, failed.url.path):
        route = route_of(failed.url.path)
        raise LostReply(f"POST {route} ended in {failed.exception!r}") from failed.exception


def _makes_anew(method: str, path: str) -> bool:
    return method == "POST" and _MADE_ANEW.search(path) is not None


async def bounded(work: Coroutine[Any, Any, T], seconds: float, limit: GlobalLimit) -> T:
    """Return the result of requests that end within this many seconds.

    Raises TimeoutError if they don't, besides what they raise. Under a global limit they may take
    until its end.
    """
    loop, end = asyncio.get_running_loop(), asyncio.timeout(None)
    alarm: asyncio.TimerHandle | None = None

    def look_after(pause: float) -> None:
        nonlocal alarm
        alarm = loop.call_later(pause, end_unless_limited)

    def end_unless_limited() -> None:
        # A request cancelled now would leave discord.py's gate closed for all others.
        if rest := limit.remaining():
            look_after(rest)
        else:
            end.reschedule(loop.time())

    look_after(seconds)
    try:
        async with end:
            return await work
    except TimeoutError as late:
        if not end.expired():
            raise
        raise TimeoutError(f"no answer within {seconds:.0f} s") from late
    finally:
        if alarm:
            alarm.cancel()

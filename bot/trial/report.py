"""The report of a trial: Markdown without secrets, to attach to an issue."""

import platform
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from importlib.metadata import version
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

from bot.delivery.discord_time import DiscordTime
from bot.delivery.requests import route_of

__all__ = ["Finding", "Report", "Requests", "Result"]

_LIMITS: Final = ("X-RateLimit-Limit", "X-RateLimit-Reset-After")


class Requests:
    """Counts requests and their answers, and knows Discord's time."""

    def __init__(self) -> None:
        self.answers: Counter[tuple[str, int]] = Counter()
        """The number of answers, by request and status."""
        self.limits: dict[str, tuple[int, float]] = {}
        """Maps requests to Discord's limits: how many, in how many seconds at most."""
        self.discord_time = DiscordTime(lambda: 0.0)

    def trace(self) -> aiohttp.TraceConfig:
        """Return a client's `http_trace` that counts every answer."""
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


_NUMBER: Final = re.compile(r"\d{15,}")
"""Discord's ids of people, places and messages."""


class Finding(StrEnum):
    """The outcome of a check."""

    SAME = "as assumed"
    DIFFERENT = "DIFFERENT"
    UNKNOWN = "not tried"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a check."""

    title: str
    assumed: str
    finding: Finding
    found: str

    @property
    def line(self) -> str:
        """The result in a line."""
        return f"{self.finding.value:<11} {self.title}: {self.found}"


class Report:
    """The findings of a trial. The text never contains the `token`."""

    def __init__(self, token: str, requests: Requests) -> None:
        self.results: list[Result] = []
        self.answers: list[tuple[str, str]] = []
        """Questions, with the host's answers."""
        self.left_over: list[str] = []
        """Things that couldn't be deleted, in words."""
        self._token = token
        self._requests = requests

    @property
    def differs(self) -> bool:
        """True if Discord does something else than the bot assumes."""
        return any(each.finding is Finding.DIFFERENT for each in self.results)

    def text(self, now: int) -> str:
        """Return the report, made at a time in Unix seconds."""
        written = "\n".join([*self._lines(now), ""]).replace(self._token, "…")
        return _NUMBER.sub("…", written)

    def _lines(self, now: int) -> Iterator[str]:
        yield f"# Trial of Postboard {version('postboard')} on Discord"
        yield ""
        yield (
            f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d %H:%M} UTC, discord.py"
            f" {discord.__version__}, Python {platform.python_version()}, {platform.system()}"
        )
        yield from ("", "| check | assumed | | found |", "|---|---|---|---|")
        for each in self.results:
            yield f"| {each.title} | {each.assumed} | {each.finding.value} | {each.found} |"
        if self.answers:
            yield from ("", "## Answers", "")
            for question, answer in self.answers:
                yield f"- {question} **{answer}**"
        yield from (
            "",
            "## Requests",
            "",
            "| request | status | times | limit |",
            "|---|---|---|---|",
        )
        for (request, status), times in sorted(self._requests.answers.items()):
            allowed, seconds = self._requests.limits.get(request, (0, 0.0))
            limit = f"{allowed} in {seconds:g} s" if allowed else ""
            yield f"| {request} | {status} | {times} | {limit} |"
        yield from ("", f"Left over: {'; '.join(self.left_over) or 'nothing'}.")

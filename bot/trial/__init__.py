"""`postboard trial CHANNEL`: tests in a private channel what the bot assumes about Discord.

It makes requests alone, so the bot can run in the meantime. Its posts are deleted at the end.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import aiohttp
import discord

from bot.trial.checks import CHECKS, tried
from bot.trial.place import TrialError, opened
from bot.trial.questions import QUESTIONS
from bot.trial.report import Report, Requests

__all__ = ["Report", "TrialError", "run_trial"]


async def run_trial(
    token: str,
    channel_id: int,
    *,
    tell: Callable[[str], None],
    ask: Callable[[str], str | None] | None,
    connector: aiohttp.BaseConnector | None = None,
    proxy: Mapping[str, Any] = MappingProxyType({}),
) -> Report:
    """Run all checks in a channel, ask the host about the rest, clean up, and report.

    `tell` gets a line after every check. `ask` returns the answer to a question, or None without
    one; if it is None, nothing is asked. `proxy` holds discord.py's options for an HTTP proxy.
    Raises TrialError for a channel that can't be used, and discord.py's errors if Discord can't be
    reached or refuses the token.
    """
    requests = Requests()
    async with discord.Client(
        intents=discord.Intents.none(),
        connector=connector,
        **proxy,
        http_trace=requests.trace(),
    ) as client:
        await client.login(token)
        report = Report(token, requests)
        async with opened(client, channel_id, requests) as place:
            for check in CHECKS:
                result = await tried(check, place)
                report.results.append(result)
                tell(result.line)
            for question in QUESTIONS if ask is not None else ():
                assert ask is not None
                report.answers.append((question.text, await question.answered(place, ask)))
        report.left_over = place.left_over
    return report

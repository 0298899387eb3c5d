"""The questions of a trial: what only a person who looks at Discord can tell."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import discord

from bot.delivery.background.owner import owner_of
from bot.trial.checks import board
from bot.trial.place import Place

__all__ = ["PAUSE", "QUESTIONS", "Question"]

_LONGEST: Final = 200
"""Characters kept of an answer."""
PAUSE: Final = 15.0
"""Seconds for the host to lock the phone."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and what is posted before it is asked."""

    text: str
    before: Callable[[Place], Awaitable[None]] | None = None

    async def answered(self, place: Place, ask: Callable[[str], str | None]) -> str:
        """Post what belongs to the question, ask it, and return the answer in one line."""
        if self.before is not None:
            await self.before(place)
        answer = await asyncio.to_thread(ask, self.text)
        return " ".join((answer or "").split())[:_LONGEST] or "not answered"


async def _board(place: Place) -> None:
    await place.show(await board("**Look at this board.**"))


async def _pings(place: Place) -> None:
    """Name the owner twice, first silently."""
    owner = await owner_of(place.client)
    await place.post(f"Lock your phone. In {PAUSE:g} seconds, two messages will ping you.")
    await asyncio.sleep(PAUSE)
    await place.post(f"<@{owner}> This one is silent.")
    await place.post(f"<@{owner}> It's your turn.", pings=discord.Object(owner))


QUESTIONS: Final = (
    Question(
        "Look at the newest board on a phone. Can you read the labels at its edge without"
        " zooming in?",
        _board,
    ),
    Question("On a computer, how much of the messages' width does the board take?"),
    Question("Is the message “Only its button was removed.” marked as edited?"),
    Question("Are the threads in your list of channels, and did one of them notify you?"),
    Question(
        "You were pinged twice. What did your locked phone show: nothing, the first, the second,"
        " or both? In which words?",
        _pings,
    ),
)
"""Five questions to the host."""

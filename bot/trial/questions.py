"""The questions of a trial: what only somebody who looks at Discord can tell."""

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
"""Characters of an answer that are kept."""
PAUSE: Final = 15.0
"""Seconds in which the host locks the phone."""


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
    await place.post(f"Lock your phone: in {PAUSE:g} seconds two messages name you.")
    await asyncio.sleep(PAUSE)
    await place.post(f"<@{owner}> This one is silent.")
    await place.post(f"<@{owner}> It's your turn.", pings=discord.Object(owner))


QUESTIONS: Final = (
    Question(
        "Look at the newest board on a phone. Can you read the labels at its edge without zooming?",
        _board,
    ),
    Question("And on a computer: how much of the width of the messages does the board take?"),
    Question("Is the message “Only its button was removed.” marked as edited?"),
    Question("Do you see the threads in the list of channels, and did one of them notify you?"),
    Question(
        "Your phone was named twice. What did it show, while locked: nothing, the first, the"
        " second, both? With which words?",
        _pings,
    ),
)
"""Five questions to the host."""

"""Answers to draw offers and take-back requests."""

from collections.abc import Callable

from bot.delivery.response import Response
from bot.interactions import publish
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.messages.message import Message
from bot.model.errors import TableError
from rules.core import Seat
from rules.match import Match

__all__: list[str] = []


@component("agree")
async def _agree(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await _answer(bot, response, event, Match.accept)


@component("refuse")
async def _refuse(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await _answer(bot, response, event, Match.decline)


async def _answer(
    bot: Postboard, response: Response, event: ComponentEvent, given: Callable[[Match, Seat], Match]
) -> None:
    """Give the answer, and take the buttons off an offer that stands no longer."""

    def answered(match: Match, seat: Seat) -> Match:
        _require(match, event.position_number)
        return given(match, seat)

    change = await publish.execute(bot, response, event.table, answered)
    message = response.interaction.message
    if message is not None and change.table.started.offer is None:
        await response.replace_source_message(Message(message.content))


def _require(match: Match, number: int) -> None:
    """Raise TableError unless the offer that stands is the one made by the event of this number."""
    if match.offer is None or match.offer.number != number:
        raise TableError("That offer no longer stands: it was answered, or play went on.")

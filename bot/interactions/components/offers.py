"""Answers to offers."""

from bot.delivery.response import Response
from bot.interactions import publish
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.messages.custom_ids import Verb
from bot.tables.commands import Answer

__all__: list[str] = []


@component(Verb.AGREE)
async def _agree(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await _answer(bot, response, event, agree=True)


@component(Verb.REFUSE)
async def _refuse(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await _answer(bot, response, event, agree=False)


async def _answer(
    bot: Postboard, response: Response, event: ComponentEvent, *, agree: bool
) -> None:
    """Give the answer, and take the buttons off an offer that no longer waits."""
    command = Answer(event.position.number, agree)
    change = await publish.execute(bot, response, event.table, command)
    message = response.interaction.message
    if message is not None and change.table.started.offer is None:
        await response.remove_source_controls()

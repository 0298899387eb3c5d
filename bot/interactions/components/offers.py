"""Answers to offers."""

from bot.delivery.response import DeferKind, Response
from bot.interactions import publish
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.messages.message import Message
from bot.model.table import Table
from bot.tables.commands import Answer

__all__: list[str] = []


@component("agree", DeferKind.UPDATE)
async def _agree(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await _answer(bot, response, event, agree=True)


@component("refuse", DeferKind.UPDATE)
async def _refuse(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await _answer(bot, response, event, agree=False)


async def _answer(
    bot: Postboard, response: Response, event: ComponentEvent, *, agree: bool
) -> None:
    """Give the answer, and take the buttons off an offer that no longer waits."""
    message = response.interaction.message

    def pressed(table: Table) -> Message | None:
        if message is None or table.started.offer is not None:
            return None
        return Message(message.content)

    command = Answer(event.position_number, agree)
    await publish.execute(bot, response, event.table, command, pressed=pressed)

"""The buttons that explain a table's dice, and begin a game whose dice wait for a press."""

from bot.delivery.response import Response
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.interactions.context import caller_of
from bot.interactions.publish import publish_beginning
from bot.messages.custom_ids import Verb
from bot.messages.dice import dice_message

__all__: list[str] = []


@component(Verb.BEGIN)
async def _begin(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Begin the next game of a series whose dice waited for a press."""
    caller = caller_of(response.interaction)
    table = await bot.tables.begin_next(event.table, caller, response.request)
    await publish_beginning(bot, response, table)


@component(Verb.DICE)
async def _dice(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    await response.private(dice_message(table, await bot.tables.game_before(table)))

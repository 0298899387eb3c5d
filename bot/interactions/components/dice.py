"""The button that explains a table's dice and hands out their proof."""

from bot.delivery.panels import PanelKind
from bot.delivery.response import DeferKind, Response
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.messages.channel.dice import dice_message
from bot.messages.controls.custom_ids import Verb

__all__: list[str] = []


@component(Verb.DICE, DeferKind.PANEL)
async def _dice(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    await response.in_private(dice_message(table, await bot.tables.game_before(table)))
    bot.panels.opened(table.id, response, PanelKind.READING)

"""The button that explains a table's dice and hands out their proof."""

from bot.delivery.panels import PanelKind
from bot.delivery.response import DeferKind, Response
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.messages.channel.dice import dice_message
from bot.messages.controls.custom_ids import Verb
from bot.messages.controls.message import Message

__all__: list[str] = []


@component(Verb.DICE, DeferKind.PANEL, PanelKind.READING)
async def _dice(bot: Postboard, _response: Response, event: ComponentEvent) -> Message:
    return dice_message(event.table, await bot.lookup.game_before(event.table))

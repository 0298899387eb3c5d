"""Answers to offers."""

from bot.delivery.answering.response import DeferKind, Response
from bot.interactions import publish
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.messages.channel import offers
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.model.table import Table
from bot.tables.commands import Answer, Withdraw

__all__: list[str] = []


@component(verbs.AGREE, DeferKind.UPDATE, in_turn=True)
@component(verbs.REFUSE, DeferKind.UPDATE, in_turn=True)
@component(verbs.WITHDRAW, DeferKind.UPDATE, in_turn=True)
async def _settle(bot: Postboard, response: Response, press: Press) -> None:
    """Answer or withdraw an offer, whose own message shows the result."""
    before, verb, number = press.table, press.custom_id.verb, press.position.number
    made = before.match.offer if before.match else None
    command = Withdraw(number) if verb is verbs.WITHDRAW else Answer(number, verb is verbs.AGREE)

    def pressed(after: Table) -> Message | None:
        return offers.settled(before, made, after) if made else None

    await publish.execute(bot, response, before.id, command, pressed=pressed)

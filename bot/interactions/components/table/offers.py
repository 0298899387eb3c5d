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
async def _agree(bot: Postboard, response: Response, press: Press) -> None:
    await _answer(bot, response, press, agree=True)


@component(verbs.REFUSE, DeferKind.UPDATE, in_turn=True)
async def _refuse(bot: Postboard, response: Response, press: Press) -> None:
    await _answer(bot, response, press, agree=False)


@component(verbs.WITHDRAW, DeferKind.UPDATE, in_turn=True)
async def _withdraw(bot: Postboard, response: Response, press: Press) -> None:
    await _carry_out(bot, response, press, Withdraw(press.position.number))


async def _answer(bot: Postboard, response: Response, press: Press, *, agree: bool) -> None:
    await _carry_out(bot, response, press, Answer(press.position.number, agree))


async def _carry_out(
    bot: Postboard, response: Response, press: Press, command: Answer | Withdraw
) -> None:
    """Carry out an answer; the offer's own message shows the result."""
    before = press.table
    made = before.match.offer if before.match else None

    def pressed(after: Table) -> Message | None:
        return offers.settled(before, made, after) if made else None

    await publish.execute(bot, response, before.id, command, pressed=pressed)

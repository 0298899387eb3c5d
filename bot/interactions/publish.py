"""A command on its way from a person to the channel."""

from bot.delivery.response import Response, Unanswered
from bot.delivery.server_locale import server_locale
from bot.delivery.views import send_kwargs
from bot.interactions.client import Postboard
from bot.interactions.context import caller_of
from bot.messages import cards, refusals
from bot.messages.message import Message
from bot.model.table import Table
from bot.tables.commands import Command, Play
from bot.tables.service import Change
from rules.core import RulesError
from rules.sentence import say

__all__ = ["execute", "play_text", "post_card", "publish", "publish_card"]


async def execute(
    bot: Postboard,
    response: Response,
    table_id: int,
    command: Command,
    seen: int | None = None,
) -> Change:
    """Carry out a command and show its result to the channel. Raises as `Tables.execute` does."""
    caller = caller_of(response.interaction)
    change = await bot.tables.execute(table_id, caller, command, response.request, seen)
    await publish(bot, response, change)
    return change


async def play_text(bot: Postboard, response: Response, table_id: int, text: str) -> None:
    """Play what a player typed, or explain to them alone, with a picture, why it is refused."""
    try:
        await execute(bot, response, table_id, Play(text))
    except RulesError as error:
        table = await bot.tables.get(table_id)
        seat = table.seat(response.user.id)
        await response.private(await refusals.illegal_move_message(table, seat, error))


async def publish(bot: Postboard, response: Response, change: Change) -> None:
    """Answer with the message that a change is owed, or say that it is on its way."""
    if change.item is None:
        return
    if not await bot.outbox.answer(response, change.table, change.item):
        await response.private(Message(say("Done. The channel will show it in a moment.")))
    if change.following:
        bot.outbox.deliver_soon(change.following)


async def publish_card(bot: Postboard, response: Response, table: Table) -> None:
    """Show a new table's card: as the answer or, where that fails, in the channel by itself."""
    try:
        message_id = await response.public(cards.card(table))
    except Unanswered:
        await post_card(bot, table)
        return
    if message_id is not None:
        await bot.tables.card_shown(table.id, message_id)


async def post_card(bot: Postboard, table: Table) -> None:
    """Show a table's card in its channel."""
    channel = bot.get_partial_messageable(table.channel_id)
    kwargs = send_kwargs(cards.card(table), server_locale(bot, table.guild_id))
    message = await channel.send(**kwargs, nonce=f"card.{table.id}")
    await bot.tables.card_shown(table.id, message.id)

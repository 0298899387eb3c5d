"""A change on its way from a player to the channel, however it was asked for."""

from bot.delivery.response import Response, Unanswered
from bot.delivery.views import send_kwargs
from bot.interactions.client import Postboard
from bot.messages import cards, refusals
from bot.messages.message import Message
from bot.model.table import Table
from bot.tables.service import Action, Change
from rules.core import RulesError

__all__ = ["execute", "play_text", "post_card", "publish", "publish_card"]


async def execute(
    bot: Postboard,
    response: Response,
    table_id: int,
    action: Action,
    position_number: int | None = None,
) -> Change:
    """Do something to a match and show it to the channel. Raises as `Tables.act` does."""
    change = await bot.tables.act(
        table_id, response.user.id, response.request, action, position_number
    )
    await publish(bot, response, change)
    return change


async def play_text(bot: Postboard, response: Response, table_id: int, text: str) -> None:
    """Play what a player typed, or tell them alone, with a picture, why it can't be."""
    try:
        await execute(bot, response, table_id, lambda match, seat: match.play(seat, text))
    except RulesError as error:
        table = await bot.tables.get(table_id)
        seat = table.seat(response.user.id)
        await response.private(await refusals.illegal_move_message(table, seat, error))


async def publish(bot: Postboard, response: Response, change: Change) -> None:
    """Answer with the post that a change is owed; where that fails, say that it is on its way."""
    if not await bot.outbox.answer(response, change):
        await response.private(Message("Done. The channel will show it in a moment."))
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
    message = await channel.send(**send_kwargs(cards.card(table)), nonce=f"card.{table.id}")
    await bot.tables.card_shown(table.id, message.id)

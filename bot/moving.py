"""A change on its way from a player to the channel, however it was asked for."""

from bot import explain
from bot.client import Postboard
from bot.posts import Post
from bot.reply import Reply
from bot.tables import Change, Deed
from rules.core import RulesError

__all__ = ["carry_out", "play_text", "show"]


async def carry_out(
    bot: Postboard, reply: Reply, table_id: int, deed: Deed, stamp: int | None = None
) -> Change:
    """Do something to a match and show it to the channel. Raises as `Tables.act` does."""
    change = await bot.tables.act(table_id, reply.person.id, reply.source, deed, stamp)
    await show(bot, reply, change)
    return change


async def play_text(bot: Postboard, reply: Reply, table_id: int, text: str) -> None:
    """Play what a player typed, or tell them alone, with a picture, why it can't be."""
    try:
        await carry_out(bot, reply, table_id, lambda match, seat: match.play(seat, text))
    except RulesError as error:
        table = await bot.tables.get(table_id)
        seat = table.seat(reply.person.id)
        await reply.private(await explain.explained(table, seat, error))


async def show(bot: Postboard, reply: Reply, change: Change) -> None:
    """Answer with the post that a change is owed; where that fails, say that it is on its way."""
    if not await bot.outbox.answer(reply, change):
        await reply.private(Post("Done. The channel will show it in a moment."))
    if change.following:
        bot.outbox.hurry(change.following)

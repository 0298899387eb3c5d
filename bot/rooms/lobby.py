"""The table card: sitting down, leaving, answering an invitation, starting, moving to a thread."""

from typing import Final

import discord

from bot import boards, moving
from bot.client import Postboard
from bot.posts import Post
from bot.presses import Press, on
from bot.records import Status, Table
from bot.refusals import Refusal
from bot.reply import Aim, Reply, Unanswered
from rules.registry import find

__all__: list[str] = []

_THREAD_NAME: Final = 100
_NO_THREAD: Final = (
    "I may not open a thread here. Somebody who runs this server can give me "
    "“Create Public Threads” and “Send Messages in Threads”; another channel works too."
)


@on("join", Aim.UPDATE)
async def _join(bot: Postboard, reply: Reply, press: Press) -> None:
    await reply.update(boards.card(await bot.tables.join(press.table, reply.person, reply.source)))


@on("leave", Aim.UPDATE)
async def _leave(bot: Postboard, reply: Reply, press: Press) -> None:
    await _show_card(reply, await bot.tables.leave(press.table, reply.person.id))


@on("decline", Aim.UPDATE)
async def _decline(bot: Postboard, reply: Reply, press: Press) -> None:
    await _show_card(reply, await bot.tables.decline(press.table, reply.person.id))


@on("accept")
async def _accept(bot: Postboard, reply: Reply, press: Press) -> None:
    """Seat an invited player; once everybody who was asked has come, the game begins."""
    table = await bot.tables.accept(press.table, reply.person, reply.source)
    if not table.is_full:
        await reply.update(boards.card(table))
        return
    try:
        await _begin(bot, reply, table)
    except Refusal:
        await reply.retire(boards.card(table))
        raise


@on("start")
async def _start(bot: Postboard, reply: Reply, press: Press) -> None:
    await _begin(bot, reply, await bot.tables.get(press.table))


@on("thread", Aim.UPDATE)
async def _thread(bot: Postboard, reply: Reply, press: Press) -> None:
    """Open a thread for a table that its channel has no room for, and show the card there."""
    channel = reply.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Refusal("A thread can't be opened here. `/play` in a text channel opens a table.")
    offered = await bot.tables.get(press.table)
    if offered.host_id != reply.person.id:
        raise Refusal("Only who asked for the table can open it.")
    granted = reply.interaction.app_permissions
    if not (granted.create_public_threads and granted.send_messages_in_threads):
        raise Refusal(_NO_THREAD)

    async def make(table: Table) -> int:
        title = find(table.terms.game).spec.title
        name = f"{title} · {reply.person.name}"[:_THREAD_NAME]
        kinds = discord.ChannelType
        kind = kinds.news_thread if channel.is_news() else kinds.public_thread
        return (await channel.create_thread(name=name, type=kind)).id

    try:
        table = await bot.tables.open_in_thread(press.table, make)
        await _post_card(bot, table)
    except discord.Forbidden as forbidden:
        raise Refusal(_NO_THREAD) from forbidden
    await reply.update(Post(f"Your table stands in <#{table.channel_id}>."))


async def _show_card(reply: Reply, table: Table) -> None:
    is_open = table.status is Status.OPEN
    await reply.update(boards.card(table) if is_open else boards.closed_card(table))


async def _begin(bot: Postboard, reply: Reply, table: Table) -> None:
    change = await bot.tables.start(table.id, reply.person.id, reply.source)
    await moving.show(bot, reply, change)
    await reply.retire(boards.closed_card(change.table))


async def publish_card(bot: Postboard, reply: Reply, table: Table) -> None:
    """Show a new table's card: as the answer or, where that fails, in the channel by itself."""
    try:
        message_id = await reply.public(boards.card(table))
    except Unanswered:
        await _post_card(bot, table)
        return
    if message_id is not None:
        await bot.tables.card_shown(table.id, message_id)


async def _post_card(bot: Postboard, table: Table) -> None:
    channel = bot.get_partial_messageable(table.channel_id)
    message = await channel.send(**boards.card(table).sent(), nonce=f"card.{table.id}")
    await bot.tables.card_shown(table.id, message.id)

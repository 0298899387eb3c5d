"""The table card: sitting down, leaving, responding an invitation, starting, moving to a thread."""

from typing import Final

import discord

from bot.delivery.response import DeferKind, Response
from bot.interactions import publish
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.messages import cards
from bot.messages.message import Message
from bot.model.errors import TableError
from bot.model.table import Status, Table
from rules.registry import find

__all__: list[str] = []

_THREAD_NAME: Final = 100
_NO_THREAD: Final = (
    "I may not open a thread here. Somebody who runs this server can give me "
    "“Create Public Threads” and “Send Messages in Threads”; another channel works too."
)


@component("join", DeferKind.UPDATE)
async def _join(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await response.update(
        cards.card(await bot.tables.join(event.table, response.user, response.request))
    )


@component("leave", DeferKind.UPDATE)
async def _leave(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await _show_card(response, await bot.tables.leave(event.table, response.user.id))


@component("decline", DeferKind.UPDATE)
async def _decline(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await _show_card(response, await bot.tables.decline(event.table, response.user.id))


@component("accept")
async def _accept(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Seat an invited player; once everybody who was asked has come, the game begins."""
    table = await bot.tables.accept(event.table, response.user, response.request)
    if not table.is_full:
        await response.update(cards.card(table))
        return
    try:
        await _begin(bot, response, table)
    except TableError:
        await response.replace_source_message(cards.card(table))
        raise


@component("start")
async def _start(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await _begin(bot, response, await bot.tables.get(event.table))


@component("thread", DeferKind.UPDATE)
async def _thread(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Open a thread for a table that its channel has no room for, and show the card there."""
    channel = response.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise TableError("A thread can't be opened here. `/play` in a text channel opens a table.")
    offered = await bot.tables.get(event.table)
    if offered.host_id != response.user.id:
        raise TableError("Only who asked for the table can open it.")
    granted = response.interaction.app_permissions
    if not (granted.create_public_threads and granted.send_messages_in_threads):
        raise TableError(_NO_THREAD)

    async def make(table: Table) -> int:
        title = find(table.terms.game).spec.title
        name = f"{title} · {response.user.name}"[:_THREAD_NAME]
        kinds = discord.ChannelType
        kind = kinds.news_thread if channel.is_news() else kinds.public_thread
        return (await channel.create_thread(name=name, type=kind)).id

    try:
        table = await bot.tables.open_in_thread(event.table, make)
        await publish.post_card(bot, table)
    except discord.Forbidden as forbidden:
        raise TableError(_NO_THREAD) from forbidden
    await response.update(Message(f"Your table stands in <#{table.channel_id}>."))


async def _show_card(response: Response, table: Table) -> None:
    is_open = table.status is Status.OPEN
    await response.update(cards.card(table) if is_open else cards.closed_card(table))


async def _begin(bot: Postboard, response: Response, table: Table) -> None:
    change = await bot.tables.start(table.id, response.user.id, response.request)
    await publish.publish(bot, response, change)
    await response.replace_source_message(cards.closed_card(change.table))

"""The threads of tables that their channel has no room for."""

from typing import Final

import discord

from bot.delivery.answering.response import Response
from bot.delivery.requests import LONGEST_REQUEST, bounded
from bot.delivery.threads import NOT_ALLOWED, add_people, named_thread
from bot.interactions.client import Postboard
from bot.interactions.context import caller_of
from bot.messages.controls.message import Message
from bot.messages.words.locale import locale_of
from bot.messages.words.text import channel_link, lines, named
from bot.messages.words.turns import against
from bot.model.caller import Person
from bot.model.errors import TableError
from bot.model.table import Request, Table
from rules.contract.sentence import Sentence, say
from rules.registry import find

__all__ = ["NO_THREADS", "add_to", "may_thread", "open_in_thread", "thread_name"]

NO_THREADS: Final = say("I can't open a thread here. Use `/play` in a text channel.")
"""The refusal where threads can't hang on the place."""
_NAME: Final = 100
"""The most characters of a thread's name."""


async def open_in_thread(bot: Postboard, response: Response, table_id: int) -> Message:
    """Open a thread for an offered table, show its card there, and return the answer.

    Raises TableError if that can't be done, and one of SEND_ERRORS if Discord doesn't answer; then
    the table is offered still.
    """
    channel = response.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise TableError(NO_THREADS)
    if not may_thread(response):
        raise TableError(NOT_ALLOWED)

    made: list[discord.Thread] = []

    async def make(table: Table) -> int:
        """Return the thread, or the one that was made before the bot was stopped."""
        name, is_used = thread_name(table), bot.lookup.is_used
        making = named_thread(channel, name, is_used=is_used, now=bot.now())
        made.append(await bounded(making, LONGEST_REQUEST, bot.limit))
        return made[0].id

    # The request of the command that offers a table has been used for that.
    request = Request(f"{response.request.id}:thread")
    table = await bot.tables.open_in_thread(table_id, caller_of(response), request, make)
    # The card mentions those who are invited, and that adds them.
    full = await add_to(bot, made[0], table.host_id)
    told = say("Your game is in {channel}.", channel=channel_link(table.channel_id))
    return Message(told if full is None else lines(told, full))


async def add_to(bot: Postboard, thread: discord.Thread, *persons: Person) -> Sentence | None:
    """Add people to a thread as `add_people` does."""
    users = await bot.store.people.user_ids(persons)
    return await add_people(thread, (users[each] for each in persons if each in users), bot.limit)


def may_thread(response: Response) -> bool:
    """Tell whether the bot may open a thread and write there."""
    granted = response.interaction.app_permissions
    return granted.create_public_threads and granted.send_messages_in_threads


def thread_name(table: Table) -> str:
    """Return the players and the game, or the game and its host while a seat is open.

    It follows from what is stored, so that a thread is found by it after a kill.
    """
    title = find(table.terms.game).spec.title
    name = say("{game} · {who}", game=title, who=named(table.host))
    if table.is_full:
        players = against(player.plain for player in table.seated)
        name = say("{players} · {game}", players=players, game=title)
    return locale_of(table.locale).label(name, _NAME).rstrip()

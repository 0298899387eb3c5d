"""Gives a server's owner its public games as files, one a press."""

import asyncio
from collections.abc import AsyncIterator, Collection
from typing import Final

from bot.delivery.answering.response import DeferKind, Response
from bot.delivery.servers import shown_in
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.interactions.context import caller_of
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.messages.panels.servers import server_games
from bot.model.audience import is_shown
from bot.model.lists import Cursor, Ended
from bot.tables.records import record_of
from bot.tables.servers import require_server_owner
from rules.records import json_form

__all__: list[str] = []

_LARGEST: Final = 8 << 20
"""Bytes of one file. Discord takes 10 MB where no one has boosted the server."""
_MOST: Final = 300
"""Games of one file, which takes some seconds to make."""
_READ: Final = 50
"""Results that are read at a time."""
_READS: Final = 40
"""Reads for one file: 2,000 results, where most games of a server aren't public."""


@component(verbs.SERVER_GAMES, DeferKind.PRIVATE)
async def _games(bot: Postboard, response: Response, press: Press) -> Message:
    """Return a file with the next games, and a button to earlier ones."""
    guild_id = require_server_owner(caller_of(response))
    channels = shown_in(bot, guild_id, None)
    games, room = dict[Ended, str](), _LARGEST
    before = Cursor(press.custom_id.number(0), press.custom_id.number(1))
    for _ in range(_READS):
        ends = await bot.store.lists.ended_in(guild_id, before, _READ)
        async for end, line in _lines(bot, ends, channels):
            room -= len(line.encode())
            if games and room < 0:
                return server_games.file(games, before)
            before = Cursor(end.ended_at, end.table_id)
            games[end] = line
            if len(games) == _MOST:
                return server_games.file(games, before)
        if len(ends) < _READ:
            return server_games.file(games, None)
        before = Cursor(ends[-1].ended_at, ends[-1].table_id)
    return server_games.file(games, before)


async def _lines(
    bot: Postboard, ends: Collection[Ended], channels: Collection[int]
) -> AsyncIterator[tuple[Ended, str]]:
    """Yield the games that may be shown, as lines of JSON.

    They bypass the cache of tables, which games in progress need.
    """
    for end in ends:
        if not end.is_whole or not is_shown(end.place, channels):
            continue
        table = await bot.store.tables.load(end.table_id, int(bot.now()))
        if table is None or table.match is None:
            continue  # Its log can't be read by this version of the rules.
        everybody = (*table.players, *table.others)
        hidden = await bot.store.personal.hidden([player.user.id for player in everybody])
        yield end, await asyncio.to_thread(json_form.as_line, record_of(table, hidden)) + "\n"

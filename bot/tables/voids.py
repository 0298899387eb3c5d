"""Ends games without a result, and closes tables, because their place is gone."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from bot.model.caller import Place
from bot.model.errors import Repeated
from bot.model.table import Request, Status
from bot.store.servers.facts import ServerStore
from bot.store.sql.errors import Busy, log_failure
from bot.store.tables.places import PlaceStore
from bot.tables.writer import Writer
from rules.log.entries import Actor, Origin
from rules.log.events import VoidCause, Voided

__all__ = ["FindPlaces", "Voids"]

_log = logging.getLogger(__name__)

FindPlaces: TypeAlias = Callable[[int, int], Awaitable[Sequence[tuple[int, Place]]]]
"""Returns unfinished things with their numbers and their places in servers: so many after a given
number, in the order of their numbers."""

_PAGE: Final = 100
"""The most tables, or servers, that are looked for at once."""
_LONGEST: Final = 10.0
"""The most seconds for one server at a time; the next look goes on with it."""


class Voids:
    """Ends tables that can't go on."""

    def __init__(self, places: PlaceStore, servers: ServerStore, writer: Writer) -> None:
        self._places = places
        self._servers = servers
        self._writer = writer
        self.channel_gone = list[Callable[[int], Awaitable[None]]]()
        """Ends other things of a channel before its games; extensions add to it."""
        self.server_gone = list[Callable[[int], Awaitable[None]]]()
        """Ends other things of a server, likewise."""
        self.unfinished: list[FindPlaces] = [places.unfinished]
        """Finds what ends with its place; extensions add to it."""

    async def void(self, table_id: int, cause: VoidCause, request: Request) -> None:
        """End a game without a result, or close a waiting table; the channel gets no message.

        The host does this because the channel is gone. A table that has ended stays as it is.
        """
        async with self._writer.changing(table_id) as table:
            if table.set_apart is not None:
                await self._writer.close_apart(table, request)
            elif table.status in {Status.OFFERED, Status.OPEN}:
                await self._writer.arrange(table, replace(table, status=Status.CLOSED), request)
            elif table.status is Status.PLAYING:
                origin = Origin(self._writer.now(), Actor.HOST, None, request.id)
                ended = table.started.add(Voided(cause), origin)
                await self._writer.append(table, ended, request, silent=True)
            _log.info("table=%s game=%s void=%s", table_id, table.terms.game, cause.value)

    async def void_channel(self, channel_id: int) -> None:
        """End everything in a channel that was deleted, and in its threads.

        What extensions end comes first: they may open the games of theirs that end here anew.
        """
        for gone in self.channel_gone:
            await gone(channel_id)
        found = partial(self._places.unfinished_in, channel_id)
        await self._void_all(found, f"channel:{channel_id}")

    async def void_lost(self, kept: int) -> None:
        """End everything unfinished in servers that removed the bot over `kept` seconds ago.

        Then what is kept about these servers is deleted.
        """
        before, last = self._writer.now() - kept, (0, 0)
        while lost := await self._servers.lost_before(before, last, _PAGE):
            for _, guild_id in lost:
                try:
                    async with asyncio.timeout(_LONGEST):
                        await self._end_server(guild_id)
                except Busy:
                    raise
                except Exception:
                    _log.exception(
                        "Couldn't end the games of server %s, trying again tomorrow", guild_id
                    )
            last = lost[-1]

    async def _end_server(self, guild_id: int) -> None:
        for gone in self.server_gone:
            await gone(guild_id)
        await self._void_all(partial(self._servers.unfinished_in, guild_id), "server")
        await self._servers.erase(guild_id)

    async def _void_all(self, find: Callable[[int], Awaitable[list[int]]], request: str) -> None:
        """End the tables found until no more are. Raise an error that one of them failed with."""
        tried: set[int] = set()
        failed: Exception | None = None
        while found := set(await find(_PAGE)) - tried:
            for table_id in sorted(found):
                ending = Request(f"{request}:{table_id}")
                try:
                    # A try before a kill may have ended it.
                    with suppress(Repeated):
                        await self.void(table_id, VoidCause.CHANNEL, ending)
                except Busy:
                    raise
                except Exception as failure:
                    log_failure(_log, failure, "Couldn't end table %s", table_id)
                    failed = failure
            tried |= found
        if failed is not None:
            raise failed

"""Tells the owner of the bot what needs their hand, by a direct message, at most once a day.

It needs no set-up: Discord says whose application it is. Nobody is told twice: a message is noted
as told before it is sent, and one that Discord refuses isn't tried again on that day.
"""

import asyncio
import logging
import shutil
from functools import partial
from pathlib import Path
from typing import Final

import discord

from bot.delivery.discord_time import DiscordTime
from bot.delivery.rendering import Rendered
from bot.delivery.requests import SEND_ERRORS, GlobalLimit, bounded
from bot.delivery.worker import ROUND, Worker
from bot.messages.panels.servers.diagnosis import Concerns, news
from bot.messages.words.locale import DEFAULT
from bot.store.servers.facts import ServerStore
from bot.store.sql.side_files import (
    backup_failed_at,
    knows_backup,
    note_backup_known,
    note_told,
    told,
)
from rules.time.duration import DAY, HOUR, MINUTE

__all__ = ["Owner", "owner_of"]

_log = logging.getLogger(__name__)

_LOOK: Final = 10 * MINUTE
"""Seconds between two looks; the first one comes after as many."""
_TOO_LONG: Final = HOUR
"""Seconds for which a message may wait to be sent."""
_LEAST_FREE: Final = 100_000_000
"""Bytes that have to be free on the disk of the database."""
_WITHOUT_BACKUP: Final = 7 * DAY
"""Seconds after which games should have been copied. The owner of those that aren't is told once:
there are other ways to copy a file than ours."""
_SAME: Final = 7 * DAY
"""Seconds after which the owner is reminded of the same."""


class Owner:
    """The owner of the bot."""

    def __init__(
        self,
        client: discord.Client,
        servers: ServerStore,
        database: Path,
        discord_time: DiscordTime,
        limit: GlobalLimit,
    ) -> None:
        self._client = client
        self._limit = limit
        self._servers = servers
        self._database = database
        self._discord_time = discord_time
        self._mended = 0
        self.worker = Worker(
            "watch for the owner", self._watch, ready=partial(asyncio.sleep, _LOOK)
        )

    def note_mended(self, tables: int) -> None:
        """Note that so many tables did not follow from their logs and were mended."""
        self._mended += tables

    async def look(self) -> None:
        """Tell the owner what needs their hand, if they haven't heard of it lately."""
        now = int(self._discord_time.checked())
        concerns, last = await self._concerns(now), told(self._database)
        if last is not None and last[1] and not concerns.summary:
            at, _ = last  # What comes again after this is news.
            await asyncio.to_thread(note_told, self._database, at, "")
        if not _is_due(concerns, last, now):
            return
        _log.warning("The owner of the bot is told: %s", concerns.summary)
        try:
            place = await self._client.create_dm(discord.Object(await owner_of(self._client)))
        except SEND_ERRORS as failure:
            _log.warning("The owner can't be told yet: %s", failure)
            return
        await asyncio.to_thread(note_told, self._database, now, concerns.summary)
        if concerns.is_without_backup:
            await asyncio.to_thread(note_backup_known, self._database)
        self._mended = 0
        try:
            said = Rendered(news(concerns), {}, DEFAULT)
            await place.send(**said.to_send(), nonce=f"owner {now}")
        except SEND_ERRORS as failure:
            _log.warning("The owner was perhaps not told: %s", failure)

    async def _watch(self) -> float:
        await bounded(self.look(), ROUND, self._limit)
        return _LOOK

    async def _concerns(self, now: int) -> Concerns:
        work = await self._servers.work(now)
        disk = await asyncio.to_thread(shutil.disk_usage, self._database.parent)
        waits = work.oldest_message is not None and work.oldest_message < now - _TOO_LONG
        return Concerns(
            set_apart=work.set_apart,
            mended=self._mended,
            backup_failed_at=await asyncio.to_thread(backup_failed_at, self._database),
            is_without_backup=work.oldest_table is not None
            and work.oldest_table < now - _WITHOUT_BACKUP
            and await asyncio.to_thread(self._lacks_backup),
            bytes_free=disk.free if disk.free < _LEAST_FREE else None,
            clock_ahead=self._discord_time.clock_ahead,
            waiting_since=work.oldest_message if waits else None,
        )

    def _lacks_backup(self) -> bool:
        """Return True for a file that was never copied; a server is copied by its own programs."""
        return self._database.is_file() and not knows_backup(self._database)


async def owner_of(client: discord.Client) -> int:
    """Return Discord's number of the application's owner: of a team's, if it is that of a team."""
    application = await client.application_info()
    if application.team is not None and application.team.owner_id is not None:
        return application.team.owner_id
    return application.owner.id


def _is_due(concerns: Concerns, last: tuple[int, str] | None, now: int) -> bool:
    """Tell whether there is something to tell. A time in the future holds nothing back."""
    if not concerns.summary or last is None:
        return bool(concerns.summary)
    at, summary = last
    since = now - at if at <= now else _SAME
    return since >= (_SAME if concerns.summary == summary else DAY)

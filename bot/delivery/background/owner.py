"""Sends the bot's owner a DM, at most once a day, about what needs attention.

It needs no set-up: Discord says whose application it is. A message is noted before it is sent, so
that it never comes twice. If Discord refuses it, the next try is a day later.
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
from bot.store.sql.side_files import (
    backup_failed_at,
    knows_backup,
    note_backup_known,
    note_told,
    told,
)
from bot.store.store import Store
from rules.time.duration import DAY, HOUR, MINUTE

__all__ = ["Owner", "owner_of"]

_log = logging.getLogger(__name__)

_LOOK: Final = 10 * MINUTE
"""Seconds between two looks, and before the first."""
_TOO_LONG: Final = HOUR
"""Seconds that a message can wait to be sent before the owner is told."""
_LEAST_FREE: Final = 100_000_000
"""Bytes: SQLite needs room for its write-ahead log and, at an upgrade, for a copy."""
_WITHOUT_BACKUP: Final = 7 * DAY
"""Seconds after the first game in which a backup is expected. The owner is told once: there are
other ways to copy a file than ours."""
_SAME: Final = 7 * DAY
"""Seconds after which the owner is told the same again."""


class Owner:
    """Watches for what needs attention, and tells the bot's owner."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        database: Path,
        discord_time: DiscordTime,
        limit: GlobalLimit,
    ) -> None:
        self._client = client
        self._limit = limit
        self._servers, self._people = store.servers, store.people
        self._database = database
        self._discord_time = discord_time
        self._mended = 0
        self.worker = Worker(
            "watch for the owner", self._watch, ready=partial(asyncio.sleep, _LOOK)
        )

    def note_mended(self, tables: int) -> None:
        """Count tables that didn't match their logs and were repaired."""
        self._mended += tables

    async def look(self) -> None:
        """Tell the owner what needs attention, unless they were told lately."""
        now = int(self._discord_time.checked())
        concerns, last = await self._concerns(now), told(self._database)
        if last is not None and last[1] and not concerns.summary:
            at, _ = last  # All is well now, so the same trouble later is news.
            await asyncio.to_thread(note_told, self._database, at, "")
        if not _is_due(concerns, last, now):
            return
        _log.warning("Telling the bot's owner: %s", concerns.summary)
        try:
            owner = await owner_of(self._client)
            locale = await self._people.locale_of_user(owner) or DEFAULT
            place = await self._client.create_dm(discord.Object(owner))
        except SEND_ERRORS as failure:
            _log.warning("Can't tell the bot's owner yet: %s", failure)
            return
        await asyncio.to_thread(note_told, self._database, now, concerns.summary)
        if concerns.is_without_backup:
            await asyncio.to_thread(note_backup_known, self._database)
        self._mended = 0
        try:
            said = Rendered(news(concerns), {}, locale)
            await place.send(**said.to_send(), nonce=f"owner {now}")
        except SEND_ERRORS as failure:
            _log.warning("The bot's owner may not have been told: %s", failure)

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
        """Tell whether a file was never backed up. A PostgreSQL server has its own backups."""
        return self._database.is_file() and not knows_backup(self._database)


async def owner_of(client: discord.Client) -> int:
    """Return the owner's user id, or the team owner's for a team."""
    application = await client.application_info()
    if application.team is not None and application.team.owner_id is not None:
        return application.team.owner_id
    return application.owner.id


def _is_due(concerns: Concerns, last: tuple[int, str] | None, now: int) -> bool:
    """Tell whether a message is due. A time in the future, from a wrong clock, delays none."""
    if not concerns.summary or last is None:
        return bool(concerns.summary)
    at, summary = last
    since = now - at if at <= now else _SAME
    return since >= (_SAME if concerns.summary == summary else DAY)

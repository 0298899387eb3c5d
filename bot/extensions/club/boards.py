"""The club boards of servers: what they show, and their places in their channels."""

from collections.abc import Collection, Sequence
from typing import Final

import discord

from bot.delivery.background.scheduler import Done
from bot.delivery.requests import SEND_ERRORS, bounded
from bot.delivery.servers import open_channel, shown_channels
from bot.delivery.tidying.displays import Content
from bot.extensions.club.messages import board
from bot.extensions.club.picture import ClubBoard
from bot.extensions.club.rows import ClubStore
from bot.extensions.club.values import CLUB_BOARD, ClubFacts, of_the_day
from bot.interactions.client import Postboard
from bot.interactions.extension import Highlight
from bot.messages.words.text import NOTHING
from bot.model.caller import Person
from bot.model.club_hour import day_at, next_hour
from bot.model.displays import Display
from bot.model.errors import NoGame
from bot.model.queues import Timer, number_in
from bot.model.table import Status, Table
from rules.club.board import arranged
from rules.contract.sentence import Sentence
from rules.time.duration import DAY, HOUR

__all__ = ["ClubBoards"]

_NEWEST: Final = 10
"""The newest messages of a channel, among which its board should be."""
_LONGEST: Final = 10.0
"""The most seconds for one request."""


class ClubBoards:
    """The boards of one bot."""

    def __init__(self, bot: Postboard, club: ClubStore) -> None:
        self._bot = bot
        self._club = club

    async def content(self, display: Display, /) -> Content | None:
        """Return the present board, and when the time of one of its games becomes short."""
        guild = self._bot.get_guild(display.guild_id)
        if guild is None:
            return None
        now, more = int(self._bot.now()), self._bot.additions
        channels = shown_channels(guild, display.channel_id)
        settings = await self._bot.store.servers.settings(guild.id)
        hour = settings.club.puzzle_hour, settings.club.puzzle_zone
        facts = await self._club.facts(guild.id, channels, now - DAY)
        number, days = of_the_day(facts, day_at(now, *hour), now)
        tiles = arranged(facts.tiles, facts.newest, number, now)
        if (tiles, days) != (facts.tiles, facts.days):
            await self._club.keep(guild.id, tiles, days)
        large, *tables = [await self._running(table_id) for table_id in (number, *tiles)]
        pairing = more.up_for_game
        up = None if pairing is None else await pairing.count(guild.id)
        shown = ClubBoard(
            server=guild.name,
            facts=facts,
            large=large,
            tables=(*tables,),
            hidden=await self._hidden(facts, [large, *tables]),
            is_unnamed=settings.unnamed,
            now=now,
            next_day=next_hour(now, *hour),
            highlight=None if large else await self._highlight(guild.id, channels),
            leaders=await self._leaders(guild.id, channels),
            up=up,
            lines=[await line(guild.id, channels) for line in more.club_lines],
            pairing=() if pairing is None or up is None else (pairing.button,),
            buttons=more.club_buttons,
        )
        return Content(board(shown), shown.again_at)

    async def _hidden(self, facts: ClubFacts, tables: Sequence[Table | None]) -> Collection[Person]:
        """Return the hidden people in some games and in games to watch."""
        people = {player.user.id for table in tables if table for player in table.players}
        people |= {user.id for game in facts.watched for user in game.names}
        return await self._bot.store.personal.hidden([*map(Person, people)])

    async def _highlight(self, guild_id: int, channels: Collection[int]) -> Highlight | None:
        find = self._bot.additions.club_highlight
        return None if find is None else await find(guild_id, channels)

    async def _leaders(self, guild_id: int, channels: Collection[int]) -> Sentence:
        for find in self._bot.additions.club_leaders:
            told = await find(guild_id, channels)
            if told != NOTHING:
                return told
        return NOTHING

    async def gone(self, display: Display, /) -> None:
        """Post the board again, at most once an hour."""
        now = int(self._bot.now())
        if now - display.posted_at < HOUR:
            await self._bot.store.displays.put_off(display, display.posted_at + HOUR)
        else:
            await self._club.post_anew(display.guild_id, display.channel_id, now)

    async def closed(self, display: Display, /) -> None:
        """Turn the board off; `/server diagnose` says so."""
        now = int(self._bot.now())
        await self._club.turn_off(display.guild_id, display.channel_id, now)

    async def look(self, timer: Timer, done: Done) -> int | None:
        """Post a board again that is no longer among its channel's newest messages."""
        now = int(self._bot.now())
        display = await self._bot.store.displays.find(CLUB_BOARD, number_in(timer))
        if display is None:
            await self._bot.store.queues.transact(done)
            return None
        if self._bot.get_guild(display.guild_id) is None:
            return now + DAY
        channel = open_channel(self._bot, display.channel_id)
        if channel is None:
            await self.closed(display)
        elif display.message_id is not None and not await self._is_new(display, channel):
            await self._club.post_anew(display.guild_id, display.channel_id, now)
        return now + DAY

    async def _is_new(self, display: Display, channel: discord.PartialMessageable) -> bool:
        """Return True if the board is among the newest messages, or if that isn't known."""
        try:
            found = await bounded(_newest(channel), _LONGEST, self._bot.limit)
        except SEND_ERRORS:
            return True
        return display.message_id in found

    async def _running(self, table_id: int | None) -> Table | None:
        """Return the table of a tile, or None unless its game is in progress."""
        if table_id is None:
            return None
        try:
            table = await self._bot.lookup.get(table_id)
        except NoGame:
            return None
        return table if table.match is not None and table.status is Status.PLAYING else None


async def _newest(channel: discord.PartialMessageable) -> list[int]:
    return [message.id async for message in channel.history(limit=_NEWEST)]

"""Threads for tables: opening one, adding people, and saying why Discord refuses to."""

import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Final

import discord

from bot.delivery.requests import SEND_ERRORS, GlobalLimit, LostReply, bounded
from bot.model.errors import TableError
from bot.model.moments import time_left
from rules.contract.sentence import Sentence, say

__all__ = [
    "ARCHIVED", "LOCKED", "NOT_ALLOWED", "NoThread", "add_people", "named_thread", "opened",
    "without_line",
]  # fmt: skip

_log = logging.getLogger(__name__)

NOT_ALLOWED: Final = say(
    "I can't open threads here. Try another channel, or ask an admin to give me “Create Public"
    " Threads” and “Send Messages in Threads”."
)
LOCKED: Final = say(
    "This thread is locked, so I can't post in it. Try another channel, or ask a moderator to"
    " unlock it."
)
_TOO_MANY: Final = say(
    "This server has no room for more threads. Archive some, or play without a thread."
)
_FULL: Final = say("This thread is full, so I couldn't add everyone. Try another thread.")
_AUTOMOD: Final = say(
    "AutoMod blocks the thread's name. Play without a thread, or ask an admin to exempt me in"
    " AutoMod."
)
_REASONS: Final = {
    50001: NOT_ALLOWED,
    50013: NOT_ALLOWED,
    50024: say("This kind of channel has no threads. Use `/play` in a text channel."),
    160004: say("That message already has a thread. Use that one, or `/play` in another channel."),
    160005: LOCKED,
    160006: _TOO_MANY,
    160007: _TOO_MANY,
    200000: _AUTOMOD,
    200001: _AUTOMOD,
    30033: _FULL,
}
"""The reasons for Discord's error codes ("Opcodes and Status Codes", "JSON error codes")."""
_OTHER: Final = say("Discord won't let me open a thread here. Try another channel.")
# A thread has room for 1,000 people ("JSON error codes").
_TOO_MANY_PEOPLE: Final = 30033
ARCHIVED: Final = 7 * 24 * 60
"""Minutes without a message after which Discord hides a thread; a move may take days."""
# Discord's silence would keep the interaction open, and the bot from closing.
_LONGEST: Final = 5.0
"""The most seconds for adding one person, and for deleting the line of a thread."""
_AFTER: Final = 5
"""The messages after a thread among which its line is sought."""


class NoThread(TableError):
    """Discord refused a thread; the sentence says why, and what helps.

    `code` is Discord's error code, or 0 if it only has to be waited for.
    """

    def __init__(self, sentence: Sentence, code: int = 0) -> None:
        super().__init__(sentence)
        self.code = code


async def opened(making: Awaitable[discord.Thread], now: float) -> discord.Thread:
    """Return the thread that is being made; `now` is in Unix seconds.

    Raises NoThread if Discord refuses it, and one of SEND_ERRORS if the request may have failed.
    """
    try:
        return await making
    except discord.RateLimited as limit:
        again = time_left(int(now + limit.retry_after) + 1)
        raise NoThread(
            say("Discord won't let me open another thread yet. Try again {when}.", when=again)
        ) from limit
    except discord.HTTPException as refusal:
        if refusal.status >= 500 or refusal.status == 429:
            raise
        _log.info("Discord opened no thread: %s", refusal)
        raise NoThread(_REASONS.get(refusal.code, _OTHER), refusal.code) from refusal


async def named_thread(
    channel: discord.TextChannel,
    name: str,
    *,
    is_used: Callable[[int], Awaitable[bool]],
    now: float,
) -> discord.Thread:
    """Return the bot's thread of exactly this name that no game uses yet, or open one.

    So a thread that was made right before a kill is found again. The caller makes one thread of a
    channel at a time, until its game uses it; `is_used` says whether one does.

    Discord is asked before every try: the gateway may not have told yet of a thread that was just
    made, and the answer to the last try may be lost. Raises like `opened`.
    """
    # The threads of an announcement channel are a kind of their own.
    kinds = discord.ChannelType
    kind = kinds.news_thread if channel.is_news() else kinds.public_thread
    make = partial(channel.create_thread, name=name, type=kind, auto_archive_duration=ARCHIVED)
    there = await _unused(channel, name, is_used)
    if there is None:
        # The thread may be there although the answer got lost, so it is looked for before a second
        # try.
        with suppress(LostReply):
            return await opened(make(), now)
        there = await _unused(channel, name, is_used)
    return there or await opened(make(), now)


async def _unused(
    channel: discord.TextChannel, name: str, is_used: Callable[[int], Awaitable[bool]]
) -> discord.Thread | None:
    for thread in await channel.guild.active_threads():
        is_ours = thread.parent_id == channel.id and thread.owner_id == channel.guild.me.id
        if is_ours and thread.name == name and not await is_used(thread.id):
            return thread
    return None


async def add_people(
    thread: discord.Thread, user_ids: Iterable[int], limit: GlobalLimit
) -> Sentence | None:
    """Add people to a thread, so that they find it in their list of channels; best effort.

    They aren't pinged. Return why the rest wasn't added, if they can do something about it.
    """
    for user_id in user_ids:
        try:
            await bounded(thread.add_user(discord.Object(user_id)), _LONGEST, limit)
        except SEND_ERRORS as failure:
            _log.info("Not everyone was added to thread %s: %s", thread.id, failure)
            code = failure.code if isinstance(failure, discord.HTTPException) else 0
            return _FULL if code == _TOO_MANY_PEOPLE else None
    return None


async def without_line(
    channel: discord.TextChannel, thread: discord.Thread, limit: GlobalLimit
) -> None:
    """Delete the line with which Discord tells a channel of a thread; best effort.

    Its number isn't known, but it comes soon after the thread.
    """
    with suppress(*SEND_ERRORS):  # It stays where that is refused.
        await bounded(_without_line(channel, thread), _LONGEST, limit)


async def _without_line(channel: discord.TextChannel, thread: discord.Thread) -> None:
    line = await line_about(channel, thread)
    if line is not None:
        await line.delete()


async def line_about(
    channel: discord.TextChannel, thread: discord.Thread
) -> discord.Message | None:
    """Return the line with which Discord tells a channel of a thread, or None if there is none."""
    async for message in channel.history(after=thread, limit=_AFTER):
        told = message.reference
        is_line = message.type is discord.MessageType.thread_created
        if is_line and told is not None and told.channel_id == thread.id:
            return message
    return None

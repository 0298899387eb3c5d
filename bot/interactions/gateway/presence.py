"""Connects the bot to Discord within a time limit, and logs when connections come and go."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from math import ceil
from typing import Final

from bot.interactions.client import Postboard
from bot.interactions.installs import invite_link
from rules.time.duration import HOUR, MINUTE, in_words

__all__ = ["NoAnswerError", "SessionLimitError", "log_presence", "start"]

_log = logging.getLogger("bot")

_PATIENCE: Final = 60.0
"""Seconds for the login, and again for the first connection."""
_SPARE: Final = 10
"""Sessions that a start leaves, so that the host can look for what uses them up."""
_LONGEST_WAIT: Final = HOUR
"""Seconds that a start waits for Discord's permission to connect."""


class NoAnswerError(Exception):
    """Discord doesn't answer. The message says for how long."""


class SessionLimitError(Exception):
    """The bot has connected too often today. The message says what Discord still allows."""


async def start(bot: Postboard, token: str, patience: float = _PATIENCE) -> None:
    """Log in, connect, and serve until the bot closes.

    Raises NoAnswerError if the login, or then the first connection, takes longer than `patience`
    seconds, because discord.py itself would wait for ever; SessionLimitError if the bot may connect
    only much later; otherwise whatever discord.py raises.
    """
    loop = asyncio.get_running_loop()
    limit = asyncio.timeout(patience)

    async def connected() -> None:
        with contextlib.suppress(RuntimeError):  # The bot may have closed meanwhile.
            limit.reschedule(None)

    bot.add_listener(connected, "on_connect")
    try:
        async with limit:
            await bot.login(token)
            limit.reschedule(None)
            # Longer than an answer may take, once the sessions of a day are used up.
            await _until_allowed(bot)
            limit.reschedule(loop.time() + patience)
            await _serve(bot)
    except TimeoutError as error:
        if not limit.expired():
            raise
        raise NoAnswerError(f"Discord hasn't answered for {patience:g} seconds") from error


async def _serve(bot: Postboard) -> None:
    """Serve until the bot closes, or until this is cancelled.

    discord.py takes a cancellation for one of the shard that it reconnects at that moment, and
    would go on.
    """
    serving = asyncio.create_task(bot.connect(), name="gateway")
    try:
        await asyncio.wait([serving])
    finally:
        if not serving.done():
            await bot.close()
            serving.cancel()
            await asyncio.wait([serving])
    await serving


async def _until_allowed(bot: Postboard) -> None:
    """Wait while the bot may start too few sessions. Raises SessionLimitError for a long wait.

    Discord resets the token of a bot that starts more sessions in a day than it may.
    """
    starts = bot.session_starts
    while starts.remaining < max(_SPARE, len(bot.all_shards)):
        seconds = starts.reset_after / 1000
        allowed = f"Discord allows only {_counted(starts.remaining, 'more connection')}"
        said = f"{allowed} in the next {in_words(MINUTE * ceil(seconds / MINUTE)).english()}"
        if seconds > _LONGEST_WAIT:
            raise SessionLimitError(said)
        _log.warning("%s. Waiting", said)
        await asyncio.sleep(seconds + 1)
        starts = await bot.fetch_session_start_limits()


def log_presence(
    bot: Postboard, when_ready: Callable[[], None], tell: Callable[[str], None]
) -> None:
    """Log when the bot is ready, and when a connection to Discord breaks or returns.

    `when_ready` is called once, when all connections are there for the first time. `tell` gets
    their number at every change.
    """
    presence = _Presence(bot, when_ready, tell)
    bot.add_listener(presence.connected, "on_shard_connect")
    bot.add_listener(presence.resumed, "on_shard_resumed")
    bot.add_listener(presence.disconnected, "on_shard_disconnect")
    bot.add_listener(presence.ready, "on_ready")


class _Presence:
    """The state that was logged last."""

    def __init__(
        self, bot: Postboard, when_ready: Callable[[], None], tell: Callable[[str], None]
    ) -> None:
        self._bot = bot
        self._when_ready = when_ready
        self._tell = tell
        self._connected: set[int] = set()
        self._is_introduced = False

    async def connected(self, number: int) -> None:
        self._connected.add(number)
        self._log_change("Connected", number)

    async def resumed(self, number: int) -> None:
        self._connected.add(number)
        self._log_change("Reconnected", number)

    async def disconnected(self, number: int) -> None:
        """Log the first of several failures in a row. Closing isn't one."""
        if number in self._connected and not self._bot.is_closed():
            self._connected.remove(number)
            self._log_change("Disconnected, reconnecting", number)

    def _log_change(self, what: str, number: int) -> None:
        shards = self._bot.all_shards
        _log.info("%s%s", what, "" if len(shards) == 1 else f": {self._bot.shard(number)}")
        self._tell(f"{len(self._connected)} of {_counted(len(shards), 'connection')} to Discord")

    async def ready(self) -> None:
        """Log once that the bot is online."""
        if self._is_introduced:
            return
        self._is_introduced = True
        self._when_ready()
        running = await self._bot.store.servers.games_running()
        games, link = sum(running.values()), invite_link(self._bot)
        _log.info(
            "Online as %s: %s, %s in progress. %s",
            self._bot.user,
            _counted(len(self._bot.guilds), "server"),
            _counted(games, "game"),
            f"Invite people with {link}" if link else "It can't be invited to servers.",
        )


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"

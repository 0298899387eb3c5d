"""The way to Discord: starts the bot on it, with a time limit, and logs when it comes and goes."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Final

from bot.interactions.client import Postboard
from bot.interactions.installs import invite_link

__all__ = ["NoAnswerError", "log_presence", "start"]

_log = logging.getLogger("bot")

_PATIENCE: Final = 60.0
"""Seconds."""


class NoAnswerError(Exception):
    """Discord doesn't answer; the message says for how long."""


async def start(bot: Postboard, token: str, patience: float = _PATIENCE) -> None:
    """Log in, connect, and serve until the bot closes.

    Raises NoAnswerError if the login, or then the first connection, takes longer than `patience`
    seconds, because discord.py itself would wait for ever and say nothing; otherwise whatever
    discord.py raises.
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
            limit.reschedule(loop.time() + patience)
            await _connect(bot)
    except TimeoutError as error:
        if not limit.expired():
            raise
        raise NoAnswerError(f"Discord hasn't answered for {patience:g} seconds") from error


async def _connect(bot: Postboard) -> None:
    """Serve until the bot closes; raise the failure of a first connection."""
    try:
        await bot.connect()
    except AttributeError as error:
        # To try again, discord.py then reads from a connection that it never had.
        if bot.ws or not isinstance(error.__context__, Exception):
            raise
        raise error.__context__ from None


def log_presence(bot: Postboard, when_ready: Callable[[], None]) -> None:
    """Log when the bot is ready, and when the connection to Discord breaks or returns.

    `when_ready` is called once, at the first time.
    """
    presence = _Presence(bot, when_ready)
    bot.add_listener(presence.connected, "on_connect")
    bot.add_listener(presence.resumed, "on_resumed")
    bot.add_listener(presence.disconnected, "on_disconnect")
    bot.add_listener(presence.ready, "on_ready")


class _Presence:
    """The state that was logged last."""

    def __init__(self, bot: Postboard, when_ready: Callable[[], None]) -> None:
        self._bot = bot
        self._when_ready = when_ready
        self._is_connected = False
        self._is_introduced = False

    async def connected(self) -> None:
        self._is_connected = True
        _log.info("Connected to Discord")

    async def resumed(self) -> None:
        self._is_connected = True
        _log.info("Resumed the connection to Discord")

    async def disconnected(self) -> None:
        """Log the first of the failures that follow one another; closing is none."""
        if self._is_connected and not self._bot.is_closed():
            _log.info("Disconnected from Discord")
        self._is_connected = False

    async def ready(self) -> None:
        """Introduce the bot, once."""
        if self._is_introduced:
            return
        self._is_introduced = True
        self._when_ready()
        games, link = await self._bot.store.servers.games_running(), invite_link(self._bot)
        _log.info(
            "Online as %s in %s; %s. %s",
            self._bot.user,
            _counted(len(self._bot.guilds), "server"),
            "1 game runs" if games == 1 else f"{games} games run",
            f"Invite: {link}" if link else "The application can't be installed to servers.",
        )


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"

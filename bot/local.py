"""The local page: the same bot on a Discord server on this machine, with a chat page."""

import asyncio
import errno
import socket
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Final, TypeAlias

import aiohttp

from bot.app import create_app
from bot.interactions.client import Postboard
from bot.interactions.gateway.places import greet
from bot.model.retention import Retention
from bot.settings import Settings
from bot.startup_errors import LocalTableError
from loopback import Loopback, OneAddress
from rules.packages import read_names

__all__ = ["local_server", "serve"]

_OWNER: Final = "Di"
"""Owns the server."""
_HOST: Final = "127.0.0.1"
"""The address of the page."""
_HOSTS: Final = ("discord.com", "gateway.discord.gg", "cdn.discordapp.com")
_CHANNELS: Final = {
    "lobby": "Sit down and play.",
    "games": "More games.",
    "quiet": "For a game without spectators' talk.",
}

Furnish: TypeAlias = Callable[[Loopback, Postboard], Awaitable[None]]
"""Lets the people there play."""

local_server = partial(
    Loopback, application="Postboard", guild="Postboard", channels=tuple(_CHANNELS)
)
"""Make the local Discord."""


async def serve(
    settings: Settings, when_ready: Callable[[], None], furnish: Furnish | None = None
) -> None:
    """Open the page, print its address, and serve it until cancelled.

    `when_ready` is called once people can play, and `furnish` then lets the people there play. One
    of them owns the server, so that admins' commands can be tried, too. Raises LocalTableError if
    the page can't be opened.
    """
    async with (
        _opened(settings.postboard_page_port) as (server, connector),
        create_app(
            settings.postboard_database,
            connector,
            workers=settings.postboard_engine_workers,
            exact_tables=settings.postboard_exact_tables,
            table_memory=settings.postboard_table_memory,
            packages=read_names(settings.postboard_games),
            without=settings.left_out,
            retention=Retention(settings.postboard_copy_days, settings.postboard_server_days),
            forgotten=settings.postboard_forgotten,
        ) as bot,
    ):
        server.world.guild().owner_id = server.person(_OWNER).id
        for name, topic in _CHANNELS.items():
            server.world.channel(name).topic = topic
        running = asyncio.create_task(bot.start(server.token))
        ready = asyncio.create_task(server.gateway.ready())
        await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
        if ready.done():
            await bot.wait_until_ready()
            for guild in bot.guilds:
                await greet(bot, guild)
            when_ready()
            if furnish is None:
                print("\nDISCORD_TOKEN isn't set, so this is the local page.")
            print(f"\nOpen {server.page_url}   (Ctrl+C stops it)\n", flush=True)
            print(f"{_OWNER} is the admin there: /server.\n", flush=True)
            if furnish is not None:
                await furnish(server, bot)
        await running


@asynccontextmanager
async def _opened(
    page_port: int,
) -> AsyncGenerator[tuple[Loopback, aiohttp.BaseConnector]]:
    """Open the local Discord in the way this system allows. Raises LocalTableError."""
    _require_port(page_port)
    opened = by_socket if hasattr(asyncio, "start_unix_server") else by_tls
    async with AsyncExitStack() as stack:
        try:
            server = await stack.enter_async_context(opened(page_port))
        except OSError as error:
            raise LocalTableError(
                f"The local page can't be opened: {error}. Set TMPDIR to a folder with a short path"
                " that the bot can write."
            ) from error
        yield server


def _require_port(port: int) -> None:
    """Raise LocalTableError unless the page's port is free."""
    try:
        socket.create_server((_HOST, port)).close()
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            raise LocalTableError(
                f"This machine has no address {_HOST}, which the local page needs. Set up its"
                " loopback interface with IPv4, or set DISCORD_TOKEN to play on Discord."
            ) from error
        reason = {
            errno.EADDRINUSE: f"Port {port} is taken.",
            errno.EACCES: f"Port {port} is reserved for the system.",
        }.get(error.errno or 0, f"Port {port} can't be used: {error.strerror}.")
        raise LocalTableError(
            f"{reason} Set POSTBOARD_PAGE_PORT to another port (1024 or higher), or to 0 for any."
        ) from error


@asynccontextmanager
async def by_socket(
    page_port: int,
) -> AsyncGenerator[tuple[Loopback, aiohttp.BaseConnector]]:
    """Open the loopback Discord on a Unix socket, with a connector that leads to it."""
    async with local_server(page_port=page_port) as server:
        yield server, server.connector()


@asynccontextmanager
async def by_tls(page_port: int) -> AsyncGenerator[tuple[Loopback, aiohttp.BaseConnector]]:
    """Open the loopback Discord on TCP, for systems without Unix sockets.

    Discord's names lead to it, with certificates that are valid for this run only.
    """
    # Installed only where it is needed: see the platform marker in pyproject.toml.
    import trustme  # noqa: PLC0415

    authority = trustme.CA()
    inward = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert(*_HOSTS).configure_cert(inward)  # pyright: ignore[reportUnknownMemberType]
    outward = ssl.create_default_context()
    authority.configure_trust(outward)  # pyright: ignore[reportUnknownMemberType]
    async with local_server(page_port=page_port, tls=inward) as server:
        assert server.address is not None
        resolver = OneAddress(*server.address)
        yield server, aiohttp.TCPConnector(resolver=resolver, ssl=outward, limit=0)

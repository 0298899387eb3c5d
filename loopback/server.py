"""The server: a whole Discord, to be opened, used and closed."""

import asyncio
import secrets
import shutil
import socket as socketlib
import ssl
import tempfile
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from pathlib import Path
from typing import ClassVar, Final, Protocol, TypeVar

import aiohttp
from aiohttp import web

from loopback.addresses import Addresses
from loopback.client.person import Person
from loopback.clock import Clock
from loopback.errors import ErrorCode, Failed
from loopback.exchange import Observer
from loopback.faults import Faults
from loopback.gateway.service import Gateway
from loopback.interactions.commands import Commands
from loopback.model.people import User
from loopback.origin import HOST
from loopback.page_server.service import PageServer
from loopback.platform import Platform
from loopback.ratelimits import Limits
from loopback.rest.service import Service
from loopback.world.feed import Feed
from loopback.world.state import World

PEOPLE: Final = ("Ann", "Bo", "Cy", "Di")
CHANNELS: Final = ("general",)

_QUIET_TURNS: Final = 100
"""Turns of the event loop in which a bot in it would ask for something if it had to."""
_SECONDS_TO_SETTLE: Final = 3.0

Bot = TypeVar("Bot", bound="RunnableBot")


class RunnableBot(Protocol):
    """A bot with the methods of `discord.Client`."""

    async def start(self, token: str) -> None:
        """Run until it is closed."""

    async def close(self) -> None:
        """Stop the bot."""


class Loopback:
    """A Discord on this machine, for one bot: `async with Loopback() as server` serves it.

    It begins with one guild, its channels and its people; `world` can be changed at any time.
    `observers` get every request to every server that is opened after they were added.
    """

    observers: ClassVar[list[Observer]] = []

    def __init__(
        self,
        socket: Path | None = None,
        *,
        port: int | None = None,
        page_port: int | None = None,
        application: str = "Bot",
        guild: str = "Server",
        channels: Sequence[str] = CHANNELS,
        people: Sequence[str] = PEOPLE,
        clock: Clock | None = None,
        faults: Faults = Faults(),  # noqa: B008 - immutable
        limits: Limits = Limits(),  # noqa: B008 - immutable
        privileged_intents: int = 0,
        tls: ssl.SSLContext | None = None,
        strict: bool = False,
    ) -> None:
        """Make a server that is not open yet.

        `socket`: the path of the Unix socket (by default in a new folder). `port`: a port for bots
        over plain HTTP (0: any free one), which also has the gateway and attachments. `page_port`:
        the port of the chat page. Only this machine can reach either. `application`: the bot's
        name. `privileged_intents`: the bits of those that the application has. `tls`, for systems
        without Unix sockets: a server context with a certificate for discord.com,
        gateway.discord.gg and cdn.discordapp.com that the bot trusts; bots then reach the server
        over TCP at `address` (see `OneAddress`). `strict`: an act whose interaction fails raises
        Failed, and so does the end of `running` if an interaction failed that no act waited for, or
        if the bot asked for a route that is not here.
        """
        self._platform = Platform(
            application, clock or Clock(), faults, limits, privileged=privileged_intents
        )
        self._platform.is_strict = strict
        _furnish(self.world, guild, channels, people)
        self._faults = faults
        self._own_folder = Path(tempfile.gettempdir()) / f"loopback-{secrets.token_hex(8)}"
        self._path = socket or self._own_folder / "discord.sock"
        self._port, self._page_port, self._tls = port, page_port, tls
        self._opened: AsyncExitStack | None = None
        self.address: tuple[str, int] | None = None
        self.url: str | None = None
        self.page_url: str | None = None

    async def __aenter__(self) -> "Loopback":
        """Open the server until the block ends.

        RuntimeError if it is open, OSError if a socket or port cannot be used.
        """
        if self.is_open:
            raise RuntimeError("this server is open")
        async with AsyncExitStack() as stack:
            await self._serve(stack)
            self._opened = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        opened, self._opened = self._opened, None
        if opened is not None:
            await opened.aclose()

    async def _serve(self, stack: AsyncExitStack) -> None:
        platform, service = self._platform, Service(self._platform)
        platform.observers = [*self.observers]
        stack.callback(platform.clock.cancel_all)
        has_unix_sockets = hasattr(socketlib, "AF_UNIX")
        if self._tls is not None:
            self.address = await _serve_tcp(stack, service.application(), 0, self._tls)
        elif has_unix_sockets:
            if self._path.parent == self._own_folder:
                self._own_folder.mkdir(mode=0o700)
                stack.callback(shutil.rmtree, self._own_folder, ignore_errors=True)
            runner = await _runner(stack, service.application())
            await web.UnixSite(runner, str(self._path)).start()
            stack.callback(self._path.unlink, missing_ok=True)
        elif self._port is None:
            raise RuntimeError("this system has no Unix sockets: the server needs port= or tls=")
        if self._port is not None:
            address = await _serve_tcp(stack, service.application(plain=True), self._port)
            self.world.addresses = Addresses.at(*address)
            self.url = self.world.addresses.cdn
        stack.push_async_callback(platform.gateway.shut_down)
        if self._page_port is not None:
            page = PageServer(platform).application()
            host, port = await _serve_tcp(stack, page, self._page_port)
            self.page_url = f"http://{host}:{port}/"

    @asynccontextmanager
    async def running(self, bot: Bot) -> AsyncGenerator[Bot]:
        """Run a bot until the block ends, in which it is connected; open the server if need be.

        What the bot asks for at the end of the block is answered before it is closed. The exception
        that ends the bot is raised here, RuntimeError if it never connects, and Failed if a server
        with strict=True saw it fail.
        """
        async with nullcontext() if self.is_open else self:
            running = asyncio.create_task(bot.start(self.token))
            connected = asyncio.create_task(self._connected())
            try:
                await asyncio.wait({running, connected}, return_when=asyncio.FIRST_COMPLETED)
                if not connected.done():
                    await running
                    raise RuntimeError("the bot ended before it was connected")
                yield bot
                await self.settled()
                self._check()
            finally:
                connected.cancel()
                await bot.close()
                await running

    async def settled(self) -> None:
        """Wait until the bot asks for nothing more, for 3 seconds at most.

        It can't be seen whether the bot sleeps, or computes in another thread or process.
        """
        loop = asyncio.get_running_loop()
        turns, end = 0, loop.time() + _SECONDS_TO_SETTLE
        while turns < _QUIET_TURNS and loop.time() < end:
            before = self._platform.requests
            await asyncio.sleep(0.001 if self._platform.open_requests else 0)
            is_quiet = not self._platform.open_requests and self._platform.requests == before
            turns = turns + 1 if is_quiet else 0

    def _check(self) -> None:
        """Raise Failed for what a strict server saw and no one was told of."""
        seen = self._platform.shortcomings
        if self._platform.is_strict and seen:
            sentence = " ".join(f"{each.removesuffix('.')}." for each in seen)
            seen.clear()
            raise Failed(sentence)

    async def _connected(self) -> None:
        """Wait until a bot connects with all its shards."""
        await self.gateway.connected()
        await self.gateway.ready()

    def connector(self) -> aiohttp.BaseConnector:
        """Return a connector to this server, for one client, which closes it.

        It leads every host name to this server. RuntimeError where no event loop runs.
        """
        return aiohttp.UnixConnector(str(self.socket), limit=0)

    @property
    def is_open(self) -> bool:
        """True while it serves."""
        return self._opened is not None

    @property
    def socket(self) -> Path:
        """The Unix socket, for `aiohttp.UnixConnector(str(server.socket), limit=0)`."""
        if self._tls is not None:
            raise RuntimeError("this server has tls= and listens at `address`")
        return self._path

    @property
    def token(self) -> str:
        """The token of the server's bot; `gateway.reset_token()` replaces it."""
        return self._platform.token

    @property
    def world(self) -> World:
        """Users, guilds, channels and messages."""
        return self._platform.world

    @property
    def gateway(self) -> Gateway:
        """The gateway, where a test waits for the bot or breaks its connection."""
        return self._platform.gateway

    @property
    def commands(self) -> Commands:
        """The commands that the bot has registered."""
        return self._platform.commands

    @property
    def feed(self) -> Feed:
        """The events of this server."""
        return self._platform.feed

    @property
    def clock(self) -> Clock:
        """The clock, which a test can set ahead."""
        return self._platform.clock

    @property
    def faults(self) -> Faults:
        """The faults in force; assign others to replace them."""
        return self._faults

    @faults.setter
    def faults(self, faults: Faults) -> None:
        self._faults = faults
        self._platform.switch(faults)

    @property
    def refusals(self) -> dict[str, ErrorCode]:
        """The errors with which routes are refused, whatever else holds.

        A key is the path of a route, such as `/channels/{channel}/threads`.
        """
        return self._platform.refusals

    @property
    def faults_happened(self) -> Counter[str]:
        """The number of times that faults have happened, by their names in `Faults`."""
        return self._platform.fault_injector.happened

    def person(self, who: str | int | User) -> Person:
        """Return a person to act as, by name or id; KeyError if there is none."""
        user = who if isinstance(who, User) else self.world.user(who)
        return Person(self._platform, user)


async def _runner(stack: AsyncExitStack, app: web.Application) -> web.AppRunner:
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
    stack.push_async_callback(runner.cleanup)
    await runner.setup()
    return runner


async def _serve_tcp(
    stack: AsyncExitStack, app: web.Application, port: int, tls: ssl.SSLContext | None = None
) -> tuple[str, int]:
    """Serve at a port of this machine (0: any free one) and return the address."""
    runner = await _runner(stack, app)
    await web.TCPSite(runner, HOST, port, ssl_context=tls).start()
    host, bound = runner.addresses[0][:2]
    return host, bound


def _furnish(world: World, guild_name: str, channels: Sequence[str], people: Sequence[str]) -> None:
    guild = world.add_guild(guild_name, *(world.add_user(name) for name in people))
    for name in channels:
        world.add_channel(guild, name)
    guild.system_channel_id = next(iter(guild.channel_ids), None)

"""The server: a whole Discord that is opened, used and closed."""

import shutil
import socket as socketlib
import ssl
import tempfile
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import ClassVar

from aiohttp import web

from loopback.client.person import Person
from loopback.clock import Clock
from loopback.exchange import Observer
from loopback.faults import Faults
from loopback.gateway.service import Gateway
from loopback.interactions.commands import Commands
from loopback.model.people import User
from loopback.page_server.service import PageServer
from loopback.platform import Platform
from loopback.ratelimits import Limits
from loopback.rest.service import Service
from loopback.world.feed import Feed
from loopback.world.state import World

PEOPLE = ("Ann", "Bo", "Cy", "Di")
CHANNELS = (
    ("lobby", "Sit down and play."),
    ("games", "More tables."),
    ("quiet", "For a game without spectators' talk."),
)


class Loopback:
    """A Discord on this machine; `Loopback.open` starts one.

    `observers` get every request to every server that is opened after they were added.
    """

    observers: ClassVar[list[Observer]] = []

    def __init__(self, platform: Platform) -> None:
        self._platform = platform
        self._faults = platform.fault_injector.faults
        self._socket: Path | None = None
        self.address: tuple[str, int] | None = None
        self.page_url: str | None = None

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        socket: Path | None = None,
        *,
        page_port: int | None = None,
        clock: Clock | None = None,
        faults: Faults = Faults(),  # noqa: B008 - immutable
        host: str = "127.0.0.1",
        limits: Limits = Limits(),  # noqa: B008 - immutable
        tls: ssl.SSLContext | None = None,
        privileged_intents: int = 0,
    ) -> AsyncGenerator["Loopback"]:
        """Start a server with one guild, its channels and people, and stop it at the end.

        `socket`: where the Unix socket is made (by default in a directory of its own).
        `page_port`: serve the chat page there (0: any free port), only on this machine.
        `tls`, where there are no Unix sockets: a server context with a certificate for discord.com,
        gateway.discord.gg and cdn.discordapp.com that the bot trusts; bots then reach the server
        over TCP at `address` (see `OneAddress`). `privileged_intents`: those the application has.
        """
        clock = clock or Clock()
        platform = Platform(clock, faults, limits, privileged=privileged_intents)
        platform.observers += cls.observers
        _furnish(platform.world)
        server = cls(platform)
        async with AsyncExitStack() as stack:
            stack.callback(clock.cancel_all)
            runner = web.AppRunner(
                Service(platform).application(), access_log=None, shutdown_timeout=0.5
            )
            await runner.setup()
            stack.push_async_callback(runner.cleanup)
            stack.push_async_callback(platform.gateway.shut_down)
            if tls is None and not hasattr(socketlib, "AF_UNIX"):
                raise RuntimeError("this system has no Unix sockets: open the server with tls=")
            if tls is None:
                server._socket = socket or _own_socket(stack)
                await web.UnixSite(runner, str(server._socket)).start()
                stack.callback(server._socket.unlink, missing_ok=True)
            else:
                await web.TCPSite(runner, host, 0, ssl_context=tls).start()
                server.address = runner.addresses[0][:2]
            if page_port is not None:
                page_server = PageServer(platform)
                server.page_url = await stack.enter_async_context(page_server.open(page_port))
            yield server

    @property
    def socket(self) -> Path:
        """The Unix socket, for `aiohttp.UnixConnector(str(server.socket), limit=0)`."""
        if self._socket is None:
            raise RuntimeError("this server was opened with tls= and listens at `address`")
        return self._socket

    @property
    def token(self) -> str:
        """The token of the only bot."""
        return self._platform.token

    @property
    def world(self) -> World:
        """Users, guilds, channels and messages."""
        return self._platform.world

    @property
    def gateway(self) -> Gateway:
        """The gateway: wait for the bot, break its connection."""
        return self._platform.gateway

    @property
    def commands(self) -> Commands:
        """The commands the bot has registered."""
        return self._platform.commands

    @property
    def feed(self) -> Feed:
        """The events of this server, for listeners."""
        return self._platform.feed

    @property
    def clock(self) -> Clock:
        """The clock, which a test can set ahead."""
        return self._platform.clock

    @property
    def faults(self) -> Faults:
        """What goes wrong; set it to switch."""
        return self._faults

    @faults.setter
    def faults(self, faults: Faults) -> None:
        self._faults = faults
        self._platform.switch(faults)

    @property
    def faults_happened(self) -> Counter[str]:
        """How often each fault has happened, by its name in `Faults`."""
        return self._platform.fault_injector.happened

    def person(self, who: str | int | User) -> Person:
        """Return somebody to act as, by name or id; KeyError when there is nobody."""
        user = who if isinstance(who, User) else self.world.user(who)
        return Person(self._platform, user)


def _own_socket(stack: AsyncExitStack) -> Path:
    directory = tempfile.mkdtemp(prefix="loopback-")
    stack.callback(shutil.rmtree, directory, ignore_errors=True)
    return Path(directory) / "discord.sock"


def _furnish(world: World) -> None:
    people = [world.add_user(name) for name in PEOPLE]
    guild = world.add_guild("Postboard", *people)
    channels = [world.add_channel(guild, name, topic=topic) for name, topic in CHANNELS]
    guild.system_channel_id = channels[0].id

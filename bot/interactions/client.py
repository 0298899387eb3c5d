"""The bot as a client of discord.py, with the services that every command and button uses."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import aiohttp
import discord
from discord import app_commands

from bot.delivery.answering.panels import Panels
from bot.delivery.background.work import Work
from bot.delivery.discord_time import DiscordTime
from bot.delivery.rendering import Rendering
from bot.delivery.requests import GlobalLimit, trace
from bot.interactions.additions import Additions
from bot.interactions.cooldowns import Cooldowns
from bot.interactions.gateway.lost_places import LostPlaces
from bot.interactions.gateway.shards import ShardedClient
from bot.interactions.gateway.writer import GatewayWriter
from bot.interactions.serving import Serving
from bot.interactions.wishes import Wishes
from bot.model.retention import Retention
from bot.model.shards import ShardRange
from bot.store.store import Store
from bot.tables.services import Services
from engine.pool import Pool

if TYPE_CHECKING:
    from bot.interactions.extension import Extension

__all__ = ["Interaction", "Postboard", "clock"]

T = TypeVar("T")
_SHUTDOWN_GRACE: Final = 5.0
"""Seconds that running answers get when the bot stops; the next start delivers the others."""


class Answered(Exception):
    """The person has an answer already, so the handler of their interaction must not run."""


class _Tree(app_commands.CommandTree["Postboard"]):
    async def interaction_check(self, interaction: "Interaction", /) -> bool:
        """Let a command through once."""
        return interaction.client.serving.is_new(interaction.id)


def clock() -> float:
    """Return Unix seconds by the clock of discord.py, which test doubles of Discord can set."""
    return discord.utils.utcnow().timestamp()


class Postboard(ShardedClient):
    """The bot: slash commands only, no privileged intent, no one pinged by default.

    `setup` is awaited once the bot has logged in. `shards` are the connections to Discord, by
    default as many as it recommends. `connector` carries all that goes to Discord;
    the local table passes one that leads to itself. `proxy` holds discord.py's options for an HTTP
    proxy. It goes by `discord_time`. `pool` has the workers that think for engines, and `packages`
    are those whose games are played. `retention` says how long things stay, if not as usual.
    """

    def __init__(
        self,
        store: Store,
        services: Services,
        *,
        setup: Callable[["Postboard"], Awaitable[None]],
        shards: ShardRange | None = None,
        connector: aiohttp.BaseConnector | None = None,
        discord_time: DiscordTime,
        proxy: Mapping[str, Any] = MappingProxyType({}),
        pool: Pool | None = None,
        packages: Sequence[str] = (),
        retention: Retention | None = None,
    ) -> None:
        limit, now = GlobalLimit(store.part), discord_time.checked
        super().__init__(
            store, now, shards, tree_cls=_Tree, connector=connector, proxy=proxy,
            http_trace=trace(limit, discord_time, lambda: store.queues.holds),
        )  # fmt: skip
        self._setup = setup
        self.additions = Additions(self)
        self.limit, self.discord_time = limit, discord_time
        self.services = services
        self.lookup, self.tables = services.lookup, services.tables
        self.servers, self.studies = services.servers, services.studies
        self.packages = packages
        self.rendering = Rendering(store.people, self.additions.verbs)
        self.work = Work(
            self, store, services, now, limit=limit, discord_time=discord_time,
            rendering=self.rendering, pool=pool or Pool(), retention=retention or Retention(),
        )  # fmt: skip
        self.outbox, self.scheduler = self.work.outbox, self.work.scheduler
        self.languages = self.outbox.languages
        self.pool, self.advice = self.work.pool, self.work.advice
        self.panels = Panels(discord_time.now, limit)
        self.wishes = Wishes(now)
        self.cooldowns = Cooldowns(now, services.limits.between_public_boards)
        self.serving = Serving(discord_time.note_press)
        self.tables.when_waiting = self.serving.waits
        self.gateway_writer = GatewayWriter()
        self.lost_places = LostPlaces(
            self, store.servers, services.voids, self.gateway_writer, limit=limit, now=now
        )

    async def add(self, extension: "Extension") -> None:
        """Add an extension, before the bot logs in. Raises ExtensionError if it can't be used."""
        await self.additions.add(extension)

    def service(self, kind: type[T]) -> T:
        """Return the object of this type that an extension has added."""
        return self.additions.service(kind)

    async def setup_hook(self) -> None:
        """Register commands and components, once the bot has logged in."""
        await super().setup_hook()
        await self._setup(self)

    async def start_work(self) -> None:
        """Begin all that the bot does by itself until it closes."""
        await self.work.prepare()
        await self.additions.begin()
        await self.work.start(tells_owner=0 in (self.shard_ids or (0,)))
        self.lost_places.worker.start()

    async def idle(self) -> None:
        """Wait until no interaction is being answered."""
        await self.serving.idle()

    async def close(self) -> None:
        """Let running answers finish, stop all work, then disconnect from Discord."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.idle(), _SHUTDOWN_GRACE)
        await self.additions.stop()
        await self.panels.stop()
        await self.work.stop()
        await self.lost_places.worker.stop()
        await self.gateway_writer.stop()
        await super().close()


Interaction: TypeAlias = discord.Interaction[Postboard]

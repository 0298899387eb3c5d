"""The bot as a client of discord.py, with the services that every command and button uses."""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from math import ceil
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.ext import commands

from bot.delivery.advice import Advice
from bot.delivery.digests import Digests
from bot.delivery.discord_time import DiscordTime
from bot.delivery.engine_turns import EngineTurns
from bot.delivery.followers import Followers
from bot.delivery.forgetting import LateForgetting
from bot.delivery.outbox import Outbox
from bot.delivery.owner import Owner
from bot.delivery.panels import Panels
from bot.delivery.rendering import Rendering
from bot.delivery.requests import LONGEST_RATE_LIMIT, GlobalLimit, trace
from bot.delivery.scheduler import Handler, Scheduler
from bot.delivery.supervision import BackgroundTasks
from bot.delivery.timers import (
    cleaning_at,
    clock_handlers,
    timer_handlers,
)
from bot.delivery.upkeep import Upkeep
from bot.delivery.warming import Warming
from bot.interactions.additions import Additions
from bot.interactions.admission import Admission
from bot.interactions.arrivals import Arrivals
from bot.interactions.event_writer import EventWriter
from bot.interactions.showings import Showings
from bot.interactions.wishes import Wishes
from bot.model.outages import Shard
from bot.model.queues import TimerKind
from bot.model.retention import Retention
from bot.model.shards import Share
from bot.model.table import Request
from bot.store.errors import StoreError, log_failure
from bot.store.store import Store
from bot.tables.services import Services
from engine.pool import Pool
from rules.time.duration import DAY

if TYPE_CHECKING:
    from bot.interactions.extension import Extension

__all__ = ["Interaction", "Postboard", "clock"]

T = TypeVar("T")
_log = logging.getLogger(__name__)

_REMEMBERED: Final = 1000
_KNOWN_CHANNELS: Final = 50_000
_BETWEEN_SESSIONS: Final = 5.0
"""Seconds between the starts of two sessions of one bucket."""
_TURN_AGAIN: Final = 1.0
"""Seconds until a turn that the database didn't give is asked for again."""
SHARD_PATIENCE: Final = 60.0
"""Seconds after which a shard that gets no answer is connected anew."""
_SHUTDOWN_GRACE: Final = 5.0
"""Seconds that running answers get when the bot stops; the next start delivers the others."""


class Answered(Exception):
    """The person has an answer, and the handler of their interaction isn't to begin."""


class _Tree(app_commands.CommandTree["Postboard"]):
    async def interaction_check(self, interaction: "Interaction", /) -> bool:
        """Let each command through once."""
        return interaction.client.is_new(interaction.id)

    async def on_error(
        self, interaction: "Interaction", error: app_commands.AppCommandError, /
    ) -> None:
        """Log what a command raised, unless the person has been answered instead."""
        if not isinstance(error.__cause__, Answered):
            await super().on_error(interaction, error)


def clock() -> float:
    """Return Unix seconds by the clock of discord.py, which test doubles of Discord can set."""
    return discord.utils.utcnow().timestamp()


class Postboard(commands.AutoShardedBot):
    """The bot: slash commands only, no privileged intent, nobody pinged by default.

    `setup` is awaited once the bot has logged in. `shards` are the connections to Discord, by
    default as many as it recommends. `connector` carries all that goes to Discord;
    the local table passes one that leads to itself. `now` returns Unix seconds. `pool` has the
    workers that think for engines, and `packages` are those whose games are played. `retention`
    says how long things stay, if not as usual.
    """

    def __init__(
        self,
        store: Store,
        services: Services,
        *,
        setup: Callable[["Postboard"], Awaitable[None]],
        shards: Share | None = None,
        connector: aiohttp.BaseConnector | None = None,
        now: Callable[[], float] = clock,
        pool: Pool | None = None,
        packages: Sequence[str] = (),
        retention: Retention | None = None,
    ) -> None:
        limit, discord_time = GlobalLimit(store.part), DiscordTime(now)
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=_Tree,
            help_command=None,
            shard_connect_timeout=SHARD_PATIENCE,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            connector=connector,
            http_trace=trace(limit, discord_time, lambda: store.queues.holds),
            max_ratelimit_timeout=LONGEST_RATE_LIMIT,
        )
        self._setup, self._shards = setup, shards
        self.additions = Additions(self)
        self.limit, self._discord_time = limit, discord_time
        self.store = store
        self.now = now
        self.lookup = services.lookup
        self.tables = services.tables
        self.seats = services.seats
        self.plans = services.plans
        self.studies = services.studies
        self.following = services.following
        self.deadlines = services.deadlines
        self.voids = services.voids
        self.forgetting = services.forgetting
        self.servers = services.servers
        self.wishes = Wishes(now)
        self.showings = Showings(now, services.limits.between_public_boards)
        self.packages = packages
        self.rendering = Rendering(store.people, self.additions.verbs)
        self.outbox = Outbox(
            self, store, services, now,
            limit=limit, discord_time=discord_time, rendering=self.rendering,
        )  # fmt: skip
        self.pool = pool or Pool()
        self.engine_turns = EngineTurns(
            store.engines, services.lookup, services.engines, self.pool, self.outbox.thinks
        )
        self.advice = Advice(store.engines, self.pool, services.lookup.has_endgames)
        self.scheduler = Scheduler(
            store.queues, store.times, self._timers(services, retention or Retention()), now
        )
        self.owner = Owner(self, store.servers, store.path, now)
        self.upkeep = Upkeep(services.reconciling, self.owner.note_mended)
        self.warming = Warming(store.servers)
        self.panels = Panels(discord_time.now, limit)
        self.admission = Admission()
        self.arrivals = Arrivals()
        self._delivered: OrderedDict[int, None] = OrderedDict()
        self._served: dict[str, Callable[[], None]] = {}
        """The interactions that are being answered, by number."""
        self.tables.when_waiting = self._waits
        self._idle = asyncio.Event()
        self._idle.set()
        self._next_identify: dict[int, float] = {}
        """The time of the loop from which on the next shard of a bucket may identify."""
        self.events = EventWriter()
        self._launching = BackgroundTasks("shards")
        # Shards that were begun, and those that may start a session: they have waited for it.
        self._launched, self._turns_taken = set[int](), set[int]()
        self._guild_of: dict[int, int] = {}
        """The servers of channels that were searched for, both by number."""

    def _timers(self, services: Services, retention: Retention) -> dict[str, Handler]:
        """Return the handlers of the core's timers."""
        store, now = self.store, self.now
        return {
            **timer_handlers(
                services,
                store.queues,
                self.outbox.tidy,
                now,
                self._discord_time,
                card_changed=self.outbox.questions.look_at_card,
                database=store.path,
                retention=retention,
            ),
            **clock_handlers(
                services.deadlines, store.queues, now, Digests(store, services.lookup, now)
            ),
            TimerKind.FOLLOWED: Followers(store.queues, now).tell,
            TimerKind.FORGET: LateForgetting(
                self, services.forgetting, store.people, store.queues, self.outbox.tidy
            ).carry_out,
        }

    async def add(self, extension: "Extension") -> None:
        """Add an extension, before the bot logs in. Raises ExtensionError if it can't be used."""
        await self.additions.add(extension)

    def service(self, kind: type[T]) -> T:
        """Return the object of this type that an extension has added."""
        return self.additions.service(kind)

    async def setup_hook(self) -> None:
        """Settle the number of shards, then register commands and components.

        The bot has logged in. `session_starts` are the sessions that it may start from now on.
        """
        recommended, _, starts = await self.http.get_bot_gateway()
        self._shards = self._shards or Share(0, recommended - 1, recommended)
        self.shard_count, self.shard_ids = self._shards.count, [*self._shards.numbers]
        self.session_starts = discord.SessionStartLimits(**starts)
        await self._setup(self)

    def get_channel(
        self,
        id: int,  # noqa: A002 - discord.py's word
        /,
    ) -> "discord.guild.GuildChannel | discord.Thread | discord.abc.PrivateChannel | None":
        """Return a channel that the bot knows.

        discord.py looks through all servers for it, each time. A channel never leaves its server,
        so here it is searched for once.
        """
        guild_id = self._guild_of.get(id)
        if guild_id is not None:
            guild = self.get_guild(guild_id)
            return None if guild is None else guild.get_channel_or_thread(id)
        found = super().get_channel(id)
        if isinstance(found, discord.abc.GuildChannel | discord.Thread):
            if len(self._guild_of) >= _KNOWN_CHANNELS:
                self._guild_of.clear()
            self._guild_of[id] = found.guild.id
        return found

    @property
    def all_shards(self) -> tuple[Shard, ...]:
        """The shards that this process serves once it has logged in, connected or not."""
        return tuple(map(self.shard, self.shard_ids or ()))

    def shard(self, number: int) -> Shard:
        """Return the shard with a number, once the bot has logged in."""
        return Shard(number, self.shard_count or 0)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002
        """Wait until Discord lets this shard start a session.

        So many shards as Discord says may do so at once, one of each bucket.
        """
        number = shard_id or 0
        if number in self._turns_taken:
            self._turns_taken.remove(number)
        else:
            await self._take_turn(number)

    async def _take_turn(self, shard_id: int) -> None:
        bucket = shard_id % self.session_starts.max_concurrency
        if self.store.part < 1:  # Other processes start sessions, too, by clocks a little apart.
            gap = ceil(_BETWEEN_SESSIONS) + 1
            while True:
                try:
                    now = self.now()
                    turn = await self.store.metadata.turn(f"shards {bucket}", int(now), gap)
                except StoreError as failure:
                    log_failure(_log, failure, "Shard %s can't take its turn yet", shard_id)
                    await asyncio.sleep(_TURN_AGAIN)
                else:
                    await asyncio.sleep(turn - now)
                    return
        loop = asyncio.get_running_loop()
        at = max(loop.time(), self._next_identify.get(bucket, 0.0))
        self._next_identify[bucket] = at + _BETWEEN_SESSIONS
        await asyncio.sleep(at - loop.time())

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected until the bot is closed or this is cancelled.

        discord.py takes a cancellation for its own while it connects a shard anew, and goes on
        without that shard.
        """
        connecting = asyncio.create_task(super().connect(reconnect=reconnect))
        try:
            await asyncio.wait([connecting])
        finally:
            connecting.cancel()
        await connecting

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard beside the others and beside the work for those that are connected.

        discord.py would wait for one after the other, at least 5 seconds each: before it resumes
        one whose connection breaks or ends because Discord refuses them for good, and for ever if
        one gets no answer.
        """
        self._launching.begin(self._launch(gateway, shard_id, initial=initial))

    async def _launch(self, gateway: yarl.URL, shard_id: int, *, initial: bool) -> None:
        """Connect a shard, at first not long before it may start a session."""
        if shard_id not in self._launched:
            self._launched.add(shard_id)
            if self.store.part < 1:
                await self._take_turn(shard_id)
                self._turns_taken.add(shard_id)
            else:
                earlier = shard_id // self.session_starts.max_concurrency
                await asyncio.sleep(_BETWEEN_SESSIONS * earlier)
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def start_work(self) -> None:
        """Start the outbox and the scheduler, which work until the bot closes."""
        await self.store.queues.break_leases()
        await self.store.queues.ensure(cleaning_at(int(self.now()) + DAY))
        await self.additions.begin()
        self.outbox.start()
        await self.scheduler.start()
        self.upkeep.start()
        if 0 in (self.shard_ids or (0,)):  # Several processes tell them once.
            self.owner.start()
        self.warming.begin(self.wait_until_ready)
        await self.pool.start()
        self.engine_turns.start()

    def is_new(self, interaction_id: int) -> bool:
        """Note an interaction; return False if it was delivered before and is being answered."""
        if interaction_id in self._delivered:
            return False
        self._delivered[interaction_id] = None
        if len(self._delivered) > _REMEMBERED:
            self._delivered.popitem(last=False)
        return True

    @contextmanager
    def serving(self, interaction_id: int, tell_waiting: Callable[[], None]) -> Generator[None]:
        """Count an interaction that is being answered.

        `tell_waiting` is called if its effect has to wait for the disk.
        """
        self._served[str(interaction_id)] = tell_waiting
        self._idle.clear()
        try:
            yield
        finally:
            self._served.pop(str(interaction_id), None)
            if not self._served:
                self._idle.set()

    def _waits(self, request: Request) -> None:
        if (tell := self._served.get(request.id)) is not None:
            tell()

    async def idle(self) -> None:
        """Wait until no interaction is being answered."""
        await self._idle.wait()

    async def close(self) -> None:
        """Let running answers finish, stop all work, then disconnect from Discord."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.idle(), _SHUTDOWN_GRACE)
        await self.engine_turns.stop()
        await self.additions.stop()
        await self.advice.stop()
        await self.pool.stop()
        await self.owner.stop()
        await self.warming.stop()
        await self.upkeep.stop()
        await self.scheduler.stop()
        await self.panels.settled()
        await self.outbox.stop()
        await self._launching.stop()
        await self.events.stop()
        await super().close()


Interaction: TypeAlias = discord.Interaction[Postboard]

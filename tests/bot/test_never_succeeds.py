"""One item that never succeeds, at each worker and in each way: others are served all the same.

Time is simulated, so a minute is one of the bot's own. The workers, and the kinds of timers, rows
and displays, are those of a running bot: a new worker without a case here fails a test.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any, Final, TypeAlias

import discord
import pytest

from bot.delivery import worker
from bot.delivery.background.scheduler import Done
from bot.delivery.outbox import outbox
from bot.delivery.outbox.composing import RowKind
from bot.delivery.tidying.displays import Content
from bot.extensions.events.games import EventGames
from bot.extensions.events.values import Task
from bot.extensions.pairing.opening import PairedGames
from bot.extensions.pairing.values import Planned
from bot.extensions.puzzles.work import PuzzleSearch
from bot.interactions.client import Postboard
from bot.local import local_server
from bot.messages.controls.message import Message
from bot.model.caller import Place
from bot.model.displays import Display
from bot.model.errors import NoGame
from bot.model.event_game import EventGame
from bot.model.queues import OutboxItem, Timer
from bot.model.table import Table
from bot.store.queues.queues import drop_timer, enqueue, set_timer
from bot.store.queues.table_messages import DISPLAYS
from bot.store.sql.database import Transaction
from bot.store.sql.errors import Taken
from rules.club.entries import GameKey, Stage
from rules.club.wish import Pace
from rules.contract.core import RulesError
from rules.contract.sentence import say
from rules.time.duration import MINUTE
from tests.bot.conftest import bot_on
from tests.bot.simulated_loop import SimulatedLoop

REFUSED: Final = discord.Forbidden(
    SimpleNamespace(status=403, reason="Forbidden"),  # type: ignore[arg-type]
    {"code": 50013, "message": "Missing Permissions"},
)
ERRORS: Final = MappingProxyType(
    {
        "raises": RuntimeError("planted"),
        "is refused": REFUSED,
        "can't be read": RulesError(say("This can't follow.")),
        "can't be stored": Taken("planted"),
    }
)
WAYS: Final = ("returns without effect", "hangs", *ERRORS)
SICK, WELL = 1, 2
"""The number of the item that never succeeds, and that of another one."""


@dataclass
class Ward:
    """A running bot in two servers, at which one item fails in one way."""

    bot: Postboard
    patch: pytest.MonkeyPatch
    way: str
    places: Mapping[int, tuple[int, int]]
    """The server of each of the two items, and a channel there."""
    served: asyncio.Event

    async def treat(self, number: int) -> None:
        """Fail for ever, or note that the other item is served."""
        if number == WELL:
            self.served.set()
        elif self.way == "hangs":
            await asyncio.Event().wait()
        elif self.way in ERRORS:
            raise ERRORS[self.way]

    async def others_are_served(self, what: str) -> None:
        """Wait for the other item for a minute, by the simulated clock."""
        try:
            async with asyncio.timeout(MINUTE + 1):
                await self.served.wait()
        except TimeoutError:
            pytest.fail(f"{what}: one item that {self.way} keeps all others waiting")
        self.served.clear()

    async def change(self, work: Callable[[Transaction], object]) -> None:
        await self.bot.store.queues.transact(work)


Case: TypeAlias = Callable[[Ward], Awaitable[None]]


async def timers(ward: Ward) -> None:
    """Timers of each kind, of which the first one never succeeds."""
    for kind in sorted(ward.bot.store.queues.timer_kinds):

        async def carry_out(timer: Timer, done: Done) -> int | None:
            await ward.treat(int(timer.dedupe[-1]))
            if timer.dedupe.endswith(str(WELL)):
                await ward.change(done)
            return None

        handlers = ward.bot.scheduler._handlers  # pyright: ignore[reportPrivateUsage]
        ward.patch.setitem(handlers, kind, carry_out)
        names = {number: f"planted {kind} {number}" for number in (SICK, WELL)}

        def plant(tx: Transaction, kind: str = kind, names: Mapping[int, str] = names) -> None:
            now = int(ward.bot.now())
            for number, name in names.items():
                guild_id, _ = ward.places[number]
                timer = Timer(kind=kind, dedupe=name, due=now - 5 + number, guild_id=guild_id)
                set_timer(tx, timer)

        await ward.change(plant)
        await ward.others_are_served(f"timers {kind}")
        await ward.change(partial(drop_timer, dedupe=names[SICK]))


async def rows(ward: Ward) -> None:
    """Messages of each kind, of which that of the first channel never succeeds."""
    for kind in sorted(ward.bot.outbox.composer.kinds):

        async def compose(item: OutboxItem, _table: Table | None) -> Message | None:
            await ward.treat(int(item.dedupe[-1]))
            return None

        ward.patch.setitem(ward.bot.outbox.composer.kinds, kind, RowKind(compose))

        def plant(tx: Transaction, kind: str = kind) -> None:
            for number, (guild_id, channel_id) in ward.places.items():
                item = OutboxItem(
                    kind=kind, dedupe=f"planted {kind} {number}", guild_id=guild_id,
                    channel_id=channel_id, created_at=int(ward.bot.now()),
                )  # fmt: skip
                enqueue(tx, item)

        await ward.change(plant)
        await ward.others_are_served(f"messages {kind}")
        await ward.change(lambda tx: tx.do("DELETE FROM outbox WHERE dedupe LIKE 'planted%'"))


async def displays(ward: Ward) -> None:
    """Messages that are kept up to date, of which the first one never succeeds."""

    class Source:
        async def content(self, display: Display, /) -> Content | None:
            await ward.treat(display.subject)
            return None

        async def gone(self, display: Display, /) -> None: ...
        async def closed(self, display: Display, /) -> None: ...

    for kind in sorted(ward.bot.outbox.displays.sources):
        ward.patch.setitem(ward.bot.outbox.displays.sources, kind, Source())

        def plant(tx: Transaction, kind: str = kind) -> None:
            now = int(ward.bot.now())
            tx.do("DELETE FROM displays")
            for number, (guild_id, channel_id) in ward.places.items():
                tx.do(
                    "INSERT INTO displays (kind, subject, guild_id, channel_id, number, message_id,"
                    " posted_at, edited_at, wait, due_at) VALUES (?, ?, ?, ?, 1, 5, 1, 1, 1, ?)",
                    kind, number, guild_id, channel_id, now - 5 + number,
                )  # fmt: skip
            tx.announce(DISPLAYS, now)

        await ward.change(plant)
        await ward.others_are_served(f"displays {kind}")


async def event_games(ward: Ward) -> None:
    """Games that are to be given up or opened, of which those of the first event never are."""
    games = ward.bot.service(EventGames)
    for task in Task:
        done = set[int]()

        async def next_to_do(
            besides: Collection[int], asked: Task, task: Task = task, done: set[int] = done
        ) -> EventGame | None:
            key = GameKey(Stage.GROUPS, 1, 1)
            left = {SICK, WELL} - {*besides, *done} if asked is task else ()
            return EventGame(min(left), key, 1) if left else None

        async def is_left(game: EventGame, _: Task, done: set[int] = done) -> bool:
            return game.event_id not in done

        async def work(game: EventGame, done: set[int] = done) -> None:
            await ward.treat(game.event_id)
            done.update({game.event_id} - {SICK})

        ward.patch.setattr(
            games, "_store", SimpleNamespace(next_to_do=next_to_do, is_left_to_do=is_left)
        )
        ward.patch.setattr(games, "_open", work)
        ward.patch.setattr(games, "_tables", SimpleNamespace(give_up=work))
        games._worker.wake()  # pyright: ignore[reportPrivateUsage]
        await ward.others_are_served(f"games to {task.value}")
        done.add(SICK)
        games._rests.end(SICK)  # pyright: ignore[reportPrivateUsage]


async def paired_games(ward: Ward) -> None:
    """Games of pairs that are to be opened, of which that of the first server never is."""
    games, done = ward.bot.service(PairedGames), set[int]()

    def planned(guild_id: int) -> Planned:
        return Planned(
            id=guild_id, guild_id=guild_id, made_at=int(ward.bot.now()), system="czech",
            pace=Pace.USUAL, rated=False, people=(), requests=(),
        )  # fmt: skip

    async def next_planned(besides: Collection[int]) -> Planned | None:
        left = {SICK, WELL} - {*besides, *done}
        return planned(min(left)) if left else None

    async def is_planned(number: int) -> bool:
        return number not in done

    async def opened(game: Planned) -> None:
        await ward.treat(game.id)
        done.update({game.id} - {SICK})

    store = SimpleNamespace(next_planned=next_planned, is_planned=is_planned)
    ward.patch.setattr(games, "_store", store)
    ward.patch.setattr(games, "_open", opened)
    games._worker.wake()  # pyright: ignore[reportPrivateUsage]
    await ward.others_are_served("paired games")


async def engine_turns(ward: Ward) -> None:
    """Tables that wait for an engine."""
    turns = ward.bot.work.engine_turns

    async def due(besides: Collection[int], _limit: int) -> list[int]:
        return [number for number in (SICK, WELL) if number not in besides]

    async def get(number: int) -> Table:
        await ward.treat(number)
        raise NoGame(say("Planted."))

    ward.patch.setattr(turns, "_store", SimpleNamespace(due=due))
    ward.patch.setattr(turns, "_lookup", SimpleNamespace(get=get))
    turns._worker.wake()  # pyright: ignore[reportPrivateUsage]
    await ward.others_are_served("engines")


async def table_messages(ward: Ward) -> None:
    """Messages of tables that are to change."""
    messages = ward.bot.outbox.table_messages

    def planted(number: int) -> SimpleNamespace:
        return SimpleNamespace(message_id=number, channel_id=ward.places[number][1])

    due = [planted(SICK) for _ in range(5)]

    async def overtaken(besides: Collection[int]) -> list[SimpleNamespace]:
        return [each for each in due if each.channel_id not in besides]

    async def put_off(message: SimpleNamespace, **_: bool) -> None:
        due.remove(message)

    async def look(message: SimpleNamespace) -> None:
        await ward.treat(message.message_id)
        if message.message_id == WELL:
            due.remove(message)

    ward.patch.setattr(messages, "_messages", SimpleNamespace(overtaken=overtaken, put_off=put_off))
    ward.patch.setattr(messages, "_look", look)
    messages.worker.wake()
    await asyncio.sleep(1)
    due.append(planted(WELL))  # It comes while those of the first channel are being looked at.
    messages.worker.wake()
    await ward.others_are_served("messages of tables")
    await messages.worker.rests()


async def upkeep(ward: Ward) -> None:
    """Tables that are compared with their logs."""
    reconciling = ward.bot.services.reconciling

    async def unfinished(last: int, _limit: int) -> list[int]:
        return [] if last else [SICK, WELL]

    async def reconcile(number: int) -> list[str]:
        await ward.treat(number)
        return []

    ward.patch.setattr(reconciling, "_store", SimpleNamespace(unfinished=unfinished))
    ward.patch.setattr(reconciling, "reconcile", reconcile)
    ward.bot.work.upkeep.wake()
    await ward.others_are_served("upkeep")


async def puzzles(ward: Ward) -> None:
    """Servers in whose games puzzles are looked for."""
    search = ward.bot.service(PuzzleSearch)

    async def to_search() -> list[int]:
        return [SICK, WELL]

    async def games_to_search(guild_id: int, _before: int) -> list[tuple[int, int]]:
        return [(0, guild_id)]

    async def nothing(*_: object) -> list[object]:
        return []

    async def searched(guild_id: int, _table_id: int) -> None:
        await ward.treat(guild_id)

    rows = SimpleNamespace(
        to_search=to_search, games_to_search=games_to_search, searched=nothing, waiting=nothing
    )
    ward.patch.setattr(search, "_store", rows)
    ward.patch.setattr(search, "_searched", searched)
    looking = asyncio.create_task(search.search())
    await ward.others_are_served("the search for puzzles")
    await looking


async def lost_servers(ward: Ward) -> None:
    """Servers that removed the bot long ago, whose games end and whose data goes."""
    voids = ward.bot.services.voids

    async def lost_before(_before: int, last: tuple[int, int], _limit: int) -> list[Any]:
        return [] if last != (0, 0) else [(1, SICK), (1, WELL)]

    ward.patch.setattr(voids, "_servers", SimpleNamespace(lost_before=lost_before))
    ward.patch.setattr(voids, "_end_server", ward.treat)
    ending = asyncio.create_task(voids.void_lost(0))
    await ward.others_are_served("lost servers")
    await ending


async def lost_places(ward: Ward) -> None:
    """Channels that may have been deleted while nobody told."""
    lost = ward.bot.lost_places

    async def unfinished(after: int, _limit: int) -> list[tuple[int, Place]]:
        return [] if after else [(each, Place(each, 1)) for each in (SICK, WELL)]

    async def listed() -> frozenset[int]:
        return frozenset({1})

    async def look_for_servers(_there: frozenset[int]) -> None:
        pass

    here = SimpleNamespace(unavailable=False, get_channel_or_thread=dict[int, object]().get)
    client = SimpleNamespace(get_guild={1: here}.get, fetch_channel=ward.treat)
    ward.patch.setattr(ward.bot.services.voids, "unfinished", [unfinished])
    ward.patch.setattr(lost, "_listed", listed)
    ward.patch.setattr(lost, "_look_for_servers", look_for_servers)
    ward.patch.setattr(lost, "_client", client)
    looking = asyncio.create_task(lost.look())
    await ward.others_are_served("lost places")
    await looking


CASES: Final[Mapping[str, Case]] = MappingProxyType(
    {
        "lost places": lost_places,
        "scheduler": timers,
        "outbox": rows,
        "displays": displays,
        "event games": event_games,
        "paired games": paired_games,
        "engine turns": engine_turns,
        "table messages": table_messages,
        "upkeep": upkeep,
        "puzzles": puzzles,
        "cleaning": lost_servers,
    }
)
"""The cases by the names of their workers; the cleaning is work of a timer with a list of its own.
"""
ALONE: Final = frozenset(
    {
        "silent shards",
        "watch for the owner",
        "thinking",
        "panel",
        "posters",
        "warming",
        "shards",
        "reports for weeks",
    }
)
"""The workers without a list: they have one thing to do, or a task for each."""


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the names of the workers that are made from now on."""
    names = set[str]()
    for kind in (worker.Worker, worker.BackgroundTasks):

        def made(
            self: object, name: str, *values: Any, begin: Any = kind.__init__, **others: Any
        ) -> None:
            names.add(name)
            begin(self, name, *values, **others)

        monkeypatch.setattr(kind, "__init__", made)
    return names


@asynccontextmanager
async def ward_of(database: Path, patch: pytest.MonkeyPatch, way: str) -> AsyncGenerator[Ward]:
    """Run a bot in two servers, by simulated time."""
    patch.setattr(outbox, "ATTEMPT", 10.0)
    loop = asyncio.get_running_loop()
    assert isinstance(loop, SimulatedLoop)
    loop.watch_database(patch)
    async with local_server() as server:
        loop.skipped.append(server.clock.advance)
        second = server.world.add_guild("Second")
        place = server.world.add_channel(second, "away")
        here, lobby = server.world.guild(), server.world.channel("lobby")
        places = {SICK: (here.id, lobby.id), WELL: (second.id, place.id)}
        async with bot_on(server, database) as bot:
            await bot.wait_until_ready()
            with pytest.MonkeyPatch.context() as planted:
                yield Ward(bot, planted, way, places, asyncio.Event())


def by_simulated_time(work: Coroutine[Any, Any, None]) -> None:
    """Run this to its end."""
    with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
        runner.run(work)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", CASES)
def test_others_are_served(
    database: Path, monkeypatch: pytest.MonkeyPatch, name: str, way: str
) -> None:
    async def run() -> None:
        async with ward_of(database, monkeypatch, way) as ward:
            await CASES[name](ward)

    by_simulated_time(run())


def test_each_worker_has_a_case(
    database: Path, monkeypatch: pytest.MonkeyPatch, found: set[str]
) -> None:
    async def run() -> None:
        async with ward_of(database, monkeypatch, WAYS[0]):
            assert found == {*CASES, *ALONE} - {"cleaning"}

    by_simulated_time(run())

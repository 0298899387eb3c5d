"""Moves over the wire, beside a bare discord.py bot that only answers.

Each bot is a process of its own, on one core and on a loopback server of its own; the servers and
the players are this process, on another core. Ours checks each move, writes it down, draws the
board and answers with it; the bare one answers the same command with a ready-made picture of
30 KB and a button. They take turns in short slices, so that other load affects both.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Final, Protocol

from bench.table import Row
from loopback import Loopback, Person
from rules.registry import find

__all__ = ["measure"]

_GAME: Final = "czech"
_PLAYERS: Final = (1, 10, 100)
_SLICES: Final = 4
_PICTURE: Final = 30_000
_GAMES: Final = 200
"""Different games that are played, each perhaps more than once."""


class _Seat(Protocol):
    """Where moves are made, one after the other."""

    async def move(self) -> float:
        """Make one move and return the seconds until it was answered."""
        ...


@dataclass(slots=True)
class _Bare:
    """Somebody who sends commands to the bare bot."""

    person: Person
    channel: int

    async def move(self) -> float:
        return await _timed(self.person, self.channel, "c3-d4")


@dataclass(slots=True)
class _Table:
    """Two people who play random games in a channel of their own."""

    people: tuple[Person, Person]
    channel: int
    games: Iterator[Sequence[str]]
    left: list[str] = field(default_factory=list[str])
    ply: int = 0

    async def move(self) -> float:
        if not self.left:
            await self._sit_down()
        person = self.people[self.ply % 2]
        self.ply += 1
        return await _timed(person, self.channel, self.left.pop())

    async def _sit_down(self) -> None:
        host, guest = self.people
        card = await host.slash(f"play {_GAME}", channel=self.channel, opponent=guest, side="white")
        assert card.message is not None
        began = await guest.click(card.message, "Accept")
        assert began.message is not None
        assert not began.ephemeral, began.message.content
        self.left = list(reversed(next(self.games)))
        self.ply = 0


async def _timed(person: Person, channel: int, move: str) -> float:
    begin = perf_counter()
    interaction = person.start_slash("move", channel, {"move": move})
    reply = await person.outcome(interaction)
    seconds = perf_counter() - begin
    assert reply.message is not None, reply.failed
    assert reply.message.attachments, reply.message.content
    return seconds


def _random_game(random: Random) -> Sequence[str]:
    """Return the moves of a game played to its end."""
    game = find(_GAME)
    state, moves = game.start(), list[str]()
    while game.turn(state) is not None:
        chosen = random.choice(game.legal(state))
        moves.append(game.notate(chosen))
        state = game.apply(state, chosen)
    return moves


@dataclass(slots=True)
class _Bot:
    """One of the two bots with its server, and how fast it was."""

    server: Loopback
    seats: Sequence[_Seat]
    latencies: list[float] = field(default_factory=list[float])
    seconds: float = 0.0

    async def run(self, players: int, seconds: float) -> None:
        """Let so many players move, each as soon as they were answered."""
        begin = perf_counter()
        end = begin + seconds
        await asyncio.gather(*(self._play(seat, end) for seat in self.seats[:players]))
        self.seconds += perf_counter() - begin
        self._forget()

    async def _play(self, seat: _Seat, end: float) -> None:
        while perf_counter() < end:
            self.latencies.append(await seat.move())

    def _forget(self) -> None:
        """Delete all messages: thousands of pictures would fill the memory."""
        world = self.server.world
        for channel in world.channels.values():
            channel.message_ids.clear()
        world.messages.clear()

    def reset(self) -> None:
        self.latencies, self.seconds = [], 0.0

    @property
    def rate(self) -> float:
        return len(self.latencies) / self.seconds

    def __str__(self) -> str:
        cuts = quantiles(self.latencies, n=100)
        return f"{self.rate:.0f}/s, p50 {1000 * cuts[49]:.1f} ms, p99 {1000 * cuts[98]:.1f} ms"


def measure(seconds: float) -> list[Row]:
    """Play for about so many seconds and return a row for each number of players at once."""
    return asyncio.run(_measure(seconds))


async def _measure(seconds: float) -> list[Row]:
    rows: list[Row] = []
    own, theirs = _cores()
    _pin(0, own)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        bots = [
            await stack.enter_async_context(opened(folder, theirs))
            for opened in (_ours, _yardstick)
        ]
        for players in _PLAYERS:
            for bot in bots:
                await bot.run(players, 0.2)
                bot.reset()
            for _ in range(_SLICES):
                for bot in bots:
                    await bot.run(players, seconds / len(_PLAYERS) / len(bots) / _SLICES)
            ours, bare = bots
            note = f"{players} at once" if players > 1 else "one at a time"
            rows.append(
                Row(
                    "moves over the wire",
                    str(ours),
                    f"bare discord.py bot: {bare}",
                    ours.rate / bare.rate,
                    note,
                )
            )
    return rows


@asynccontextmanager
async def _ours(folder: Path, cores: set[int]) -> AsyncGenerator[_Bot]:
    async with Loopback.open() as server:
        random = Random(7)
        games = cycle([_random_game(random) for _ in range(_GAMES)])
        people = (server.person("Ann"), server.person("Bo"))
        tables = [_Table(people, channel, games) for channel in _channels(server)]
        words = ("bench.solo", str(server.socket), server.token, str(folder / "tables.sqlite3"))
        async with _process(server, cores, *words):
            yield _Bot(server, tables)


@asynccontextmanager
async def _yardstick(folder: Path, cores: set[int]) -> AsyncGenerator[_Bot]:
    picture = folder / "picture.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + Random(7).randbytes(_PICTURE - 8))
    async with Loopback.open() as server:
        seats = [_Bare(server.person("Ann"), channel) for channel in _channels(server)]
        words = ("bench.bare", str(server.socket), server.token, str(picture))
        async with _process(server, cores, *words):
            yield _Bot(server, seats)


def _channels(server: Loopback) -> list[int]:
    guild = server.world.guild()
    names = (f"table {number}" for number in range(max(_PLAYERS)))
    return [server.world.add_channel(guild, name).id for name in names]


@asynccontextmanager
async def _process(server: Loopback, cores: set[int], *words: str) -> AsyncGenerator[None]:
    """Run a bot until the block ends."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", *words)
    _pin(process.pid, cores)
    try:
        await asyncio.wait_for(server.gateway.ready(), 30)
        yield
    finally:
        process.kill()
        await process.wait()


def _cores() -> tuple[set[int], set[int]]:
    """Return the cores for players and servers, and those for bots; the same if there is one."""
    if not hasattr(os, "sched_getaffinity"):
        return set(), set()
    free = sorted(os.sched_getaffinity(0))
    return (set(free[1:]), {free[0]}) if len(free) > 1 else (set(free), set(free))


def _pin(process: int, cores: set[int]) -> None:
    """Keep a process (0: this one) to its cores, where the system can."""
    if cores and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(process, cores)

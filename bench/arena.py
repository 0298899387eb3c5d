"""Bots as processes, and people who make moves in them, slice by slice.

Each bot has one core and a loopback server of its own; the servers and the players are this
process, on another core. The bots take turns in short slices, so that other load affects all of
them. Before a slice everyone sits at a game that lasts longer than it: opening and beginning
games is not part of a move.
"""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter, process_time
from typing import Final, Protocol, TypeAlias

from bench.probe import Probe, Reading
from bot.local import local_server
from loopback import Loopback, Message, Person
from loopback.interactions import lifecycle
from loopback.interactions.lifecycle import Interaction
from loopback.model.people import Member
from rules.contract.core import AnyGame
from rules.contract.view import BoardView

__all__ = [
    "Bot", "Seat", "Slice", "Spread", "answered", "at_tables", "compete", "newcomer", "opened",
    "positions", "random_games", "rested", "spread", "weighed",
]  # fmt: skip

_PATIENCE: Final = 120.0
"""Seconds that people wait for an answer, long enough for any machine."""
lifecycle.SECONDS_TO_ACKNOWLEDGE = _PATIENCE
_LONGEST_READING: Final = 1 << 24
"""The most bytes of a reading, enough for the many turns of a slow bot."""
_PAUSE: Final = 0.25
"""Seconds between two checks whether a bot is at rest."""
_AT_REST: Final = 0.0125
"""Seconds of CPU time in such a pause below which a bot has nothing to do."""
_LOOK: Final = 0.001
"""Seconds between two checks for a late answer."""
_LEAST: Final = 3
"""The least number of rounds, the first of which isn't counted."""


class Seat(Protocol):
    """A place where moves are made, one after another."""

    async def prepare(self, moves: int) -> None:
        """Begin a game if necessary, so that the next `moves` moves are all in one game."""
        ...

    async def move(self) -> None:
        """Make one move and wait for its board."""
        ...


SeatMaker: TypeAlias = Callable[[Loopback, int, int], Seat]
"""Makes a seat of a server, its number and its channel."""


@dataclass(slots=True)
class _Table:
    """Two people who play games in a channel of their own."""

    people: tuple[Person, Person]
    channel: int
    games: Iterator[Sequence[str]]
    opening: Mapping[str, str]
    left: list[str] = field(default_factory=list[str])
    ply: int = 0

    async def prepare(self, moves: int) -> None:
        """Play on until whole slices of the game are left, or begin the next game."""
        while not self.left or len(self.left) % moves:
            await (self.move() if self.left else self.begin())

    async def move(self) -> None:
        """Make the next move, which is answered with the board."""
        person = self.people[self.ply % 2]
        self.ply += 1
        values = {"move": self.left.pop()}
        board = await answered(person, person.start_slash("move", self.channel, values))
        assert board.attachments, board.content

    async def begin(self) -> None:
        """Open a table and begin its game."""
        host, guest = self.people
        values: dict[str, Person | str] = {**self.opening, "opponent": guest, "side": "white"}
        card = await answered(host, host.start_slash("play", self.channel, values))
        await answered(guest, guest.start_click(card, "Accept"))
        self.left = list(reversed(next(self.games)))
        self.ply = 0


def at_tables(key: str, games: Iterator[Sequence[str]]) -> SeatMaker:
    """Return a maker of seats for two people who play these games one after another."""

    def at_table(server: Loopback, number: int, channel: int) -> Seat:
        people = newcomer(server, f"Ann {number}"), newcomer(server, f"Bo {number}")
        return _Table(people, channel, games, {"game": key})

    return at_table


async def answered(person: Person, interaction: Interaction) -> Message:
    """Return the newest public message that answers an interaction, however late it is."""
    reply = await person.outcome(interaction, _PATIENCE)
    assert reply.failed is None, reply.failed
    async with asyncio.timeout(_PATIENCE):
        while True:
            made = [person.world.messages.get(number) for number in interaction.made_ids]
            public = [message for message in made if message and not message.ephemeral]
            if public:
                return public[-1]
            await interaction.followed.wait()
            await asyncio.sleep(_LOOK)


def random_games(game: AnyGame, count: int, least: int) -> list[Sequence[str]]:
    """Return the moves of random games played to their end, each at least `least` plies long."""
    random, games = Random(7), list[Sequence[str]]()
    while len(games) < count:
        state, moves = game.start(), list[str]()
        while game.turn(state) is not None:
            chosen = random.choice(game.legal(state))
            moves.append(game.notate(chosen))
            state = game.apply(state, chosen)
        if len(moves) >= least:
            games.append(moves)
    return games


def positions(game: AnyGame, moves: Sequence[str]) -> Iterator[BoardView]:
    """Yield the board after each of these moves."""
    state = game.start()
    for text in moves:
        move = game.parse(state, text)
        state = game.apply(state, move)
        yield game.view(state, move)


@dataclass(frozen=True, slots=True)
class Slice:
    """A measurement of one bot while people moved in it for a moment."""

    moves: int
    seconds: float
    cpu: float
    """CPU seconds of the bot, including its work during the other bots' turns."""
    driver: float
    """CPU seconds of the server and the players."""
    turns: Sequence[float]
    """CPU seconds of the longest turns of the bot's event loop."""

    @property
    def cpu_of_move(self) -> float:
        """The bot's CPU seconds for one move."""
        return self.cpu / self.moves


@dataclass(slots=True)
class Bot:
    """A bot with its server, and the seats in which people move."""

    server: Loopback
    probe: Probe
    seats: Sequence[Seat]

    async def prepare(self, players: int, moves: int) -> None:
        """Let `players` people get ready for `moves` moves each."""
        await asyncio.gather(*(seat.prepare(moves) for seat in self.seats[:players]))

    async def run(self, players: int, moves: int) -> Slice:
        """Let `players` people make `moves` moves each, each as soon as the last is answered."""
        await self.probe.read(turns=True)
        begin, cpu = perf_counter(), process_time()
        await asyncio.gather(*(_play(seat, moves) for seat in self.seats[:players]))
        seconds, driver = perf_counter() - begin, process_time() - cpu
        said = await self.probe.read()
        return Slice(players * moves, seconds, 0.0, driver, said.turns)

    def forget(self) -> None:
        """Delete all messages but the newest, whose thousands of pictures would fill the memory."""
        world = self.server.world
        for channel in world.channels.values():
            for number in channel.message_ids[:-1]:
                del world.messages[number]
            del channel.message_ids[:-1]


async def _play(seat: Seat, moves: int) -> None:
    for _ in range(moves):
        await seat.move()


async def compete(
    bots: Sequence[Bot], players: int, moves: int, seconds: float, *, to_rest: bool = True
) -> list[Sequence[Slice]]:
    """Return the slices of each bot, for about this many seconds of moves.

    Slices with the same index belong together: the bots had their turns right after one another.
    A slice holds all that follows from its moves, such as changes of older boards, unless the bots
    don't come `to_rest`.
    """
    look = rested if to_rest else _looked_at
    rounds: list[Sequence[Slice]] = []
    order, random = list(range(len(bots))), Random(players)
    spent = 0.0
    while len(rounds) < _LEAST or spent < seconds:
        for bot in bots:
            await bot.prepare(players, moves)
        before = await asyncio.gather(*map(look, bots))
        random.shuffle(order)
        ran = {number: await bots[number].run(players, moves) for number in order}
        after = await asyncio.gather(*map(look, bots))
        for bot in bots:
            bot.forget()
        spent += sum(each.seconds for each in ran.values())
        rounds.append([replace(ran[n], cpu=after[n].cpu - before[n].cpu) for n in sorted(ran)])
    return list(zip(*rounds[1:], strict=True))


@dataclass(frozen=True, slots=True)
class Spread:
    """A median with its quartiles."""

    middle: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.middle:.2f} (quartiles {self.low:.2f} to {self.high:.2f})"


def spread(values: Iterable[float]) -> Spread:
    """Return the median and the quartiles of at least two values."""
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return Spread(middle, low, high)


def _as_it_is(_: Loopback) -> None:
    """Leave the server as it is."""


@asynccontextmanager
async def opened(
    module: str,
    argument: Path,
    seat: SeatMaker,
    seats: int,
    *,
    prepare: Callable[[Loopback], None] = _as_it_is,
    program: Path | None = None,
) -> AsyncGenerator[Bot]:
    """Run the bot of a module, with an argument besides the server's, until the block ends.

    `prepare` changes the server before the bot logs in. `program` is the folder of another version
    of the program, whose bot is run.
    """
    async with local_server() as server:
        prepare(server)
        guild = server.world.guild()
        made = [
            seat(server, number, server.world.add_channel(guild, f"table {number}").id)
            for number in range(seats)
        ]
        driver, bot = _cores()
        _pin(0, driver)
        words = (sys.executable, "-m", module, str(server.socket), server.token, str(argument))
        process = await asyncio.create_subprocess_exec(
            *words,
            stdin=PIPE,
            stdout=PIPE,
            limit=_LONGEST_READING,
            cwd=program,
            env=os.environ | ({"PYTHONPATH": str(program)} if program else {}),
        )
        _pin(process.pid, bot)
        try:
            await asyncio.wait_for(server.gateway.ready(), _PATIENCE)
            yield Bot(server, Probe(process), made)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _looked_at(bot: Bot) -> Reading:
    """Return a report from a bot, whatever it has to do."""
    return await bot.probe.read()


async def rested(bot: Bot) -> Reading:
    """Return a report from a bot once it has done what its start, or people, gave it to do."""
    before = await bot.probe.read()
    while True:
        await asyncio.sleep(_PAUSE)
        after = await bot.probe.read()
        if after.cpu - before.cpu < _AT_REST:
            return after
        before = after


async def weighed(bot: Bot) -> Reading:
    """Return a report with the memory of a bot that is at rest."""
    await rested(bot)
    return await bot.probe.read(memory=True)


def newcomer(server: Loopback, name: str) -> Person:
    """Return a person who has just joined the server."""
    user = server.world.add_user(name)
    server.world.guild().members[user.id] = Member(user, server.clock.now())
    return server.person(user)


def _cores() -> tuple[set[int], set[int]]:
    """Return the cores for players and servers, and those for bots; a single core is for both."""
    if not hasattr(os, "sched_getaffinity"):
        return set(), set()
    free = sorted(_FREE)
    return (set(free[1:]), {free[0]}) if len(free) > 1 else (set(free), set(free))


def _pin(process: int, cores: set[int]) -> None:
    """Keep a process (0: this one) to its cores, if the system can."""
    if cores and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(process, cores)


_FREE: Final = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set[int]()
"""The cores that this process may use before it is pinned."""

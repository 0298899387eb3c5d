"""The bot's event loop while four engines think, beside an idle bot in the same run.

Each engine is the strongest, thinks in a process of its own about its first move, and shares the
one core of its bot. The idle bot has nothing to do meanwhile. It takes minutes.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from statistics import quantiles
from typing import Final

from bench.arena import Seat, Slice, answered, compete, newcomer, opened
from bench.table import Row
from engine.levels import LEVELS
from loopback import Loopback

__all__ = ["measure"]

_GAME: Final = "czech"
_ENGINES: Final = 4
_IDLE: Final = 2.0
"""Seconds of a slice of the idle bot."""
_LOOK: Final = 0.05
"""Seconds between two looks for an engine's move."""


@dataclass(slots=True)
class _Challenger:
    """People who begin games against the strongest engine, which moves first."""

    server: Loopback
    number: int

    async def prepare(self, moves: int) -> None:
        """Do nothing: each move is the first of a game."""

    async def move(self) -> None:
        """Begin a game in a channel of its own, and wait for the engine's move."""
        world = self.server.world
        name = f"{self.number}-{next(_NUMBERS)}"
        person = newcomer(self.server, f"Ann {name}")
        channel = world.add_channel(world.guild(), f"challenge {name}").id
        values: dict[str, int | str] = {"level": LEVELS[-1].number, "side": "black"}
        await answered(person, person.start_slash(f"play {_GAME}", channel, values))
        while len(world.channels[channel].message_ids) < 2:  # noqa: ASYNC110 - seen from outside
            await asyncio.sleep(_LOOK)


@dataclass(slots=True)
class _Nobody:
    """Lets time pass."""

    async def prepare(self, moves: int) -> None:
        """Do nothing."""

    async def move(self) -> None:
        await asyncio.sleep(_IDLE)


_NUMBERS: Final = count()


def measure(seconds: float) -> list[Row]:
    """Let engines think for about so many seconds and return the rows."""
    return asyncio.run(_measure(seconds))


async def _measure(seconds: float) -> list[Row]:
    def challenger(server: Loopback, number: int, _channel: int) -> Seat:
        return _Challenger(server, number)

    def nobody(_server: Loopback, _number: int, _channel: int) -> Seat:
        return _Nobody()

    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        async with (
            opened("bench.solo", Path(folder) / "busy.sqlite3", challenger, _ENGINES) as busy,
            opened("bench.solo", Path(folder) / "idle.sqlite3", nobody, _ENGINES) as idle,
        ):
            thinking, resting = await compete((busy, idle), _ENGINES, 1, seconds)
    moves = sum(len(each.latencies) for each in thinking)
    note = f"{moves} moves of {LEVELS[-1].name}, {_ENGINES} at once"
    return [
        Row(
            f"lag of the loop while engines think, {name}",
            f"{1e3 * _cut(thinking, cut):.1f} ms",
            f"idle bot: {1e3 * _cut(resting, cut):.1f} ms",
            _cut(resting, cut) / _cut(thinking, cut),
            note,
        )
        for name, cut in (("p50", 49), ("p99", 98))
    ]


def _cut(slices: Sequence[Slice], number: int) -> float:
    """Return a percentile of all lags, counted from 0."""
    return quantiles(chain.from_iterable(each.lags for each in slices), n=100)[number]

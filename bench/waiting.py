"""Answers to moves while boards wait in the outbox, as after an outage, and while none waits.

A process is started on a file in which nothing was delivered for long. It sends what waits, and
people play beside that. What they wait for is an answer, so the time is that of a clock; a process
with nothing to send takes turns with it.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from functools import partial
from itertools import count, cycle
from pathlib import Path
from statistics import median
from typing import Final

from bench.arena import at_tables, compete, opened, random_games, spread
from bench.table import Row, scaled
from bot.local import local_server
from bot.model.caller import Caller, Person, Place, User
from bot.model.limits import UNLIMITED
from bot.model.table import Request, Terms
from bot.store.sql.database import Database
from bot.store.store import Store
from bot.tables.commands import Accept, Open, Play
from bot.tables.services import Services
from loopback import Loopback
from rules.registry import find

__all__ = ["measure"]

_GAME: Final = "czech"
_CHANNELS: Final = 1_000
_PLIES: Final = 8
"""Moves in each channel; with the card and the first board, ten messages wait there."""
_MOVES: Final = 20
_AT_ONCE: Final = 50
_ANN, _BO = User(Person(1), "Ann"), User(Person(2), "Bo")


def measure(seconds: float, size: float = 1) -> list[Row]:
    """Measure for about this many seconds and return the row."""
    return asyncio.run(_measure(seconds, size))


async def _measure(seconds: float, size: float) -> list[Row]:
    channels, moves = scaled(_CHANNELS, size), scaled(_MOVES, size)
    games = random_games(find(_GAME), scaled(50, size), 20)
    seat = at_tables(_GAME, cycle(games))
    with tempfile.TemporaryDirectory(prefix="waiting-") as folder:
        full, empty = Path(folder) / "full.sqlite3", Path(folder) / "empty.sqlite3"
        waiting = await _fill(full, games, channels)
        async with (
            opened("bench.solo", full, seat, 1, prepare=partial(_add_channels, channels)) as ours,
            opened("bench.solo", empty, seat, 1) as none,
        ):
            slices = await compete((ours, none), 1, moves, seconds, to_rest=False)
        left = await _waiting(full)
    a, b = (1e3 * median(each.seconds / each.moves for each in n) for n in slices)
    ratio = spread(y.seconds / x.seconds for x, y in zip(*slices, strict=True))
    note = f"{waiting:,} messages wait at first and {left:,} at the end, ratio {ratio}"
    return [
        Row("answer to a typed move, by the clock", f"{a:.1f} ms", f"none waits: {b:.1f} ms",
            ratio.middle, note)
    ]  # fmt: skip


def _add_channels(channels: int, server: Loopback) -> None:
    guild = server.world.guild()
    for number in range(channels):
        server.world.add_channel(guild, f"waiting {number}")


async def _fill(file: Path, games: Sequence[Sequence[str]], channels: int) -> int:
    """Play in every channel without anyone who delivers; return how many messages wait."""
    server, requests = local_server(), count(1)
    _add_channels(channels, server)
    guild = server.world.guild()
    places = [Place(number, guild.id) for number in guild.channel_ids[-channels:]]
    async with Database.open(file) as database:
        tables = Services(Store(database), server.clock.now, limits=UNLIMITED).tables

        async def play(place: Place, moves: Sequence[str]) -> None:
            def request() -> Request:
                return Request(str(next(requests)))

            ann, bo = Caller(_ANN, place), Caller(_BO, place)
            table = await tables.open(Open(Terms(_GAME, {}), (_BO,)), ann, request())
            table = (await tables.execute(table.id, bo, Accept(), request())).table
            for move in moves[:_PLIES]:
                assert table.due is not None, "the game goes on"
                mover = Caller(table.due.user, place)
                table = (await tables.execute(table.id, mover, Play(move), request())).table

        pairs = list(zip(places, cycle(games), strict=False))
        for first in range(0, len(pairs), _AT_ONCE):
            await asyncio.gather(*(play(*pair) for pair in pairs[first : first + _AT_ONCE]))
    return await _waiting(file)


async def _waiting(file: Path) -> int:
    async with Database.open(file) as database:
        row = await database.row("SELECT count(*) AS count FROM outbox")
        assert row is not None, "a count has a row"
        return int(row["count"])

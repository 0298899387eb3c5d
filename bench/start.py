"""A start and the memory of a process, compared with the bare bot of discord.py (`bench/bare.py`).

The bot plays ten games in ten channels after its start. Its memory is what it has for itself:
libraries that processes share don't count.
"""

import asyncio
import tempfile
from itertools import cycle
from pathlib import Path
from typing import Final

from bench.arena import at_tables, opened, random_games, weighed
from bench.probe import Reading
from bench.table import Row, scaled
from bench.wire import at_bare, typical_picture
from rules.registry import find

__all__ = ["measure"]

_GAME: Final = "czech"
_GAMES: Final = 10
_LEAST_PLIES: Final = 20


def measure(seconds: float, size: float = 1) -> list[Row]:  # noqa: ARG001 - as long as it takes
    """Measure once and return the rows."""
    return asyncio.run(_measure(scaled(_GAMES, size)))


async def _measure(count: int) -> list[Row]:
    games = random_games(find(_GAME), count, _LEAST_PLIES)
    with tempfile.TemporaryDirectory(prefix="start-") as folder:
        picture, file = Path(folder) / "board.png", Path(folder) / "tables.sqlite3"
        picture.write_bytes(typical_picture(find(_GAME), games[0]))
        async with opened("bench.bare", picture, at_bare, 1) as bare:
            yardstick = await weighed(bare)
        async with opened("bench.solo", file, at_tables(_GAME, cycle(games)), count) as ours:
            ready = await weighed(ours)
            for seat in ours.seats:
                await seat.prepare(1)
                for _ in range(_LEAST_PLIES):
                    await seat.move()
            played = await weighed(ours)
    return [
        Row("start", f"{ready.cpu:.2f} s CPU", f"bare bot: {yardstick.cpu:.2f} s CPU",
            yardstick.cpu / ready.cpu, "until it is at rest after READY"),
        _of_memory("memory after the start", ready, yardstick),
        _of_memory(f"memory after {count} games", played, yardstick),
    ]  # fmt: skip


def _of_memory(part: str, ours: Reading, yardstick: Reading) -> Row:
    mine, bare = (f"{each.private / 1e6:.0f} MB" for each in (ours, yardstick))
    return Row(part, mine, f"bare bot: {bare}", yardstick.private / ours.private, "private")

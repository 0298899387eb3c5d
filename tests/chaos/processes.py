"""The processes of a bot: one on a file, or several on a server, each with shards of its own."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bot.model.addresses import ServerAddress
from bot.model.shards import ShardRange
from loopback import Loopback
from tests.chaos.bot_process import LogLine
from tests.chaos.process import BotProcess

__all__ = ["Processes"]


class Processes:
    """All processes that serve the shards of one bot, in the order of these."""

    def __init__(
        self,
        server: Loopback,
        database: Path | ServerAddress,
        count: int,
        table_memory: float = 0.0,
    ) -> None:
        """Divide the shards that Discord recommends among so many processes."""
        shards = server.gateway.limits.shards
        assert shards % count == 0, "each has as many as the others"
        each = shards // count
        self._server = server
        self._bots = [
            BotProcess(server, database, ShardRange(first, first + each - 1, shards), table_memory)
            for first in range(0, shards, each)
        ]
        self._left: list[BotProcess] = []
        """Those whose place others have taken."""

    def __len__(self) -> int:
        return len(self._bots)

    def __iter__(self) -> Iterator[BotProcess]:
        return iter(self._bots)

    def any(self, chance: Random) -> BotProcess:
        """Return one of them."""
        return chance.choice(self._bots)

    def serving(self, guild_id: int | None) -> BotProcess:
        """Return the process that serves a server, or for None what belongs to no server."""
        return next(each for each in self if guild_id in each.shards)

    @property
    def is_whole(self) -> bool:
        """True while all of them live."""
        return all(each.pid is not None for each in self)

    def replaced(self, bot: BotProcess) -> BotProcess:
        """Return another one, not yet started, in the place of one that is left alone."""
        other = bot.twin()
        self._left.append(bot)
        self._bots[self._bots.index(bot)] = other
        return other

    def pass_time(self, seconds: float) -> None:
        """Let time pass for Discord and all processes."""
        self._server.clock.advance(seconds)
        for each in self._all():
            each.set_clock()

    async def start(self) -> bool:
        """Start those that have ended, and wait; tell whether all are connected."""
        dead = [each for each in self if each.pid is None]
        return all(await asyncio.gather(*(each.start() for each in dead)))

    async def compare(self) -> None:
        """Let each compare its memory with the database, and log what differs."""
        await asyncio.gather(*(each.compare() for each in self))

    async def kill(self, doing: str) -> None:
        """Kill all of them at the same moment."""
        await asyncio.gather(*(each.kill(doing) for each in self))

    def close(self) -> None:
        """Kill all for good."""
        for each in self._all():
            each.close()

    # What all of them did

    @property
    def deaths(self) -> Counter[str]:
        """How often one was killed, by what it was doing."""
        return sum((each.deaths for each in self._all()), Counter[str]())

    @property
    def exit_codes(self) -> Counter[int]:
        """How often one ended by itself, by exit code."""
        return sum((each.exit_codes for each in self._all()), Counter[int]())

    @property
    def log(self) -> Iterator[LogLine]:
        """What they logged last, one after the other."""
        return (line for each in self._all() for line in each.log)

    @property
    def retried(self) -> int:
        """How often a press was kept whose change could not be written for the moment."""
        return sum(each.retried for each in self._all())

    @property
    def failed_commits(self) -> int:
        """How many transactions failed because the campaign let them."""
        return sum(each.failed_commits for each in self._all())

    def _all(self) -> list[BotProcess]:
        return [*self._bots, *self._left]

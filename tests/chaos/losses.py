"""What goes while no process can notice: people, the bot's place in a server, channels, the time.

Most of it happens while all processes are down, and is told to none of them; the rest while they
run.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Final

from bot.model.addresses import ServerAddress
from loopback import Loopback
from loopback.model.people import Guild
from loopback.snowflake import created
from loopback.world import membership
from rules.time.clock import Stretch
from rules.time.duration import DAY, HOUR
from tests.chaos.acting import PEOPLE
from tests.chaos.club import DIRECTOR, Club
from tests.chaos.of_database import Kinds
from tests.chaos.processes import Processes
from tests.chaos.report import Report
from tests.chaos.room import Room
from tests.stored import opened

__all__ = ["Losses"]

_UNNOTICED: Final = 0.8
"""The share of losses that happen while all processes are down."""
_RETURNS: Final = 0.6
"""The share of what went that is back when all calms down; the rest is a round later."""
_CLOCKS: Final = (-400 * DAY, -3 * DAY, 2 * HOUR, 3 * DAY, 35 * DAY, 100 * DAY)
"""Seconds by which a clock may be wrong at a start."""
_FIRST: Final = 1.0
"""Seconds that a bot with such a clock serves."""
_MOMENTS: Final[Mapping[str, str]] = {
    "entries": "at",
    "event_entries": "at",
    "outages": "starts",
    "outages that ended": "ends",
    "follows": "told_at",
    "vacations": "starts",
}
"""What no start with any clock may write into the future: a column of each table."""


class Losses:
    """The losses of one campaign; `annex` is the server that removes the bot."""

    def __init__(
        self,
        server: Loopback,
        database: Path | ServerAddress,
        bots: Processes,
        rooms: list[Room | Club],
        annex: Guild,
        *,
        chance: Random,
        report: Report,
    ) -> None:
        self._server = server
        self._database = database
        self._bots = bots
        self._rooms = rooms
        self._annex = annex
        self._chance = chance
        self._report = report
        self._absences = defaultdict[int, list[Stretch]](list)
        """When each person was in no server."""
        self.emptied = set[int]()
        """Channels of a server that the bot was not in for a while: it could not look there."""

    @property
    def kinds(self) -> Kinds:
        """The losses, as kinds of trouble."""
        return {
            "person who left": (3, self._leave),
            "server that removed the bot": (2, self._remove),
            "channel that vanished": (2, self._vanish),
            "start with a wrong clock": (2, self._start_wrong),
        }

    def was_away(self, name: str, message_id: int) -> bool:
        """Tell whether somebody was in no server when this message was sent, or just before."""
        sent = created(message_id)
        return any(
            each.start - 1 <= sent and (each.end is None or sent <= each.end + 1)
            for each in self._absences[self._server.world.user(name).id]
        )

    def clear_up(self) -> None:
        """Let people come back, and the server take the bot back, most of the time."""
        world = self._server.world
        if not world.is_installed_in(self._annex.id) and self._chance.random() < _RETURNS:
            world.add_bot(self._annex)
        for name in PEOPLE:
            if self._is_away(name) and self._chance.random() < _RETURNS:
                for guild in self._guilds():
                    membership.join(world, guild, world.user(name))
                *before, open_absence = self._absences[world.user(name).id]
                ended = Stretch(open_absence.start, int(world.clock.now()))
                self._absences[world.user(name).id] = [*before, ended]

    async def _leave(self) -> None:
        """Let somebody leave all servers."""
        world, name = self._server.world, self._chance.choice(PEOPLE)
        if name == DIRECTOR or self._is_away(name):
            return

        def leave() -> None:
            for guild in self._guilds():
                membership.leave(world, guild, world.user(name))
            self._absences[world.user(name).id].append(Stretch(int(world.clock.now())))

        await self._unnoticed(leave)

    async def _remove(self) -> None:
        """Let a server remove the bot."""
        world = self._server.world
        if world.is_installed_in(self._annex.id):
            self.emptied.update(self._annex.channel_ids)
            await self._unnoticed(lambda: world.remove_bot(self._annex))

    async def _vanish(self) -> None:
        """Let a channel be deleted; its people go on in another one."""
        world = self._server.world
        rooms = [each for each in self._rooms if self._is_channel(each.channel_id)]
        room = self._chance.choice(rooms)

        def vanish() -> None:
            gone = world.channels[room.channel_id]
            guild = world.guild_of(gone)
            assert guild is not None, "it is a channel of a server"
            name = f"{gone.name.partition(' after')[0]} after {gone.id % 1000}"
            room.channel_id = world.add_channel(guild, name).id
            world.remove_channel(gone)
            self._rooms[:] = [each for each in self._rooms if each.channel_id in world.channels]

        await self._unnoticed(vanish)

    async def _start_wrong(self) -> None:
        """Start with any clock, then with the right one: nothing lies in the future for that."""
        await self._bots.kill("playing")
        before = self.in_future()
        ahead = self._chance.choice(_CLOCKS)
        for bot in self._bots:
            bot.jump = ahead
            bot.launch()
        await asyncio.sleep(_FIRST + self._chance.random())
        await self._bots.kill("starting")
        for bot in self._bots:
            bot.jump = 0.0
        self._report.broken += [
            f"a start with a clock {ahead} s ahead wrote {name} of the future"
            for name in self.in_future().keys() - before.keys()
        ]
        self._launch()

    async def _unnoticed(self, change: Callable[[], None]) -> None:
        """Make a change, most of the time while no process runs."""
        if self._chance.random() > _UNNOTICED:
            change()
            return
        await self._bots.kill("playing")
        self._bots.pass_time(self._chance.choice((4.0, 1000.0, 2.0 * HOUR)))
        change()
        self._launch()

    def _launch(self) -> None:
        for bot in self._bots:
            bot.launch()

    def in_future(self) -> Mapping[str, int]:
        """Return the number of moments over an hour ahead, as clocks may differ, by their table."""
        found = dict[str, int]()
        latest = int(self._server.clock.now()) + HOUR + 60
        with opened(self._database) as tx:
            for name, column in _MOMENTS.items():
                (row,) = tx.do(
                    f"SELECT count(*) AS count FROM {name.partition(' ')[0]} WHERE {column} > ?",
                    latest,
                )
                found[name] = row["count"]
        return {name: count for name, count in found.items() if count}

    def _is_away(self, name: str) -> bool:
        absences = self._absences[self._server.world.user(name).id]
        return bool(absences) and absences[-1].end is None

    def _is_channel(self, channel_id: int) -> bool:
        channel = self._server.world.channels[channel_id]
        return channel.guild_id is not None and channel.thread is None

    def _guilds(self) -> list[Guild]:
        return list(self._server.world.guilds.values())

"""A server in which people are paired, over the wire: the room, wishes and the games they bring."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.extensions.pairing.store import PairingStore
from bot.extensions.pairing.values import ROUND
from bot.interactions.client import Postboard
from bot.model.club_hour import next_hour
from bot.model.queues import number_in
from bot.model.server import Club
from bot.model.table import Status, Table
from loopback import Loopback, Message, Person
from loopback.model.channels import Channel
from rules.time.duration import DAY, MINUTE
from tests.bot.game_driver import answered, delivered, live_through, private

__all__ = ["NEXT", "PairingDriver", "opened_room", "paired"]

NEXT: Final = DAY
"""Seconds from one round to the next."""


class PairingDriver:
    """A server with a room for new games, whose first message has the button **Pair me**."""

    def __init__(self, server: Loopback, bot: Postboard, first: Message) -> None:
        self.server = server
        self.bot = bot
        self.first = first

    @property
    def guild_id(self) -> int:
        return self.server.world.guild().id

    @property
    def store(self) -> PairingStore:
        return self.bot.service(PairingStore)

    async def pair_me(
        self,
        who: Person,
        games: Sequence[str] = ("game:rematch",),
        pace: str = "pace:USUAL",
        number: str = "number:4",
    ) -> Message:
        """Send the form, and return the answer."""
        asked = await who.click(self.first, "Pair me")
        assert asked.modal is not None, asked.message
        chosen = {"Which games?": list(games), "How fast?": [pace], "How many?": [number]}
        return private(await who.submit(asked.modal, chosen))

    async def press(self, who: Person, answer: Message, label: str) -> Message:
        return answered(await who.click(answer, label))

    async def opened(self) -> None:
        """Wait until every game that a round gave is open."""
        while await self.store.next_planned(()) is not None:  # noqa: ASYNC110 - its own pace
            await asyncio.sleep(0.005)
        await live_through(self.bot, self.server, MINUTE)  # The post of a round waits for them.
        await delivered(self.bot)

    async def next_round(self) -> None:
        """Let time pass until the next round has been held and its games are open."""
        timers = await self.bot.store.queues.timers()
        due = next(t.due for t in timers if t.kind == ROUND and number_in(t) == self.guild_id)
        seconds = max(0, due - int(self.server.clock.now())) + 1
        await live_through(self.bot, self.server, seconds)
        await self.bot.scheduler.run_due()
        await self.opened()

    async def run_out(self) -> None:
        """Let the time of the first game run out, after all vacation that can be taken."""
        while (table := (await self.tables())[0]).status is Status.PLAYING:
            assert table.due_at is not None
            seconds = max(0, table.due_at - int(self.server.clock.now())) + 1
            await live_through(self.bot, self.server, seconds)
            await self.bot.scheduler.run_due()
        await delivered(self.bot)

    @property
    def threads(self) -> list[Channel]:
        return [each for each in self.server.world.channels.values() if each.thread]

    async def tables(self) -> list[Table]:
        rows = await self.bot.store.database.column(
            "SELECT id FROM tables WHERE pairing_id IS NOT NULL ORDER BY id"
        )
        return [await self.bot.lookup.get(each) for each in rows]


async def opened_room(server: Loopback, bot: Postboard) -> PairingDriver:
    """Let a server pair people in a room of their own, half a day before the first round.

    So it doesn't matter at what time of the day tests run.
    """
    guild = server.world.guild()
    room = server.world.add_channel(guild, "games", topic="")
    await bot.wait_until_ready()
    now, club = int(bot.now()), Club()
    to_round = next_hour(now, club.puzzle_hour, club.puzzle_zone) - now
    server.clock.advance((to_round - DAY // 2) % DAY)
    now = int(bot.now())
    await bot.store.servers.change_settings(
        guild.id, lambda was: replace(was, club=replace(was.club, pairing=room.id)), now
    )
    await delivered(bot)
    (first,) = server.person("Ann").sees("games")
    return PairingDriver(server, bot, first)


async def paired(
    server: Loopback, bot: Postboard, one: Person, other: Person, game: str = "game:rematch"
) -> tuple[PairingDriver, Channel, Table]:
    """Let two people be paired in a new room; return it with the thread and table of their game."""
    club = await opened_room(server, bot)
    await club.pair_me(one, [game])
    await club.pair_me(other, [game])
    await club.opened()
    (thread,), (table,) = club.threads, await club.tables()
    return club, thread, table

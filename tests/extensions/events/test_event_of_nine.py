"""An event of nine over weeks, in which the bot is killed again and again.

Two withdraw, one never comes, and nine people's games end as they must all the same: at no moment
does anybody play more games than the event allows, no result is lost or counted twice, and the
tables are what the results make of them.
"""

import asyncio
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import cycle
from typing import Final

import pytest

from bot.extensions.events.rows import read_event
from bot.extensions.events.standings import points
from bot.extensions.events.values import CLOSE, FINAL, Event, course_of, folded, result_of
from bot.extensions.news.values import DIGEST
from bot.messages.controls import verbs
from bot.model.queues import ItemKind, TimerKind
from bot.model.table import Status, Table
from bot.store.queues.queues import LEASE
from loopback import Loopback, Message, Person
from loopback.errors import CannotDo
from loopback.interactions.lifecycle import Interaction
from loopback.model.people import Member
from loopback.world.feed import Event as Happening
from loopback.world.feed import MessagePosted
from rules.club.entries import Ended, Stage, Withdrawn
from rules.club.groups import Departure, Groups, State
from rules.time.duration import DAY, HOUR
from tests.bot.child_bot import CrashPoint
from tests.bot.game_driver import labels, private
from tests.bot.killable_bot import KillableBot
from tests.bot.known_verbs import decode
from tests.bot.test_crash_club import opened_event, settled, told
from tests.chaos.file import read_table
from tests.conformance.configured import SOAK
from tests.stored import opened

pytestmark = pytest.mark.crash

MORE: Final = ("Eve", "Fay", "Gus", "Hal", "Ida")
STEP: Final = 12 * HOUR if SOAK else DAY
LONGEST: Final = 200
"""Steps after which an event that is not over is stuck."""
KILLS: Final = 0.15 if SOAK else 0.05
"""Share of interactions in which the bot is killed."""
MEETINGS: Final = 2 if SOAK else 1
AT_ONCE: Final = 3
DIGESTS: Final = {"Fay": 7, "Gus": 20}
"""The hours at which some of them have their digests."""
POINTS: Final = (
    (CrashPoint.BEFORE, "tables.create"),
    (CrashPoint.WITHIN, "tables.append"),
    (CrashPoint.TIMER_WRITTEN, DIGEST),
    (CrashPoint.AFTER, "tables.create"),
    (CrashPoint.TIMER_WRITING, TimerKind.DEADLINE),
    (CrashPoint.SENT, DIGEST),
    (CrashPoint.AFTER, "tables.append"),
    (CrashPoint.BEFORE, "displays.edited"),
    (CrashPoint.TIMER_WRITTEN, TimerKind.DEADLINE),
    (CrashPoint.SENT, ItemKind.BOARD),
    (CrashPoint.SENT, ItemKind.DISPLAY),
    (CrashPoint.AFTER, "displays.edited"),
    (CrashPoint.WITHIN, "EventStore.change"),
)
"""Where the bot is to die, one after the other, if it comes to that point."""
IN_FINAL: Final = (CrashPoint.TIMER_WRITTEN, FINAL)
"""Where it is to die once the groups are decided."""


@dataclass
class Nine:
    """Nine people, their event, and everything that was ever posted."""

    server: Loopback
    bot: KillableBot
    chance: random.Random
    points: Iterator[tuple[CrashPoint, str]] = field(default_factory=lambda: cycle(POINTS))
    posted: list[Message] = field(default_factory=list[Message])
    digests: Counter[tuple[int, date]] = field(default_factory=Counter[tuple[int, date]])

    def listen(self, happening: Happening) -> None:
        """Note what the bot posts, and who gets a digest on which day of theirs."""
        if not isinstance(happening, MessagePosted):
            return
        message = happening.message
        if message.author is self.server.world.bot and message.audience is None:
            self.posted.append(message)
            if "Daily summary ·" in message.content:
                day = datetime.fromtimestamp(self.server.clock.now(), UTC).date()
                self.digests[message.channel_id, day] += 1

    def event(self) -> Event:
        with opened(self.bot.database) as tx:
            event = read_event(tx, 1)
        assert event is not None
        return event

    def course(self) -> Groups:
        course = self.event().course
        assert isinstance(course, Groups)
        return course

    def tables(self) -> list[Table]:
        """Return the tables of the event, as their logs tell them."""
        with opened(self.bot.database) as tx:
            return [read_table(tx, row["id"]) for row in tx.do("SELECT id FROM tables ORDER BY id")]

    def name(self, entrant: int) -> str:
        return next(user.name for each, user in self.event().people.items() if each == entrant)

    async def sleep(self, seconds: int) -> None:
        """Kill the bot and start it so much later; it dies once more if it comes to its point."""
        is_decided = self.course().final_due_at is not None
        await self.bot.sleep(seconds, *(IN_FINAL if is_decided else next(self.points)))
        while self.bot.is_alive and not self.server.gateway.online:  # noqa: ASYNC110
            await asyncio.sleep(0.002)
        await self.calm()

    async def calm(self) -> None:
        """Wait until nothing is owed; a bot that dies meanwhile is started again."""
        waiting = asyncio.create_task(settled(self.server, self.bot))
        while not waiting.done():
            if not self.bot.is_alive:
                await self.revive()
            await asyncio.sleep(0.005)
        await waiting

    async def revive(self) -> None:
        """Start a bot that has died, once the leases of the dead one are over."""
        await self.bot.dead()
        await self.bot.sleep(LEASE)
        await self.bot.connected()

    async def through(self, person: Person, interaction: Interaction) -> Message | None:
        """Return the answer to an interaction; None if the bot was killed in it."""
        if self.chance.random() < KILLS:
            await asyncio.sleep(self.chance.uniform(0, 0.03))
            if self.bot.is_alive:
                await self.bot.kill()
        while self.bot.is_alive and not interaction.acknowledged.is_set():  # noqa: ASYNC110
            await asyncio.sleep(0.002)
        if not self.bot.is_alive:
            await self.revive()
            await self.calm()
        reply = await person.outcome(interaction)
        return None if reply.failed else reply.message

    async def press(self, person: Person, message: Message | None, label: str) -> Message | None:
        if message is None:
            return None
        with suppress(CannotDo):
            return await self.through(person, person.start_click(message, label))
        return None

    async def withdraw(self, person: Person) -> None:
        """Let somebody withdraw, as often as it takes."""
        entrant = next(e for e, user in self.event().people.items() if user.name == person.name)
        while entrant in self.event().present:
            (stage,) = told(self.server, "has started!** ")
            mine = await self.press(person, stage, "My games")
            question = await self.press(person, mine, "Drop out …")
            await self.press(person, question, "Drop out")
        await self.calm()

    def is_late(self, name: str) -> bool:
        """Whether somebody of the second group has ended half of their games there, or more."""
        course = self.course()
        own = [g for g in course.games_of(Stage.GROUPS, 2) if name in map(self.name, g.entrants)]
        return 2 * sum(game.result is not None for game in own) >= len(own)

    async def play(self, missing: str, late: str) -> None:
        """Let everybody but one person move where it is their turn, or resign.

        Another one plays no more from half of the games on.
        """
        for known in self.tables():
            with opened(self.bot.database) as tx:
                table = read_table(tx, known.id)
            due = table.due
            if due is None or due.user.name == missing or self.chance.random() < 0.1:
                continue
            if late in {player.user.name for player in table.players} and self.is_late(late):
                continue
            person, match = self.server.person(due.user.name), table.started
            if len(match.plies) < 1 + table.id % 3:
                moves = sorted(map(match.game.notate, match.game.legal(match.state)))
                values = {"move": self.chance.choice(moves)}
                await self.through(person, person.start_slash("move", table.channel_id, values))
            else:
                interaction = person.start_slash("game resign", table.channel_id, {})
                await self.press(person, await self.through(person, interaction), "Resign")
        await self.calm()

    def check(self) -> None:
        """Check what must hold at every moment of rest."""
        event, tables = self.event(), self.tables()
        playing = Counter(
            player.user.id
            for table in tables
            if table.status in {Status.OPEN, Status.PLAYING}
            for player in table.players
        )
        assert all(count <= AT_ONCE for count in playing.values())
        course = course_of(event.terms)
        for entry in event.log:
            course = folded(course, entry)
            assert isinstance(course, Groups)
            assert all(course.running(each) <= AT_ONCE for each in course.entrants)
        assert max(self.digests.values(), default=1) == 1
        self.check_results(event, tables)

    def check_results(self, event: Event, tables: list[Table]) -> None:
        """Check that each game that ended counts once, as its own log tells it."""
        ended = [each.change for each in event.log if isinstance(each.change, Ended)]
        counted = Counter((each.game, each.attempt) for each in ended)
        assert set(counted.values()) <= {1}
        for table in tables:
            assert table.event is not None
            outcome = table.match.outcome if table.match else None
            assert (table.status is Status.OVER) == (outcome is not None)
            entries = [each for each in ended if each.game == table.event.key]
            if outcome is not None and entries:
                assert entries[0].result == result_of(outcome, table.seating)

    def check_threads(self) -> None:
        """Check that each game has a thread of its own, whose people find its present board."""
        world, tables = self.server.world, self.tables()
        threads = {each.id: each for each in world.channels.values() if each.thread}
        assert sorted(threads) == sorted(table.channel_id for table in tables)
        for table in tables:
            thread = threads[table.channel_id]
            assert table.event is not None
            assert thread.thread is not None
            people = {self.server.person(each.user.name).id for each in table.players}
            assert thread.thread.member_ids >= people
            boards = Counter(
                custom_id.position.number
                for message in self.posted
                if message.channel_id == thread.id
                for custom_id in (decode(each.custom_id or "") for each in message.buttons())
                if custom_id.verb is verbs.MENU and custom_id.position is not None
            )
            assert set(boards.values()) == {1}, thread.name
            assert max(boards) == table.started.position_number

    def check_messages(self) -> None:
        """Check that everything was told once, and that the card shows the tables as they are."""
        event, course = self.event(), self.course()
        for words in ("sealed in advance", "has started!** "):
            assert len(told(self.server, words)) == 1
        finalists = {self.server.person(self.name(each)).id for each in course.finalists}
        lobby = self.server.world.channel("lobby").id
        posted = [each for each in self.posted if each.channel_id == lobby]
        (begun,) = [m for m in posted if ": the final has started!" in m.content]
        assert begun.pings == finalists
        (over,) = [m for m in posted if "Congratulations" in m.content]
        assert over.pings == {self.server.person(self.name(each)).id for each in course.winners}
        (shown,) = [m for m in told(self.server, "run by") if "My games" in labels(m)]
        assert shown.id == over.id
        pictures = [each.description or "" for each in shown.attachments]
        own = Counter[int]()
        for game in course.games_of(Stage.FINAL):
            assert game.result is not None
            own.update(dict(zip(game.entrants, game.result.shares, strict=True)))
        order = [line.entrant for line in course.table(Stage.FINAL)]
        assert [own[each] for each in order] == sorted((own[e] for e in order), reverse=True)
        said = [f"{n}. {self.name(e)}: {points(own[e])}" for n, e in enumerate(order, 1)]
        assert re.search(".*".join(map(re.escape, said)), pictures[0])
        assert event.state is State.OVER


async def test_an_event_of_nine_is_played_through_though_the_bot_is_killed(
    server: Loopback, killable_bot: KillableBot
) -> None:
    (guild,) = server.world.guilds.values()
    for name in MORE:
        user = server.world.add_user(name)
        guild.members[user.id] = Member(user, server.clock.now())
    everybody = [server.person(name) for name in ("Ann", "Bo", "Cy", "Di", *MORE)]
    nine = Nine(server, killable_bot, random.Random("nine"))
    server.feed.listen(nine.listen)
    for name, hour in DIGESTS.items():
        private(await server.person(name).slash("notify", zone="UTC", daily=str(hour)))
    await opened_event(server, killable_bot, everybody, meetings=MEETINGS, at_once=AT_ONCE)
    await killable_bot.sleep(7 * DAY + 1, CrashPoint.TIMER_WRITTEN, CLOSE)
    await killable_bot.dead()
    await nine.sleep(LEASE)
    one, other = nine.course().groups
    missing, early, late = nine.name(one[0]), nine.name(one[1]), nine.name(other[0])
    for step in range(LONGEST):
        course = nine.course()
        if course.state not in {State.GROUPS, State.FINAL}:
            break
        if step == 1:
            await nine.withdraw(server.person(early))
        if nine.is_late(late) and other[0] in nine.event().present:
            await nine.withdraw(server.person(late))
        await nine.play(missing, late)
        nine.check()
        await nine.sleep(STEP)
        nine.check()
    for _ in range(2):
        await nine.sleep(HOUR)
    nine.check()
    nine.check_threads()
    nine.check_messages()
    departed = nine.course().departed
    assert departed[one[1]].departure is Departure.ANNULLED
    assert departed[other[0]].departure is Departure.OUT
    withdrawn = [e.change.entrant for e in nine.event().log if isinstance(e.change, Withdrawn)]
    assert sorted(withdrawn) == sorted((one[0], one[1], other[0]))
    assert set(nine.digests.values()) == {1}
    assert killable_bot.deaths >= 20

"""A server whose weeks are told as time passes, without Discord."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from random import Random
from typing import Any, Final, cast
from zoneinfo import ZoneInfo

from bot.delivery.answering.advice import Advice
from bot.delivery.background.scheduler import Scheduler
from bot.delivery.outbox.composing import Composer
from bot.extensions.week.posts import WeekPosts
from bot.extensions.week.rows import HOOKS
from bot.extensions.week.values import TOLD, Telling, read_telling
from bot.extensions.week.work import Weeks
from bot.interactions.extension import UpForGame
from bot.messages.controls.message import Button, Message
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.caller import Caller, Place
from bot.model.errors import TableError
from bot.model.queues import OutboxItem
from bot.model.server import Club
from bot.model.table import Table, Terms, User
from bot.tables.commands import Accept, Open, Play, Resign
from engine.pool import Purpose
from engine.report import PlyReport, Report, written_report
from rules.contract.sentence import say
from tests.bot.seat_changes import CZECH, due
from tests.bot.table_service import CHANNEL, Service

__all__ = ["BERLIN", "FEED", "SERVER", "WeekHost", "at", "report_on"]

SERVER: Final = 5
FEED: Final = 77
BERLIN: Final = "Europe/Berlin"


def at(text: str, zone: str = BERLIN) -> int:
    """Return a time of the clocks in a zone, in Unix seconds."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp())


def report_on(table: Table, values: Sequence[float], gifts: Sequence[int] = ()) -> Report:
    """Return a report on a game by its values as the first team sees them, and who gave away."""
    plies = [
        PlyReport(
            number + 1,
            ply.side,
            ply.notation,
            values[number] if number % 2 == 0 else -values[number],
            loss=0.5 if number in gifts else 0.0,
        )
        for number, ply in enumerate(table.started.plies)
    ]
    return Report("search", tuple(plies), (), (), (), None)


class _Advice:
    """Makes no report by itself: it notes which were asked for."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    async def report(self, table: Table, purpose: Purpose) -> Report:
        assert purpose is Purpose.PUZZLE, "nothing is less urgent"
        self.asked.append(table.id)
        raise TableError(say("No worker is free."))


class Up:
    """So many people who wait for a game."""

    def __init__(self, count: int | None) -> None:
        self.waiting = count
        self.button = cast("Button", None)

    async def count(self, _guild_id: int, /) -> int | None:
        return self.waiting


class WeekHost:
    """A service, and the weeks of its server."""

    def __init__(self, service: Service) -> None:
        service.store.database.hooks.add(HOOKS)
        self.service, self.store = service, service.store
        self.clock = service.clock
        self.shown: Sequence[int] = [CHANNEL]
        self.up: Up | None = None
        self.restart()

    def restart(self) -> None:
        """Go on as another process."""
        self.advice = _Advice()
        advice = cast("Advice", self.advice)
        self.weeks = Weeks(
            self.store,
            self.service.lookup,
            advice,
            self.clock,
            shows=lambda _server, _channel: self.shown,
            up=self._up,
        )
        self.scheduler = Scheduler(self.store.queues, self.store.times, {}, self.clock)
        self.scheduler.add(TOLD, self.weeks.carry_out)
        self.store.queues.row_kinds.add(TOLD)

    def _up(self) -> UpForGame | None:
        return cast("UpForGame | None", self.up)

    async def wants(self, channel: int | None = FEED, hour: int = 18, zone: str = BERLIN) -> None:
        """Let the server have its weeks in a channel, or nowhere."""
        club = Club(week=channel, puzzle_hour=hour, puzzle_zone=zone)
        await self.store.servers.change_settings(
            SERVER, lambda was: replace(was, club=club), int(self.clock())
        )

    async def timers(self) -> list[tuple[str, int]]:
        return [
            (each.dedupe, each.due) for each in await self.store.queues.timers()
            if each.kind == TOLD
        ]  # fmt: skip

    async def live(self, until: int) -> list[Telling]:
        """Let time pass, and return what was told meanwhile."""
        found: list[Telling] = []
        while (dues := [due for _, due in await self.timers()]) and min(dues) <= until:
            self.clock.time = max(self.clock.time, min(dues))
            await self.scheduler.run_due()
            await self.weeks.settled()
            found += [read_telling(row)[1] for row in await self.rows()]
            for row in await self.rows():
                self.store.queues.mark_delivered(row, None)
            await self.store.queues.flush()
        self.clock.time = max(self.clock.time, until)
        return found

    async def rows(self) -> list[OutboxItem]:
        return [row for row in await self.store.queues.waiting(10_000) if row.kind == TOLD]

    async def told(self, moment: int) -> str:
        """Let a week be told at this moment, and return its words: the row stays."""
        self.clock.time = moment
        for _ in range(9):
            if await self.rows():
                break
            await self.scheduler.run_due()
            await self.weeks.settled()
            self.clock.time += 20
        return await self.words()

    async def message(self) -> Message | None:
        """Return the message of the only row that waits."""
        (row,) = await self.rows()
        made = Composer(self.service.lookup, self.store)
        posts = WeekPosts(
            self.store,
            self.service.lookup,
            shows=lambda _server, _channel: self.shown,
            up=self._up,
            poster=lambda: None,
        )
        made.kinds |= posts.kinds
        return await made.compose(row)

    async def words(self) -> str:
        message = await self.message()
        assert message is not None
        assert message.is_silent
        assert message.pings == ()
        return locale_of(DEFAULT).message(message.text)

    async def ended(
        self,
        host: User,
        guest: User,
        *,
        when: int,
        plies: int = 2,
        loser: User | None = None,
        place: Place | None = None,
        terms: Terms = CZECH,
    ) -> Table:
        """Return a game that ended at this moment after so many moves, and was resigned."""
        before, self.clock.time = self.clock.time, when
        by = Caller(host, place or Place(CHANNEL, SERVER))
        execute = self.service.tables.execute
        opened = await self.service.tables.open(
            Open(terms, (guest,), "white"), by, self.service.request()
        )
        change: Any = await execute(
            opened.id, replace(by, user=guest), Accept(), self.service.request()
        )
        chance = Random(plies)
        for _ in range(plies):
            match = change.table.started
            if match.outcome is not None:
                break
            notation = match.game.notate(chance.choice(match.legal))
            mover = replace(by, user=due(change.table))
            change = await execute(opened.id, mover, Play(notation), self.service.request())
        if change.table.started.outcome is None:
            loses = replace(by, user=loser or guest)
            change = await execute(opened.id, loses, Resign(), self.service.request())
        self.clock.time = before
        table: Table = change.table
        return table

    async def by_rules(self, table: Table, report: Report | None = None) -> None:
        """Let a game count as ended by its own rules, with a report on it."""
        database = self.store.database
        await database.write(
            "UPDATE results SET rule = 'czech.blocked' WHERE table_id = ?", table.id
        )
        if report is not None:
            await self.store.engines.keep_report(table.started.digest, "4", written_report(report))

"""The deadline step at a table: by the timer, by a claim, before commands; what it writes."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.delivery.clocks import clock_handlers
from bot.delivery.scheduler import Scheduler
from bot.model.errors import TableError
from bot.model.outages import OutageCause, OutageScope
from bot.model.preferences import Preferences
from bot.model.queues import ItemKind, TimerKind
from bot.model.quiet_hours import QuietHours
from bot.model.table import Status, Table, Terms
from bot.store.database import Database
from bot.store.outages import beat, begin_outage, end_outage
from bot.store.people import vacation_left
from bot.store.pings import save_person
from bot.store.queues import Queues
from bot.store.tables import Store
from bot.tables.commands import Accept, Answer, ClaimTime, Open, Play, Propose, Resign
from bot.tables.service import Tables
from rules.core import RulesError
from rules.duration import DAY, HOUR
from rules.events import (
    Claimed,
    Declined,
    Grant,
    Granted,
    OfferKind,
    Overdue,
    Paused,
    Played,
    Resumed,
    TimedOut,
    VoidCause,
    Voided,
)
from rules.time_control import read_time_control
from tests.bot.test_commands import ANN, BO, CHANNEL, Clock, Service, caller

NOON = 1_700_049_600
"""12:00 UTC on a day in November."""


class Host(Service):
    """A service whose timers run when time passes, one after the other as they are due."""

    def __init__(self, database: Database) -> None:
        super().__init__(Store(database), Clock())
        self.clock.time = NOON
        self.database = database
        self.restart()

    def restart(self) -> None:
        """Go on as another process does: with nothing in memory."""
        self.store = Store(self.database)
        self.tables = Tables(self.store, self.clock)
        self.queues = Queues(self.database)
        handlers = clock_handlers(self.tables, self.queues, self.clock)
        self.scheduler = Scheduler(self.queues, handlers, self.clock)

    async def at(self, moment: int) -> None:
        """Let time pass until so many seconds after noon, with all timers on the way."""
        while True:
            timers = [t for t in await self.queues.timers() if t.kind in _CLOCKS]
            due = min((timer.due for timer in timers), default=None)
            if due is None or due > NOON + moment:
                break
            self.clock.time = max(self.clock.time, due)
            await self.lived()
            assert await self.scheduler.run_due()
        self.clock.time = NOON + moment
        await self.lived()

    async def lived(self) -> None:
        """Have the heart beaten until now."""
        await self.store.set_metadata("heartbeat", str(int(self.clock.time)))

    async def game(self, time: str, *, vacation: bool = False) -> Table:
        """Return a game in which Ann, White, is due first."""
        return await self.playing(
            Terms("czech", {}, time=read_time_control(time), vacation=vacation)
        )

    async def events(self, table: Table) -> list[object]:
        return [e.event for e in (await self.tables.reread(table.id)).started.entries[1:]]

    async def until(self, table: Table) -> int | None:
        found = (await self.tables.reread(table.id)).due_at
        return None if found is None else found - NOON

    async def prefers(self, user_id: int, preferences: Preferences) -> None:
        now = int(self.clock.time)
        await self.database.transact(lambda tx: save_person(tx, user_id, preferences, now))


_CLOCKS = (
    TimerKind.DEADLINE, TimerKind.PAUSE_END, TimerKind.REST, TimerKind.ABANDONED,
    TimerKind.REMINDERS,
)  # fmt: skip


@pytest.fixture
async def host(tmp_path: Path) -> AsyncGenerator[Host]:
    async with Database.open(tmp_path / "tables.sqlite3") as opened:
        yield Host(opened)


async def opening(host: Host, table: Table) -> None:
    """Let both play once, so that the time counts."""
    await host.do(table, ANN, Play("c3-d4"))
    await host.do(table, BO, Play("b6-a5"))


async def messages(host: Host, kind: ItemKind) -> list[int | None]:
    return [item.number for item in await host.queues.waiting() if item.kind is kind]


# Soft and hard


@pytest.mark.parametrize("time", ["1d", "1d+2h<=2d"])
async def test_a_soft_deadline_tells_the_rivals_once_and_leaves_the_game_to_them(
    host: Host, time: str
) -> None:
    table = await host.game(time)
    await opening(host, table)
    until = await host.until(table)
    assert until is not None
    await host.at(until + 60)
    assert Overdue(table.started.seats[0]) not in await host.events(table)
    await host.at(until + 61)
    assert (await host.events(table))[-1] == Overdue(table.started.seats[0])
    await host.at(until + 20 * DAY)
    assert len(await messages(host, ItemKind.ANSWER)) == 1
    moved = await host.do(table, ANN, Play("d4-c5"))
    assert moved.status is Status.PLAYING


@pytest.mark.parametrize("time", ["1d hard", "1d+2h<=2d hard"])
async def test_a_hard_deadline_ends_the_game_by_itself(host: Host, time: str) -> None:
    table = await host.game(time)
    await opening(host, table)
    until = await host.until(table)
    assert until is not None
    await host.at(until + 61)
    ended = await host.tables.reread(table.id)
    assert isinstance(ended.started.events[-1], TimedOut)
    assert ended.started.winners == (ended.seat(BO.id),)
    assert (await messages(host, ItemKind.BOARD))[-1] == len(ended.started.entries)


async def test_a_hard_clock_runs_the_step_before_every_command(host: Host) -> None:
    table = await host.game("1d hard")
    await opening(host, table)
    host.clock.time = NOON + DAY + 61
    with pytest.raises(TableError, match="time had run out"):
        await host.do(table, ANN, Play("d4-c5"))
    ended = await host.tables.reread(table.id)
    assert [type(event) for event in ended.started.events[-2:]] == [Played, TimedOut]


async def test_a_hard_clock_grants_what_is_due_and_then_lets_the_command_through(
    host: Host,
) -> None:
    table = await host.game("1d hard", vacation=True)
    await opening(host, table)
    host.clock.time = NOON + DAY + 61
    moved = await host.do(table, ANN, Play("d4-c5"))
    granted, played = moved.started.events[-2:]
    assert granted == Granted(moved.started.seats[0], 12 * HOUR + 61, Grant.DRAWN)
    assert isinstance(played, Played)


async def test_time_lost_before_both_have_played_voids_the_game(host: Host) -> None:
    table = await host.game("1d hard")
    await host.do(table, ANN, Play("c3-d4"))
    await host.at(DAY + 61)
    outcome = (await host.tables.reread(table.id)).started.outcome
    assert outcome is not None
    assert outcome.is_void


async def test_a_claim_one_second_early_is_refused_and_then_is_not(host: Host) -> None:
    table = await host.game("1d")
    await opening(host, table)
    host.clock.time = NOON + DAY + 60
    with pytest.raises(TableError, match="time runs until"):
        await host.do(table, BO, ClaimTime())
    host.clock.time += 1
    with pytest.raises(RulesError, match="your own side"):
        await host.do(table, ANN, ClaimTime())
    assert Overdue(table.started.seats[0]) not in await host.events(table)
    claimed = await host.do(table, BO, ClaimTime())
    assert [type(event) for event in claimed.started.events[-2:]] == [Overdue, Claimed]


async def test_a_claim_during_vacation_finds_time_again(host: Host) -> None:
    table = await host.game("1d", vacation=True)
    await opening(host, table)
    host.clock.time = NOON + DAY + 61
    with pytest.raises(TableError, match="time runs until"):
        await host.do(table, BO, ClaimTime())
    assert await host.until(table) == DAY + 61 + 12 * HOUR


async def test_offers_lapse_at_the_deadline(host: Host) -> None:
    table = await host.game("1d")
    await opening(host, table)
    await host.do(table, BO, Propose(OfferKind.DRAW))
    await host.at(DAY + 61)
    seats = table.started.seats
    assert (await host.events(table))[-2:] == [Declined(seats[1]), Overdue(seats[0])]


# Giving time


async def test_rivals_give_days_from_now_and_may_claim_again_after_them(host: Host) -> None:
    table = await host.game("1d")
    await opening(host, table)
    await host.at(2 * DAY)
    given = await host.do(table, BO, Propose(OfferKind.TIME, 3))
    assert given.started.events[-1] == Granted(given.started.seats[0], 4 * DAY, Grant.RIVALS)
    assert await host.until(table) == 5 * DAY
    with pytest.raises(TableError, match="time runs until"):
        await host.do(table, BO, ClaimTime())
    await host.at(5 * DAY + 61)
    assert len([e for e in await host.events(table) if isinstance(e, Overdue)]) == 2


# Vacation


async def test_two_tables_of_one_person_draw_one_row_at_once(host: Host) -> None:
    first = await host.game("1d", vacation=True)
    command = Open(first.terms, (BO,), "white")
    second = await host.tables.open(command, caller(ANN, CHANNEL + 1), host.request())
    bo = caller(BO, CHANNEL + 1)
    await host.tables.execute(second.id, bo, Accept(), host.request())
    await host.at(DAY + 61)
    seat = first.started.seats[0]
    assert (await host.events(first))[-1] == Granted(seat, 12 * HOUR + 61, Grant.DRAWN)
    assert (await host.events(second))[-1] == Granted(seat, 12 * HOUR + 61, Grant.VACATION)
    now = int(host.clock.time)
    left = await host.database.snapshot(lambda tx: vacation_left(tx, ANN.id, now))
    assert left == 468 * HOUR


async def test_vacation_ends_after_six_rows_and_then_the_time_is_out(host: Host) -> None:
    table = await host.game("1d", vacation=True)
    await opening(host, table)
    await host.at(DAY + 61 + 6 * (12 * HOUR + 61) - 1)
    events = await host.events(table)
    assert [e.cause for e in events if isinstance(e, Granted)] == [Grant.DRAWN] * 6
    await host.at(5 * DAY)
    assert isinstance((await host.events(table))[-1], Overdue)


async def test_who_switched_vacation_off_spends_none(host: Host) -> None:
    await host.prefers(ANN.id, Preferences(vacation=False))
    table = await host.game("1d", vacation=True)
    await opening(host, table)
    await host.at(DAY + 61)
    assert isinstance((await host.events(table))[-1], Overdue)


# Quiet hours


async def test_quiet_hours_put_a_deadline_off_once_a_turn(host: Host) -> None:
    quiet = QuietHours("UTC", 11 * 60, 20 * 60)
    await host.prefers(ANN.id, Preferences(zone="UTC", quiet=quiet))
    host.clock.time += 1
    table = await host.game("1d")
    await opening(host, table)
    await host.at(DAY + 62)
    (grant,) = [e for e in await host.events(table) if isinstance(e, Granted)]
    assert grant.cause is Grant.QUIET
    assert await host.until(table) == DAY + 9 * HOUR
    await host.do(table, BO, Propose(OfferKind.TIME, 1))
    await host.at(2 * DAY + 9 * HOUR + 61)
    assert isinstance((await host.events(table))[-1], Overdue), "the second is not put off"


async def test_quiet_hours_saved_during_a_turn_do_not_change_its_deadline(host: Host) -> None:
    table = await host.game("1d")
    await opening(host, table)
    await host.at(DAY - 60)
    quiet = QuietHours("UTC", 11 * 60, 20 * 60)
    await host.prefers(ANN.id, Preferences(zone="UTC", quiet=quiet))
    await host.at(DAY + 61)
    assert isinstance((await host.events(table))[-1], Overdue)


# Outages


async def test_a_restart_after_the_deadline_leaves_the_minutes_that_were_left(host: Host) -> None:
    table = await host.game("1d hard")
    await opening(host, table)
    await host.queues.beat(NOON + DAY - 600)
    host.restart()
    host.clock.time = NOON + DAY + 2400
    await host.queues.beat(int(host.clock.time))
    await host.scheduler.run_due()
    found = await host.tables.get(table.id)
    assert found.clock.left(int(host.clock.time)) == 600
    assert found.status is Status.PLAYING


async def test_a_command_that_comes_before_the_gap_is_noticed_is_credited_too(host: Host) -> None:
    table = await host.game("1d hard")
    await opening(host, table)
    await host.queues.beat(NOON + DAY - 600)
    host.clock.time = NOON + DAY + 2400
    moved = await host.do(table, ANN, Play("d4-c5"))
    assert moved.started.events[-2] == Granted(moved.started.seats[0], 3000, Grant.OUTAGE)


async def test_while_an_outage_of_the_server_lasts_nothing_is_decided(host: Host) -> None:
    table = await host.game("1d hard")
    await opening(host, table)
    scope, cause = OutageScope.SERVER, OutageCause.UNAVAILABLE
    await host.database.transact(lambda tx: begin_outage(tx, NOON + 3600, scope, 5, cause))
    await host.at(2 * DAY)
    assert (await host.tables.get(table.id)).status is Status.PLAYING
    await host.database.transact(lambda tx: end_outage(tx, NOON + 2 * DAY, scope, 5, cause))
    await host.at(2 * DAY + 100)
    assert await host.until(table) == 3 * DAY - HOUR
    await host.at(2 * DAY + 23 * HOUR - 1)
    assert (await host.tables.get(table.id)).status is Status.PLAYING
    await host.at(3 * DAY)
    assert (await host.tables.get(table.id)).status is Status.OVER


async def test_a_bank_gets_its_outages_with_the_move(host: Host) -> None:
    table = await host.game("5d+1d<=9d")
    lost = NOON + 6 * HOUR
    await host.database.transact(lambda tx: beat(tx, NOON))
    await host.database.transact(lambda tx: beat(tx, lost))
    host.clock.time = NOON + DAY
    await host.queues.beat(NOON + DAY - 1)
    moved = await host.do(table, ANN, Play("c3-d4"))
    assert moved.started.clock.banks[0] is not None
    seconds = 6 * HOUR + (18 * HOUR - 1)
    assert moved.started.clock.banks[0] == 5 * DAY - DAY + seconds + DAY


# Pauses


async def test_a_pause_is_agreed_and_ends_by_itself_also_over_a_restart(host: Host) -> None:
    table = await host.game("1d")
    await opening(host, table)
    host.clock.time = NOON + 6 * HOUR
    asked = await host.do(table, BO, Propose(OfferKind.PAUSE, 3))
    number = len(asked.started.entries)
    agreed = await host.do(table, ANN, Answer(number, agree=True))
    assert agreed.started.events[-1] == Paused(NOON + 6 * HOUR + 3 * DAY)
    assert agreed.due_at is None
    host.restart()
    await host.at(3 * DAY + 6 * HOUR - 1)
    assert (await host.tables.get(table.id)).clock.paused
    await host.at(3 * DAY + 6 * HOUR)
    assert (await host.events(table))[-1] == Resumed()
    assert await host.until(table) == 4 * DAY


async def test_a_pause_is_ended_early_by_agreement_only(host: Host) -> None:
    table = await host.game("1d")
    await opening(host, table)
    await host.do(table, BO, Propose(OfferKind.PAUSE, 30))
    await host.do(table, ANN, Propose(OfferKind.PAUSE, 30))
    await host.at(10 * DAY)
    await host.do(table, BO, Propose(OfferKind.RESUME))
    assert (await host.tables.get(table.id)).clock.paused
    await host.do(table, ANN, Propose(OfferKind.RESUME))
    assert await host.until(table) == 11 * DAY
    await host.at(40 * DAY)
    assert (await host.events(table)).count(Resumed()) == 1


async def test_a_series_that_is_paused_goes_on_paused(host: Host) -> None:
    terms = Terms("czech", {}, time=read_time_control("1d"), plan="best-of-3")
    table = await host.playing(terms)
    await host.do(table, BO, Propose(OfferKind.PAUSE, 3))
    await host.do(table, ANN, Propose(OfferKind.PAUSE, 3))
    await host.at(DAY)
    over = await host.tables.execute(table.id, caller(ANN), Resign(), host.request())
    assert over.following is not None
    assert over.following.started.events[1] == Paused(NOON + 3 * DAY)
    await host.at(3 * DAY)
    assert await host.until(over.following) == 4 * DAY


async def test_who_lost_lets_the_next_first_deadline_of_the_series_pass(host: Host) -> None:
    """Only the first game of a series is void where time runs out at once."""
    terms = Terms("czech", {}, time=read_time_control("1d hard"), plan="best-of-3", vacation=False)
    table = await host.playing(terms)
    await opening(host, table)
    over = await host.tables.execute(table.id, caller(ANN), Resign(), host.request())
    assert over.following is not None
    await host.at(DAY + 61)
    outcome = (await host.tables.reread(over.following.id)).started.outcome
    assert outcome is not None
    assert not outcome.is_void


# Games in which nobody plays


async def test_a_game_without_a_limit_ends_after_sixty_idle_days_and_a_notice(host: Host) -> None:
    table = await host.game("none")
    await opening(host, table)
    await host.at(53 * DAY - 1)
    assert await messages(host, ItemKind.REST) == []
    await host.at(53 * DAY)
    assert len(await messages(host, ItemKind.REST)) == 1
    await host.at(60 * DAY - 1)
    assert (await host.tables.get(table.id)).status is Status.PLAYING
    await host.at(60 * DAY)
    assert (await host.events(table))[-1] == Voided(VoidCause.IDLE)


async def test_a_move_puts_the_end_of_an_idle_game_off(host: Host) -> None:
    table = await host.game("none")
    await opening(host, table)
    await host.at(59 * DAY)
    await host.do(table, ANN, Play("d4-c5"))
    await host.at(118 * DAY)
    assert (await host.tables.get(table.id)).status is Status.PLAYING


async def test_an_unclaimed_game_ends_sixty_days_after_the_rivals_were_told(host: Host) -> None:
    table = await host.game("1d")
    await opening(host, table)
    await host.at(61 * DAY + 60)
    assert (await host.tables.get(table.id)).status is Status.PLAYING
    await host.at(61 * DAY + 61)
    assert (await host.events(table))[-1] == Voided(VoidCause.IDLE)


async def test_columns_and_timers_are_rebuilt_from_the_log(host: Host) -> None:
    table = await host.game("1d", vacation=True)
    await opening(host, table)
    await host.at(DAY + HOUR)
    before = [timer for timer in await host.queues.timers() if timer.table_id == table.id]
    await host.database.write("DELETE FROM timers WHERE kind = 'deadline'")
    await host.database.write("UPDATE tables SET due_at = 1, turn_allowed = 2, pause_end = 3")
    known = await host.tables.reread(table.id)
    await Store(host.database).rebuild_columns(known)
    after = [timer for timer in await host.queues.timers() if timer.table_id == table.id]
    assert {(t.dedupe, t.due) for t in after} == {(t.dedupe, t.due) for t in before}
    row = await host.database.row("SELECT due_at, turn_allowed, pause_end FROM tables")
    assert row is not None
    assert tuple(row) == (known.due_at, DAY, None)

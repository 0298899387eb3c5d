"""A deadline step whose timer is late: what comes first, commands and offers included."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.model.errors import OutOfTime, TableError
from bot.model.queues import ItemKind
from bot.model.table import Status, Table, User
from bot.store.servers.outages import OutageCause, OutageScope, begin_outage, end_outage
from bot.tables.commands import (
    Adjudicate,
    Answer,
    ClaimTime,
    Command,
    EndVoid,
    Extend,
    GoOn,
    KeepSeat,
    OfferSeat,
    Pause,
    Play,
    Propose,
    Replace,
    SeatEngine,
    TakeSeat,
)
from rules.contract.core import Seat
from rules.log.events import (
    Claimed,
    Declined,
    Grant,
    Granted,
    Offered,
    OfferKind,
    Overdue,
    Paused,
    Played,
    TimedOut,
)
from rules.time.duration import DAY, HOUR
from tests.bot.table_service import ANN, BO, CHANNEL, CY, caller
from tests.bot.timed_host import NOON, Host, host_on, messages, opening
from tests.bot.who import somebody

DI = somebody(4, "Di")
LATE, RIVAL = Seat(0), Seat(1)
OF_OTHERS: tuple[tuple[User, Command], ...] = (
    (ANN, OfferSeat()), (ANN, SeatEngine(LATE, 1)), (ANN, KeepSeat(LATE)),
    (BO, Replace(LATE, has_left=True)), (BO, SeatEngine(LATE, 1, has_left=True)),
    (CY, TakeSeat(LATE)), (DI, Replace(LATE, has_left=True, reason="gone")),
    (DI, Pause(3, "both asked")), (DI, Extend(3, "ill")), (DI, GoOn("back")),
    (DI, Adjudicate((RIVAL,), "cheated")), (DI, EndVoid("wrong game")),
)  # fmt: skip
"""Commands about seats, and those of a moderator."""


@pytest.fixture
async def host(tmp_path: Path) -> AsyncGenerator[Host]:
    async with host_on(tmp_path) as opened:
        yield opened


# Under a hard clock


async def test_a_hard_clock_runs_the_step_before_every_command(host: Host) -> None:
    table = await host.game("1d hard")
    await opening(host, table)
    host.clock.time = NOON + DAY + 61
    with pytest.raises(TableError, match="Time had already run out"):
        await host.do(table, ANN, Play("d4-c5"))
    ended = await host.lookup.reread(table.id)
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


async def order(host: Host, table: Table, user: User, command: Command) -> Table:
    by = caller(user, may_moderate=user == DI)
    return (await host.tables.execute(table.id, by, command, host.request())).table


@pytest.mark.parametrize(
    ("user", "command"), OF_OTHERS, ids=lambda each: getattr(each, "name", type(each).__name__)
)
async def test_a_hard_clock_runs_the_step_before_commands_about_seats_and_of_moderators(
    host: Host, user: User, command: Command
) -> None:
    table = await host.game("1d hard")
    await opening(host, table)
    await host.do(table, ANN, OfferSeat())
    host.clock.time = NOON + DAY + 61
    with pytest.raises(OutOfTime):
        await order(host, table, user, command)
    ended = await host.lookup.reread(table.id)
    assert ended.started.events[-1] == TimedOut(LATE)
    assert ended.started.winners == (RIVAL,)


async def test_what_a_hard_clock_grants_lets_a_seat_and_a_moderator_go_on(host: Host) -> None:
    table = await host.game("1d hard", vacation=True)
    await opening(host, table)
    host.clock.time = NOON + DAY + 61
    offered = await order(host, table, ANN, OfferSeat())
    assert offered.vacancy(LATE) is not None
    assert offered.started.events[-1] == Granted(LATE, 12 * HOUR + 61, Grant.DRAWN)
    host.clock.time += 12 * HOUR + 61
    extended = await order(host, table, DI, Extend(3, "ill"))
    drawn, given = extended.started.events[-2:]
    assert drawn == Granted(LATE, 12 * HOUR + 61, Grant.DRAWN)
    assert given == Granted(LATE, 3 * DAY, Grant.MODERATOR)


async def test_a_soft_clock_leaves_seats_and_moderators_alone(host: Host) -> None:
    table = await host.game("1d")
    await opening(host, table)
    host.clock.time = NOON + DAY + 61
    with pytest.raises(TableError, match="isn't out of time"):
        await order(host, table, BO, Replace(LATE))
    extended = await order(host, table, DI, Extend(3, "ill"))
    assert extended.started.events[-1] == Granted(LATE, 3 * DAY + 61, Grant.MODERATOR)


# Offers


async def test_an_offer_that_came_before_the_step_of_a_late_timer_stands(host: Host) -> None:
    """It would stand too if the timer had rung in time."""
    table = await host.game("1d")
    await opening(host, table)
    await host.at(DAY - 60)
    host.clock.time = NOON + DAY + 9 * HOUR
    asked = await host.do(table, BO, Propose(OfferKind.PAUSE, 3))
    await host.store.times.beat(int(host.clock.time))
    await host.scheduler.run_due()
    granted = Granted(LATE, 9 * HOUR + 60, Grant.OUTAGE)
    offered = Offered(RIVAL, OfferKind.PAUSE, days=3)
    assert (await host.events(table))[-2:] == [offered, granted]
    assert await messages(host, ItemKind.ANSWER) == [], "nobody is told that it has lapsed"
    agreed = await host.do(table, ANN, Answer(len(asked.started.entries), agree=True))
    assert agreed.started.events[-1] == Paused(int(host.clock.time) + 3 * DAY)


@pytest.mark.parametrize(("after", "stands"), [(60, False), (61, True)])
async def test_an_offer_lapses_that_was_made_before_the_last_second_for_delivery(
    host: Host, after: int, *, stands: bool
) -> None:
    table = await host.game("1d")
    await opening(host, table)
    host.clock.time = NOON + DAY + after
    await host.do(table, BO, Propose(OfferKind.DRAW))
    host.clock.time = NOON + DAY + 90
    await host.scheduler.run_due()
    table = await host.lookup.reread(table.id)
    assert table.started.events[-1] == Overdue(LATE)
    assert (table.started.offer is not None) == stands


async def test_a_claim_ends_an_offer_made_since_the_deadline_with_the_game(host: Host) -> None:
    table = await host.game("1d")
    await opening(host, table)
    await host.at(DAY + 61)
    await host.do(table, ANN, Propose(OfferKind.DRAW))
    claimed = await host.do(table, BO, ClaimTime())
    kinds = [type(event) for event in claimed.started.events[-3:]]
    assert kinds == [Offered, Declined, Claimed]
    assert claimed.started.offer is None
    assert claimed.status is Status.OVER


# Claims while the table can't be reached


@pytest.mark.parametrize("told", [True, False])
async def test_in_an_open_outage_a_claim_is_refused_and_then_is_not(
    host: Host, *, told: bool
) -> None:
    """Interactions still arrive from a channel in which the bot may not write."""
    table = await host.game("1d")
    await opening(host, table)
    closed = (OutageScope.CHANNEL, CHANNEL, OutageCause.CLOSED)
    since = NOON + (2 * DAY if told else DAY + 60)
    await host.at(since - NOON)
    await host.database.transact(lambda tx: begin_outage(tx, since, *closed))
    await host.at(3 * DAY)
    with pytest.raises(TableError, match="There's an outage"):
        await host.do(table, BO, ClaimTime())
    assert (Overdue(LATE) in await host.events(table)) == told
    await host.database.transact(lambda tx: end_outage(tx, NOON + 3 * DAY, *closed))
    claimed = await host.do(table, BO, ClaimTime())
    assert claimed.status is Status.OVER


# A clock that is set back


async def test_seats_and_moderators_do_not_go_back_behind_the_last_entry(host: Host) -> None:
    table = await host.game("1d")
    await opening(host, table)
    await host.at(DAY + 61)
    host.clock.time -= 2 * HOUR
    looking = await order(host, table, BO, Replace(LATE))
    assert looking.vacancy(LATE) is not None
    paused = await order(host, table, DI, Pause(1, "both asked"))
    assert paused.started.events[-1] == Paused(NOON + 2 * DAY + 61)

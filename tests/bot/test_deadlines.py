"""The deadline step at a table: by the timer, by a claim, before commands; what it writes."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.model.errors import TableError
from bot.model.preferences import Preferences
from bot.model.queues import ItemKind
from bot.model.quiet_hours import QuietHours
from bot.model.table import Status, Table, User
from bot.store.people.vacations import POOL, YEAR, draw_vacation, vacation_left
from bot.tables.commands import (
    Accept,
    ClaimTime,
    Open,
    Play,
    Propose,
)
from rules.contract.core import RulesError
from rules.log.events import (
    Claimed,
    Declined,
    Grant,
    Granted,
    OfferKind,
    Overdue,
    TimedOut,
)
from rules.time.clock import Stretch
from rules.time.duration import DAY, HOUR
from tests.bot.table_service import ANN, BO, CHANNEL, caller
from tests.bot.timed_host import NOON, Host, host_on, messages, opening


@pytest.fixture
async def host(tmp_path: Path) -> AsyncGenerator[Host]:
    async with host_on(tmp_path) as opened:
        yield opened


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
    assert len(await messages(host, ItemKind.OVERDUE)) == 1
    moved = await host.do(table, ANN, Play("d4-c5"))
    assert moved.status is Status.PLAYING


@pytest.mark.parametrize("time", ["1d hard", "1d+2h<=2d hard"])
async def test_a_hard_deadline_ends_the_game_by_itself(host: Host, time: str) -> None:
    table = await host.game(time)
    await opening(host, table)
    until = await host.until(table)
    assert until is not None
    await host.at(until + 61)
    ended = await host.lookup.reread(table.id)
    assert isinstance(ended.started.events[-1], TimedOut)
    assert ended.started.winners == (ended.seat(BO.id),)
    assert (await messages(host, ItemKind.BOARD))[-1] == len(ended.started.entries)


async def test_time_lost_before_both_have_played_voids_the_game(host: Host) -> None:
    table = await host.game("1d hard")
    await host.do(table, ANN, Play("c3-d4"))
    await host.at(DAY + 61)
    outcome = (await host.lookup.reread(table.id)).started.outcome
    assert outcome is not None
    assert outcome.is_void


async def test_a_claim_one_second_early_is_refused_and_then_is_not(host: Host) -> None:
    table = await host.game("1d")
    await opening(host, table)
    host.clock.time = NOON + DAY + 60
    with pytest.raises(TableError, match="has until"):
        await host.do(table, BO, ClaimTime())
    host.clock.time += 1
    with pytest.raises(RulesError, match="only your opponent"):
        await host.do(table, ANN, ClaimTime())
    assert Overdue(table.started.seats[0]) not in await host.events(table)
    claimed = await host.do(table, BO, ClaimTime())
    assert [type(event) for event in claimed.started.events[-2:]] == [Overdue, Claimed]


async def test_a_claim_during_vacation_finds_time_again(host: Host) -> None:
    table = await host.game("1d", vacation=True)
    await opening(host, table)
    host.clock.time = NOON + DAY + 61
    with pytest.raises(TableError, match="has until"):
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
    with pytest.raises(TableError, match="has until"):
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


async def test_vacation_counts_for_a_year_from_its_beginning(host: Host) -> None:
    row = Stretch(NOON, NOON + 12 * HOUR)
    await host.database.transact(lambda tx: draw_vacation(tx, ANN.id, row))
    for moment, expected in ((YEAR - 1, POOL - 12 * HOUR), (YEAR, POOL)):
        left = await host.database.snapshot(
            lambda tx, now=NOON + moment: vacation_left(tx, ANN.id, now)  # type: ignore[misc]
        )
        assert left == expected


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


async def test_quiet_hours_that_are_moved_onto_each_deadline_count_once_in_seven_days(
    host: Host,
) -> None:
    """Ann saves new quiet hours before each of her turns, always around the deadline to come."""
    table = await host.game("1d")
    await opening(host, table)
    await _any_move(host, table, ANN)
    for _ in range(3):
        passed = int(host.clock.time) - NOON
        hour = passed // HOUR + 12
        around = QuietHours("UTC", (hour - 2) % 24 * 60, (hour + 3) % 24 * 60)
        await host.prefers(ANN.id, Preferences(zone="UTC", quiet=around))
        host.clock.time += 1
        await _any_move(host, table, BO)
        await host.at(passed + 1 + DAY + 61)
        await _any_move(host, table, ANN)
    after = [e for e in await host.events(table) if isinstance(e, Granted | Overdue)]
    assert [type(event) for event in after] == [Granted, Overdue, Overdue]
    assert isinstance(after[0], Granted)
    assert after[0].cause is Grant.QUIET


async def _any_move(host: Host, table: Table, user: User) -> None:
    match = (await host.lookup.get(table.id)).started
    await host.do(table, user, Play(match.game.notate(match.game.legal(match.state)[0])))

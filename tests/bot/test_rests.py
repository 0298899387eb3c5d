"""Outages, pauses, series and games in which nobody plays: what the clocks make of them."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.model.caller import Caller, Place
from bot.model.errors import Conflict
from bot.model.preferences import Preferences
from bot.model.queues import ItemKind, TimerKind
from bot.model.quiet_hours import QuietHours
from bot.model.table import Status, Terms
from bot.store.people.vacations import POOL
from bot.store.queues.queues import TIMERS
from bot.store.servers.outages import OutageCause, OutageScope, beat, begin_outage, end_outage
from bot.store.sql.database import Transaction
from bot.store.tables.times import drawing
from bot.tables.commands import Accept, Answer, Open, Play, Propose, Resign
from rules.contract.core import Seat
from rules.log.events import (
    Grant,
    Granted,
    OfferKind,
    Paused,
    Resumed,
    VoidCause,
    Voided,
)
from rules.time.clock import Stretch
from rules.time.duration import DAY, HOUR
from rules.time.time_control import read_time_control
from tests.bot.table_service import ANN, BO, CHANNEL, caller
from tests.bot.timed_host import NOON, Host, host_on, messages, opening


@pytest.fixture
async def host(tmp_path: Path) -> AsyncGenerator[Host]:
    async with host_on(tmp_path) as opened:
        yield opened


# Outages


async def test_a_restart_after_the_deadline_leaves_the_minutes_that_were_left(host: Host) -> None:
    table = await host.game("1d hard")
    await opening(host, table)
    await host.store.times.beat(NOON + DAY - 600)
    host.restart()
    host.clock.time = NOON + DAY + 2400
    await host.store.times.beat(int(host.clock.time))
    await host.scheduler.run_due()
    found = await host.lookup.get(table.id)
    assert found.clock.left(int(host.clock.time)) == 600
    assert found.status is Status.PLAYING


async def test_a_command_that_comes_before_the_gap_is_noticed_is_credited_too(host: Host) -> None:
    table = await host.game("1d hard")
    await opening(host, table)
    await host.store.times.beat(NOON + DAY - 600)
    host.clock.time = NOON + DAY + 2400
    moved = await host.do(table, ANN, Play("d4-c5"))
    assert moved.started.events[-2] == Granted(moved.started.seats[0], 3000, Grant.OUTAGE)


async def test_while_an_outage_of_the_server_lasts_nothing_is_decided(host: Host) -> None:
    table = await host.game("1d hard")
    await opening(host, table)
    scope, cause = OutageScope.SERVER, OutageCause.UNAVAILABLE
    await host.database.transact(lambda tx: begin_outage(tx, NOON + 3600, scope, 5, cause))
    await host.at(2 * DAY)
    assert (await host.lookup.get(table.id)).status is Status.PLAYING
    await host.database.transact(lambda tx: end_outage(tx, NOON + 2 * DAY, scope, 5, cause))
    await host.at(2 * DAY + 100)
    assert await host.until(table) == 3 * DAY - HOUR
    await host.at(2 * DAY + 23 * HOUR - 1)
    assert (await host.lookup.get(table.id)).status is Status.PLAYING
    await host.at(3 * DAY)
    assert (await host.lookup.get(table.id)).status is Status.OVER


PLACES = (
    (OutageScope.SERVER, OutageCause.UNAVAILABLE, 5),
    (OutageScope.SERVER, OutageCause.REMOVED, 5),
    (OutageScope.CHANNEL, OutageCause.CLOSED, CHANNEL),
    (OutageScope.ALL, OutageCause.GATEWAY, None),
)


async def _looks_at(host: Host) -> list[int]:
    timers = await host.queues.timers()
    return [timer.due - NOON for timer in timers if timer.kind == TimerKind.DEADLINE]


@pytest.mark.parametrize(("scope", "cause", "place"), PLACES, ids=str)
async def test_the_end_of_an_outage_lets_the_deadline_be_looked_at_at_once(
    host: Host, scope: OutageScope, cause: OutageCause, place: int | None
) -> None:
    table = await host.game("1d")
    await opening(host, table)
    await host.database.transact(lambda tx: begin_outage(tx, NOON + HOUR, scope, place, cause))
    await host.at(DAY + HOUR)
    assert await _looks_at(host) == [2 * DAY + 61]
    woken: list[int] = []
    host.queues.listen(TIMERS, woken.append)
    ends = NOON + DAY + 2 * HOUR
    host.clock.time = ends
    await host.database.transact(lambda tx: end_outage(tx, ends, scope, place, cause))
    assert await _looks_at(host) == [DAY + 2 * HOUR]
    assert woken == [ends], "the scheduler does not sleep on"
    await host.at(DAY + 2 * HOUR)
    assert (await host.events(table))[-1] == Granted(Seat(0), DAY + HOUR, Grant.OUTAGE)
    assert await _looks_at(host) == [2 * DAY + HOUR + 61]


async def test_the_end_of_an_outage_of_a_channel_counts_for_its_threads(host: Host) -> None:
    thread, cause = CHANNEL + 100, OutageCause.CLOSED
    white, black = (Caller(user, Place(thread, 5, CHANNEL)) for user in (ANN, BO))
    command = Open(Terms("czech", {}, time=read_time_control("1d")), (BO,), "white")
    table = await host.tables.open(command, white, host.request())
    for who, act in ((black, Accept()), (white, Play("c3-d4")), (black, Play("b6-a5"))):
        await host.tables.execute(table.id, who, act, host.request())
    closed = (OutageScope.CHANNEL, CHANNEL, cause)
    await host.database.transact(lambda tx: begin_outage(tx, NOON + HOUR, *closed))
    await host.at(DAY + HOUR)
    assert await _looks_at(host) == [2 * DAY + 61]
    ends = NOON + DAY + 2 * HOUR
    await host.database.transact(lambda tx: end_outage(tx, ends, *closed))
    assert await _looks_at(host) == [DAY + 2 * HOUR]
    await host.at(DAY + 2 * HOUR)
    assert (await host.events(table))[-1] == Granted(Seat(0), DAY + HOUR, Grant.OUTAGE)


async def test_the_end_of_an_outage_elsewhere_changes_no_timer(host: Host) -> None:
    table = await host.game("1d")
    await opening(host, table)
    closed, other = OutageCause.CLOSED, CHANNEL + 1
    scope = OutageScope.CHANNEL
    for place in (CHANNEL, other):
        await host.database.transact(lambda tx, p=place: begin_outage(tx, NOON, scope, p, closed))  # type: ignore[misc]
    await host.at(DAY + HOUR)
    ends = NOON + DAY + HOUR
    await host.database.transact(lambda tx: end_outage(tx, ends, scope, other, closed))
    unavailable = OutageCause.UNAVAILABLE
    await host.database.transact(
        lambda tx: end_outage(tx, ends, OutageScope.SERVER, 5, unavailable)
    )
    assert await _looks_at(host) == [2 * DAY + 61], "no outage of the server lasted"


async def test_a_deadline_to_come_is_not_put_forward_by_the_end_of_an_outage(host: Host) -> None:
    await opening(host, await host.game("1d"))
    scope, cause = OutageScope.SERVER, OutageCause.UNAVAILABLE
    await host.database.transact(lambda tx: begin_outage(tx, NOON, scope, 5, cause))
    await host.database.transact(lambda tx: end_outage(tx, NOON + HOUR, scope, 5, cause))
    assert await _looks_at(host) == [DAY + 61]


async def test_where_another_outage_lasts_the_deadline_waits_on(host: Host) -> None:
    table = await host.game("1d hard")
    await opening(host, table)
    server, cause = OutageScope.SERVER, OutageCause.UNAVAILABLE
    gateway = (OutageScope.ALL, None, OutageCause.GATEWAY)
    await host.database.transact(lambda tx: begin_outage(tx, NOON, server, 5, cause))
    await host.database.transact(lambda tx: begin_outage(tx, NOON, *gateway))
    await host.at(DAY + HOUR)
    await host.database.transact(lambda tx: end_outage(tx, NOON + DAY + HOUR, *gateway))
    await host.at(DAY + 2 * HOUR)
    assert (await host.lookup.get(table.id)).status is Status.PLAYING
    assert await _looks_at(host) == [2 * DAY + HOUR]


async def test_a_bank_gets_its_outages_with_the_move(host: Host) -> None:
    table = await host.game("5d+1d<=9d")
    lost = NOON + 6 * HOUR
    await host.database.transact(lambda tx: beat(tx, NOON))
    await host.database.transact(lambda tx: beat(tx, lost))
    host.clock.time = NOON + DAY
    await host.store.times.beat(NOON + DAY - 1)
    moved = await host.do(table, ANN, Play("c3-d4"))
    assert moved.started.clock.banks[0] is not None
    seconds = 6 * HOUR + (18 * HOUR - 1)
    assert moved.started.clock.banks[0] == 5 * DAY - DAY + seconds + DAY


async def test_a_bank_gets_its_outages_also_in_a_pause(host: Host) -> None:
    table = await host.game("5d+1d<=9d")
    await host.database.transact(lambda tx: beat(tx, NOON))
    host.clock.time = NOON + 2 * DAY
    await host.store.times.beat(NOON + 2 * DAY)
    for user in (ANN, BO):
        await host.do(table, user, Propose(OfferKind.PAUSE, 1))
    host.clock.time += HOUR
    await host.lived()
    moved = await host.do(table, ANN, Play("c3-d4"))
    assert moved.started.clock.banks[0] == 6 * DAY


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
    assert (await host.lookup.get(table.id)).clock.paused
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
    assert (await host.lookup.get(table.id)).clock.paused
    await host.do(table, ANN, Propose(OfferKind.RESUME))
    assert await host.until(table) == 11 * DAY
    await host.at(40 * DAY)
    assert (await host.events(table)).count(Resumed()) == 1


async def test_a_series_that_is_paused_goes_on_paused(host: Host) -> None:
    terms = Terms("czech", {}, time=read_time_control("1d"), series_format="best-of-3")
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
    time = read_time_control("1d hard")
    terms = Terms("czech", {}, time=time, series_format="best-of-3", vacation=False)
    table = await host.playing(terms)
    await opening(host, table)
    over = await host.tables.execute(table.id, caller(ANN), Resign(), host.request())
    assert over.following is not None
    await host.at(DAY + 61)
    outcome = (await host.lookup.reread(over.following.id)).started.outcome
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
    assert (await host.lookup.get(table.id)).status is Status.PLAYING
    await host.at(60 * DAY)
    assert (await host.events(table))[-1] == Voided(VoidCause.IDLE)


async def test_an_offer_in_an_idle_game_announces_its_end_no_second_time(host: Host) -> None:
    table = await host.game("none")
    await opening(host, table)
    await host.at(54 * DAY)
    assert len(await messages(host, ItemKind.REST)) == 1
    await host.database.write("DELETE FROM outbox")
    await host.do(table, ANN, Propose(OfferKind.DRAW))
    await host.at(55 * DAY)
    assert await messages(host, ItemKind.REST) == []
    await host.do(table, ANN, Play("d4-c5"))
    await host.at(55 * DAY + 54 * DAY)
    assert len(await messages(host, ItemKind.REST)) == 1, "a move puts the end off"


async def test_a_move_puts_the_end_of_an_idle_game_off(host: Host) -> None:
    table = await host.game("none")
    await opening(host, table)
    await host.at(59 * DAY)
    await host.do(table, ANN, Play("d4-c5"))
    await host.at(118 * DAY)
    assert (await host.lookup.get(table.id)).status is Status.PLAYING


async def test_an_unclaimed_game_ends_sixty_days_after_the_rivals_were_told(host: Host) -> None:
    table = await host.game("1d")
    await opening(host, table)
    await host.at(61 * DAY + 60)
    assert (await host.lookup.get(table.id)).status is Status.PLAYING
    await host.at(61 * DAY + 61)
    assert (await host.events(table))[-1] == Voided(VoidCause.IDLE)


async def test_whoever_comes_back_from_a_pause_has_a_week_and_is_told(host: Host) -> None:
    table = await host.game("1d")
    await opening(host, table)
    await host.at(46 * DAY)
    await host.do(table, BO, Propose(OfferKind.PAUSE, 30))
    await host.do(table, ANN, Propose(OfferKind.PAUSE, 30))
    await host.at(76 * DAY)
    assert (await host.events(table))[-1] == Resumed()
    await host.at(91 * DAY + 60)
    assert len(await messages(host, ItemKind.REST)) == 1
    assert (await host.lookup.get(table.id)).status is Status.PLAYING
    await host.at(91 * DAY + 61)
    assert (await host.events(table))[-1] == Voided(VoidCause.IDLE)


async def test_a_bot_that_was_away_for_the_notice_gives_it_and_waits_for_a_week(
    host: Host,
) -> None:
    table = await host.game("none")
    await opening(host, table)
    host.clock.time = NOON + 65 * DAY
    await host.at(72 * DAY - 1)
    assert len(await messages(host, ItemKind.REST)) == 1
    assert (await host.lookup.get(table.id)).status is Status.PLAYING
    await host.at(72 * DAY)
    assert (await host.events(table))[-1] == Voided(VoidCause.IDLE)


async def test_vacation_that_two_turns_take_at_once_is_taken_once(host: Host) -> None:
    """Another process may have taken some since this one has read how much is left."""
    pool, person = POOL, ANN.id
    one, other = (Stretch(NOON + start, NOON + start + 12 * HOUR) for start in (0, HOUR))
    await host.database.transact(drawing(person, NOON, pool, [one]))
    with pytest.raises(Conflict):
        await host.database.transact(drawing(person, NOON, pool, [other]))
    left = await host.store.personal.vacation_left(person, NOON + HOUR)
    assert left == pool - 12 * HOUR
    await host.database.transact(drawing(person, NOON + HOUR, left, [other]))
    assert await host.store.personal.vacation_left(person, NOON + HOUR) == pool - 24 * HOUR


async def test_a_notice_of_an_earlier_idle_time_ends_no_later_one(host: Host) -> None:
    table = await host.game("none")
    await opening(host, table)
    await host.at(54 * DAY)
    assert len(await messages(host, ItemKind.REST)) == 1
    await host.do(table, ANN, Play("d4-c5"))
    host.clock.time = NOON + 116 * DAY
    await host.deadlines.abandon(table.id, unchanged)
    assert (await host.lookup.get(table.id)).status is Status.PLAYING
    assert len(await messages(host, ItemKind.REST)) == 2
    await host.at(123 * DAY - 1)
    assert (await host.lookup.get(table.id)).status is Status.PLAYING
    await host.at(123 * DAY)
    assert (await host.events(table))[-1] == Voided(VoidCause.IDLE)


async def test_the_end_of_another_idle_time_is_told_again(host: Host) -> None:
    table = await host.game("none")
    await opening(host, table)
    await host.at(59 * DAY)
    await host.do(table, ANN, Play("d4-c5"))
    await host.at(112 * DAY)
    assert len(await messages(host, ItemKind.REST)) == 2


def unchanged(_tx: Transaction) -> None:
    """End no timer."""


async def test_a_pause_that_is_looked_at_too_early_goes_on(host: Host) -> None:
    table = await host.game("1d")
    await opening(host, table)
    await host.do(table, BO, Propose(OfferKind.PAUSE, 3))
    await host.do(table, ANN, Propose(OfferKind.PAUSE, 3))
    host.clock.time += 3 * DAY - 1
    assert await host.deadlines.end_pause(table.id, unchanged) == host.clock.time + 1
    assert isinstance((await host.events(table))[-1], Paused)
    host.clock.time += 1
    await host.deadlines.end_pause(table.id, unchanged)
    assert isinstance((await host.events(table))[-1], Resumed)


async def test_an_idle_game_ends_neither_too_early_nor_twice(host: Host) -> None:
    table = await host.game("none")
    await opening(host, table)
    ends = (await host.lookup.get(table.id)).clock.abandoned
    assert ends is not None
    host.clock.time = ends - 1
    assert await host.deadlines.abandon(table.id, unchanged) == ends
    assert (await host.lookup.get(table.id)).status is Status.PLAYING
    host.clock.time = ends
    await host.deadlines.abandon(table.id, unchanged)
    assert (await host.lookup.get(table.id)).status is Status.PLAYING, "nobody was informed"
    assert len(await messages(host, ItemKind.REST)) == 1
    host.clock.time = ends + 7 * DAY - 1
    await host.deadlines.tell_rest(table.id, unchanged)
    await host.deadlines.abandon(table.id, unchanged)
    assert (await host.lookup.get(table.id)).status is Status.PLAYING
    assert len(await messages(host, ItemKind.REST)) == 1
    host.clock.time += 1
    await host.deadlines.abandon(table.id, unchanged)
    ended = await host.events(table)
    await host.deadlines.abandon(table.id, unchanged)
    assert await host.events(table) == ended
    assert ended[-1] == Voided(VoidCause.IDLE)


async def test_no_entry_is_earlier_than_the_one_before(host: Host) -> None:
    """The clock may be set back between two moves."""
    table = await host.game("1d")
    await opening(host, table)
    host.clock.time -= HOUR
    moved = await host.do(table, ANN, Play("d4-c5"))
    moments = [entry.at for entry in moved.started.entries]
    assert moments == sorted(moments)


async def test_columns_and_timers_are_rebuilt_from_the_log(host: Host) -> None:
    table = await host.game("1d", vacation=True)
    await opening(host, table)
    await host.at(DAY + HOUR)
    before = [timer for timer in await host.queues.timers() if timer.table_id == table.id]
    await host.database.write("DELETE FROM timers WHERE kind = 'deadline'")
    await host.database.write("UPDATE tables SET due_at = 1, turn_allowed = 2, pause_end = 3")
    assert len(await host.services.reconciling.reconcile(table.id)) == 4
    known = await host.lookup.reread(table.id)
    after = [timer for timer in await host.queues.timers() if timer.table_id == table.id]
    assert {(t.dedupe, t.due) for t in after} == {(t.dedupe, t.due) for t in before}
    row = await host.database.row("SELECT due_at, turn_allowed, pause_end FROM tables")
    assert row is not None
    assert tuple(row) == (known.due_at, DAY, None)


async def test_a_clock_follows_from_the_log_alone_whatever_people_choose_later(
    host: Host,
) -> None:
    """Neither settings nor zones nor the present time change what the log says."""
    await host.prefers(ANN.id, Preferences(zone="UTC", quiet=QuietHours("UTC", 660, 1200)))
    host.clock.time += 1
    table = await host.game("1d", vacation=True)
    await opening(host, table)
    await host.at(3 * DAY)
    before = await host.lookup.reread(table.id)
    assert any(isinstance(event, Granted) for event in before.started.events)
    for user in (ANN, BO):
        chosen = Preferences(
            vacation=False, zone="Asia/Tokyo", quiet=QuietHours("Asia/Tokyo", 0, 60), leads=(3,)
        )
        await host.prefers(user.id, chosen)
    await host.database.write("DELETE FROM outages")
    await host.database.write("DELETE FROM vacations")
    host.clock.time += 400 * DAY
    host.restart()
    after = await host.lookup.reread(table.id)
    assert after.clock == before.clock
    assert after.started == before.started

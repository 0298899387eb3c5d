"""Seats that a moderator gives away, and what a newcomer finds in a series and in a bank."""

from dataclasses import replace

import pytest

from bot.model.errors import TableError
from bot.model.table import Status, Table, Terms, User
from bot.store.sql.database import Database
from bot.tables.commands import (
    Answer,
    Command,
    Extend,
    KeepSeat,
    OfferSeat,
    Propose,
    Replace,
    Resign,
    TakeSeat,
)
from rules.log.entries import Actor
from rules.log.events import OfferKind, SeatTaken, SeatWay
from rules.time.duration import DAY, HOUR
from rules.time.time_control import Bank, TimeControl
from tests.bot.seat_changes import (
    CZECH,
    DI,
    DICE,
    EVE,
    SERIES,
    THREE,
    due,
    move,
    overdue,
    playing,
    rows,
    seat_of,
    stored,
)
from tests.bot.table_service import CY, Service, caller

# Given by a moderator


async def moderate(
    service: Service, table: Table, user: User, command: Replace | KeepSeat
) -> Table:
    change = await service.tables.execute(
        table.id, caller(user, may_moderate=True), command, service.request()
    )
    return change.table


@pytest.mark.parametrize("terms", [CZECH, DICE, THREE], ids=["czech", "dice", "three"])
async def test_a_moderator_gives_a_seat_72_hours_after_the_claim_opened(
    service: Service, opened: Database, terms: Terms
) -> None:
    table, late = await overdue(service, opened, await playing(service, terms))
    seat = seat_of(table, late)
    command = Replace(seat, reason="gone for good")
    service.clock.time += 72 * HOUR - 1
    with pytest.raises(TableError, match="first 3 days"):
        await moderate(service, table, EVE, command)
    service.clock.time += 1
    with pytest.raises(TableError, match="reason"):
        await moderate(service, table, EVE, Replace(seat))
    with pytest.raises(TableError):
        await service.do(table, EVE, command)
    table = await moderate(service, table, EVE, command)
    table = await service.do(table, DI, TakeSeat(seat))
    entry = table.started.entries[-1]
    assert entry.actor is Actor.MODERATOR
    assert isinstance(entry.event, SeatTaken)
    assert entry.event.way is SeatWay.MODERATOR
    assert table.reasons[entry.number].text == "gone for good"
    assert table.seat(DI.id) == seat
    assert await stored(service, table) == table
    ((user, rank, *_),) = await rows(opened, table)
    assert (user, rank) == (late.id, 2 if terms is DICE else None), "not every team has played"


async def test_a_moderator_who_plays_has_no_say_alone(service: Service, opened: Database) -> None:
    table, late = await overdue(service, opened, await playing(service, THREE))
    service.clock.time += 100 * HOUR
    first = next(p.user for p in table.players if p.user != late)
    table = await moderate(service, table, first, Replace(seat_of(table, late), reason="late"))
    table = await service.do(table, DI, TakeSeat(seat_of(table, late)))
    assert table.seat(late.id) is not None, "the other player has to agree first"


async def test_who_had_the_seat_decides_nothing_about_it_later(
    service: Service, opened: Database
) -> None:
    table, before = await overdue(service, opened, await playing(service, CZECH))
    seat = seat_of(table, before)
    command = Replace(seat, reason="gone for good")
    service.clock.time += 72 * HOUR
    await moderate(service, table, EVE, command)
    table = await service.do(table, DI, TakeSeat(seat))
    table, late = await overdue(service, opened, table)
    assert late == DI
    service.clock.time += 72 * HOUR
    with pytest.raises(TableError, match="You had a seat"):
        await moderate(service, table, before, command)
    table = await moderate(service, table, EVE, command)
    assert table.vacancy(seat) is not None
    with pytest.raises(TableError, match="Only the player who opened this seat"):
        await moderate(service, table, before, KeepSeat(seat))
    assert (await stored(service, table)).vacancy(seat) is not None
    table = await moderate(service, table, EVE, KeepSeat(seat))
    assert table.vacancy(seat) is None


async def test_who_moderates_by_a_role_gives_a_seat_and_closes_it(
    service: Service, opened: Database
) -> None:
    table, late = await overdue(service, opened, await playing(service, CZECH))
    seat, by = seat_of(table, late), replace(caller(EVE), roles=frozenset({9}))
    service.clock.time += 72 * HOUR
    commands: list[Replace | KeepSeat] = [Replace(seat, reason="gone for good"), KeepSeat(seat)]
    for command in commands:
        with pytest.raises(TableError):
            await service.tables.execute(table.id, by, command, service.request())
    await service.store.servers.change_settings(
        5, lambda was: replace(was, moderators=(9,)), int(service.clock())
    )
    for command, is_open in zip(commands, (True, False), strict=True):
        change = await service.tables.execute(table.id, by, command, service.request())
        assert (change.table.vacancy(seat) is not None) == is_open


# Time that comes meanwhile


async def extended(service: Service, table: Table) -> None:
    """Let a moderator give whoever is due two more days."""
    moderator = caller(EVE, may_moderate=True)
    await service.tables.execute(table.id, moderator, Extend(2, "ill"), service.request())


async def test_nobody_takes_the_seat_of_who_got_more_time_meanwhile(
    service: Service, opened: Database
) -> None:
    table, late = await overdue(service, opened, await playing(service, CZECH))
    seat, rival = seat_of(table, late), next(p.user for p in table.players if p.user != late)
    await service.do(table, rival, Replace(seat))
    await extended(service, table)
    with pytest.raises(TableError, match="isn't out of time"):
        await service.do(table, DI, TakeSeat(seat))
    assert (await stored(service, table)).seat(late.id) == seat


async def test_nobody_agrees_to_the_place_of_who_got_more_time_meanwhile(
    service: Service, opened: Database
) -> None:
    table, late = await overdue(service, opened, await playing(service, THREE))
    seat, (one, other) = seat_of(table, late), (p.user for p in table.players if p.user != late)
    await service.do(table, one, Replace(seat))
    table = await service.do(table, DI, TakeSeat(seat))
    asked = len(table.started.entries)
    await extended(service, table)
    with pytest.raises(TableError, match="isn't out of time"):
        await service.do(table, other, Answer(asked, agree=True))
    assert (await stored(service, table)).seat(late.id) == seat


# Series, banks


@pytest.mark.parametrize("drawn", [False, True], ids=["lost", "drawn"])
async def test_a_newcomer_plays_the_rest_of_a_series_and_keeps_the_points(
    service: Service, opened: Database, *, drawn: bool
) -> None:
    """What the one who left got counts nothing in the series."""
    table = await playing(service, replace(SERIES, series_format="first-to-3"))
    first, second = (table.at(n).user for n in table.started.seats)
    ended = await service.tables.execute(table.id, caller(second), Resign(), service.request())
    assert ended.following is not None
    table = ended.following
    table, late = await overdue(service, opened, table)
    rival = second if late == first else first
    number = table.at(seat_of(table, late)).contestant
    table = await service.do(table, rival, Replace(seat_of(table, late)))
    table = await service.do(table, DI, TakeSeat(seat_of(table, late)))
    assert table.series is not None
    assert (table.player(DI.id) or table.players[0]).contestant == number
    points = list(table.series.totals)
    end: Command = Resign()
    if drawn:
        table = await service.do(table, rival, Propose(OfferKind.DRAW))
        end = Answer(len(table.started.entries), agree=True)
    ended = await service.tables.execute(table.id, caller(DI), end, service.request())
    held = await service.lookup.reread(table.id)
    assert held.status is Status.OVER
    assert ended.following is not None
    following = await service.lookup.reread(ended.following.id)
    assert following == ended.following
    assert following.player(DI.id) is not None
    assert following.player(late.id) is None
    assert following.others == ()
    assert following.series is not None
    assert sum(following.series.totals) == sum(points) + 1
    assert bool(following.series.outcomes[-1].winners) != drawn


async def test_a_bank_holds_three_days_for_a_newcomer(service: Service) -> None:
    control = TimeControl(Bank(4 * DAY, DAY, 10 * DAY))
    table = await playing(service, Terms("czech", {}, time=control))
    service.clock.time += 3 * DAY
    table = await move(service, table)
    giver = next(p.user for p in table.players if p.user != due(table))
    rival = due(table)
    seat = seat_of(table, giver)
    assert table.clock.banks[seat] == 2 * DAY
    table = await service.do(table, giver, OfferSeat())
    table = await service.do(table, CY, TakeSeat(seat))
    table = await service.do(table, rival, Answer(len(table.started.entries), agree=True))
    assert table.clock.banks[seat] == 3 * DAY

"""Seats that change hands: who may ask for that, who has to agree, and what it leaves behind."""

import json
from dataclasses import replace

import pytest

from bot.model.errors import TableError
from bot.model.results import results_of
from bot.model.table import Request, Status, Table, Terms, User
from bot.store.database import Database
from bot.store.tables import Store
from bot.tables.commands import (
    Accept,
    Answer,
    KeepSeat,
    OfferSeat,
    Play,
    Replace,
    Resign,
    TakeSeat,
)
from bot.tables.dice import proof
from rules.core import RulesError, Seat
from rules.duration import DAY, HOUR
from rules.entries import Actor, Origin
from rules.events import Overdue, SeatTaken, SeatWay
from rules.time_control import Bank, PerTurn, TimeControl
from tests.bot.proofs import check
from tests.bot.table_service import ANN, BO, CY, Service, caller

DI, EVE = User(4, "Di"), User(5, "Eve")
DAYS = TimeControl(PerTurn(3 * DAY))
CZECH = Terms("czech", {}, time=DAYS, rated=True)
DICE = Terms("hypergammon", {}, time=DAYS, rated=True)
THREE = Terms("rematch", {}, seating=1, time=DAYS, rated=True)
SERIES = Terms("rematch", {}, time=DAYS, plan="first-to-2")


async def playing(service: Service, terms: Terms) -> Table:
    """Return a running game of Ann with as many others as it needs."""
    others = (BO, CY)[: len(terms.configured.spec.seatings[terms.seating]) - 1]
    table = await service.opened(*others, terms=terms)
    for user in others:
        table = await service.do(table, user, Accept())
    return table


def seat_of(table: Table, user: User) -> Seat:
    seat = table.seat(user.id)
    assert seat is not None
    return seat


def due(table: Table) -> User:
    assert table.due is not None
    return table.due.user


async def move(service: Service, table: Table) -> Table:
    """Let the player who is due make the first legal move."""
    match = table.started
    notation = match.game.notate(match.game.legal(match.state)[0])
    return await service.do(table, due(table), Play(notation))


async def overdue(service: Service, opened: Database, table: Table) -> tuple[Table, User]:
    """Let the time of the player due run out, and return who that is."""
    late, until = due(table), table.due_at
    assert until is not None
    service.clock.time = until + 61
    origin = Origin(until + 61, Actor.HOST, None, f"timer:{table.id}")
    match = table.started.add(Overdue(seat_of(table, late)), origin)
    store = Store(opened)
    await store.append(
        replace(table, match=match), match.entries[-1:], None, Request(f"timer:{table.id}.{until}")
    )
    return await service.tables.reread(table.id), late


async def stored(service: Service, table: Table) -> Table:
    """Check that the table in memory is the one on disk, and return it."""
    held = await service.tables.get(table.id)
    assert await service.tables.reread(table.id) == held
    return held


async def refused(service: Service, table: Table, user: User, command: object) -> None:
    before = await service.tables.get(table.id)
    with pytest.raises((TableError, RulesError)):
        await service.do(table, user, command)  # type: ignore[arg-type]
    after = await service.tables.reread(table.id)
    assert (after.players, after.vacancies, after.match) == (
        before.players,
        before.vacancies,
        before.match,
    )


async def rows(opened: Database, table: Table) -> list[tuple[object, ...]]:
    """Return the results so far: user, rank, rule, rated, against."""
    found = await opened.rows(
        "SELECT user_id, rank, rule, rated, against FROM results WHERE table_id = ?"
        " ORDER BY entry, seat",
        table.id,
    )
    return [tuple(row) for row in found]


# Offered by its holder


async def test_a_seat_is_handed_over_once_the_rival_agrees(
    service: Service, opened: Database
) -> None:
    table = await move(service, await move(service, await playing(service, CZECH)))
    seat = seat_of(table, ANN)
    table = await service.do(table, ANN, OfferSeat(DI))
    await refused(service, table, CY, TakeSeat(seat))
    asked = await service.do(table, DI, TakeSeat(seat))
    assert asked.seat(DI.id) is None
    offer = asked.started.offer
    assert offer is not None
    await refused(service, table, DI, Answer(offer.number, agree=True))
    await refused(service, table, ANN, Answer(offer.number, agree=True))
    table = await service.do(table, BO, Answer(offer.number, agree=True))
    assert (table.seat(DI.id), table.seat(ANN.id)) == (seat, None)
    assert await stored(service, table) == table
    assert table.vacancies == ()
    event = table.started.events[-1]
    assert isinstance(event, SeatTaken)
    assert event.way is SeatWay.OFFERED
    assert await rows(opened, table) == [
        (ANN.id, None, "common.left", 0, json.dumps(sorted_against(table, seat, event.old)))
    ]
    table = await service.do(table, DI, Resign())
    assert [row[:4] for row in await rows(opened, table)][1:] == [
        (table.at(n).user.id, 2 if n == seat else 1, "common.resigned", 0)
        for n in table.started.seats
    ]


def sorted_against(table: Table, seat: Seat, old: int) -> list[list[int]]:
    """Return rows and teams as they were before the seat changed hands."""
    match = table.started
    teams = match.game.spec.teams
    return [
        [old if n == seat else table.at(n).id, teams.index(match.team_of(n))] for n in match.seats
    ]


async def test_whoever_plays_on_may_press_first(service: Service) -> None:
    table = await playing(service, CZECH)
    table = await service.do(table, BO, OfferSeat())
    seat = seat_of(table, BO)
    for insider in (ANN, BO):
        await refused(service, table, insider, TakeSeat(seat))
    table = await service.do(table, CY, TakeSeat(seat))
    offer = table.started.offer
    assert offer is not None
    table = await service.do(table, ANN, Answer(offer.number, agree=False))
    assert table.seat(BO.id) == seat
    assert table.vacancy(seat) is not None, "it still looks for somebody"
    table = await service.do(table, BO, KeepSeat(seat))
    await refused(service, table, CY, TakeSeat(seat))


async def test_silence_for_72_hours_is_no(service: Service) -> None:
    table = await playing(service, CZECH)
    table = await service.do(table, BO, OfferSeat())
    seat = seat_of(table, BO)
    table = await service.do(table, CY, TakeSeat(seat))
    number = len(table.started.entries)
    await service.tables.end_substitution(table.id, number - 1, Request("timer:other"))
    assert (await service.tables.get(table.id)).started.offer is not None
    service.clock.time += 72 * HOUR
    await service.tables.end_substitution(table.id, number, Request("timer:seat"))
    table = await stored(service, table)
    assert table.started.offer is None
    assert table.seat(BO.id) == seat
    await refused(service, table, ANN, Answer(number, agree=True))


async def test_who_gave_a_seat_up_does_not_come_back(service: Service) -> None:
    table = await playing(service, CZECH)
    table = await service.do(table, BO, OfferSeat())
    seat = seat_of(table, BO)
    table = await service.do(table, CY, TakeSeat(seat))
    assert table.started.offer is not None
    table = await service.do(table, ANN, Answer(table.started.offer.number, agree=True))
    for command in (OfferSeat(), Play("c3-d4"), Resign()):
        await refused(service, table, BO, command)
    await refused(service, table, CY, OfferSeat(BO))
    table = await service.do(table, CY, OfferSeat())
    await refused(service, table, BO, TakeSeat(seat))


async def test_an_ally_has_to_agree_too(service: Service) -> None:
    table = await playing(service, THREE)
    giver, *others = [table.at(n).user for n in table.started.seats][::-1]
    seat = seat_of(table, giver)
    table = await service.do(table, giver, OfferSeat())
    table = await service.do(table, DI, TakeSeat(seat))
    number = len(table.started.entries)
    table = await service.do(table, others[0], Answer(number, agree=True))
    assert table.seat(giver.id) == seat
    table = await service.do(table, others[1], Answer(number, agree=True))
    assert table.seat(DI.id) == seat
    assert await stored(service, table) == table


# Taken after a missed deadline


@pytest.mark.parametrize("terms", [CZECH, DICE], ids=["czech", "dice"])
async def test_a_rival_replaces_somebody_who_is_late(
    service: Service, opened: Database, terms: Terms
) -> None:
    table = await playing(service, terms)
    table = await move(service, await move(service, table))
    rival = next(p.user for p in table.players if p.user != due(table))
    seat = seat_of(table, due(table))
    await refused(service, table, rival, Replace(seat))
    table, late = await overdue(service, opened, table)
    for wrong in (late, DI):
        await refused(service, table, wrong, Replace(seat))
    table = await service.do(table, rival, Replace(seat))
    table = await service.do(table, DI, TakeSeat(seat))
    assert table.seat(DI.id) == seat
    assert table.due_at == int(service.clock.time) + 3 * DAY
    assert await stored(service, table) == table
    ((user, rank, rule, rated, _),) = await rows(opened, table)
    assert (user, rank, rule, rated) == (late.id, 2, "common.left", 1)
    table = await move(service, table)
    table = await service.do(table, DI, Resign())
    assert [row[:2] for row in await rows(opened, table)][1:] == [
        (table.at(n).user.id, 2 if n == seat else 1) for n in table.started.seats
    ]
    assert not any(result.rated for result in results_of(table))
    if table.dice is not None:
        check(json.loads(proof(table)))


async def test_before_every_team_has_played_a_leaver_is_unrated(
    service: Service, opened: Database
) -> None:
    table, late = await overdue(service, opened, await playing(service, CZECH))
    rival = next(p.user for p in table.players if p.user != late)
    seat = seat_of(table, late)
    table = await service.do(table, rival, Replace(seat, DI))
    table = await service.do(table, DI, TakeSeat(seat))
    ((user, rank, _, rated, _),) = await rows(opened, table)
    assert (user, rank, rated) == (late.id, 2, 0)


async def test_with_three_seats_both_others_agree_and_a_move_ends_it(
    service: Service, opened: Database
) -> None:
    table, late = await overdue(service, opened, await playing(service, THREE))
    first, second = (p.user for p in table.players if p.user != late)
    seat = seat_of(table, late)
    table = await service.do(table, first, Replace(seat))
    table = await service.do(table, DI, TakeSeat(seat))
    assert table.seat(late.id) == seat
    back = await move(service, table)
    assert back.started.offer is None
    assert back.vacancies == ()
    await refused(service, back, EVE, TakeSeat(seat))
    table, late = await overdue(service, opened, back)
    seat = seat_of(table, late)
    first, second = (p.user for p in table.players if p.user != late)
    table = await service.do(table, first, Replace(seat))
    table = await service.do(table, DI, TakeSeat(seat))
    table = await service.do(table, second, Answer(len(table.started.entries), agree=True))
    assert table.seat(DI.id) == seat
    assert await stored(service, table) == table


async def test_who_left_the_server_is_replaced_without_a_deadline(service: Service) -> None:
    table = await playing(service, Terms("czech", {}))
    seat = seat_of(table, BO)
    await refused(service, table, ANN, Replace(seat))
    table = await service.do(table, ANN, Replace(seat, has_left=True))
    table = await service.do(table, DI, TakeSeat(seat))
    assert table.seat(DI.id) == seat


# Given by a moderator


async def moderate(service: Service, table: Table, user: User, command: Replace) -> Table:
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
    with pytest.raises(TableError, match="72 hours"):
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
    assert (entry.event.way, entry.event.reason) == (SeatWay.MODERATOR, "gone for good")
    assert table.seat(DI.id) == seat
    assert await stored(service, table) == table
    ((user, rank, *_),) = await rows(opened, table)
    assert (user, rank) == (late.id, 2)


async def test_a_moderator_who_plays_has_no_say_alone(service: Service, opened: Database) -> None:
    table, late = await overdue(service, opened, await playing(service, THREE))
    service.clock.time += 100 * HOUR
    first = next(p.user for p in table.players if p.user != late)
    table = await moderate(service, table, first, Replace(seat_of(table, late), reason="late"))
    table = await service.do(table, DI, TakeSeat(seat_of(table, late)))
    assert table.seat(late.id) is not None, "the other player has to agree first"


# Series, banks


async def test_a_newcomer_plays_the_rest_of_a_series_and_keeps_the_points(
    service: Service, opened: Database
) -> None:
    table = await playing(service, SERIES)
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
    ended = await service.tables.execute(table.id, caller(DI), Resign(), service.request())
    held = await service.tables.reread(table.id)
    assert held.status is Status.OVER
    if ended.following is None:
        assert late == second
        return
    following = await service.tables.reread(ended.following.id)
    assert following == ended.following
    assert following.player(DI.id) is not None
    assert following.player(late.id) is None
    assert following.others == ()
    assert following.series is not None
    assert sum(following.series.totals) == sum(points) + 1


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

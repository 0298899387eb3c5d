"""Seats that change hands: who may ask for that, who has to agree, and what it leaves behind."""

import json

import pytest

from bot.model.table import Request, Terms
from bot.store.sql.database import Database
from bot.tables.commands import (
    Answer,
    KeepSeat,
    OfferSeat,
    Play,
    Replace,
    Resign,
    TakeSeat,
)
from bot.tables.dice import proof
from rules.log.events import SeatTaken, SeatWay
from rules.time.duration import DAY, HOUR
from tests.bot.proofs import check
from tests.bot.seat_changes import (
    CZECH,
    DI,
    DICE,
    EVE,
    THREE,
    due,
    move,
    overdue,
    playing,
    refused,
    rows,
    seat_of,
    stored,
)
from tests.bot.table_service import ANN, BO, CY, Service

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
    assert await rows(opened, table) == [(ANN.id, None, "common.left")]
    table = await service.do(table, DI, Resign())
    assert (await rows(opened, table))[1:] == [
        (table.at(n).user.id, 2 if n == seat else 1, "common.resigned") for n in table.started.seats
    ]


async def test_the_one_who_plays_on_may_press_first(service: Service) -> None:
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


async def test_silence_for_72_hours_counts_as_a_no(service: Service) -> None:
    table = await playing(service, CZECH)
    table = await service.do(table, BO, OfferSeat())
    seat = seat_of(table, BO)
    table = await service.do(table, CY, TakeSeat(seat))
    number = len(table.started.entries)
    asked, ended = int(service.clock.time), list[str]()

    async def end(number: int, name: str) -> int | None:
        request = Request(f"timer:{name}")
        return await service.seats.end_substitution(
            table.id, number, request, lambda _: ended.append(name)
        )

    service.clock.time += 72 * HOUR - 1
    assert await end(number - 1, "other") is None
    assert await end(number, "early") == asked + 72 * HOUR
    assert (await service.lookup.get(table.id)).started.offer is not None
    assert ended == ["other"]
    service.clock.time += 1
    assert await end(number, "seat") is None
    assert ended == ["other", "seat"]
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
    assert await rows(opened, table) == [(late.id, 2, "common.left")]
    table = await move(service, table)
    table = await service.do(table, DI, Resign())
    assert [row[:2] for row in await rows(opened, table)][1:] == [
        (table.at(n).user.id, 2 if n == seat else 1) for n in table.started.seats
    ]
    if table.dice is not None:
        check(json.loads(proof(table)))


async def test_before_every_team_has_played_a_leaver_has_no_rank(
    service: Service, opened: Database
) -> None:
    table, late = await overdue(service, opened, await playing(service, CZECH))
    rival = next(p.user for p in table.players if p.user != late)
    seat = seat_of(table, late)
    table = await service.do(table, rival, Replace(seat, DI))
    table = await service.do(table, DI, TakeSeat(seat))
    assert await rows(opened, table) == [(late.id, None, "common.left")]


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

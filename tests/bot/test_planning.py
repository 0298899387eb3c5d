"""Planned answers at a table: when they are played, what voids them, and who learns of them."""

import random
from collections.abc import AsyncGenerator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from bot.messages.channel import boards
from bot.messages.words.locale import DEFAULT, locale_of
from bot.messages.words.text import mention
from bot.model.engines import duty_of
from bot.model.errors import Stale, TableError
from bot.model.pings import pings_of
from bot.model.table import Request, Status, Table, Terms, User
from bot.store.sql.database import Database
from bot.store.store import Store
from bot.tables.advance import advance
from bot.tables.commands import (
    Answer,
    ClaimTime,
    OfferSeat,
    Play,
    PlayOn,
    Propose,
    Replace,
    Resign,
    SeatEngine,
    TakeSeat,
)
from bot.tables.deadlines import stepped
from bot.tables.engines import EnginePlays
from bot.tables.plans import Cut, Queue, Try
from rules.contract.core import RulesError, Seat
from rules.log.entries import Actor, Origin
from rules.log.events import OfferKind, Played
from rules.match.match import Match
from rules.time.deadline import Facts
from rules.time.duration import HOUR
from tests.bot.known_people import opened_among_people
from tests.bot.plans import edit, line, plan
from tests.bot.seat_changes import CZECH as TIMED
from tests.bot.seat_changes import THREE, due, move, playing, seat_of
from tests.bot.table_service import ANN, BO, CY, Clock, Service, caller
from tests.bot.who import somebody


@pytest.fixture
async def database(tmp_path: Path) -> AsyncGenerator[Database]:
    async with opened_among_people(tmp_path / "tables.sqlite3") as opened:
        yield opened


@pytest.fixture
def service(database: Database) -> Service:
    return Service(Store(database), Clock())


async def test_an_answer_is_played_with_the_move_that_it_answers(service: Service) -> None:
    table = await service.playing()
    first, reply, second, last = line(table)
    table = await plan(service, table, BO, first, reply, second, last)
    assert table.started.plies == ()
    table = await service.do(table, ANN, Play(first))
    kinds = [(e.actor, e.player) for e in table.started.entries if isinstance(e.event, Played)]
    bo = next(player.id for player in table.players if player.user == BO)
    assert [actor for actor, _ in kinds] == [Actor.SEAT, Actor.QUEUED]
    assert kinds[1][1] == bo
    assert await service.lookup.reread(table.id) == table
    post = boards.board(table)
    said = locale_of(DEFAULT).message(post.text)
    assert f"{first} · Bo **{reply}** (planned)" in said
    assert post.pings == (ANN.id,)
    table = await service.do(table, ANN, Play(second))
    assert [ply.notation for ply in table.started.plies] == [first, reply, second, last]
    assert table.plans == {}, "play has come to the end of the line"


async def test_another_move_voids_the_plan(service: Service) -> None:
    table = await service.playing()
    table = await plan(service, table, BO, *line(table))
    other = line(table, length=1, start=1)
    table = await service.do(table, ANN, Play(other[0]))
    assert len(table.started.plies) == 1
    assert table.plans == {}
    assert (await service.lookup.reread(table.id)).plans == {}


async def test_an_offer_holds_an_answer_until_it_is_declined(service: Service) -> None:
    table = await service.playing()
    first, reply, *_ = line(table)
    table = await plan(service, table, BO, first, reply)
    table = await service.do(table, ANN, Propose(OfferKind.DRAW))
    number = len(table.started.entries)
    table = await service.do(table, ANN, Play(first))
    assert len(table.started.plies) == 1
    table = await service.do(table, BO, Answer(number, agree=False))
    assert [ply.notation for ply in table.started.plies] == [first, reply]


async def test_a_take_back_and_the_end_void_everything(service: Service) -> None:
    table = await service.playing()
    first, reply, second, last = line(table)
    table = await service.do(table, ANN, Play(first))
    table = await plan(service, table, ANN, reply, second)
    table = await service.do(table, ANN, Propose(OfferKind.TAKE_BACK))
    table = await service.do(table, BO, Answer(len(table.started.entries), agree=True))
    assert table.plans == {}
    table = await plan(service, table, BO, first, reply, second, last)
    table = await service.do(table, ANN, Resign())
    assert (table.status, table.plans) == (Status.OVER, {})
    assert (await service.lookup.reread(table.id)).plans == {}


async def nearly_over(service: Service, terms: Terms) -> tuple[Table, list[str]]:
    """Return a game played up to the last two moves, which two different seats make, and those."""
    table = await service.playing(terms)
    plies = next(filter(None, (_whole_game(table.started, seed) for seed in count())))
    for text in plies[:-2]:
        table = await service.do(table, due(table), Play(text))
    return table, plies[-2:]


def _whole_game(match: Match, seed: int) -> list[str]:
    """Return the plies of a random game; none if the last two are made by one seat."""
    chance = random.Random(seed)
    while match.seat_due is not None:
        move = chance.choice(match.game.legal(match.state))
        match = match.play(match.seat_due, match.game.notate(move))
    one, other = (ply.side for ply in match.plies[-2:])
    return [ply.notation for ply in match.plies] if one != other else []


async def test_the_end_by_a_planned_reply_is_told_to_its_owner_and_not_to_the_presser(
    service: Service,
) -> None:
    table, (last, reply) = await nearly_over(service, Terms("rematch", {"setup": "ring"}))
    presser = due(table)
    (owner,) = {ANN, BO} - {presser}
    table = await plan(service, table, owner, last, reply)
    table = await service.do(table, presser, Play(last))
    assert table.status is Status.OVER
    assert [entry.actor for entry in table.started.entries[-2:]] == [Actor.SEAT, Actor.QUEUED]
    assert [ping.person for ping in pings_of(table)] == [owner.id]


async def test_the_end_after_an_engines_move_is_told_to_the_owner_of_the_plan(
    service: Service,
) -> None:
    table, (last, reply) = await nearly_over(service, Terms("rematch", {"setup": "ring"}))
    leaver, seat = due(table), table.started.seat_due
    assert seat is not None
    (owner,) = {ANN, BO} - {leaver}
    table = await plan(service, table, owner, last, reply)
    table = await service.do(table, leaver, SeatEngine(seat, 1))
    table = await service.do(table, owner, Answer(len(table.started.entries), agree=True))
    duty = duty_of(table)
    assert duty is not None
    assert await service.engines.carry_out(table.id, duty, EnginePlays(last))
    table = await service.lookup.get(table.id)
    assert table.status is Status.OVER
    assert [ping.person for ping in pings_of(table)] == [owner.id]


async def test_a_timer_that_plays_the_last_planned_reply_leaves_nobody_out(
    service: Service,
) -> None:
    """An offer held the reply and lapses at the deadline."""
    terms = Terms("rematch", {"setup": "ring"}, time=TIMED.time)
    table, (last, reply) = await nearly_over(service, terms)
    presser = due(table)
    (owner,) = {ANN, BO} - {presser}
    table = await plan(service, table, owner, last, reply)
    table = await service.do(table, presser, Propose(OfferKind.DRAW))
    table = await service.do(table, presser, Play(last))
    assert table.due_at is not None
    service.clock.time = table.due_at + 61
    await service.deadlines.pass_deadline(table.id, lambda _tx: None)
    table = await service.lookup.get(table.id)
    assert table.status is Status.OVER
    assert {ping.person for ping in pings_of(table)} == {ANN.id, BO.id}


async def test_an_offer_made_after_the_deadline_does_not_hold_a_plan_against_a_claim(
    service: Service,
) -> None:
    """An ally's wish to resign held the reply; the ally plays on behind a rival's late offer."""
    table = await playing(service, replace(THREE, vacation=False))
    for _ in range(4):
        table = await move(service, table)
    while table.started.allies_of(seat_of(table, due(table))):
        table = await move(service, table)
    rival, (first, reply) = due(table), line(table, length=2)
    owner = table.started.play(seat_of(table, rival), first).seat_due
    assert owner is not None
    (ally,) = (table.at(each).user for each in table.started.allies_of(owner))
    table = await plan(service, table, table.at(owner).user, first, reply)
    table = await service.do(table, ally, Resign())
    table = await service.do(table, rival, Play(first))
    assert table.started.seat_due == owner
    assert table.due_at is not None
    service.clock.time = table.due_at + 61
    await service.deadlines.pass_deadline(table.id, lambda _tx: None)
    table = await service.do(table, rival, Propose(OfferKind.DRAW))
    table = await service.do(table, ally, PlayOn())
    assert table.started.seat_due == owner, "the offer holds the reply"
    with pytest.raises((TableError, RulesError)):
        await service.do(table, rival, ClaimTime())
    table = await service.lookup.get(table.id)
    assert table.status is Status.PLAYING
    assert table.started.plies[-1].notation == reply


async def test_a_newcomer_inherits_no_plan(service: Service) -> None:
    table = await service.playing()
    table = await plan(service, table, BO, *line(table))
    table = await plan(service, table, ANN, *line(table))
    seat = table.seat(BO.id)
    assert seat is not None
    assert len(table.plans) == 2
    table = await service.do(table, BO, OfferSeat())
    table = await service.do(table, CY, TakeSeat(seat))
    table = await service.do(table, ANN, Answer(len(table.started.entries), agree=True))
    assert table.seat(CY.id) == seat
    assert set(table.plans) == {table.seat(ANN.id)}
    assert await service.lookup.reread(table.id) == table


async def test_a_newcomer_does_not_play_the_plan_of_the_seats_last_owner(
    service: Service,
) -> None:
    """An offer held the answer, and the change of hands withdrew the offer."""
    table = await service.playing()
    first, reply, *_ = line(table)
    table = await plan(service, table, BO, first, reply)
    await service.do(table, ANN, Propose(OfferKind.DRAW))
    table = await service.do(table, ANN, Play(first))
    seat = table.seat(BO.id)
    assert seat is not None
    service.clock.time += 72 * HOUR
    command = Replace(seat, has_left=True, reason="gone for good")
    moderator = caller(somebody(9, "Eve"), may_moderate=True)
    await service.tables.execute(table.id, moderator, command, service.request())
    table = await service.do(table, CY, TakeSeat(seat))
    assert table.seat(CY.id) == seat
    assert [ply.notation for ply in table.started.plies] == [first]
    assert table.plans == {}
    assert await service.lookup.reread(table.id) == table


async def test_who_took_a_seat_is_told_with_the_answer_that_was_held_until_then(
    service: Service,
) -> None:
    table = await service.playing()
    first, reply, *_ = line(table)
    table = await plan(service, table, BO, first, reply)
    seat = table.seat(ANN.id)
    assert seat is not None
    table = await service.do(table, ANN, OfferSeat())
    table = await service.do(table, CY, TakeSeat(seat))
    asking = len(table.started.entries)
    table = await service.do(table, ANN, Play(first))
    table = await service.do(table, BO, Answer(asking, agree=True))
    assert [ply.notation for ply in table.started.plies] == [first, reply]
    post = boards.board(table)
    said = locale_of(DEFAULT).message(post.text)
    assert f"{mention(CY.id).text} takes over" in said
    assert f"**{reply}** (planned)" in said
    assert post.pings == (CY.id,)
    table = await move(service, table)
    assert "takes over" not in locale_of(DEFAULT).message((boards.board(table)).text)


async def test_a_newcomer_who_is_not_due_is_pinged_when_play_goes_on_at_once(
    service: Service,
) -> None:
    table = await playing(service, THREE)
    first, reply, *_ = line(table)
    giver = due(table)
    match = table.started.play(seat_of(table, giver), first)
    assert match.seat_due is not None
    planner = table.at(match.seat_due).user
    (other,) = {player.user for player in table.players} - {giver, planner}
    table = await plan(service, table, planner, first, reply)
    seat, newcomer = seat_of(table, giver), somebody(4, "Di")
    table = await service.do(table, giver, OfferSeat())
    table = await service.do(table, newcomer, TakeSeat(seat))
    asking = len(table.started.entries)
    await service.do(table, giver, Play(first))
    await service.do(table, other, Answer(asking, agree=True))
    table = await service.do(table, planner, Answer(asking, agree=True))
    assert [ply.notation for ply in table.started.plies] == [first, reply]
    assert table.at(seat).user == newcomer
    assert (boards.board(table)).pings == (due(table).id, newcomer.id)
    assert {ping.person for ping in pings_of(table)} == {due(table).id, newcomer.id}


async def test_planning_never_moves_and_is_for_the_present_position(service: Service) -> None:
    table = await service.playing()
    seen = table.started.position_number
    moved = await move(service, table)
    with pytest.raises(Stale):
        await service.plans.change(table.id, caller(BO), seen, Try((), "c3-d4"))
    for stranger in (CY,):
        with pytest.raises(TableError):
            await edit(service, moved, stranger, Try((), line(moved)[0]))
    with pytest.raises(TableError):
        await service.plans.change(
            table.id, caller(BO, 99), moved.started.position_number, Try((), line(moved)[0])
        )
    with pytest.raises(RulesError):
        await edit(service, moved, BO, Try((), "a1-h8"))
    after, path = await edit(service, moved, BO, Try((), line(moved)[0]))
    assert after.started == moved.started
    with pytest.raises(RulesError, match="your turn"):
        await edit(service, moved, BO, Queue(path, is_queued=True))
    after, _ = await edit(service, moved, BO, Cut(path))
    assert after.plans == {}


async def test_two_planned_sides_play_on_up_to_the_limit_of_a_transaction(
    service: Service,
) -> None:
    table = await service.playing()
    moves = line(table, length=7)
    table = await plan(service, table, ANN, *moves)
    table = await plan(service, table, BO, *moves)
    match = table.started.play(Seat(table.seat(ANN.id) or 0), moves[0])
    some = advance(table, match, Request("5"), 0, most=2)
    assert len(some.plies) == 3
    table = await service.do(table, ANN, Play(moves[0]))
    assert [ply.notation for ply in table.started.plies] == moves
    assert len({entry.request for entry in table.started.entries[1:]}) == 1


async def test_a_third_player_is_part_of_the_condition(service: Service) -> None:
    table = await playing(service, THREE)
    first, second, third, fourth = line(table)
    seats_due = [table.started.seat_due]
    planner = table.at(Seat(2)).user
    table = await plan(service, table, planner, first, second, third, fourth)
    table = await service.do(table, table.at(seats_due[0] or Seat(0)).user, Play(first))
    while table.started.seat_due != Seat(2) and len(table.started.plies) < 3:
        due = table.due
        assert due is not None
        table = await service.do(
            table, due.user, Play([first, second, third][len(table.started.plies)])
        )
    assert any(entry.actor is Actor.QUEUED for entry in table.started.entries)


async def held_until_the_deadline(service: Service) -> tuple[Table, list[str], User]:
    """Return a game after whose deadline a planned answer waits for an offer, and who plays it."""
    table = await playing(service, TIMED)
    moves = line(table, length=2)
    due = table.due
    assert due is not None
    planner = next(player.user for player in table.players if player != due)
    table = await plan(service, table, planner, *moves)
    table = await service.do(table, due.user, Propose(OfferKind.DRAW))
    table = await service.do(table, due.user, Play(moves[0]))
    assert table.due_at is not None
    service.clock.time = table.due_at + 61
    return table, moves, due.user


async def test_at_a_deadline_offers_lapse_and_what_they_held_is_played(service: Service) -> None:
    table, moves, _ = await held_until_the_deadline(service)
    await service.deadlines.pass_deadline(table.id, lambda _: None)
    table = await service.lookup.reread(table.id)
    assert [ply.notation for ply in table.started.plies] == moves
    assert table.started.outcome is None


async def test_a_claim_finds_what_the_deadline_lets_be_played_and_all_are_shown_it(
    service: Service, database: Database
) -> None:
    table, moves, rival = await held_until_the_deadline(service)
    with pytest.raises(RulesError, match="only your opponent can claim"):
        await service.do(table, rival, ClaimTime())
    table = await service.lookup.reread(table.id)
    assert [ply.notation for ply in table.started.plies] == moves
    assert table.started.outcome is None
    newest = await database.row("SELECT kind, number FROM outbox ORDER BY id DESC LIMIT 1")
    assert newest is not None
    assert tuple(newest) == ("board", len(table.started.entries))


async def test_at_a_deadline_what_a_full_transaction_left_is_played_too(service: Service) -> None:
    """A transaction holds so many plies; the deadline may come before the timer that goes on."""
    table = await playing(service, TIMED)
    moves = line(table, length=3)
    due = table.due
    assert due is not None
    planner = next(player.user for player in table.players if player != due)
    table = await plan(service, table, planner, *moves[:2])
    table = await service.lookup.get(table.id)
    match = table.started.play(table.seat(due.user.id) or Seat(0), moves[0], Origin(0, Actor.SEAT))
    until = match.clock.until
    assert until is not None
    now = until + 61
    result = stepped(
        match, Facts(), now, Request("d"), lambda held: advance(table, held, Request("d"), now)
    )
    assert [ply.notation for ply in result.match.plies] == moves[:2]

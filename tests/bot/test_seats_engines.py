"""Computer opponents that play on where somebody leaves: who may ask for it, who has to agree."""

import json
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.model.engines import duty_of
from bot.model.errors import TableError
from bot.model.position import match_after
from bot.model.results import results_of
from bot.model.table import Table, Terms
from bot.store.sql.database import Database
from bot.tables.commands import (
    Answer,
    Open,
    Play,
    Propose,
    Replace,
    Resign,
    SeatEngine,
    TakeSeat,
)
from bot.tables.dice import proof
from bot.tables.engines import EnginePlays
from engine.levels import LEVELS
from loopback import Loopback
from rules.contract.core import Seat
from rules.log.entries import Actor
from rules.log.events import OfferKind, Played, SeatTaken, SeatWay
from tests.bot.engine_driver import newest_board, press_first_move, rested
from tests.bot.game_driver import delivered, private, shown, sit_down, tidied
from tests.bot.plans import line, plan
from tests.bot.proofs import check
from tests.bot.seat_changes import (
    CZECH,
    DI,
    DICE,
    SERIES,
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
from tests.bot.table_service import ANN, BO, CY, Service, caller


async def engine_moves(service: Service, table: Table) -> Table:
    """Let the engine that is due make the first legal move."""
    duty, match = duty_of(table), table.started
    assert duty is not None
    act = EnginePlays(match.game.notate(match.game.legal(match.state)[0]))
    assert await service.engines.carry_out(table.id, duty, act)
    return await service.lookup.get(table.id)


def answer(table: Table) -> Answer:
    assert table.started.offer is not None
    return Answer(table.started.offer.number, agree=True)


async def test_the_computer_plays_on_once_the_rival_agrees(
    service: Service, opened: Database
) -> None:
    table = await move(service, await move(service, await playing(service, CZECH)))
    leaver, rival = due(table), ANN if due(table) == BO else BO
    seat = seat_of(table, leaver)
    asked = await service.do(table, leaver, SeatEngine(seat, 1))
    assert asked.seat(leaver.id) == seat
    assert await stored(service, asked) == asked
    await refused(service, asked, leaver, answer(asked))
    table = await service.do(asked, rival, answer(asked))
    event = table.started.entries[-1].event
    assert isinstance(event, SeatTaken)
    assert (event.way, event.by_engine) == (SeatWay.OFFERED, True)
    assert table.at(seat).user.name == "🤖 Pebble"
    assert (table.seat(leaver.id), table.vacancies) == (None, ())
    assert await stored(service, table) == table
    assert await rows(opened, table) == [(leaver.id, None, "common.left")]
    table = await engine_moves(service, table)
    assert table.started.entries[-1].actor is Actor.ENGINE
    assert table.started.entries[-1].player == event.new
    table = await service.do(table, rival, Resign())
    ended = {result.seat: result for result in results_of(table)}
    assert (ended[seat].person, ended[seat].rank) == (None, 1)
    assert [record.won for record in await service.store.engines.records("czech")] == [1]


async def test_the_match_after_each_entry_is_folded_with_who_sat_there_then(
    service: Service,
) -> None:
    table = await playing(service, CZECH)
    leaver, rival = due(table), ANN if due(table) == BO else BO
    seen = [table.started]
    for player, command in (
        (rival, Propose(OfferKind.TIME, 3)),
        (leaver, SeatEngine(seat_of(table, leaver), 1)),
    ):
        table = await service.do(table, player, command)
        seen.append(table.started)
    table = await service.do(table, rival, answer(table))
    seen += [table.started, (await engine_moves(service, table)).started]
    table = await service.lookup.get(table.id)
    assert table.started.clock.engines
    assert [match_after(table, len(match.entries)) for match in seen] == seen


@pytest.mark.parametrize("terms", [CZECH, DICE], ids=["czech", "dice"])
async def test_somebody_who_is_late_is_replaced_at_once_in_a_game_for_two(
    service: Service, opened: Database, terms: Terms
) -> None:
    table = await move(service, await move(service, await playing(service, terms)))
    early, seat = due(table), seat_of(table, due(table))
    rival = ANN if early == BO else BO
    await refused(service, table, rival, SeatEngine(seat, 2))
    table, late = await overdue(service, opened, table)
    assert late == early
    table = await service.do(table, rival, SeatEngine(seat, 2))
    event = table.started.entries[-1].event
    assert isinstance(event, SeatTaken)
    assert (event.way, event.by_engine) == (SeatWay.TAKEN, True)
    assert await stored(service, table) == table
    table = await engine_moves(service, table)
    table = await service.do(table, rival, Resign())
    if table.dice is not None:
        check(json.loads(proof(table)))


async def test_who_left_the_server_is_replaced_by_the_computer(service: Service) -> None:
    table = await playing(service, THREE)
    gone, *others = (p.user for p in table.players)
    seat = seat_of(table, gone)
    table = await service.do(table, others[0], SeatEngine(seat, 1, has_left=True))
    assert await stored(service, table) == table
    table = await service.do(table, others[1], answer(table))
    assert table.at(seat).is_engine
    assert table.vacancies == ()


async def test_a_no_ends_it_and_the_next_time_the_same_row_is_asked_for(
    service: Service, opened: Database
) -> None:
    table = await playing(service, THREE)
    leaver, rival = due(table), next(p.user for p in table.players if p.user != due(table))
    seat = seat_of(table, leaver)
    table = await service.do(table, leaver, SeatEngine(seat, 1))
    offer = table.started.offer
    assert offer is not None
    table = await service.do(table, rival, Answer(offer.number, agree=False))
    assert table.vacancies == ()
    assert await stored(service, table) == table
    await refused(service, table, leaver, SeatEngine(seat, 1))
    while due(table) != leaver or len(table.started.plies) < 3:
        table = await move(service, table)
    table = await move(service, table)
    await service.do(table, leaver, SeatEngine(seat, 1))
    (count,) = await opened.rows("SELECT count(*) AS n FROM players WHERE kind = 'engine'")
    assert count["n"] == 1


async def test_who_may_ask_for_the_computer(service: Service, opened: Database) -> None:
    table = await move(service, await move(service, await playing(service, CZECH)))
    seat = seat_of(table, ANN)
    await refused(service, table, CY, SeatEngine(seat, 1))
    await refused(service, table, ANN, SeatEngine(seat, 9))
    await refused(service, table, ANN, SeatEngine(Seat(7), 1))
    table, late = await overdue(service, opened, table)
    moderator = caller(CY, may_moderate=True)
    with pytest.raises(TableError, match="Only players can"):
        await service.tables.execute(
            table.id, moderator, SeatEngine(seat_of(table, late), 1), service.request()
        )


async def test_one_person_at_least_remains(service: Service) -> None:
    table = await service.tables.open(
        Open(Terms("czech", {}), (), "white", engines=(1,)), caller(ANN), service.request()
    )
    await refused(service, table, ANN, SeatEngine(seat_of(table, ANN), 1))
    engine = next(p.seat for p in table.engines if p.seat is not None)
    await refused(service, table, ANN, SeatEngine(engine, 1, has_left=True))


async def test_in_a_series_the_computer_plays_the_games_that_follow(service: Service) -> None:
    table = await playing(service, SERIES)
    leaver, rival = due(table), ANN if due(table) == BO else BO
    contestant = table.at(seat_of(table, leaver)).contestant
    table = await service.do(table, leaver, SeatEngine(seat_of(table, leaver), 1))
    table = await service.do(table, rival, answer(table))
    change = await service.tables.execute(table.id, caller(rival), Resign(), service.request())
    following = change.following
    assert following is not None
    assert [p.contestant for p in following.engines] == [contestant]
    assert await stored(service, following) == following


async def test_the_strongest_takes_no_third_seat_against_a_person(service: Service) -> None:
    strongest = LEVELS[-1].number
    for channel in (20, 21):
        await service.tables.open(
            Open(Terms("czech", {}), (), "white", engines=(strongest,)),
            caller(BO, channel),
            service.request(),
        )
    table = await move(service, await move(service, await playing(service, CZECH)))
    table = await service.do(table, ANN, SeatEngine(seat_of(table, ANN), strongest))
    with pytest.raises(TableError, match="2 games against Owl"):
        await service.do(table, BO, answer(table))
    assert not (await service.lookup.reread(table.id)).engines


async def test_the_computer_plays_on_over_the_wire(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    giver, rival = driver.people[Seat(0)], driver.people[Seat(1)]
    panel = private(await giver.slash("game seats"))
    question = (await giver.click(panel, "Let the computer take over …")).message
    assert question is not None
    assert "unrated" in question.content
    asking = await shown(bot, giver, await giver.choose(question, "2"))
    assert asking.pings == {rival.id}
    assert "Can 🤖 Reed take over" in asking.content
    taken = await shown(bot, rival, await rival.click(asking, "Agree"))
    assert "🤖 Reed takes over" in taken.content
    assert taken.pings == frozenset()
    table = await rested(bot, rival)
    assert table.started.entries[-1].actor is Actor.ENGINE
    await tidied(bot)
    assert rival.present(taken).content == taken.content, "no later message tells who plays on"
    assert not rival.present(taken).buttons()
    board = newest_board(rival)
    assert board.id != taken.id
    assert board.pings == frozenset(), "the rival has agreed a moment ago"
    await press_first_move(bot, rival)
    table = await rested(bot, rival)
    assert newest_board(rival).id == board.id
    notation = table.started.plies[-1].notation
    assert [entry.actor for entry in table.started.entries[-2:]] == [Actor.SEAT, Actor.ENGINE]
    assert "can watch" in private(await giver.slash("move", move=notation)).content
    await delivered(bot)


async def test_a_rival_lets_the_computer_replace_somebody_who_left_over_the_wire(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    gone, rival = driver.people[Seat(0)], driver.people[Seat(1)]
    panel = private(await rival.slash("game seats"))
    question = (await rival.click(panel, f"Replace {gone.name} …")).message
    assert question is not None
    levels = (await rival.click(question, "The computer …")).message
    assert levels is not None
    refused_answer = (await rival.choose(levels, "1")).message
    assert refused_answer is not None
    assert "isn't out of time and hasn't left the server" in refused_answer.content
    (guild,) = server.world.guilds.values()
    del guild.members[gone.id]
    panel = private(await rival.slash("game seats"))
    question = (await rival.click(panel, f"Replace {gone.name} …")).message
    assert question is not None
    levels = (await rival.click(question, "The computer …")).message
    assert levels is not None
    taken = await shown(bot, rival, await rival.choose(levels, "1"))
    assert "🤖 Pebble takes over" in taken.content
    table = await rested(bot, rival)
    assert table.at(Seat(0)).is_engine
    assert table.started.entries[-1].actor is Actor.ENGINE
    await delivered(bot)


async def test_a_leaver_is_judged_by_the_log_before_the_seat_was_taken(
    service: Service, opened: Database
) -> None:
    """A planned answer that an offer held back is played in the same transaction after it."""
    table = await playing(service, THREE)
    mover, (first, reply) = due(table), line(table, length=2)
    (seat,) = table.started.allies_of(seat_of(table, mover))
    leaver = table.at(seat).user
    (lone,) = {player.user for player in table.players} - {mover, leaver}
    table = await plan(service, table, lone, first, reply)
    table = await service.do(table, mover, Replace(seat, has_left=True))
    table = await service.do(table, DI, TakeSeat(seat))
    number = len(table.started.entries)
    table = await service.do(table, mover, Play(first))
    table = await service.do(table, lone, Answer(number, agree=True))
    assert [type(event) for event in table.started.events[-2:]] == [SeatTaken, Played]
    assert await rows(opened, table) == [(leaver.id, None, "common.left")]


@pytest.mark.parametrize("by_engine", [False, True])
async def test_a_replaced_player_is_last_whoever_plays_on(
    service: Service, opened: Database, *, by_engine: bool
) -> None:
    table = await playing(service, CZECH)
    for _ in range(2):
        table = await move(service, table)
    table, late = await overdue(service, opened, table)
    seat = seat_of(table, late)
    (rival,) = {p.user for p in table.players} - {late}
    if by_engine:
        table = await service.do(table, rival, SeatEngine(seat, 1))
    else:
        table = await service.do(table, rival, Replace(seat))
        table = await service.do(table, CY, TakeSeat(seat))
    assert table.at(seat).is_engine == by_engine
    assert await rows(opened, table) == [(late.id, 2, "common.left")]

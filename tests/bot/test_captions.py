"""Pictures in channels say who sits where, who moves and until when."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import render
from bot.messages import captions, pictures
from bot.model.table import Table, Terms
from bot.store.sql.database import Database
from bot.store.store import Store
from bot.tables.commands import Accept, Answer, Open, Propose, Resign, SeatEngine, Start
from bot.tables.seating import decided_seats
from render import Caption, Occupant
from rules.contract.sentence import ENGLISH
from rules.contract.view import BoardView, Side
from rules.log.events import OfferKind
from rules.registry import find
from rules.time.duration import DAY, HOUR
from rules.time.time_control import PerTurn, TimeControl
from tests.bot.known_people import opened_among_people
from tests.bot.seat_changes import CZECH as TIMED
from tests.bot.seat_changes import move, seat_of
from tests.bot.table_service import ANN, BO, CZECH, NOW, Clock, Service, caller
from tests.bot.test_limits import table, wandered

WHITE, BLACK = Side("white"), Side("black")


@pytest.fixture
async def database(tmp_path: Path) -> AsyncGenerator[Database]:
    async with opened_among_people(tmp_path / "tables.sqlite3") as opened:
        yield opened


@pytest.fixture
def service(database: Database) -> Service:
    return Service(Store(database), Clock())


def shown(table: Table) -> tuple[dict[Side, Occupant], Caption]:
    caption = captions.present(table, pictures.board(table), ENGLISH)
    return dict(caption.people), caption


async def test_who_moves_has_until_a_day_and_the_others_have_nothing(service: Service) -> None:
    assert NOW == 1_000_000, "a Monday, 12 January 1970, 13:46"
    table = await service.playing(TIMED)
    people, caption = shown(table)
    assert people == {WHITE: Occupant("Ann", state="by Thu 15 Jan"), BLACK: Occupant("Bo")}
    assert caption.number == "move 1"
    table = await move(service, table)
    people, caption = shown(table)
    assert people == {WHITE: Occupant("Ann"), BLACK: Occupant("Bo", state="by Thu 15 Jan")}
    assert caption.number == "move 1"
    table = await move(service, table)
    assert shown(table)[1].number == "move 2"


@pytest.mark.parametrize(
    ("seconds", "state"), [(DAY - HOUR, "by Tue 12:46 UTC"), (DAY, "by Tue 13 Jan")]
)
async def test_less_than_a_day_is_told_by_the_hour(
    service: Service, seconds: int, state: str
) -> None:
    terms = replace(TIMED, time=TimeControl(PerTurn(seconds)))
    people, _ = shown(await service.playing(terms))
    assert people[WHITE] == Occupant("Ann", state=state)


async def test_a_game_without_a_limit_has_no_time(service: Service) -> None:
    people, _ = shown(await service.playing())
    assert people == {WHITE: Occupant("Ann"), BLACK: Occupant("Bo")}


async def test_what_the_rules_demand_stands_beside_the_name(service: Service) -> None:
    table = await service.playing()
    while not any(player.demand for player in pictures.board(table).players):
        table = await move(service, table)
    people, _ = shown(table)
    demands = {person.name: person.demand for person in people.values()}
    due = table.due
    assert due is not None
    assert demands == {
        name: "must capture" if name == due.user.name else "" for name in ("Ann", "Bo")
    }


async def test_a_pause_is_told_instead_of_the_time(service: Service) -> None:
    table = await service.playing(TIMED)
    table = await service.do(table, ANN, Propose(OfferKind.PAUSE, 3))
    table = await service.do(table, BO, Propose(OfferKind.PAUSE, 3))
    people, _ = shown(table)
    assert people[WHITE] == Occupant("Ann", state="paused")


async def test_the_end_stands_beside_the_winner(service: Service) -> None:
    table = await service.playing(TIMED)
    people, caption = shown(await service.do(table, ANN, Resign()))
    assert people[WHITE] == Occupant("Ann")
    assert people[BLACK].won
    assert people[BLACK].state.startswith("won · ")
    assert caption.number == ""


async def test_positions_of_the_past_have_names_alone(service: Service) -> None:
    table = await service.playing(TIMED)
    assert dict(captions.names(table).people) == {WHITE: Occupant("Ann"), BLACK: Occupant("Bo")}


async def test_the_picture_in_the_channel_shows_them(service: Service) -> None:
    table = await service.playing(TIMED)
    public = pictures.draw_present(table)
    bare = pictures.draw(pictures.board(table))
    named = pictures.draw(pictures.board(table), table)
    assert len({each.draw(ENGLISH) for each in (public, bare, named)}) == 3
    assert public.alt.english() == named.alt.english()
    assert named.alt.english().startswith("Ann to move. Czech draughts. Ann (White): 12 men ")
    assert bare.alt.english().startswith("White to move. Czech draughts. White: 12 men ")


@pytest.mark.parametrize("side", ["white", "black"])
async def test_a_board_is_turned_to_the_only_person_there_is(
    service: Service, side: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise it would turn upside down between the channel and the panel of a move."""
    turned, draw = list[bool](), render.picture

    def drawn(view: BoardView, **others: Any) -> bytes:
        turned.append(view.turned)
        return draw(view, **others)

    monkeypatch.setattr(pictures, "picture", drawn)
    among_people = await service.playing(TIMED)
    pictures.draw_present(among_people).draw(ENGLISH)
    await service.do(among_people, ANN, Resign())
    opening = Open(Terms("hypergammon", {}), (), side, engines=(1,))
    table = await service.tables.open(opening, caller(ANN), service.request())
    table = await service.do(table, ANN, Start())
    for seat in (None, table.seat(ANN.id)):
        pictures.draw_present(table, seat).draw(ENGLISH)
    assert turned == [False, side == "black", side == "black"]


async def test_a_server_may_want_no_names_in_pictures(service: Service) -> None:
    table = await service.playing(TIMED)
    servers = service.servers

    async def switched(*, off: bool) -> Table:
        await servers.change(
            replace(caller(ANN), may_manage=True), lambda settings: replace(settings, unnamed=off)
        )
        return await service.lookup.get(table.id)

    told = await switched(off=True)
    people, _ = shown(told)
    assert people == {WHITE: Occupant(state="by Thu 15 Jan"), BLACK: Occupant()}
    assert set(dict(captions.names(told).people).values()) == {Occupant()}
    assert "Ann" not in pictures.draw_present(told).alt.english()
    people, _ = shown(await switched(off=False))
    assert people[BLACK] == Occupant("Bo")


async def test_the_end_calls_people_by_their_names_if_they_can_be_written(
    service: Service,
) -> None:
    table = await service.do(await service.playing(TIMED), ANN, Resign())
    assert shown(table)[0][BLACK].state == "won · Ann resigned"
    ann = table.at(seat_of(table, ANN))
    foreign = replace(ann, user=replace(ann.user, name="棋士"))
    players = tuple(foreign if player == ann else player for player in table.players)
    for other in (replace(table, unnamed=True), replace(table, players=players)):
        assert shown(other)[0][BLACK].state == "won · White resigned"


async def test_since_when_somebody_has_a_seat_stands_beside_the_name(service: Service) -> None:
    table = await service.playing(TIMED)
    for _ in range(2):
        table = await move(service, table)
    asked = await service.do(table, BO, SeatEngine(seat_of(table, BO), 1))
    assert asked.started.offer is not None
    table = await service.do(asked, ANN, Answer(asked.started.offer.number, agree=True))
    engine = shown(table)[0][BLACK]
    state = "computer, level 1 · since move 2"
    assert engine == Occupant("Pebble", state=state), "without its robot"
    assert shown(replace(table, unnamed=True))[0][BLACK] == Occupant(state=state)


async def test_before_the_beginning_the_picture_shows_who_will_sit_where(service: Service) -> None:
    def to_come(table: Table) -> dict[Side, Occupant]:
        return dict(captions.to_come(table, ENGLISH).people)

    free = Occupant(state="open seat")
    table = await service.opened(side="black")
    assert to_come(table) == {WHITE: free, BLACK: Occupant("Ann")}
    assert to_come(replace(table, unnamed=True))[BLACK] == Occupant()
    invited = await service.opened(BO, side="black")
    assert to_come(invited) == {WHITE: Occupant("Bo", state="invited"), BLACK: Occupant("Ann")}
    drawn = pictures.draw_to_come(invited)
    assert drawn.alt.english().startswith("Czech draughts. Bo (White): 12 men ")
    assert drawn.draw(ENGLISH) != pictures.draw_to_come(table).draw(ENGLISH)


async def test_seats_that_are_drawn_have_no_name_before(service: Service) -> None:
    """Games with dice draw no seats, since the rolls depend on them."""
    unknown = {WHITE: Occupant(), BLACK: Occupant()}
    assert dict(captions.to_come(await service.opened(), ENGLISH).people) == unknown
    assert dict(captions.to_come(await service.opened(BO), ENGLISH).people) == unknown
    rolled = await service.opened(BO, terms=Terms("hypergammon", {}))
    assert dict(captions.to_come(rolled, ENGLISH).people) == {
        WHITE: Occupant("Ann"),
        BLACK: Occupant("Bo", state="invited"),
    }


@pytest.mark.parametrize("side", [None, "white"])
@pytest.mark.parametrize(
    "terms", [CZECH, Terms("hypergammon", {}), Terms("rematch", {})], ids=lambda terms: terms.game
)
async def test_who_sits_where_is_as_the_picture_said(
    service: Service, terms: Terms, side: str | None
) -> None:
    table = await service.opened(BO, terms=terms, side=side)
    decided = decided_seats(table)
    assert bool(decided) == (side is not None or terms.game == "hypergammon")
    begun = await service.do(table, BO, Accept())
    assert all(begun.at(seat).user == player.user for seat, player in decided.items())


def test_points_are_seen_by_who_is_to_move() -> None:
    """The numbers of a public board are theirs, so it doesn't turn round in their panel."""
    game = find("hypergammon")
    seen: set[bool] = set()
    for plies in range(4, 20):
        played = wandered(game, plies, 3)
        if played.seat_due is not None:
            among_two = table(played, "hypergammon")
            public, own = (pictures.board(among_two, seat) for seat in (None, played.seat_due))
            assert (public.turned, public.geometry) == (own.turned, own.geometry)
            seen.add(public.turned)
    assert seen == {False, True}

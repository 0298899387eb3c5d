"""Which games count for ratings, and what the transaction of their end writes."""

from dataclasses import replace

import pytest

from bot.model.caller import Caller, Place, PlaceKind
from bot.model.errors import TableError
from bot.model.ratings import MOST_OF_A_PAIR, PAIR_WINDOW, START_DEVIATION, Rated, after
from bot.model.results import results_of
from bot.model.table import Status, Table, Terms
from bot.store.sql.database import Database
from bot.tables.commands import (
    Accept,
    AddEngine,
    Adjudicate,
    Answer,
    OfferSeat,
    Open,
    Propose,
    Resign,
    TakeSeat,
)
from rules.contract.core import Outcome, Seat, Side
from rules.log.events import OfferKind
from rules.match.match import Match
from rules.match.table_rules import AGREED
from rules.registry import all_games, find
from rules.time.time_control import TimeControl
from tests.bot.seat_changes import CZECH, DAYS, DI, DICE, SERIES, THREE, due, move, playing, seat_of
from tests.bot.table_service import ANN, BO, CY, Service, caller
from tests.bot.test_store import seated

HEKS = Terms("punt-heks", {"players": "3"}, time=DAYS)


async def reasons(opened: Database, table: Table) -> list[str | None]:
    """Return why each row of a table's results does not count, in the order of the ends."""
    rows = await opened.rows(
        "SELECT why FROM results WHERE table_id = ? ORDER BY sequence, seat", table.id
    )
    return [row["why"] for row in rows]


async def stored(opened: Database) -> dict[int, int]:
    """Return the stored ratings, in whole points."""
    rows = await opened.rows("SELECT person, rating FROM ratings")
    return {row["person"]: row["rating"] // 100 for row in rows}


async def played(service: Service, terms: Terms = CZECH) -> Table:
    """Return a game in which everybody has moved."""
    table = await playing(service, terms)
    for _ in table.seating:
        table = await move(service, table)
    return table


async def test_a_game_that_counts_moves_both(opened: Database, service: Service) -> None:
    table = await played(service)
    ended = await service.do(table, BO, Resign())
    assert await reasons(opened, table) == [None, None]
    at = ended.started.entries[-1].at
    ranks = tuple(int(result.rank or 0) for result in results_of(ended))
    people = tuple((ended.at(Seat(seat)).user.id,) for seat in (0, 1))
    moved = after(Rated(people, ranks, (0, 0), at), {}, START_DEVIATION)
    rows = await opened.rows("SELECT * FROM ratings ORDER BY person")
    assert [tuple(row) for row in rows] == [
        (5, "czech", person, new.rating, new.deviation, 1, at)
        for person, new in sorted(moved.items())
    ]
    steps = await opened.rows("SELECT * FROM steps ORDER BY person")
    assert [tuple(row) for row in steps] == [
        (
            5,
            "czech",
            1,
            person,
            1500_00,
            250_00,
            0,
            0,
            new.rating,
            new.deviation,
            people.index((person,)),
        )
        for person, new in sorted(moved.items())
    ]


async def test_dice_have_a_smaller_first_deviation(opened: Database, service: Service) -> None:
    table = await playing(service, DICE)
    await service.do(table, BO, Resign())
    assert await reasons(opened, table) == [None, None], "with dice it counts at once"
    rows = await opened.rows("SELECT deviation_before, pool FROM steps")
    assert {tuple(row) for row in rows} == {(80_00, "hypergammon")}


async def test_two_allies_and_their_rival_have_a_pool_of_their_own(
    opened: Database, service: Service
) -> None:
    table = await played(service, THREE)
    while not isinstance(table.due and table.due.seat, int):
        table = await move(service, table)
    alone = next(seat for seat, sides in enumerate(table.seating) if "red" in sides)
    loser = table.at(Seat(alone)).user
    await service.do(table, loser, Resign())
    rows = await opened.rows("SELECT person, team, pool, rank FROM results")
    assert {row["pool"] for row in rows} == {"rematch-3"}
    assert sorted(row["rank"] for row in rows) == [1, 1, 2]
    assert len({row["team"] for row in rows if row["rank"] == 1}) == 1
    ratings = await stored(opened)
    assert ratings.pop(loser.id) < 1500
    assert all(rating > 1500 for rating in ratings.values())


@pytest.mark.parametrize("ending", ["void", "adjudicated", "unplayed", "drawn"])
async def test_an_ending_tells_why_it_does_not_count(
    opened: Database, service: Service, ending: str
) -> None:
    begins = ending in {"void", "unplayed"}
    table = await (playing(service, CZECH) if begins else played(service))
    moderator = caller(DI, may_moderate=True)
    match ending:
        case "void":
            await service.do(table, ANN, Propose(OfferKind.ABORT))
            await service.do(table, BO, Propose(OfferKind.ABORT))
        case "adjudicated":
            decided = Adjudicate((Seat(1),), "cheated")
            await service.tables.execute(table.id, moderator, decided, service.request())
        case "unplayed":
            table = await move(service, table)
            await service.do(table, due(table), Resign())
        case _:
            await service.do(table, ANN, Propose(OfferKind.DRAW))
            await service.do(table, BO, Propose(OfferKind.DRAW))
    counts = ending == "drawn"
    assert await reasons(opened, table) == [None if counts else ending] * 2
    assert bool(await stored(opened)) == counts


async def test_a_changed_seat_stops_counting_for_the_whole_series(
    opened: Database, service: Service
) -> None:
    table = await played(service, SERIES)
    table = await service.do(table, ANN, OfferSeat())
    table = await service.do(table, CY, TakeSeat(seat_of(table, ANN)))
    table = await service.do(table, BO, Answer(len(table.started.entries), agree=True))
    change = await service.tables.execute(table.id, caller(CY), Resign(), service.request())
    assert await reasons(opened, table) == ["hands"] * 3
    assert change.following is not None
    table = change.following
    for _ in range(2):
        table = await move(service, table)
    await service.do(table, CY, Resign())
    assert await reasons(opened, table) == ["hands"] * 2
    rows = await opened.rows(
        "SELECT sequence, count(*) AS n FROM results GROUP BY sequence ORDER BY sequence"
    )
    assert [tuple(row) for row in rows] == [(1, 1), (2, 2), (3, 2)], "who left has a number alone"
    assert await stored(opened) == {}


async def test_a_computer_that_played_makes_it_count_for_nobody(
    opened: Database, service: Service
) -> None:
    table = await service.opened(terms=CZECH)
    assert table.terms.rated, "nobody knows yet who comes"
    table = await service.do(table, ANN, AddEngine(1))
    await service.do(table, ANN, Resign())
    assert await reasons(opened, table) == ["computer"] * 2


async def test_two_rivals_can_count_six_games_in_ninety_days(
    opened: Database, service: Service
) -> None:
    begun = service.clock.time
    for number in range(MOST_OF_A_PAIR + 1):
        table = await played(service)
        await service.do(table, BO, Resign())
        counts = number < MOST_OF_A_PAIR
        assert await reasons(opened, table) == [None if counts else "pair"] * 2
    before = await stored(opened)
    service.clock.time = begun + PAIR_WINDOW - 1
    table = await played(service)
    await service.do(table, BO, Resign())
    assert await reasons(opened, table) == ["pair"] * 2
    assert await stored(opened) == before
    service.clock.time = begun + PAIR_WINDOW
    table = await played(service)
    await service.do(table, BO, Resign())
    assert await reasons(opened, table) == [None] * 2


async def test_allies_are_no_pair(opened: Database, service: Service) -> None:
    """Two who always play together against others meet nobody twice."""
    for number in range(MOST_OF_A_PAIR + 1):
        table = await played(service, THREE)
        await opened.write("UPDATE results SET team = 0")
        for user in (ANN, BO, CY):
            table = await service.do(table, user, Propose(OfferKind.DRAW))
        assert table.status is Status.OVER
        assert await reasons(opened, table) == [None] * 3, number


async def test_who_resigns_among_three_is_rated_at_once_with_both_others(
    opened: Database, service: Service
) -> None:
    table = await played(service, HEKS)
    at = int(service.clock.time)
    people = tuple((table.at(Seat(seat)).user.id,) for seat in range(3))
    own = seat_of(table, BO)
    table = await service.do(table, BO, Resign())
    assert await reasons(opened, table) == [None]
    ranks = tuple(3 if seat == own else 1 for seat in range(3))
    game = Rated(people, ranks, (0, 0, 0), at, resigned=own)
    moved = after(game, {}, START_DEVIATION)
    expected = {person: new.rating // 100 for person, new in moved.items()}
    assert await stored(opened) == expected
    assert expected[BO.id] < 1500 < expected[ANN.id]
    await service.do(table, ANN, Resign())
    assert await reasons(opened, table) == [None, *["computer"] * 3]
    assert await stored(opened) == expected


async def test_resigning_among_three_before_everybody_has_moved_moves_nobody(
    opened: Database, service: Service
) -> None:
    table = await move(service, await playing(service, HEKS))
    table = await service.do(table, BO, Resign())
    assert await reasons(opened, table) == ["unplayed"]
    assert await stored(opened) == {}


async def test_resigning_among_three_is_one_of_a_pairs_games(
    opened: Database, service: Service
) -> None:
    for number in range(MOST_OF_A_PAIR + 2):
        table = await played(service, HEKS)
        if number % 2:
            table = await service.do(table, BO, Resign())
            counted = (await reasons(opened, table))[:1]
            await service.do(table, ANN, Resign())
        else:
            for user in (ANN, BO, CY):
                table = await service.do(table, user, Propose(OfferKind.DRAW))
            counted = (await reasons(opened, table))[:1]
        assert counted == [None if number < MOST_OF_A_PAIR else "pair"], number


@pytest.mark.parametrize(
    ("terms", "place", "engines", "told"),
    [
        (replace(CZECH, time=TimeControl()), None, (), "time limit"),
        (replace(CZECH, hints=True), None, (), "hints"),
        (CZECH, None, (1,), "computer"),
        (CZECH, Place(77, kind=PlaceKind.PRIVATE), (), "servers"),
    ],
)
async def test_what_can_not_be_rated_is_refused_if_asked_for_and_else_unrated(
    service: Service, terms: Terms, place: Place | None, engines: tuple[int, ...], told: str
) -> None:
    who = caller(ANN) if place is None else Caller(ANN, place)
    asked = Open(terms, () if engines else (BO,), engines=engines, rated=True)
    with pytest.raises(TableError, match=told):
        await service.tables.open(asked, who, service.request())
    usual = await service.tables.open(replace(asked, rated=None), who, service.request())
    assert not usual.terms.rated


async def test_the_server_decides_what_is_usual(opened: Database, service: Service) -> None:
    await service.store.servers.change_settings(5, lambda old: replace(old, rated=False), 0)
    table = await played(service)
    assert not table.terms.rated
    await service.do(table, BO, Resign())
    assert await reasons(opened, table) == ["unrated"] * 2
    asked = Open(CZECH, (BO,), rated=True)
    rated = await service.tables.open(asked, caller(ANN), service.request())
    assert (await service.do(rated, BO, Accept())).terms.rated


@pytest.mark.parametrize("key", list(all_games()))
def test_a_pool_is_a_game_with_its_number_of_players(key: str) -> None:
    spec = find(key).spec
    for options in ({}, {"players": "3"}):
        try:
            spec = find(key).configured(options).spec
        except ValueError:
            continue
        for seating in spec.seatings:
            pool = spec.pool(seating)
            assert pool.key == (key if len(seating) == 2 else f"{key}-3")
            assert len(pool.edges) == len(spec.teams)


@pytest.mark.parametrize(
    ("counts", "ranks"),
    [((3, 2, 1), [1, 2, 3]), ((2, 2, 1), [1, 1, 3]), ((1, 5, 1), [2, 1, 2]), ((4, 4, 4), [1] * 3)],
)
def test_counts_of_three_give_three_ranks(counts: tuple[int, ...], ranks: list[int]) -> None:
    game = find("punt-heks").configured({"players": "3"})
    (seating,) = game.spec.seatings
    scores = tuple(zip((side.key for side in game.spec.sides), counts, strict=True))
    best = frozenset(side for side, count in scores if count == max(counts))
    winners = best if len(best) < 3 else frozenset[Side]()
    match = replace(Match.of(game, seating), table_outcome=Outcome(winners, AGREED, scores=scores))
    results = results_of(seated(match))
    by_side = {result.sides[0]: result.rank for result in results}
    assert [by_side[side] for side, _ in scores] == ranks


async def test_a_rematch_is_rated_as_the_game_before(service: Service) -> None:
    from bot.tables.setup import rematch_after  # noqa: PLC0415

    table = await service.tables.open(
        Open(CZECH, (BO,), "white", rated=False), caller(ANN), service.request()
    )
    table = await service.do(table, BO, Accept())
    ended = await service.do(table, ANN, Resign())
    command = rematch_after(ended, caller(BO))
    again = await service.tables.open(command, caller(BO), service.request())
    assert not again.terms.rated

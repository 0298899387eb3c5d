"""Leaderboards: who is listed, in which place, and which page somebody is on."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.extensions.standing.leaderboard import leaderboard
from bot.extensions.standing.rows import Standings
from bot.extensions.standing.values import PAGE, Board, Listed, Newcomer
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.caller import Person, User
from bot.model.ratings import NEWCOMER
from bot.store.sql.database import Database, Transaction
from bot.store.sql.transaction import Value
from bot.tables.commands import Resign
from rules.time.duration import DAY
from tests.bot.game_driver import MOST_CONTENT
from tests.bot.seat_changes import move, playing
from tests.bot.table_service import ANN, BO, CY, Service
from tests.bot.test_counting import HEKS
from tests.bot.test_rating_rows import INSERT, fold_all, rows_of
from tests.bot.test_ratings import random_game
from tests.bot.timed_host import NOON

SERVER: Final = 5
PEOPLE: Final = 25
_RIVALS: Final = 3


def filled(tx: Transaction) -> None:
    """Store ratings of 25 people: the first has the best, and each has met the next three."""
    for person in range(1, PEOPLE + 1):
        rated(tx, person, 1800_00 - 1000 * person)
    for person in range(1, PEOPLE + 1):
        for further in range(1, _RIVALS + 1):
            met(tx, 10 * person + further, person, (person + further - 1) % PEOPLE + 1)


def rated(tx: Transaction, person: int, rating: int, games: int = NEWCOMER) -> None:
    tx.do(
        "INSERT INTO ratings VALUES (?, 'czech', ?, ?, 5000, ?, ?)",
        SERVER, person, rating, games, NOON,
    )  # fmt: skip


def met(tx: Transaction, sequence: int, *people: int, teams: tuple[int, ...] = (0, 1)) -> None:
    tx.each(
        "INSERT INTO steps VALUES (?, 'czech', ?, ?, 1, 1, 1, 1, 1, 1, ?)",
        ((SERVER, sequence, person, team) for person, team in zip(people, teams, strict=True)),
    )


@pytest.fixture
async def standings(opened: Database) -> Standings:
    await opened.transact(filled)
    return Standings(opened)


async def board(standings: Standings, start: int = 0, now: int = NOON) -> Board:
    return await standings.board(SERVER, "czech", now, start)


async def everybody(standings: Standings, now: int = NOON) -> list[int]:
    """Return all who are listed, best first."""
    first, second = await board(standings, 0, now), await board(standings, PAGE, now)
    lines = [*first.lines, *(second.lines if second.start == PAGE else ())]
    assert len(lines) == first.total
    return [each.user.id for each in lines]


async def test_the_best_come_first_twenty_a_page(standings: Standings) -> None:
    first = await board(standings)
    assert [each.place for each in first.lines] == list(range(1, PAGE + 1))
    assert [each.user.id for each in first.lines] == list(range(1, PAGE + 1))
    assert [each.points for each in first.lines[:2]] == [1790, 1780]
    assert (first.start, first.total) == (0, PEOPLE)
    second = await board(standings, PAGE)
    assert [each.place for each in second.lines] == list(range(PAGE + 1, PEOPLE + 1))
    assert (await board(standings, 2**62)).start == PEOPLE - 1, "the last line"


async def test_equal_points_share_the_place(opened: Database, standings: Standings) -> None:
    await opened.write("UPDATE ratings SET rating = 178949 WHERE person = 1")
    await opened.write("UPDATE ratings SET rating = 178850 WHERE person IN (2, 3)")
    lines = (await board(standings)).lines[:4]
    assert [(each.user.id, each.place, each.points) for each in lines] == [
        (1, 1, 1789), (2, 1, 1789), (3, 1, 1789), (4, 4, 1760),
    ]  # fmt: skip


UNLISTED: Final[dict[str, str]] = {
    "too few games": "UPDATE ratings SET games = 9 WHERE person = 7",
    "away for long": f"UPDATE ratings SET played_at = {NOON - 180 * DAY - 1} WHERE person = 7",
    "hidden": "INSERT INTO preferences (person, hidden) VALUES (7, 1)",
    "forgotten": "DELETE FROM people WHERE person = 7",
}


@pytest.mark.parametrize("why", UNLISTED)
async def test_some_are_not_listed(opened: Database, standings: Standings, why: str) -> None:
    await opened.write(UNLISTED[why])
    listed = await everybody(standings)
    assert 7 not in listed
    assert len(listed) == PEOPLE - 1
    line = (await board(standings)).lines[6]
    assert (line.user.id, line.place) == (8, 7), "who comes after moves up"
    assert await standings.start_around(SERVER, "czech", NOON, Person(7)) is None


async def newcomers(standings: Standings) -> list[tuple[int, int]]:
    found = (await board(standings)).newcomers
    return [(each.user.id, each.games) for each in found if not each.missing]


async def test_who_has_too_few_games_is_on_the_way_most_games_first(
    opened: Database, standings: Standings
) -> None:
    assert await newcomers(standings) == []
    for person, games in ((3, 4), (7, 9), (5, 9), (9, 0)):
        await opened.write("UPDATE ratings SET games = ? WHERE person = ?", games, person)
    assert await newcomers(standings) == [(5, 9), (7, 9), (3, 4)]


@pytest.mark.parametrize("why", [each for each in UNLISTED if each != "too few games"])
async def test_some_are_not_on_the_way(opened: Database, standings: Standings, why: str) -> None:
    await opened.write("UPDATE ratings SET games = 9 WHERE person IN (7, 8)")
    await opened.write(UNLISTED[why])
    assert await newcomers(standings) == [(8, 9)]


def line(person: int) -> Listed:
    return Listed(person, User(Person(person), "_" * 32), 1500, 20, 20, 0)


@pytest.mark.parametrize(("lines", "named"), [(0, 10), (PAGE - 3, 3), (PAGE, 0)])
def test_newcomers_are_named_where_the_rows_leave_room(lines: int, named: int) -> None:
    rows = [line(person) for person in range(1, lines + 1)]
    coming = [Newcomer(User(Person(100 + each), "*" * 32), 9) for each in range(PAGE)]
    full = Board("czech", rows, 0, lines, coming)
    text = locale_of(DEFAULT).message(leaderboard(full, [], is_unnamed=True).text)
    assert text.count(" 9 of 10") == named
    assert len(text) <= MOST_CONTENT
    assert ("No one is ranked yet." in text) == (not lines)
    more = replace(full, total=lines + PAGE)
    assert "On the way" not in leaderboard(more, [], is_unnamed=True).text.english()


async def test_half_a_year_counts_to_the_second(standings: Standings) -> None:
    assert len(await everybody(standings, NOON + 180 * DAY)) == PEOPLE
    assert await everybody(standings, NOON + 180 * DAY + 1) == []


def few_rivals(tx: Transaction) -> None:
    """Let the best have met two people alone, one of them twice."""
    for sequence, rival in ((1, 101), (2, 102), (3, 101)):
        met(tx, sequence, 100, rival)


def newcomer(tx: Transaction) -> None:
    few_rivals(tx)
    met(tx, 4, 100, 103)
    tx.do("UPDATE ratings SET games = 9 WHERE person = 103")


def ally(tx: Transaction) -> None:
    few_rivals(tx)
    met(tx, 4, 100, 103, 102, teams=(0, 0, 1))


def three(tx: Transaction) -> None:
    few_rivals(tx)
    met(tx, 4, 100, 103)


@pytest.mark.parametrize(
    ("games", "is_listed"), [(few_rivals, False), (newcomer, False), (ally, False), (three, True)]
)
async def test_three_settled_rivals_are_needed(
    opened: Database, games: Callable[[Transaction], None], *, is_listed: bool
) -> None:
    def write(tx: Transaction) -> None:
        for person in range(100, 104):
            tx.do(
                "INSERT INTO people (person, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
                person,
                person,
            )
            rated(tx, person, 1500_00)
        games(tx)

    await opened.transact(write)
    assert (100 in await everybody(Standings(opened))) == is_listed


@pytest.mark.file("rows that a file alone takes")
@pytest.mark.parametrize("seed", range(6))
async def test_rivals_are_those_with_whom_a_game_compared_somebody(
    database: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When one of three resigns, the two others aren't compared."""
    chance, met = Random(seed), defaultdict[Person, set[Person]](set)
    async with Database.open(database):
        pass
    with closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        for sequence in range(1, 25):
            game = random_game(chance, NOON)
            connection.executemany(INSERT, rows_of(sequence, game, (SERVER, "czech", 0), None))
            for (one, first), (other, second) in permutations(enumerate(game.teams), 2):
                if game.resigned in (None, one, other):
                    for person in first:
                        met[person].update(second)
        fold_all(connection)
        connection.execute("UPDATE ratings SET games = ?", (NEWCOMER,))
        connection.executemany(
            "INSERT OR IGNORE INTO people (person, user_id) VALUES (?, ?)",
            ((each, each) for each in met),
        )
        connection.commit()
    async with Database.open(database) as opened:
        for needed in range(1, 9):
            monkeypatch.setattr("bot.extensions.standing.rows._RIVALS", needed)
            listed = (await Standings(opened).board(SERVER, "czech", NOON, 0)).lines
            assert {line.user.id for line in listed} == {
                person for person, rivals in met.items() if len(rivals) >= needed
            }


async def test_a_record_counts_games_that_one_of_three_resigned_apart(service: Service) -> None:
    """They move the ratings of all, but the two others don't finish a game with people alone."""
    table = await playing(service, HEKS)
    for _ in table.seating:
        table = await move(service, table)
    table = await service.do(table, CY, Resign())
    await service.do(table, ANN, Resign())
    over = await playing(service, HEKS)
    for _ in over.seating:
        over = await move(service, over)
    await service.do(over, BO, Resign())
    records = Standings(service.store.database)
    for user in (BO, CY):
        (played,) = (await records.record(user.id)).played
        assert (played.games, played.more_counted) == (1, 1)
    assert (await records.record(ANN.id)).played == (), "of what she has finished nothing counts"


async def test_people_come_back_once_they_stop_hiding(
    opened: Database, standings: Standings
) -> None:
    await opened.write(UNLISTED["hidden"])
    await opened.write("UPDATE preferences SET hidden = 0")
    assert len(await everybody(standings)) == PEOPLE


async def test_a_server_sees_its_own_people(standings: Standings) -> None:
    assert (await standings.board(SERVER + 1, "czech", NOON, 0)).total == 0
    assert (await standings.board(SERVER, "turkish", NOON, 0)).total == 0


@pytest.mark.parametrize(("person", "start"), [(1, 0), (10, 0), (15, 4), (25, 14)])
async def test_around_somebody_are_those_near_them(
    standings: Standings, person: int, start: int
) -> None:
    assert await standings.start_around(SERVER, "czech", NOON, Person(person)) == start


async def test_pools_with_ratings_are_found(opened: Database, standings: Standings) -> None:
    assert await standings.rated_pools(SERVER + 1) == []
    rows: list[Value] = ["rekushu", "punt-heks-3"]
    for pool in rows:
        await opened.write("INSERT INTO ratings VALUES (?, ?, 1, 1, 1, 1, 1)", SERVER, pool)
    assert await standings.rated_pools(SERVER) == ["czech", "punt-heks-3", "rekushu"]


@pytest.mark.parametrize(
    ("games", "before", "places"),
    [
        (NEWCOMER, 1750, {}),
        (NEWCOMER, 1741, {}),
        (NEWCOMER, 1739, {5: 5}),
        (NEWCOMER, 1761, {5: 5}),
        (NEWCOMER - 1, 1750, {5: 5}),
    ],
)
async def test_a_place_is_told_to_whoever_has_changed_it_or_is_new_there(
    opened: Database,
    standings: Standings,
    games: int,
    before: int,
    places: Mapping[int, int],
) -> None:
    """The fifth had so many games and points before; the sixth keeps the sixth place."""

    def ended(tx: Transaction) -> None:
        keep_game(tx, 51, (5, 6))
        change = "UPDATE steps SET rating_before = ?, games_before = ?, rating = ?"
        for person, *step in ((5, 100 * before, games, 1750_00), (6, 1740_00, NEWCOMER, 1740_00)):
            tx.do(f"{change} WHERE sequence = 51 AND person = ?", *step, person)

    await opened.transact(ended)
    ends = await standings.ends(1, 1)
    assert ends is not None
    assert ends.places == places


def keep_game(tx: Transaction, sequence: int, people: Sequence[int]) -> None:
    """Store a game that the first of these people won."""
    tx.do(
        "INSERT INTO tables (id, channel_id, place, secret, game, rules_version, options,"
        " seating, time_control, clock_mode, vacation, hints, rated, game_number, status,"
        " host, locale, opened_at) VALUES (1, 7, 'guild', 0, 'czech', 1, '{}', 0, 'none',"
        " 'soft', 0, 0, 1, 1, 'over', 1, 'en-US', 0)"
    )
    tx.each(
        INSERT,
        (
            (
                1, seat, seat, sequence, person, seat, seat + 1, "czech", SERVER, "czech",
                0, 0, None, NOON, None,
            )
            for seat, person in enumerate(people)
        ),
    )  # fmt: skip

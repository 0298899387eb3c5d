"""Ratings from rows of results: against a plain second account, in any pieces, and mended."""

import json
import random
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from bot.checking import check, check_ratings
from bot.command_line import main
from bot.model.caller import Person
from bot.model.ratings import START_DEVIATION, START_DEVIATION_WITH_DICE, Rated, Standing
from bot.startup_errors import only_process
from bot.store.sql.database import Database, Transaction
from bot.store.sql.sqlite.schema import MIGRATIONS
from bot.store.sql.sqlite.statements import Statements
from bot.store.tables.ratings import fold_again, pools
from rules.time.duration import DAY
from tests.bot.test_ratings import NOON, random_game, slow
from tests.conformance.configured import SOAK
from tests.postgres.in_place import place_of
from tests.stored import needs_file

GAMES: Final = 100_000 if SOAK else 1_500
POOLS: Final = ((5, "czech", 0), (5, "hypergammon", 1), (6, "czech", 0))
"""Servers, pools, and whether they have dice."""
INSERT: Final = (
    "INSERT INTO results (table_id, seat, player_id, sequence, person, team, sides, rank, worth,"
    " rule, game, guild_id, pool, dice, edge, why, ended_at, against, entry, length, engines,"
    " turns, late, waits) VALUES (?, ?, ?, ?, ?, ?, '[]', ?, 1, '', ?, ?, ?, ?, ?, ?, ?, ?, 1, 9,"
    " 0, 9, 0, '{}')"
)
_CORRECT: Final = (
    "INSERT INTO corrections (sequence, counts, person, reason, at) VALUES (?, ?, 1, '', 0)"
)
Stored: TypeAlias = tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]


def rows_of(
    sequence: int, game: Rated, where: tuple[int, str, int], why: str | None
) -> Iterator[tuple[object, ...]]:
    """Yield the rows of results that a game has."""
    guild_id, pool, dice = where
    seat = 0
    if game.resigned is not None:
        against = [
            (people[0], team, game.edges[team])
            for team, people in enumerate(game.teams)
            if team != game.resigned
        ]
        yield (
            sequence, 0, 0, sequence, game.teams[game.resigned][0], game.resigned, 3, pool,
            guild_id, pool, dice, game.edges[game.resigned], why, game.ended_at,
            json.dumps(against),
        )  # fmt: skip
        return
    for team, people in enumerate(game.teams):
        for person in people:
            yield (
                sequence, seat, seat, sequence, person, team, game.ranks[team], pool, guild_id,
                pool, dice, game.edges[team], why, game.ended_at, None,
            )  # fmt: skip
            seat += 1


def in_memory(games: int) -> sqlite3.Connection:
    """Return a database in memory that holds results of so many games."""
    connection = sqlite3.connect(":memory:")
    for script in sorted(MIGRATIONS.glob("*.sql")):
        connection.executescript(script.read_text(encoding="utf-8"))
    filled(connection, games)
    return connection


def filled(connection: sqlite3.Connection, games: int, seed: int = 3) -> None:
    """Add results of games, of which some do not count, and corrections."""
    connection.row_factory = sqlite3.Row
    chance, at = random.Random(seed), NOON
    rows: list[tuple[object, ...]] = []
    for sequence in range(1, games + 1):
        at += chance.choice([-3600, 0, 3600, DAY - 1, 3 * DAY])
        game = random_game(chance, at)
        rows += rows_of(sequence, game, chance.choice(POOLS), chance.choice([None, None, "pair"]))
    connection.executemany(INSERT, rows)
    connection.executemany(
        _CORRECT,
        ((chance.randint(1, games), chance.choice([0, 0, 1])) for _ in range(games // 10)),
    )


def plain(connection: sqlite3.Connection) -> dict[tuple[int, str, Person], Standing]:
    """Rate all games of a file once more, row by row, by the published formulas."""
    struck: dict[int, bool] = {}
    for sequence, counts in connection.execute("SELECT sequence, counts FROM corrections"):
        struck[sequence] = not counts
    ends: dict[int, list[sqlite3.Row]] = defaultdict(list)
    for row in connection.execute("SELECT * FROM results"):
        ends[row["sequence"]].append(row)
    found: dict[tuple[int, str], dict[Person, Standing]] = defaultdict(dict)
    for sequence in sorted(ends):
        rows = ends[sequence]
        if rows[0]["why"] or struck.get(sequence):
            continue
        sat = [(row["team"], row["person"], row["edge"], row["rank"]) for row in rows]
        resigned = rows[0]["team"] if rows[0]["against"] else None
        for person, team, edge in json.loads(rows[0]["against"] or "[]"):
            sat.append((team, person, edge, 1))
        teams = sorted({team for team, *_ in sat})
        one = {team: (edge, rank) for team, _, edge, rank in sat}
        game = Rated(
            tuple(tuple(person for each, person, *_ in sat if each == team) for team in teams),
            tuple(one[team][1] for team in teams),
            tuple(one[team][0] for team in teams),
            rows[0]["ended_at"],
            resigned,
        )
        known = found[rows[0]["guild_id"], rows[0]["pool"]]
        first = START_DEVIATION_WITH_DICE if rows[0]["dice"] else START_DEVIATION
        for person, (rating, deviation) in slow(game, known, first).items():
            before = known.get(person)
            known[person] = Standing(
                rating,
                deviation,
                before.games + 1 if before else 1,
                max(game.ended_at, before.played_at if before else 0),
            )
    return {
        (*pool, person): standing
        for pool, known in found.items()
        for person, standing in known.items()
    }


def stored(tx: Transaction) -> Stored:
    """Return all ratings and steps."""
    ratings = tx.do("SELECT * FROM ratings ORDER BY 1, 2, 3")
    steps = tx.do("SELECT * FROM steps ORDER BY 1, 2, 3, 4")
    return list(map(tuple, ratings)), list(map(tuple, steps))


def fold_all(connection: sqlite3.Connection) -> Stored:
    tx = Statements(connection)
    for guild_id, pool in pools(tx):
        fold_again(tx, guild_id, pool)
    return stored(Statements(connection))


@pytest.fixture
def rated() -> Iterator[sqlite3.Connection]:
    with closing(in_memory(300)) as connection:
        yield connection


def test_ratings_are_those_of_a_plain_second_account() -> None:
    with closing(in_memory(GAMES)) as connection:
        ratings, steps = fold_all(connection)
        expected = plain(connection)
    assert {tuple(row[:3]): Standing(*row[3:]) for row in ratings} == expected
    assert len(steps) == sum(standing.games for standing in expected.values())


@pytest.mark.parametrize("seed", range(4))
def test_folding_again_from_any_game_changes_nothing(rated: sqlite3.Connection, seed: int) -> None:
    whole, chance, tx = fold_all(rated), random.Random(seed), Statements(rated)
    for _ in range(25):
        guild_id, pool, _ = chance.choice(POOLS)
        fold_again(tx, guild_id, pool, chance.randint(0, 305))
        assert stored(Statements(rated)) == whole


def test_a_game_that_is_struck_is_as_if_it_never_was(rated: sqlite3.Connection) -> None:
    """Corrections, folded from the first game corrected, and all undone again."""
    whole, tx, chance = fold_all(rated), Statements(rated), random.Random(1)
    counted = sorted({row[2] for row in whole[1] if row[:2] == (5, "czech")})
    chosen = chance.sample(counted, 20)
    for counts in (0, 1):
        rated.executemany(
            _CORRECT,
            ((sequence, counts) for sequence in chosen),
        )
        fold_again(tx, 5, "czech", min(chosen))
        known = {key: each for key, each in plain(rated).items() if key[:2] == (5, "czech")}
        assert {
            tuple(row[:3]): Standing(*row[3:])
            for row in stored(Statements(rated))[0]
            if row[:2] == (5, "czech")
        } == known
    assert stored(Statements(rated)) == whole


DAMAGE: Final[dict[str, str]] = {
    "a rating": "UPDATE ratings SET rating = rating + 1 WHERE guild_id = 5 AND person = 3",
    "a lost rating": "DELETE FROM ratings WHERE person = 3 AND guild_id = 5",
    "a rating of nobody": "INSERT INTO ratings VALUES (9, 'czech', 1, 150000, 25000, 1, 0)",
    "a step": "UPDATE steps SET deviation = deviation + 1 WHERE sequence = {first}",
    "a lost step": "DELETE FROM steps WHERE sequence = {first}",
    "a step of nobody": "INSERT INTO steps VALUES (9, 'czech', 1, 1, 1, 1, 1, 1, 1, 1, 0)",
}


@pytest.fixture
async def file(database: Path) -> Path:
    """Return a file of the bot's with ratings that follow from its results."""
    needs_file()  # A server keeps no results of tables that aren't there.
    async with Database.open(database):
        pass
    with closing(sqlite3.connect(database)) as connection, connection:
        filled(connection, 120)
        fold_all(connection)
    return database


@pytest.mark.parametrize("damage", list(DAMAGE))
def test_damage_is_named_and_mended(
    file: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        whole = stored(Statements(connection))
        first = whole[1][0][2]
        assert connection.execute(DAMAGE[damage].format(first=first)).rowcount > 0
    found = check_ratings(file, writes=False)
    assert found.status == 1
    assert all(line.startswith("server ") for line in found.lines)
    assert main(["ratings", str(file), "--check"]) == 1
    assert capsys.readouterr().out.splitlines() == found.lines
    assert main(["ratings", str(file), "--write"]) == 0
    with closing(sqlite3.connect(file)) as connection:
        assert stored(Statements(connection)) == whole
    assert check_ratings(file, writes=False).status == 0


async def test_ratings_can_be_checked_while_the_bot_runs_but_not_written(database: Path) -> None:
    needs_file()
    async with Database.open(database) as opened:
        await opened.write("INSERT INTO ratings VALUES (9, 'czech', 1, 150000, 25000, 1, 0)")
        with only_process(database):
            assert check_ratings(database, writes=False).status == 1
            refused = check_ratings(database, writes=True)
            assert refused.status > 1
            assert "is in use by another process" in refused.lines[0]


async def test_a_check_of_everything_includes_ratings(database: Path) -> None:
    async with Database.open(database) as opened:
        await opened.write("INSERT INTO ratings VALUES (9, 'czech', 1, 150000, 25000, 1, 0)")
    assert check(place_of(database), NOON, repairs=False).status == 1
    assert check(place_of(database), NOON, repairs=True).status == 0


def test_missing_files_and_wrong_words_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check_ratings(tmp_path / "none", writes=False).lines[0].startswith("There is no file")
    with pytest.raises(SystemExit):
        main(["ratings", "--check", "--write"])
    assert "--write" in capsys.readouterr().err


def test_servers_have_nothing_to_do_with_each_other(rated: sqlite3.Connection) -> None:
    def others() -> list[tuple[Any, ...]]:
        return [row for row in stored(Statements(rated))[0] if row[:2] != (5, "czech")]

    fold_all(rated)
    kept = others()
    rated.execute("DELETE FROM results WHERE guild_id = 5 AND pool = 'czech'")
    fold_all(rated)
    assert others() == kept
    assert {row[:2] for row in stored(Statements(rated))[0]} == {(5, "hypergammon"), (6, "czech")}

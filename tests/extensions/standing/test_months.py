"""The list of a month, what a leaderboard opens on, and who needs more ranked opponents."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from bot.extensions.standing.leaderboard import leaderboard, month
from bot.extensions.standing.rows import Standings
from bot.extensions.standing.values import Board, OfMonth, month_began
from bot.interactions.client import Postboard
from bot.model.caller import Person, User
from bot.model.ratings import NEWCOMER, Rated
from bot.store.sql.database import Database, Transaction
from loopback import Loopback
from rules.time.duration import DAY, HOUR
from tests.bot.game_driver import private
from tests.bot.test_rating_rows import INSERT, rows_of
from tests.bot.timed_host import NOON
from tests.extensions.standing.test_leaderboards import SERVER, met, rated
from tests.extensions.standing.test_profiles import finished, profile

ANN, BO, CY, DI = map(Person, range(1, 5))
OF_A_FILE: Final = pytest.mark.file("rows that a file alone takes")
MAY: Final = 1_714_514_400
"""Midnight of 1 May 2024 in Prague, which is 22:00 UTC."""


def won(database: Path, guild: int, *games: tuple[int, int, int]) -> None:
    """Store games of a server: the winner, the loser, and when it ended."""
    with closing(sqlite3.connect(database)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM results").fetchone()
        for number, (winner, loser, at) in enumerate(games, count + 1):
            game = Rated(((Person(winner),), (Person(loser),)), (1, 2), (0, 0), at)
            rows = rows_of(1000 + number, game, (guild, "czech", 0), None)
            connection.executemany(INSERT, rows)
        connection.commit()


@pytest.fixture
def played(database: Path, opened: Database) -> Database:
    """Let Ann beat Bo twice and Cy once in May, and Bo beat Cy; Di beat Ann before it began."""
    won(
        database, SERVER, (DI, ANN, MAY - 1), (ANN, BO, MAY), (ANN, BO, MAY + DAY),
        (ANN, CY, MAY + 2 * DAY), (BO, CY, MAY + 2 * DAY),
    )  # fmt: skip
    return opened


async def listed(opened: Database, since: int = MAY) -> list[tuple[int, int, int]]:
    found = await Standings(opened).month(SERVER, "czech", since)
    return [(each.user.id, each.halves, each.games) for each in found]


@OF_A_FILE
async def test_a_month_counts_the_games_that_ended_in_it(played: Database) -> None:
    assert await listed(played) == [(ANN, 6, 3), (BO, 2, 3)]
    assert await listed(played, MAY + 1) == []
    assert await listed(played, MAY - 1) == [(ANN, 6, 4), (BO, 2, 3)]
    assert await Standings(played).month(SERVER, "turkish", MAY) == []


@OF_A_FILE
@pytest.mark.parametrize(
    "change",
    [
        "INSERT INTO preferences (person, hidden) VALUES (1, 1)",
        "DELETE FROM people WHERE person = 1",
        "INSERT INTO corrections (sequence, counts, person, reason, at) VALUES (1004, 0, 9, '', 0)",
    ],
    ids=["hidden", "forgotten", "struck"],
)
async def test_some_are_not_on_it(played: Database, change: str) -> None:
    await played.write(change)
    assert [person for person, _, _ in await listed(played)] == [BO]


def test_a_month_begins_by_the_clock_of_the_server() -> None:
    assert month_began(MAY, "Europe/Prague") == MAY
    assert month_began(MAY - 1, "Europe/Prague") == MAY - 30 * DAY
    assert month_began(MAY, "UTC") == MAY + 2 * HOUR - 30 * DAY
    assert month_began(MAY + 2 * HOUR, "UTC") == MAY + 2 * HOUR


def few_opponents(tx: Transaction) -> None:
    """Let Ann have games enough, but two ranked opponents; Bo has one, and Cy none."""
    for person in (ANN, BO, CY):
        rated(tx, person, 1600_00, NEWCOMER)
    met(tx, 1, ANN, BO)
    met(tx, 2, ANN, CY)


async def test_who_needs_more_ranked_opponents_is_on_the_way(opened: Database) -> None:
    await opened.transact(few_opponents)
    await opened.transact(lambda tx: rated(tx, DI, 1500_00, 4))
    board = await Standings(opened).board(SERVER, "czech", NOON, 0)
    assert board.total == 0
    assert [(each.user.id, each.missing) for each in board.newcomers] == [
        (ANN, 1), (BO, 2), (CY, 2), (DI, 0),
    ]  # fmt: skip
    words = leaderboard(board, [], is_unnamed=True).text.english()
    assert ": 1 more ranked opponent, " in words
    assert ": 2 more ranked opponents, " in words
    assert words.count(" 4 of 10") == 1
    await opened.write("INSERT INTO preferences (person, hidden) VALUES (?, 1)", ANN)
    await opened.write("DELETE FROM people WHERE person = ?", BO)
    board = await Standings(opened).board(SERVER, "czech", NOON, 0)
    assert [each.user.id for each in board.newcomers] == [CY, DI]


async def test_it_opens_on_the_pool_played_last_or_else_most(opened: Database) -> None:
    standings = Standings(opened)
    assert await standings.opened_on(SERVER, ANN) is None
    for pool, person, games, at in (
        ("czech", ANN, 5, 1), ("rematch", ANN, 1, 2), ("turkish", BO, 9, 3), ("czech", BO, 5, 1),
    ):  # fmt: skip
        await opened.write(
            "INSERT INTO ratings VALUES (?, ?, ?, 150000, 9000, ?, ?)", SERVER, pool, person,
            games, at,
        )  # fmt: skip
    assert await standings.opened_on(SERVER, ANN) == "rematch"
    assert await standings.opened_on(SERVER, CY) == "czech", "ten games, more than nine"
    assert await standings.opened_on(SERVER + 1, ANN) is None


def test_equal_months_share_a_place_and_the_words_say_so() -> None:
    lines = [OfMonth(User(Person(n), f"P{n}"), h, 3) for n, h in ((1, 5), (2, 5), (3, 1))]
    message = month(lines, Board("czech", (), 0, 0), [], is_unnamed=False)
    assert message.text.english().splitlines()[:5] == [
        "**Czech draughts, this month**", "1. P1 **2½** · 3 games", "1. P2 **2½** · 3 games",
        "3. P3 **½** · 3 games", "No one is ranked yet.",
    ]  # fmt: skip
    assert message.picture is not None
    assert "1. P2, 2½ points, 3 games." in message.picture.alt.english()
    unnamed = month(lines, Board("czech", (), 0, 9), [], is_unnamed=True)
    assert unnamed.picture is None
    assert "No one is ranked yet." not in unnamed.text.english()


@OF_A_FILE
async def test_the_month_is_seen_first_while_no_one_is_ranked(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    _, winner, _ = await finished(server, bot, database)
    board = private(await winner.click(await profile(winner), "Leaderboard"))
    assert "No one is ranked yet." in board.content
    empty = private(await winner.click(board, "This month"))
    assert empty.content.startswith("**Czech draughts, this month**\nNo one is on this list yet.")
    guild = server.world.guild().id
    at = int(server.clock.now())
    won(database, guild, (900, 901, at), (900, 901, at), (900, 902, at), (900, 902, at))
    first = private(await winner.click(await profile(winner), "Leaderboard"))
    assert "\n1. a former player **4** · 4 games\n" in first.content
    assert len(first.attachments) == 1
    back = private(await winner.click(first, "Leaderboard"))
    assert "**Czech draughts leaderboard**" in back.content

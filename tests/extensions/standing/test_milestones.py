"""What is celebrated at the end of a game, and head to head, from hand-made histories."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import pytest

from bot.extensions.standing.milestones import (
    MOST,
    Celebration,
    Ends,
    Milestone,
    celebration,
    head_to_head,
)
from bot.extensions.standing.rows import Standings
from bot.model.caller import Person
from bot.store.sql.database import Database
from bot.store.sql.transaction import Transaction, Value
from rules.match.table_rules import LEFT
from rules.time.duration import DAY
from tests.bot.table_service import Service
from tests.bot.test_rating_rows import INSERT
from tests.bot.timed_host import NOON

ANN: Final = Person(1)
BO: Final = Person(2)
CY: Final = Person(3)
SERVER: Final = 5


@dataclass(frozen=True)
class Game:
    """A finished game: who won or drew against whom, a day after the one before."""

    first: int | None
    second: int | None
    drawn: bool = False
    guild: int | None = SERVER
    pool: str = "czech"
    days: int = 1
    """The days since the game before."""
    rule: str = "czech.blocked"


def won(*people: int | None, **more: object) -> Game:
    first, second = people
    return Game(first, second, **more)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def rows_of(games: Sequence[Game]) -> Iterator[tuple[Value, ...]]:
    at = NOON
    for number, game in enumerate(games, 1):
        at += game.days * DAY
        for seat, person in enumerate((game.first, game.second)):
            rank = 1 if game.drawn else seat + 1
            yield (
                number, seat, seat, number, person, seat, rank, game.pool, game.guild, game.pool,
                0, 0, None, at, None,
            )  # fmt: skip


async def ends_of(opened: Database, *games: Game) -> Ends:
    """Store games and return the ends of the last one."""

    def keep(tx: Transaction) -> None:
        tx.each("INSERT INTO tables (id, channel_id, place, secret, game, rules_version, options,"
                " seating, time_control, clock_mode, vacation, hints, rated, game_number, status,"
                " host, locale, opened_at) VALUES (?, 7, 'guild', 0, 'czech', 1, '{}', 0, 'none',"
                " 'soft', 0, 0, 1, 1, 'over', 1, 'en-US', 0)",
                ((number,) for number in range(1, len(games) + 2)))  # fmt: skip
        tx.each(INSERT, rows_of(games))
        for number, game in enumerate(games, 1):
            with_engine = int(game.first is None or game.second is None)
            tx.do(
                "UPDATE results SET engines = ?, rule = ? WHERE sequence = ?",
                with_engine, game.rule, number,
            )  # fmt: skip

    await opened.transact(keep)
    found = await Standings(opened).ends(len(games), 1)
    assert found is not None
    return found


async def told(
    opened: Database, *games: Game, lowest: int | None = None, lasted: int = 0
) -> Celebration | None:
    """Return what is celebrated at the end of the last of some games, which took so long."""
    ends = await ends_of(opened, *games)
    began = NOON + sum(each.days for each in games) * DAY - lasted
    return celebration(ends, began, lowest)


LOST_ONCE: Final = (won(BO, ANN), won(ANN, CY), won(BO, ANN))
"""All have finished games, and Ann and Bo have won."""


async def test_an_ordinary_win_is_not_celebrated(opened: Database) -> None:
    assert await told(opened, *LOST_ONCE, won(ANN, BO)) is None


async def test_a_first_win_comes_before_all_else(opened: Database) -> None:
    first = Celebration(Milestone.FIRST_WIN, ANN)
    assert await told(opened, won(BO, ANN), won(ANN, BO), lowest=3) == first


async def test_a_first_win_against_the_computer_is_one(opened: Database) -> None:
    assert await told(opened, won(ANN, None)) == Celebration(Milestone.FIRST_WIN, ANN)


async def test_a_win_elsewhere_was_the_first(opened: Database) -> None:
    games = (won(ANN, BO, guild=6), won(BO, CY), won(ANN, BO))
    assert await told(opened, *games) is None


async def test_a_first_game_is_celebrated_with_whoever_lost_it(opened: Database) -> None:
    games = (won(BO, CY), won(BO, ANN))
    assert await told(opened, *games) == Celebration(Milestone.FIRST_GAME, ANN)


@pytest.mark.parametrize(("lowest", "is_told"), [(14, True), (15, False), (None, False)])
async def test_a_comeback_is_a_win_from_below_15_percent(
    opened: Database, lowest: int | None, is_told: bool
) -> None:
    found = await told(opened, *LOST_ONCE, won(ANN, BO), lowest=lowest)
    assert found == (Celebration(Milestone.COMEBACK, ANN, 14) if is_told else None)


@pytest.mark.parametrize("wins", range(1, 12))
async def test_3_5_and_10_wins_in_a_row_are_told_once_each(opened: Database, wins: int) -> None:
    found = await told(opened, won(ANN, CY), won(BO, ANN), *[won(ANN, BO)] * wins)
    is_told = wins in {3, 5, 10}
    assert found == (Celebration(Milestone.STREAK, ANN, wins) if is_told else None)


@pytest.mark.parametrize(
    "between", [Game(ANN, BO, drawn=True), won(BO, ANN)], ids=["a draw", "a loss"]
)
async def test_a_streak_ends_without_a_win(opened: Database, between: Game) -> None:
    games = (won(BO, ANN), won(ANN, BO), won(ANN, BO), between, won(ANN, BO))
    assert await told(opened, *games) is None


async def test_games_with_the_computer_and_elsewhere_are_in_no_streak(opened: Database) -> None:
    apart = (won(None, ANN), won(BO, ANN, guild=6), won(BO, ANN, guild=None))
    games = (won(BO, ANN), won(ANN, BO), won(ANN, BO), *apart, won(ANN, BO))
    assert await told(opened, *games) == Celebration(Milestone.STREAK, ANN, 3)


async def test_who_gave_a_seat_away_has_no_result_of_it(opened: Database) -> None:
    games = (won(BO, ANN), won(ANN, BO), won(ANN, BO), won(BO, ANN, rule=LEFT.key), won(ANN, BO))
    assert await told(opened, *games) == Celebration(Milestone.STREAK, ANN, 3)


async def test_a_win_after_three_losses_to_the_same_person(opened: Database) -> None:
    before = (won(ANN, CY), *[won(BO, ANN)] * 2)
    assert await told(opened, *before, won(ANN, BO)) is None


async def test_three_losses_to_the_same_person_with_others_between(opened: Database) -> None:
    before = (won(ANN, CY), won(BO, ANN), won(BO, ANN), won(CY, ANN), won(BO, ANN))
    assert await told(opened, *before, won(ANN, BO)) == Celebration(Milestone.AT_LAST, ANN, 3)


@pytest.mark.parametrize(("days", "is_told"), [(60, True), (59, False)])
async def test_the_first_game_after_60_days(opened: Database, days: int, is_told: bool) -> None:
    games = (*LOST_ONCE, won(BO, CY, days=50), won(BO, ANN, days=days - 50))
    found = await told(opened, *games)
    assert found == (Celebration(Milestone.BACK, ANN) if is_told else None)


async def test_who_played_for_60_days_was_not_away(opened: Database) -> None:
    games = (*LOST_ONCE, won(BO, CY, days=50), won(BO, ANN, days=20))
    assert await told(opened, *games, lasted=30 * DAY) is None


async def test_a_draw_between_two_at_their_first_game(opened: Database) -> None:
    assert await told(opened, Game(ANN, BO, drawn=True)) == Celebration(Milestone.FIRST_GAME, ANN)


UNSPOKEN: Final = {
    "hidden": "INSERT INTO preferences (person, hidden) VALUES (1, 1)",
    "forgotten": "DELETE FROM people WHERE person = 1",
    "leaving": "UPDATE people SET leaving = 1 WHERE person = 1",
}
STREAK: Final = (won(BO, ANN), *[won(ANN, BO)] * 3)


@pytest.mark.parametrize("why", UNSPOKEN)
async def test_nothing_is_told_of_who_hides_or_was_forgotten(opened: Database, why: str) -> None:
    assert await told(opened, *STREAK, lowest=3) is not None
    await opened.write(UNSPOKEN[why])
    ends = await Standings(opened).ends(len(STREAK), 1)
    assert ends is not None
    assert celebration(ends, NOON, 3) is None
    assert head_to_head(ends) is None


async def test_a_win_over_somebody_hidden_says_nothing_of_losses(opened: Database) -> None:
    games = (won(BO, CY), *[won(ANN, BO)] * 3, won(BO, ANN))
    await opened.write(UNSPOKEN["hidden"])
    assert await told(opened, *games) is None


async def test_head_to_head_counts_this_pool_and_server(opened: Database) -> None:
    games = (
        won(ANN, BO), won(BO, ANN), Game(ANN, BO, drawn=True), won(ANN, CY),
        won(BO, ANN, guild=6), won(BO, ANN, pool="turkish"), won(ANN, BO),
    )  # fmt: skip
    assert head_to_head(await ends_of(opened, *games)) == {ANN: 2, BO: 1}


async def test_at_a_first_meeting_there_is_no_head_to_head(opened: Database) -> None:
    assert head_to_head(await ends_of(opened, won(ANN, CY), won(ANN, BO))) is None


async def test_what_a_later_game_brought_changes_nothing(opened: Database) -> None:
    """The message may be changed late, or once more after a kill."""
    before = await ends_of(opened, *STREAK)
    await opened.transact(lambda tx: tx.each(INSERT, list(rows_of([*STREAK, won(BO, ANN)]))[-2:]))
    assert await Standings(opened).ends(len(STREAK), 1) == before


async def test_of_whoever_has_many_results_only_the_newest_are_read(opened: Database) -> None:
    ends = await ends_of(opened, won(ANN, BO), *[won(BO, ANN)] * MOST, won(ANN, BO))
    assert {len(each) for each in ends.past.values()} == {MOST}
    assert head_to_head(ends) is None, "it would count too few"
    assert celebration(ends, NOON, None) == Celebration(Milestone.AT_LAST, ANN, 3)


async def test_a_game_without_a_result_has_nothing_to_tell(service: Service) -> None:
    standings = Standings(service.store.database)
    assert await standings.ends(99, 1) is None

"""Lines of a week: by hand, against a slow account, and their limits in random weeks."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Final

import pytest

from rules.club.week import (
    FEWEST,
    LONGEST,
    WEEK,
    About,
    Course,
    Finished,
    Judged,
    Line,
    Reply,
    Week,
    begins,
    course,
    lines_of,
    replies,
    silent_weeks,
)
from tests.conformance.configured import SOAK

ANN, BO, CY, DI, EVA, FAY, GUS, HAL = range(1, 9)
NOW: Final = 1_700_000_000
WEEKS: Final = range(2_000 if SOAK else 200)
EVEN: Final = Course(0, 0.0, 0.5, None)


def game(table: int, *people: int, drama: Course | None = EVEN, upset: int = 0) -> Finished:
    """Return a game that its first player won."""
    return Finished(
        table=table, ended=NOW + table, people=people, course=drama, upset=upset, winner=people[0]
    )


def judged(*values: float, gifts: Sequence[int] = ()) -> list[Judged]:
    """Return moves of two teams in turn, by values as the first team sees them."""
    return [
        Judged(
            place % 2, value if place % 2 == 0 else -value, 0.5 if place in gifts else 0.01
        )
        for place, value in enumerate(values)
    ]  # fmt: skip


def test_a_comeback_is_how_far_behind_the_winner_was_after_the_first_quarter() -> None:
    moves = judged(-0.9, -0.8, -0.6, -0.3, 0.0, 0.3, 0.6, 1.0)
    assert course(moves, 0) == Course(1, 0.6, 3 / 8, 3)
    assert course(moves, 1) == Course(1, 1.0, 3 / 8, 7)
    assert course(moves, None) == Course(1, 0.0, 3 / 8, None), "no one comes back in a draw"
    assert course(moves, 0).drama == round(40 * 0.6 + 10 + 20 * 3 / 8)


def test_a_lead_that_is_too_small_is_none() -> None:
    assert course(judged(0.1, -0.1, 0.1, -0.1), 0).changes == 0
    assert course(judged(0.2, -0.1, 0.2, -0.2), 0).changes == 1
    assert course(judged(*[0.2, -0.2] * 5), 0).changes == 9
    assert course(judged(*[0.2, -0.2] * 5), 0).drama == 40 + 8 + 20, "no more than four count"


def test_a_reply_is_a_good_move_after_a_gift_of_the_other_team() -> None:
    moves = judged(*[0.0] * 6, gifts=[1, 2, 4])
    assert list(replies(moves)) == [Reply(3, 0.5), Reply(5, 0.5)], "2 answers, and gives itself"
    alone = [Judged(0, 0.0, 0.5), Judged(0, 0.0, 0.0)]
    assert list(replies(alone)) == [], "a team gives itself nothing"


def slow_drama(moves: Sequence[Judged], winner: int | None) -> int:
    """Return the drama of a game, told in another way: move by move, in exact numbers."""
    leader, worst, behind, tense, changes = 0, Fraction(0), Fraction(0), 0, 0
    for count, move in enumerate(moves):
        value = Fraction(move.value)
        if move.team != (0 if winner is None else winner):
            value = -value
        now = 1 if value > Fraction(0.1) else -1 if value < Fraction(-0.1) else leader
        if leader and now != leader:
            changes += 1
        leader = now
        if Fraction(count, len(moves)) >= Fraction(1, 4):
            worst = min(worst, value)
        if Fraction(-0.4) < value < Fraction(0.4):
            tense += 1
    if winner is not None:
        behind = -worst
    return round(float(40 * behind + 10 * min(changes, 4) + Fraction(20 * tense, len(moves))))


def slow_replies(moves: Sequence[Judged]) -> list[tuple[int, float]]:
    found: list[tuple[int, float]] = []
    for place in range(1, len(moves)):
        rival, own = moves[place - 1], moves[place]
        if rival.team == own.team or rival.loss < 0.3 or own.loss > 0.04:
            continue
        found.append((place, rival.loss))
    return found


def random_game(chance: Random) -> list[Judged]:
    value, moves = 0.0, list[Judged]()
    for place in range(chance.randint(1, 60)):
        value = max(-1.0, min(1.0, round(value + chance.gauss(0, 0.25), 2)))
        team = place % 2 if chance.random() < 0.95 else chance.randrange(2)
        loss = chance.choice([0.0, 0.03, 0.04, 0.05, 0.2, 0.3, 0.6])
        moves.append(Judged(team, value if team == 0 else -value, loss))
    return moves


def test_drama_and_replies_are_as_a_slow_account_finds_them() -> None:
    chance = Random(1)
    dramas = list[int]()
    for _ in WEEKS:
        moves = random_game(chance)
        for winner in (0, 1, None):
            assert course(moves, winner).drama == slow_drama(moves, winner)
            dramas.append(course(moves, winner).drama)
        assert [(each.place, each.gift) for each in replies(moves)] == slow_replies(moves)
    assert 0 <= min(dramas) < max(dramas) <= 100


WILD: Final = Course(4, 0.5, 0.5, 17)
TENSE: Final = Course(2, 0.0, 1.0, None)
CLUB: Final = Week(
    games=[
        game(1, ANN, BO, drama=WILD),
        game(2, DI, CY),
        game(3, CY, EVA, upset=210),
        game(4, FAY, GUS, drama=TENSE),
        *(game(table, FAY, HAL) for table in range(5, 14)),
    ],
    replies=[(1, 9, BO, 0.9), (2, 30, DI, 0.5), (2, 28, CY, 0.5)],
    newcomers=[GUS, HAL],
    streaks={FAY: 5, ANN: 4, BO: 3},
    met=[(ANN, GUS), (BO, EVA)],
)
TOLD: Final = (
    Line(About.WELCOME, (GUS, HAL)),
    Line(About.GAME, (ANN, BO), 17, 1),
    Line(About.TURN, (CY,), 28, 2),
    Line(About.UPSET, (CY, EVA), 210, 3),
    Line(About.STREAK, (FAY,), 5),
    Line(About.MET, (ANN, GUS, BO, EVA)),
)


def test_a_week_has_its_lines_in_order() -> None:
    assert lines_of(CLUB) == TOLD


@pytest.mark.parametrize(("games", "lines"), [(2, 0), (3, 2), (5, 2), (6, 4), (11, 4), (12, 6)])
def test_a_week_with_fewer_games_has_fewer_lines(games: int, lines: int) -> None:
    few = Week(
        games=CLUB.games[:games], replies=CLUB.replies, newcomers=CLUB.newcomers,
        streaks=CLUB.streaks, met=CLUB.met,
    )  # fmt: skip
    assert lines_of(few) == TOLD[:lines]


def test_the_game_of_the_week_has_enough_drama_and_the_later_of_two_is_told() -> None:
    calm = [game(table, ANN, BO) for table in range(1, 4)]
    assert lines_of(Week(games=calm)) == ()
    two = [*calm, game(5, CY, DI, drama=WILD), game(4, ANN, BO, drama=WILD)]
    assert lines_of(Week(games=two)) == (Line(About.GAME, (CY, DI), 17, 5),)
    drawn = [*calm, game(4, ANN, BO, drama=TENSE)]
    assert lines_of(Week(games=drawn)) == (Line(About.GAME, (ANN, BO), 2, 4),)
    known = [*calm, game(4, ANN, BO, drama=None)]
    assert lines_of(Week(games=known)) == ()


def test_a_third_line_about_a_person_takes_its_next_choice() -> None:
    games = [game(1, ANN, BO, drama=WILD), *(game(table, CY, DI) for table in range(2, 12))]
    week = Week(
        games=[*games, game(20, ANN, EVA, upset=300), game(21, CY, FAY, upset=160)],
        replies=[(2, 9, ANN, 0.9)],
        streaks={ANN: 9, CY: 4, DI: 4, EVA: 4},
    )
    assert lines_of(week) == (
        Line(About.GAME, (ANN, BO), 17, 1),
        Line(About.TURN, (ANN,), 9, 2),
        Line(About.UPSET, (CY, FAY), 160, 21),
        Line(About.STREAK, (CY, DI), 4),
    )


def test_many_newcomers_and_pairs_are_a_number() -> None:
    games = [game(table, ANN, BO) for table in range(12)]
    pairs = [(ANN, BO), (CY, DI), (EVA, FAY), (GUS, HAL)]
    week = Week(games=games, newcomers=[*range(1, 9)], met=pairs)
    assert lines_of(week) == (Line(About.WELCOME, (1, 2, 3, 4, 5), 3), Line(About.MET, number=4))


def random_week(chance: Random) -> Week:
    people = range(1, chance.choice([4, 12, 40]))
    games = [
        game(
            table, *chance.sample(people, chance.choice([2, 2, 2, 3])),
            drama=chance.choice([None, EVEN, WILD, TENSE]), upset=chance.choice([0, 149, 150, 400]),
        )
        for table in range(chance.choice([0, 2, 3, 5, 6, 11, 12, 80]))
    ]  # fmt: skip
    tables = [each.table for each in games] or [0]
    return Week(
        games=games,
        replies=[
            (chance.choice(tables), chance.randrange(60), chance.choice(people), chance.random())
            for _ in range(chance.randrange(10))
        ],
        newcomers=chance.sample(people, chance.randrange(len(people))),
        streaks={person: chance.randrange(11) for person in people if chance.random() < 0.3},
        met=[(people[0], other) for other in people[1 : chance.randrange(1, 6)]],
    )


def test_random_weeks_keep_their_limits() -> None:
    chance = Random(2)
    seen = Counter[About]()
    for _ in WEEKS:
        week = random_week(chance)
        lines = lines_of(week)
        count = len(week.games)
        assert len(lines) <= (0 if count < FEWEST else 2 if count < 6 else 4 if count < 12 else 7)
        assert [each.about for each in lines] == [
            each for each in About if each in {line.about for line in lines}
        ], "each once, in order"
        named = Counter(person for line in lines for person in {*line.people})
        assert all(times <= 2 for times in named.values())
        by_table = {each.table: each for each in week.games}
        taken = {line.table for line in lines if line.about is About.GAME}
        for line in lines:
            seen[line.about] += 1
            match line.about:
                case About.GAME:
                    best = by_table[line.table or 0].course
                    assert best is not None
                    assert best.drama >= 40
                case About.TURN:
                    assert line.table not in taken
                case About.UPSET:
                    assert line.number >= 150
                case About.STREAK:
                    assert line.number >= 4
                    assert len(line.people) <= 2
                case About.WELCOME:
                    assert len(line.people) + line.number == len(week.newcomers)
                case About.MET:
                    assert len(line.people) <= 6
        assert lines == lines_of(week)
    assert min(seen[each] for each in About) > len(WEEKS) / 20


def test_a_week_begins_where_the_last_told_one_ended() -> None:
    assert begins(None, NOW) == NOW - WEEK
    assert begins(NOW - WEEK, NOW) == NOW - WEEK
    assert begins(NOW - 3 * WEEK, NOW) == NOW - 3 * WEEK
    assert begins(NOW - 9 * WEEK, NOW) == NOW - LONGEST
    assert begins(NOW + 9, NOW) == NOW - WEEK, "a clock was ahead"


@pytest.mark.parametrize("shift", [-3_600, 0, 3_600])
def test_silent_weeks_are_counted_whatever_the_clocks_do(shift: int) -> None:
    assert [silent_weeks(NOW - n * WEEK + shift, NOW) for n in range(1, 9)] == [*range(1, 9)]
    assert silent_weeks(None, NOW) == 1

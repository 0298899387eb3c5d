"""Tables of exact values: what stands in them, and play and reports by them.

They are those of games with fewer checkers, and in a soak those of the whole games as well.
"""

import re
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, Final, cast

import pytest
from hypothesis import given, settings

from engine.analyse import analyse
from engine.bellman import worst_gap
from engine.choose import Method, choose
from engine.exact import UNITS, Shelf, Table, configurations, units_after
from engine.levels import LEVELS
from engine.luck import shares
from engine.outlook import Outlook
from engine.report import PlyReport, Report, SideReport
from engine.report_text import report_text
from engine.report_words import luck_and_skill, said
from rules.contract.capabilities import Solvable
from rules.contract.core import AnyGame, AnyState, Dice, Side
from rules.contract.sentence import Sentence
from rules.records.transcript import Transcript
from rules.registry import all_games
from tests.conformance.configured import SEEDS, SOAK, more_in_soak, states_of_players
from tests.engine.games import random_match
from tests.engine.small_games import GAMES, WHOLE_GAMES, registered, solved, solved_whole

INDEPENDENT: Final = Path(__file__).parent / "hypergammon.values"
NEAR: Final = 0.00003
"""Each value is rounded to 0.00005 points, and that of the start is the mean of 30."""
EXAMPLES: Final = settings(max_examples=more_in_soak(10))


WHOLE: Final = WHOLE_GAMES if SOAK else []


def has_gammons(game: AnyGame) -> bool:
    return game.spec.highest_worth > 1


def cases(games: Sequence[AnyGame]) -> pytest.MarkDecorator:
    """Test so many games and the whole ones."""
    named = [pytest.param(game, id=cast("Any", game).table_key) for game in (*games, *WHOLE)]
    return pytest.mark.parametrize("game", named, indirect=True)


every_table: Final = cases(GAMES)


@pytest.fixture(scope="module")
def game(request: pytest.FixtureRequest) -> Generator[AnyGame]:
    """Return a game, which transcripts of it are of."""
    with nullcontext() if request.param in WHOLE else registered():
        yield request.param


@pytest.fixture(scope="module")
def table(game: AnyGame, tmp_path_factory: pytest.TempPathFactory) -> Table:
    folder = (solved_whole if game in WHOLE else solved)(tmp_path_factory)
    table = Shelf(folder).find(game)
    assert table is not None
    return table


def options_of(game: AnyGame) -> dict[str, str]:
    """Return the options with which the game of that key has the same table."""
    (option,) = game.spec.options
    plain = all_games()[game.spec.key]
    for choice in option.choices:
        configured = plain.configured({option.key: choice.value})
        if configured == game:
            return {option.key: choice.value}
    raise AssertionError("no option leads to this game")


def opening_units(game: AnyGame, table: Table) -> float:
    """Return the mean value for the side that starts, over the opening rolls that decide it."""
    values: list[int] = []
    for roll in game.legal(game.start()):
        state = game.apply(game.start(), roll)
        if not isinstance(game.turn(state), Dice):
            team = 0 if game.turn(state) in game.spec.teams[0] else 1
            values.append(
                max(
                    units_after(game, game.apply(state, move), table, team)
                    for move in game.legal(state)
                )
            )
    return sum(values) / len(values)


@cases([game for game in GAMES if has_gammons(game)])
def test_the_start_has_the_published_value(game: AnyGame, table: Table) -> None:
    """With two checkers GNU Backgammon's `makehyper` finds +0.152 points before any roll.

    Of the whole game Tom Keith published +0.0836795 points with gammons for the side that starts;
    0.5207716 is its chance to win.
    """
    points = opening_units(game, table) / UNITS
    if game in GAMES:
        start = game.start()._replace(side=game.spec.sides[0].key)
        assert units_after(game, start, table, 0) / UNITS == pytest.approx(0.152, abs=5e-4)
        assert points > 0
    elif has_gammons(game):
        assert points == pytest.approx(0.0836795, abs=NEAR)
    else:
        assert (1 + points) / 2 == pytest.approx(0.5207716, abs=NEAR)


@every_table
def test_values_follow_from_the_rules_own_moves(game: AnyGame, table: Table) -> None:
    assert worst_gap(game, table, samples=more_in_soak(100), seed=7) <= 1.5


def independent_values(game: AnyGame) -> Iterator[tuple[AnyState, int, float, float]]:
    """Yield states to play, how many positions the roll leads to, and two values in points.

    They are those before the roll and after its best play, found by a program apart from this one.
    """
    for line in INDEPENDENT.read_text().splitlines():
        if line.startswith("#"):
            continue
        own, rivals, roll, positions, *values = line.split()
        before, best = values[2:] if game.spec.highest_worth > 1 else values[:2]
        state: Any = cast("Any", game).position(f"W[{roll}]:W{own}:B{rivals}")
        yield state, int(positions), float(before), float(best)


@pytest.mark.parametrize(
    "game", [game for each in all_games().values() for game in configurations(each)]
)
def test_judgements_are_near_the_values_of_an_independent_program(game: AnyGame) -> None:
    """Root mean square, in wins. Wild positions are judged worse than those of games."""
    outlook, gaps = Outlook(game), list[float]()
    for state, _, before, _ in independent_values(game):
        gaps.append(
            (outlook.judged(state._replace(dice=None), 0) - before) / game.spec.middle_worth
        )
    assert len(gaps) == 300
    assert (sum(gap * gap for gap in gaps) / len(gaps)) ** 0.5 < 0.2


@cases([game for game in GAMES if not has_gammons(game)])
def test_values_are_those_of_an_independent_program(game: AnyGame, table: Table) -> None:
    """To the rounding of the file, and the tolerance of the solver.

    Where both sides have borne off one of three checkers and no gammon counts, the others play
    the game with two.
    """
    near, compared = 0.75 / UNITS, 0
    for whole, positions, before, best in independent_values(game):
        state = _with_two(whole) if game in GAMES else whole
        if state is None:
            continue
        unrolled = state._replace(dice=None)
        assert units_after(game, unrolled, table, 0) / UNITS == pytest.approx(before, abs=near)
        choice = choose(game, state, LEVELS[-1], 1, table)
        assert choice.value == pytest.approx(best, abs=near)
        assert len({game.apply(state, entry.move) for entry in choice.ranking}) == positions
        compared += 1
    assert compared == (25 if game in GAMES else 300)


def _with_two(state: AnyState) -> AnyState | None:
    """Return the state with one checker less on each side, where both have borne one off."""
    (*white, last), (*black, other) = state.white, state.black
    return None if last or other else state._replace(white=tuple(white), black=tuple(black))


@every_table
@EXAMPLES
@given(seed=SEEDS)
def test_luck_and_errors_add_up_to_the_result(game: AnyGame, table: Table, seed: int) -> None:
    """In whole units, so to the last digit; also where somebody resigns."""
    match = random_match(game, seed, 2_000 if seed % 3 else seed % 20)
    if match.outcome is None:
        match = match.resign(match.seats[seed % 2])
    report = analyse(Transcript.of(match, options_of(game)), LEVELS[0], table)
    for team in (0, 1):
        total = round(report.settled[team] * UNITS)
        for ply in report.plies:
            gained = round(ply.luck * UNITS) - round(ply.loss * UNITS)
            assert ply.loss >= 0
            if ply.side is not None:
                total += gained if ply.side in game.spec.teams[team] else -gained
        assert total == round(report.result[team] * UNITS)


def title_in(game: AnyGame) -> Callable[[Side], Sentence]:
    return lambda side: game.spec.side(side).title


def shown_gain(line: str, side: str) -> int:
    """Return what a sentence on luck and skill says that a side gained, in hundredths."""
    total = 0
    for pattern in (
        r"(\w+) played better \((\d+\.\d\d) points in all\)",
        r"(\w+) had the luckier dice \(worth (\d+\.\d\d)\)",
        r"(\w+) gained (\d+\.\d\d) by the early end",
    ):
        for gainer, points in re.findall(pattern, line):
            total += round(float(points) * 100) * (1 if gainer == side else -1)
    return total


@every_table
@EXAMPLES
@given(seed=SEEDS)
def test_luck_and_skill_as_told_add_up_to_the_result(
    game: AnyGame, table: Table, seed: int
) -> None:
    """The hundredths that people read, too; also where somebody resigns or a draw is agreed."""
    match = random_match(game, seed, 2_000 if seed % 3 else seed % 20)
    if match.outcome is None:
        match = match.resign(match.seats[seed % 2])
    report = analyse(Transcript.of(match, options_of(game)), LEVELS[0], table)
    found = shares(game, report)
    assert found.result == round(report.result[0] * UNITS)
    line = luck_and_skill(game, report, title_in(game)).english()
    first, second = (side.title.english() for side in game.spec.sides)
    assert shown_gain(line, first) == -shown_gain(line, second) == 100 * report.result[0]
    better = first if found.skill > 0 else second
    assert f"{better} played" in line or abs(found.skill) <= UNITS // 200
    lucky = first if found.luck > 0 else second
    assert f"{lucky} had the luckier dice" in line or abs(found.luck) <= UNITS // 100
    assert ("the early end" in line) == (abs(found.settled) > UNITS // 200)


REPORT: Final = Report(
    method=Method.EXACT.value,
    plies=(PlyReport(1, Side("white"), "24/22", 0.0),),
    sides=(SideReport(Side("white"), 10, 0.1, 0.2), SideReport(Side("black"), 10, 0.5, 1.6)),
    result=(-1.0, 1.0),
    settled=(0.0, 0.0),
    turning_point=None,
)


@pytest.mark.parametrize(
    ("loss", "luck", "settled", "told"),
    [
        (0.1, 0.2, 0.0, "White played better (0.40 points in all). Black had the luckier dice "
         "(worth 1.40)."),
        (0.1, 0.2, -0.02, "White played better (0.40 points in all). Black had the luckier dice "
         "(worth 1.40). Black gained 0.02 by the early end."),
        (0.5, 0.2, 0.0, "White and Black played equally well. Black had the luckier dice (worth "
         "1.40)."),
        (0.1, 1.6, 0.0, "White played better (0.40 points in all). Luck was even."),
    ],
)  # fmt: skip
def test_luck_and_skill_are_told_in_a_sentence(
    loss: float, luck: float, settled: float, told: str
) -> None:
    white, black = REPORT.sides
    report = replace(
        REPORT, sides=(replace(white, loss=loss, luck=luck), black), settled=(settled, -settled)
    )
    assert luck_and_skill(GAMES[0], report, title_in(GAMES[0])).english() == told


@every_table
def test_a_report_names_the_three_rolls_that_changed_most(game: AnyGame, table: Table) -> None:
    match = random_match(game, 4, 2_000)
    report = analyse(Transcript.of(match, options_of(game)), LEVELS[0], table)
    sentences = [sentence.english() for sentence in said(game, report)]
    begin = sentences.index("The 3 biggest rolls:") + 1
    pattern = r"- (\d+)\. (\w+) (\d-\d): (\S+) points, from (\S+) to (\S+)"
    told = [re.fullmatch(pattern, line) for line in sentences[begin : begin + 3]]
    shown: list[float] = []
    for each in told:
        assert each
        luck, before, after = map(float, each.groups()[3:])
        assert luck == pytest.approx(after - before, abs=0.0011)
        shown.append(abs(luck))
    most = sorted((abs(ply.luck) for ply in report.plies), reverse=True)[:3]
    assert sorted(shown, reverse=True) == pytest.approx(most, abs=0.00051)
    numbers = [int(each[1]) for each in told if each]
    assert numbers == sorted(numbers)


@every_table
def test_a_report_reads_as_text(game: AnyGame, table: Table) -> None:
    match = random_match(game, 4, 2_000)
    report = analyse(Transcript.of(match, options_of(game)), LEVELS[0], table)
    text = report_text(game, report)
    assert all(ply.notation in text for ply in match.plies)
    assert f", result {report.result[0]:+.3f}." in text


def decisions(game: AnyGame, number: int) -> list[AnyState]:
    """Return states in which there is something to decide."""
    found: list[AnyState] = []
    for seed in count(1):
        *_, latest = states_of_players(game, seed, 12)
        if len(game.legal(latest)) > 3:
            found.append(latest)
        if len(found) == number:
            break
    return found


@every_table
def test_the_strongest_level_never_errs(game: AnyGame, table: Table) -> None:
    for state in decisions(game, 20):
        choice = choose(game, state, LEVELS[-1], 1, table)
        assert choice.method is Method.EXACT
        team = 0 if game.turn(state) in game.spec.teams[0] else 1
        after = [
            units_after(game, game.apply(state, move), table, team) for move in game.legal(state)
        ]
        assert round(choice.value * UNITS) == max(after)


@every_table
def test_lower_levels_err_more_and_rather_a_little(game: AnyGame, table: Table) -> None:
    states = decisions(game, 60)
    losses = [mean_loss(game, table, states, number) for number in range(len(LEVELS))]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] == 0
    assert losses[0] < mean_loss_at_random(game, table, states)


def mean_loss(game: AnyGame, table: Table, states: list[AnyState], level: int) -> float:
    """Return what a level gives away in a decision, in points."""
    choices = [choose(game, state, LEVELS[level], seed, table) for seed, state in enumerate(states)]
    return sum(choice.ranking[0].value - choice.value for choice in choices) / len(choices)


def mean_loss_at_random(game: AnyGame, table: Table, states: list[AnyState]) -> float:
    """Return the same for random moves, each tried."""
    rankings = [choose(game, state, LEVELS[-1], 1, table).ranking for state in states]
    losses = [
        sum(ranking[0].value - entry.value for entry in ranking) / len(ranking)
        for ranking in rankings
    ]
    return sum(losses) / len(losses)


@every_table
def test_a_table_is_for_one_choice_of_options(game: AnyGame, table: Table) -> None:
    (option,) = game.spec.options
    others = [game.configured({option.key: choice.value}) for choice in option.choices]
    keys = {other.table_key for other in others if isinstance(other, Solvable)}
    assert len(keys) == len(others)
    assert table.key in keys

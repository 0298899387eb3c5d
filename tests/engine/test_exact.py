"""The tables of exact values that `make exact` writes: their values, and play and reports by them.

The tables take minutes to compute, so these tests are skipped where they have not been.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

import pytest
from hypothesis import given, settings

from engine.analyse import analyse
from engine.bellman import worst_gap
from engine.choose import Method, choose
from engine.exact import UNITS, Shelf, Table, configurations, units_after
from engine.levels import LEVELS
from engine.outlook import Outlook
from engine.report_text import report_text
from engine.transcript import Transcript
from rules.contract.capabilities import Solvable
from rules.contract.core import AnyGame, AnyState, Dice
from rules.match.match import Match
from rules.registry import all_games
from tests.conformance.configured import SEEDS, more_in_soak
from tests.engine.games import random_match

FOLDER: Final = Path(__file__).parents[2] / "var" / "exact"
INDEPENDENT: Final = Path(__file__).parent / "hypergammon.values"
EXAMPLES: Final = settings(max_examples=more_in_soak(10))


def _solved() -> list[Any]:
    shelf, found = Shelf(FOLDER), list[Any]()
    for key, game in all_games().items():
        if not isinstance(game, Solvable):
            continue
        (option,) = game.spec.options
        for choice in option.choices:
            configured = game.configured({option.key: choice.value})
            table = shelf.find(configured)
            absent = pytest.mark.skipif(table is None, reason="`make exact` writes the table")
            found.append(pytest.param(configured, table, id=f"{key}-{choice.value}", marks=absent))
    return found


every_table: Final = pytest.mark.parametrize(("game", "table"), _solved())


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


@every_table
def test_the_start_has_the_known_value(game: AnyGame, table: Table) -> None:
    """Tom Keith published +0.0836795 points with gammons; 0.5207716 is the chance to win."""
    points = opening_units(game, table) / UNITS
    rounding = 0.5 / UNITS
    if game.spec.highest_worth > 1:
        assert points == pytest.approx(0.0836795, abs=rounding)
    else:
        assert (1 + points) / 2 == pytest.approx(0.5207716, abs=rounding / 2)


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


@every_table
def test_values_are_those_of_an_independent_program(game: AnyGame, table: Table) -> None:
    """To the rounding of the file, and the tolerance of the solver."""
    near, compared = 0.75 / UNITS, 0
    for state, positions, before, best in independent_values(game):
        unrolled = state._replace(dice=None)
        assert units_after(game, unrolled, table, 0) / UNITS == pytest.approx(before, abs=near)
        choice = choose(game, state, LEVELS[-1], 1, table)
        assert choice.value == pytest.approx(best, abs=near)
        assert len({game.apply(state, entry.move) for entry in choice.ranking}) == positions
        compared += 1
    assert compared == 300


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


@every_table
def test_a_report_reads_as_text(game: AnyGame, table: Table) -> None:
    match = random_match(game, 4, 2_000)
    report = analyse(Transcript.of(match, options_of(game)), LEVELS[0], table)
    text = report_text(game, report)
    assert all(ply.notation in text for ply in match.plies)
    assert f"together the result, {report.result[0]:+.3f}" in text


def decisions(game: AnyGame, number: int) -> list[AnyState]:
    """Return states in which there is something to decide."""
    found: list[AnyState] = []
    seed = 0
    while len(found) < number:
        seed += 1
        match: Match = random_match(game, seed, 12)
        if not isinstance(match.turn, Dice | None) and len(game.legal(match.state)) > 3:
            found.append(match.state)
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

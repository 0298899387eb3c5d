"""When an opponent agrees to a draw or a count, and when it gives up."""

import pytest

from engine.courtesy import accepts_count, accepts_draw, resigns
from engine.outlook import standings
from rules.contract.capabilities import CanStop
from rules.contract.core import AnyGame, Dice
from rules.registry import all_games
from tests.engine.games import random_match

CALM = next(
    game for game in all_games().values()
    if len(game.spec.teams) == 2 and game.spec.highest_worth == 1
)  # fmt: skip


@pytest.mark.parametrize(
    ("value", "plies", "agrees"),
    [(0.0, 40, True), (-0.5, 40, True), (0.04, 20, True), (0.06, 40, False), (-1.0, 19, False)],
)
def test_a_draw_is_agreed_late_and_not_by_who_is_better(
    value: float, plies: int, agrees: bool
) -> None:
    assert accepts_draw(value, plies) is agrees


@pytest.mark.parametrize(
    ("level", "value", "plies", "gives_up"),
    [
        (4, -0.98, 30, True),
        (5, -1.0, 30, True),
        (3, -1.0, 30, False),
        (5, -0.9, 30, False),
        (5, -1.0, 10, False),
    ],
)
def test_only_strong_levels_without_hope_resign(
    level: int, value: float, plies: int, *, gives_up: bool
) -> None:
    assert resigns(CALM, level, value, plies) is gives_up


def test_nobody_resigns_where_that_hurts_others_or_costs_more_and_else_they_do() -> None:
    for game in all_games().values():
        for option in game.spec.options:
            for choice in option.choices:
                configured = game.configured({option.key: choice.value})
                hurts = len(configured.spec.teams) > 2 or configured.spec.highest_worth > 1
                assert resigns(configured, 5, -1.0, 100) is not hurts


@pytest.mark.parametrize("game", [g for g in all_games().values() if isinstance(g, CanStop)])
def test_a_count_is_agreed_by_who_gains_nothing_from_playing_on(game: AnyGame) -> None:
    match = random_match(game, 5, 30)
    assert isinstance(game, CanStop)
    outcome = game.stopped(match.state)
    for side in game.spec.sides:
        result = 0.0 if not outcome.winners else 1.0 if side.key in outcome.winners else -1.0
        assert accepts_count(game, match.state, side.key, result)
        assert not accepts_count(game, match.state, side.key, result + 0.1)
    assert not accepts_count(CALM, CALM.start(), CALM.spec.sides[0].key, -1.0) or isinstance(
        CALM, CanStop
    )


@pytest.mark.parametrize("game", list(all_games().values()))
def test_what_one_side_expects_the_other_does_not(game: AnyGame) -> None:
    for plies in range(6, 16):
        match = random_match(game, 3, plies)
        if match.turn is None or isinstance(match.turn, Dice):
            continue
        values = standings(game, match.state, 0.25)
        assert set(values) == {side.key for side in game.spec.sides}
        assert values[match.turn] == 0.25
        if len(game.spec.teams) == 2:
            assert set(values.values()) == {0.25, -0.25}
        return
    raise AssertionError("no side is ever due")

"""Reports on games that are over: the end is worth its result, and forced moves are no mistakes."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import given

from engine.analyse import analyse
from engine.levels import LEVELS
from engine.outlook import Outlook
from engine.posed import main_line
from engine.puzzles import Claim, Goal, Proof, TooLarge
from engine.report import PlyReport
from engine.stock import stock
from rules.contract.core import AnyGame
from rules.records.transcript import Transcript, Turn
from rules.registry import Registry, all_games
from tests.conformance.configured import FEW, SEEDS, SOAK
from tests.engine.games import random_match
from tests.rules.heap import BLUE, GREEN, RED, HeapGame

_LONGEST: Final = 1_000
_WIDE: Final = 100
"""Moves at the start of a game that takes too long for all but a soak."""
_POSITIONS: Final = 500
"""Of a proof; what takes more is left aside."""


def _kinds() -> Iterator[Any]:
    """Yield every game, with options that tell kinds of it apart, and games without a judgement."""
    for key, game in all_games().items():
        yield pytest.param(game, {}, id=key)
        for option in game.spec.options:
            for choice in option.choices[1:]:
                chosen = {option.key: choice.value}
                configured = game.configured(chosen)
                if SOAK or len(configured.legal(configured.start())) < _WIDE:
                    yield pytest.param(configured, chosen, id=f"{key}-{choice.value}")
    yield pytest.param(HeapGame(), {}, id="heap")
    yield pytest.param(HeapGame(dice=True), {}, id="heap-dice")
    allies = (frozenset({RED, BLUE}), frozenset({GREEN}))
    yield pytest.param(HeapGame(teams=allies), {}, id="heap-allies")


_every_kind = pytest.mark.parametrize(("game", "options"), list(_kinds()))


def _judged_to_the_end(
    game: AnyGame, options: Mapping[str, str], seed: int
) -> list[tuple[Turn, PlyReport]]:
    """Return each turn of a random game with the report on it."""
    match = random_match(game, seed, _LONGEST)
    assert match.outcome is not None
    transcript = Transcript.of(match, options)
    with pytest.MonkeyPatch.context() as patch:
        if isinstance(game, HeapGame):
            patch.setattr("rules.registry._registry", lambda: Registry([game]))
        plies = analyse(transcript, LEVELS[0]).plies
        return list(zip(transcript.turns(), plies, strict=True))


@_every_kind
@FEW
@given(seed=SEEDS)
def test_the_value_after_the_last_move_is_the_result(
    game: AnyGame, options: Mapping[str, str], seed: int
) -> None:
    """And so no last move that wins is a mistake, whatever else would have won."""
    turn, ply = _judged_to_the_end(game, options, seed)[-1]
    outcome, outlook = game.outcome(turn.after), Outlook(game)
    assert outcome is not None
    assert turn.side is not None
    team = outlook.number(turn.side)
    assert ply.value == outlook.result(outcome.winners, outcome.worth, team)
    if outcome.winners == game.spec.team_of(turn.side):
        assert not ply.mark


@_every_kind
@FEW
@given(seed=SEEDS)
def test_a_forced_move_is_no_mistake_and_neither_is_one_that_forces_the_win(
    game: AnyGame, options: Mapping[str, str], seed: int
) -> None:
    judged = _judged_to_the_end(game, options, seed)
    for turn, ply in judged:
        if len(game.legal(turn.before)) == 1:
            assert not ply.loss
    winner = judged[-1][0].side
    outcome = game.outcome(judged[-1][0].after)
    assert outcome is not None
    if winner is None or outcome.winners != game.spec.team_of(winner):
        return
    proof = Proof(game, Goal(Claim.WIN, winner), _POSITIONS)
    for turn, ply in reversed(judged[-2 * len(game.spec.sides) :]):
        if turn.side == winner:
            with suppress(TooLarge):
                assert not (ply.mark and any(proof.forces(turn.after, n) for n in range(2)))


@pytest.mark.parametrize("key", list(stock()))
def test_no_move_of_a_forced_line_is_a_mistake(key: str) -> None:
    """The puzzles of the stock are proved, and the computer itself overlooked many of them."""
    won = [posed for posed in stock()[key] if posed.claim is Claim.WIN]
    for posed in won if SOAK else [*won[:3], *won[-3:]]:
        before = posed.transcript
        line = main_line(posed.solution)
        transcript = replace(before, texts=(*before.texts, *line))
        winner = transcript.turns()[-1].side
        for ply in analyse(transcript, LEVELS[0]).plies[len(before.texts) :]:
            if ply.side == winner:
                assert not ply.mark

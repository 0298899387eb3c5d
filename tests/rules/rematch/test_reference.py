"""The engine against the slow second implementation, over whole random games."""

import random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.contract.core import AmbiguousMove, AnyGame
from rules.games.rematch.position import PARTNER, State
from rules.registry import find
from tests.conformance.configured import more_in_soak
from tests.rules.asking import stacks
from tests.rules.rematch.naive import HEXES, Naive

REMATCH: Final[AnyGame] = find("rematch")
SEEDS: Final = st.integers(0, 2**32)
setups = pytest.mark.parametrize("setup", ["rhombus", "ring"])


@setups
@settings(max_examples=more_in_soak(12))
@given(seed=SEEDS)
def test_whole_games(setup: str, seed: int) -> None:
    game, reference, chance = (
        REMATCH.configured({"setup": setup}),
        Naive(setup),
        random.Random(seed),
    )
    state = game.start()
    while (outcome := game.outcome(state)) is None:
        assert reference.ending is None
        assert str(game.turn(state))[0] == reference.due
        notations = sorted(map(game.notate, game.legal(state)))
        assert notations == sorted(reference.moves())
        chosen = chance.choice(notations)
        state = game.apply(state, game.parse(state, chosen))
        assert state == State.of(
            state.stacks,
            red_to_move=state.red_to_move,
            last=state.last,
            idle=state.idle,
            plies=state.plies,
        )
        reference.play(chosen)
        stacks = {game.geometry.label(s.cell): s.pieces for s in game.view(state).stacks}
        letters = {cell: "".join(p.side[0] for p in pieces) for cell, pieces in stacks.items()}
        assert letters == reference.board
    assert (outcome.rule.key, sorted(outcome.winners)) == reference.ending


@settings(max_examples=more_in_soak(40))
@given(seed=SEEDS)
def test_random_positions(seed: int) -> None:
    """Of all kinds, also such as no game would reach."""
    chance = random.Random(seed)
    cells = chance.sample(HEXES.cells, chance.randint(3, 12))
    pieces = ["r", "w", "o", *chance.sample("rrrwwwooo", chance.randint(0, 9))]
    board = dict.fromkeys(cells, "")
    for place, piece in enumerate(pieces):
        board[cells[place] if place < 3 else chance.choice(cells)] += piece
    stacks = ",".join(f"{cell}={stack}" for cell, stack in board.items() if stack)
    tops = {stack[0] for stack in board.values() if stack}
    turn = chance.choice([t for t in ("w", "o", "r-w", "r-o") if t[0] in tops] or ["r-w"])
    state, reference = REMATCH.position(f"{turn}:{stacks}"), Naive.at(f"{turn}:{stacks}")
    assert sorted(map(REMATCH.notate, REMATCH.moves(state))) == sorted(reference.moves())


@settings(max_examples=more_in_soak(12))
@given(seed=SEEDS)
def test_what_is_no_legal_path_breaks_a_rule(seed: int) -> None:
    """Legal paths cut short, drawn out, or with one cell changed."""
    chance = random.Random(seed)
    state = REMATCH.start()
    for _ in range(30):
        legal = REMATCH.legal(state)
        if not legal:
            return
        paths = {REMATCH.path(move) for move in legal}
        for path in paths:
            cells, other = list(path), chance.choice(REMATCH.geometry.cells)
            place = chance.randrange(len(cells))
            for changed in (
                cells[:-1],
                [*cells, other],
                [*cells[:place], other, *cells[place + 1 :]],
            ):
                if len(changed) < 2 or tuple(changed) in paths:
                    continue
                try:
                    move = REMATCH.parse(state, "-".join(map(REMATCH.geometry.label, changed)))
                except AmbiguousMove:
                    continue
                assert (REMATCH.violation(state, move) is None) == (move in legal)
                if move in legal:
                    assert set(changed) <= set(REMATCH.path(move))
        state = REMATCH.apply(state, chance.choice(legal))


@settings(max_examples=more_in_soak(10))
@given(seed=SEEDS)
def test_written_positions_have_the_same_future(seed: int) -> None:
    """Which colour moved last is written only as far as it matters."""
    chance, state = random.Random(seed), REMATCH.start()
    while REMATCH.outcome(state) is None:
        due = f"r-{PARTNER[state.last][0]}" if state.red_to_move else state.due[0]
        piled = ",".join(f"{cell}={pieces}" for cell, pieces in stacks(REMATCH, state).items())
        read = REMATCH.position(f"{due}:{piled}:idle={state.idle},plies={state.plies}")
        assert REMATCH.turn(read) == REMATCH.turn(state)
        assert REMATCH.legal(read) == REMATCH.legal(state)
        move = chance.choice(REMATCH.legal(state))
        state = REMATCH.apply(state, move)
        assert REMATCH.apply(read, move) == state

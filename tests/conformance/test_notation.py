"""Notation goes both ways, forgives, and lets every refusal be explained."""

import random
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.contract.core import AmbiguousMove, AnyGame, NotationError
from rules.contract.own_pieces import OWN_PIECES
from rules.contract.view import Pattern
from tests.conformance.configured import (
    FEW,
    SEEDS,
    every_configuration,
    more_in_soak,
    most_configurations,
    sampled,
    states_of_players,
)


@every_configuration
@FEW
@given(seed=SEEDS)
def test_every_legal_move_survives_its_notation(game: AnyGame, seed: int) -> None:
    for state in sampled(random.Random(seed), states_of_players(game, seed, 80), 10):
        legal = game.legal(state)
        notations = [game.notate(move) for move in legal]
        assert len(set(notations)) == len(notations)
        assert [game.parse(state, text) for text in notations] == list(legal)
        assert [game.parse(state, f" {text.upper()} ") for text in notations] == list(legal)
        assert all(text == text.lower() and text == " ".join(text.split()) for text in notations)


@most_configurations
@FEW
@given(seed=SEEDS)
def test_no_rule_is_broken_exactly_by_legal_moves(game: AnyGame, seed: int) -> None:
    """Over pairs of cells in some positions, most of them with a piece on the first cell."""
    labels = [game.geometry.label(cell) for cell in game.geometry.cells]
    chance = random.Random(seed)
    for state in sampled(chance, states_of_players(game, seed, 80), 3):
        legal = game.legal(state)
        assert all(game.violation(state, move) is None for move in legal)
        view = game.view(state)
        taken = [game.geometry.label(stack.cell) for stack in view.stacks]
        (team,) = (team for team in game.spec.teams if game.turn(state) in team)
        foreign = {  # Stones on crossings are placed and never move.
            view.geometry.label(stack.cell)
            for stack in view.stacks
            if view.pattern is not Pattern.LINED and not team & {p.side for p in stack.pieces}
        }
        pairs = [
            *sampled(chance, list(product(taken, labels)), 250),
            *sampled(chance, list(product(labels, labels)), 50),
        ]
        for origin, target in pairs:
            try:
                move = game.parse(state, f"{origin}-{target}")
            except (NotationError, AmbiguousMove):
                continue
            violation = game.violation(state, move)
            assert (violation is None) == (move in legal)
            if violation:
                assert violation.rule in (*game.spec.rulebook, OWN_PIECES)
                assert violation.rule == OWN_PIECES or origin not in foreign
                assert violation.detail.english().endswith(".")
                assert set(violation.cells) <= set(game.geometry.cells)


@every_configuration
@settings(max_examples=more_in_soak(30))
@given(text=st.text(max_size=20) | st.text("abch138x-: K", max_size=12))
def test_any_text_is_a_move_or_is_refused_in_words(game: AnyGame, text: str) -> None:
    state = game.start()
    move, refusal = None, ""
    try:
        move = game.parse(state, text)
    except (NotationError, AmbiguousMove) as refused:
        refusal = str(refused)
    assert refusal or game.parse(state, game.notate(move)) == move


@every_configuration
@settings(max_examples=more_in_soak(30))
@given(text=st.text(max_size=30) | st.text("WBK:,abh128 ", max_size=20))
def test_any_text_is_a_position_or_is_refused_in_words(game: AnyGame, text: str) -> None:
    state, refusal = None, ""
    try:
        state = game.position(text)
    except NotationError as refused:
        refusal = str(refused)
    assert refusal or game.legal(state) or game.outcome(state)

"""The engine against the slow second implementation, at random positions full of captures."""

import random
from functools import partial
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.contract.core import AmbiguousMove, AnyGame
from rules.registry import find
from tests.conformance.configured import more_in_soak
from tests.rules.draughts import naive

GAMES: Final = [
    pytest.param(find("czech"), naive.czech, id="czech"),
    pytest.param(
        find("turkish").configured({"crown": "stop"}),
        partial(naive.turkish, crown="stop"),
        id="turkish-stop",
    ),
    pytest.param(
        find("turkish").configured({"crown": "continue"}),
        partial(naive.turkish, crown="continue"),
        id="turkish-continue",
    ),
]
SEEDS: Final = st.integers(0, 2**32)


def random_position(game: AnyGame, chance: random.Random) -> tuple[naive.Board, str]:
    """Return a board with some share of kings, and the side to move.

    No side has more pieces than at the start.
    """
    dark_only = game.spec.key == "czech"
    army = 12 if dark_only else 16
    squares = [
        (f, r) for f in range(1, 9) for r in range(1, 9) if not dark_only or (f + r) % 2 == 0
    ]
    kings = chance.choice((0, 0.1, 0.3, 0.6, 1))
    most = 20 if dark_only else 24 if kings < 0.5 else 12
    white = chance.choice((0.15, 0.3, 0.5, 0.7))
    board: naive.Board = {}
    for square in chance.sample(squares, chance.randint(2, most)):
        man = "w" if chance.random() < white else "b"
        if sum(piece.lower() == man for piece in board.values()) == army:
            man = "b" if man == "w" else "w"
        crowned = chance.random() < kings or square[1] == naive.last_rank(man)
        board[square] = man.upper() if crowned else man
    return board, chance.choice("wb")


@pytest.mark.parametrize(("game", "listing"), GAMES)
@settings(max_examples=more_in_soak(100))
@given(seed=SEEDS)
def test_moves_and_their_canonical_notation(
    game: AnyGame, listing: naive.Listing, seed: int
) -> None:
    board, side = random_position(game, random.Random(seed))
    state = game.position(naive.write(board, side))
    expected = sorted(path.text for path in naive.distinct(listing(board, side)).values())
    assert sorted(map(game.notate, game.moves(state))) == expected


@pytest.mark.parametrize(("game", "listing"), GAMES)
@settings(max_examples=more_in_soak(50))
@given(seed=SEEDS)
def test_every_legal_path_is_read_as_its_move(
    game: AnyGame, listing: naive.Listing, seed: int
) -> None:
    chance = random.Random(seed)
    board, side = random_position(game, chance)
    state = game.position(naive.write(board, side))
    paths = listing(board, side)
    canonical = naive.distinct(paths)
    for path in chance.sample(paths, min(100, len(paths))):
        move = canonical[path.cells[0], path.cells[-1], path.captured]
        assert game.notate(game.parse(state, path.text)) == move.text


@pytest.mark.parametrize(("game", "listing"), GAMES)
@settings(max_examples=more_in_soak(50))
@given(seed=SEEDS)
def test_what_is_no_legal_path_breaks_a_rule(
    game: AnyGame, listing: naive.Listing, seed: int
) -> None:
    """Legal paths cut short, drawn out, or with one cell changed."""
    chance = random.Random(seed)
    board, side = random_position(game, chance)
    state = game.position(naive.write(board, side))
    paths = listing(board, side)
    legal = {path.text.replace("x", "-") for path in paths}
    for path in chance.sample(paths, min(20, len(paths))):
        cells = [naive.label(square) for square in path.cells]
        other = chance.choice("abcdefgh") + chance.choice("12345678")
        place = chance.randrange(1, len(cells))
        for changed in (
            cells[:-1],
            [*cells, other],
            [*cells[:place], other, *cells[place + 1 :]],
        ):
            text = "-".join(changed)
            if len(changed) < 2 or text in legal:
                continue
            try:
                move = game.parse(state, text)
            except AmbiguousMove:
                continue
            assert (game.violation(state, move) is None) == (move in game.moves(state))
            # What is understood as a legal move though it is no legal path is an abbreviation.
            if move in game.moves(state):
                assert {*changed} <= {game.geometry.label(cell) for cell in game.path(move)}


@pytest.mark.parametrize(("game", "listing"), GAMES)
@settings(max_examples=more_in_soak(40))
@given(seed=SEEDS)
def test_pieces_after_each_move(game: AnyGame, listing: naive.Listing, seed: int) -> None:
    board, side = random_position(game, random.Random(seed))
    state = game.position(naive.write(board, side))
    other = "b" if side == "w" else "w"
    for path in naive.distinct(listing(board, side)).values():
        expected = game.position(naive.write(naive.play(board, path), other))
        assert game.apply(state, game.parse(state, path.text)).position == expected.position

"""The search for the longest captures by sets of captured pieces against the one cell by cell."""

import random
from collections.abc import Sequence

import pytest

from rules.games.draughts import generator
from rules.games.draughts.captures import CaptureSearch, Sequences
from rules.games.draughts.directions import Way
from rules.games.draughts.majority import longest_captures
from rules.games.draughts.notation import illegal_move
from rules.games.draughts.position import Bitboard, Move, Position, State, bit, cells_of
from rules.games.draughts.ruleset import RuleSet
from rules.games.draughts.turkish import GAME
from rules.geometry import Cell
from rules.registry import find
from tests.conformance.configured import more_in_soak

RULES: RuleSet = GAME.generator.rules  # type: ignore[attr-defined]
CROWDED = (
    "W:WKb4:BKf1,e8,b3,f7,e6,h4,Kc1,d7,g5,d3,a3,c6,e2,b5,c4,d5",
    "W:WKe1:Bh7,d5,h3,Kf1,a3,f4,b2,d3,g5,e6,e2,Kc1,g8,d7,a6,c4",
)


SOON = 2_000
"""Looks at a cell; a whole search cell by cell takes 150,000 in these positions."""


def cell_by_cell(position: Position, hunters: Bitboard) -> list[Move]:
    """Return the longest captures in the order of origins and paths."""
    found = [
        Move((origin, *path), captured)
        for origin in cells_of(hunters)
        for (_, captured), path in CaptureSearch(RULES, position, origin).onward(origin, 0).items()
    ]
    most = max((move.captured.bit_count() for move in found), default=0)
    return [move for move in found if move.captured.bit_count() == most]


def scattered(chance: random.Random) -> Position:
    """Return a position with some kings to move and up to 16 rivals anywhere."""
    cells = chance.sample(list(cells_of((1 << 64) - 1)), chance.randint(6, 17))
    own = sum(map(bit, cells[: chance.randint(1, 5)]))
    rivals = sum(map(bit, cells)) ^ own
    kings = sum(bit(cell) for cell in cells if chance.random() < 0.5)
    white_to_move = chance.random() < 0.5
    white, black = (own, rivals) if white_to_move else (rivals, own)
    kings |= white & 0xFF << 56 | black & 0xFF
    return Position(white, black, kings, white_to_move)


@pytest.mark.parametrize("seed", range(more_in_soak(4)))
def test_both_find_the_same_moves_in_the_same_order(seed: int) -> None:
    chance = random.Random(seed)
    capturing = 0
    for _ in range(25):
        position = scattered(chance)
        kings = position.own & position.kings
        found = list(longest_captures(RULES, position, kings))
        assert found == cell_by_cell(position, kings)
        capturing += bool(found)
    assert capturing


def test_a_crowd_that_can_be_captured_in_many_orders() -> None:
    position = find("turkish").position(CROWDED[0]).position
    moves = longest_captures(RULES, position, position.own)
    assert len(moves) == 64
    assert list(moves) == cell_by_cell(position, position.own)


@pytest.mark.parametrize("option", ["stop", "continue"])
def test_the_generator_moves_alike_by_either_search(
    option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, chance = find("turkish").configured({"crown": option}), random.Random(7)
    positions = [scattered(chance) for _ in range(60)]
    found: list[list[Sequence[Move]]] = []
    for few in (0, 60, 10_000):
        monkeypatch.setattr(generator, "_FEW", few)
        found.append([game.moves(State(position)) for position in positions])
    assert found[0] == found[1] == found[2]


def test_a_crowd_is_refused_and_read_without_searching_cell_by_cell_to_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The search by cells takes seconds there, so it has to be given up soon."""
    searched = CaptureSearch.onward
    looks = 0

    def counted(
        search: CaptureSearch, cell: Cell, captured: Bitboard, came: Way | None = None
    ) -> Sequences:
        nonlocal looks
        looks += 1
        assert looks < SOON
        return searched(search, cell, captured, came)

    monkeypatch.setattr(CaptureSearch, "onward", counted)
    game = find("turkish")
    for text in CROWDED:
        looks, state = 0, game.position(text)
        first = game.legal(state)[0]
        assert game.parse(state, game.notate(first)) == first
        assert game.violation(state, first) is None
        refused = game.violation(state, illegal_move(state.position, first.path[:3]))
        assert refused is not None
        assert refused.rule.key == "turkish.capture.majority"

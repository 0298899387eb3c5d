"""What players see agrees with the position."""

from random import Random

from hypothesis import given

from rules.contract.core import AnyGame, Roll
from rules.contract.view import seen_from
from rules.shell.terminal import board_text
from tests.conformance.configured import FEW, SEEDS, most_configurations, playout, sampled


@most_configurations
@FEW
@given(seed=SEEDS)
def test_the_view_agrees_with_the_state(game: AnyGame, seed: int) -> None:
    sides = {side.key: side for side in game.spec.sides}
    for state, last in sampled(Random(seed), list(playout(game, seed, 80)), 30):
        view = game.view(state, last)
        assert seen_from(view, far=False).geometry == game.geometry
        assert {player.side for player in view.players} == set(sides)
        assert all(player.colour == sides[player.side].colour for player in view.players)
        turn = game.turn(state)
        assert [player.side for player in view.players if player.to_move] == (
            [turn] if turn in sides else []
        )
        assert view.title == game.spec.title
        assert view.status
        assert view.status.english().endswith(".")
        is_move = last is not None and not isinstance(last, Roll)
        assert view.last == (game.notate(last) if is_move else "")
        assert board_text(view)


@most_configurations
@FEW
@given(seed=SEEDS)
def test_pieces_stand_and_marks_lie_on_cells_in_use(game: AnyGame, seed: int) -> None:
    sides = {side.key for side in game.spec.sides}
    for state, last in sampled(Random(seed), list(playout(game, seed, 80)), 30):
        view = game.view(state, last)
        used = view.playable or frozenset(game.geometry.cells)
        cells = [stack.cell for stack in view.stacks]
        assert len(set(cells)) == len(cells)
        assert used.issuperset(cells)
        assert all(piece.side in sides for stack in view.stacks for piece in stack.pieces)
        assert used.issuperset(mark.cell for mark in view.marks)
        assert last is None or view.marks or not game.path(last)


@most_configurations
def test_the_start_has_no_marks(game: AnyGame) -> None:
    assert not game.view(game.start()).marks

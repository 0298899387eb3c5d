"""What players read when a move is refused: the sentence and the cells that are ringed."""

import pytest

from rules.contract.core import AnyGame
from rules.registry import find
from tests.rules.asking import misread
from tests.rules.draughts.asking import cell, refusal

CZECH: AnyGame = find("czech")
TURKISH: AnyGame = find("turkish")


@pytest.mark.parametrize(
    ("game", "position", "text", "detail", "cells"),
    [
        (CZECH, "W:Wc3:Bh8", "e5-f6", "e5 is empty", "e5"),
        (CZECH, "W:Wc3:Bh8", "b3-c4", "b3 is a light cell", "b3"),
        (CZECH, "W:Wc3:Bh8", "h8-g7", "That piece (h8) is Black's. It's White's turn.", "h8"),
        (CZECH, "W:Wc3:Bh8", "c3-c4", "only go toward d4 or b4, not to c4", "c3 c4"),
        (CZECH, "W:Wc3,d4:Bh8", "c3-d4", "d4 isn't empty", "d4"),
        (CZECH, "W:Wc3:Bh8", "c3-f6", "too far", "c3 f6"),
        (CZECH, "W:Wc3:Bh8", "c3-e5", "nothing to capture", "c3 e5"),
        (CZECH, "W:Wc3,d4:Bh8", "c3-e5", "Your own piece on d4", "d4"),
        (CZECH, "W:WKa1:Bc3,d4", "a1-f6", "2 pieces between a1 and f6: c3 and d4", "c3 d4"),
        (TURKISH, "W:Wc3,h1:Bh8", "c3-c2", "toward c4, d3 or b3, not to c2", "c3 c2"),
        (TURKISH, "W:WKa1:Ba3,a5", "a1-b1", "You have to capture", "a1"),
    ],
)
def test_a_refusal_names_the_cells(
    game: AnyGame, position: str, text: str, detail: str, cells: str
) -> None:
    refused = refusal(game, position, text)
    assert detail in refused.detail.english()
    assert refused.cells == tuple(map(cell, cells.split()))


def test_whose_piece_it_is_depends_on_no_rule_of_movement() -> None:
    for game, position, text in (
        (CZECH, "W:Wc3:Bh8", "h8-g7"),
        (CZECH, "W:Wc3:BKh8", "h8-g7"),
        (CZECH, "B:Wc3:Bh8", "c3-d4"),
        (CZECH, "W:Wc3:Bh8", "e5-f6"),
        (TURKISH, "W:Wc3,h1:Bh8", "h8-h7"),
        (TURKISH, "W:Wc3,h1:Bh8", "e4-e5"),
    ):
        assert refusal(game, position, text).rule.key == "common.own-pieces", text
    assert refusal(CZECH, "W:Wc3:Bh8", "b3-c4").rule.key == "czech.man", "only dark cells"


def test_a_long_list_of_captures_is_cut_short() -> None:
    refused = refusal(CZECH, "W:WKa1,g1:Bb2", "g1-h2")
    assert refused.detail.english() == ("You have to capture: a1xc3, a1xd4, a1xe5, a1xf6, a1xg7 ….")


@pytest.mark.parametrize(("game", "men"), [(CZECH, 12), (TURKISH, 16)])
def test_a_side_has_no_more_pieces_than_at_the_start(game: AnyGame, men: int) -> None:
    """Time is bounded by the number of pieces."""
    cells = [game.geometry.label(c) for c in game.geometry.cells if game.geometry.shade(c)]
    army = ",".join(cells[: men + 1])
    game.position(f"W:W{army.rpartition(',')[0]}:BKh8")
    assert misread(game, f"W:W{army}:BKh8") == cells[men]

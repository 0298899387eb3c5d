"""What the view of a draughts position shows."""

from typing import Final

from rules.contract.core import AnyGame
from rules.contract.view import Mark, MarkKind, Pattern, Piece, Side
from rules.games.draughts.view import KING, MAN
from rules.registry import find
from tests.rules.draughts.asking import cell
from tests.rules.shown import sides, status

CZECH: Final[AnyGame] = find("czech")
TURKISH: Final[AnyGame] = find("turkish")


def test_czech_draughts_uses_the_dark_cells_of_a_chequered_board() -> None:
    view = CZECH.view(CZECH.start())
    assert view.pattern is Pattern.CHEQUERED
    dark = frozenset(c for c in view.geometry.cells if view.geometry.shade(c))
    assert view.playable == dark


def test_turkish_draughts_uses_every_cell_of_a_plain_board() -> None:
    view = TURKISH.view(TURKISH.start())
    assert view.pattern is Pattern.PLAIN
    assert view.playable is None


def test_players_are_counted_and_the_one_to_move_is_told() -> None:
    view = CZECH.view(CZECH.position("B:Wc3,Kg1:Bb6"))
    assert sides(view) == [
        ("White", "2 pieces", False),
        ("Black", "1 piece", True),
    ]


def test_kings_are_crowned() -> None:
    view = CZECH.view(CZECH.position("W:Wc3,Kg1:Bb6"))
    assert {stack.cell: stack.pieces for stack in view.stacks} == {
        cell("c3"): (Piece(Side("white"), MAN),),
        cell("g1"): (Piece(Side("white"), KING, crowned=True),),
        cell("b6"): (Piece(Side("black"), MAN),),
    }


def test_the_last_move_is_marked() -> None:
    state = CZECH.position("W:Wa1:Bb2,d4,h8")
    move = CZECH.parse(state, "a1xc3xe5")
    view = CZECH.view(CZECH.apply(state, move), move)
    assert set(view.marks) == {
        Mark(cell("a1"), MarkKind.ORIGIN),
        Mark(cell("c3"), MarkKind.PASSED),
        Mark(cell("e5"), MarkKind.TARGET),
        Mark(cell("b2"), MarkKind.CAPTURED, side=Side("black")),
        Mark(cell("d4"), MarkKind.CAPTURED, side=Side("black")),
    }
    assert view.last == "a1xc3xe5"


def test_a_move_that_ends_where_it_began_marks_the_end() -> None:
    state = CZECH.position("W:WKe1:Bf2,f4,d4,d2")
    move = CZECH.parse(state, "e1xc3xe5xg3xe1")
    marks = {mark.cell: mark.kind for mark in CZECH.view(CZECH.apply(state, move), move).marks}
    assert marks[cell("e1")] is MarkKind.TARGET
    assert len(marks) == 8


def test_the_status_tells_turns_duties_and_ends() -> None:
    def told(game: AnyGame, position: str) -> str:
        return status(game.view(game.position(position)))

    assert told(CZECH, "W:Wc3:Bh8") == "White to move."
    assert told(CZECH, "W:Wc3:Bd4") == "White to move and must capture."
    assert told(CZECH, "B:Wc3:B") == "White won: Black has no piece left."
    assert told(TURKISH, "W:WKa1:BKh8").startswith("Draw: each side has one piece")

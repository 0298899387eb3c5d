"""Punt-Heks-Match: the race on hexagons, for two or three players."""

from typing import Final

from rules.contract.core import Game, Side, SideSpec
from rules.contract.notation import cells_named
from rules.contract.rule import Rule
from rules.contract.sentence import say
from rules.contract.view import Colour
from rules.games.punt.course import Army, Course, Worths
from rules.games.punt.game import punt
from rules.games.punt.lessons import HEXAGONS
from rules.games.punt.position import Move, State
from rules.games.punt.rulebook import SOURCE
from rules.geometry import Cell
from rules.geometry.hexagon import Hexagon

__all__ = ["GAME"]

_BOARD: Final = Hexagon(5)
_PARTS: Final = ((100, 10), (10, 4))


def _army(side: SideSpec, *, home: str, goal: str, forward: str, sideways: str) -> Army:
    """Return the army; its lists are given as words separated by blanks."""

    def cells(labels: str) -> frozenset[Cell]:
        return frozenset(cells_named(_BOARD, labels))

    return Army(side, cells(home), cells(goal), tuple(forward.split()), tuple(sideways.split()))


_WHITE: Final = SideSpec(Side("white"), say("White"), Colour.WHITE)
_BLACK: Final = SideSpec(Side("black"), say("Black"), Colour.BLACK)
_BLACK_ACROSS: Final = SideSpec(Side("black"), say("Black"), Colour.BLACK, far=True)
_RED: Final = SideSpec(Side("red"), say("Red"), Colour.RED)

_FOR_TWO: Final = Course(
    _BOARD,
    (
        _army(
            _WHITE,
            home="a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6 c3 c4 c5",
            goal="i1 i2 i3 i4 i5",
            forward="nw ne",
            sideways="w e",
        ),
        _army(
            _BLACK_ACROSS,
            home="i1 i2 i3 i4 i5 h1 h2 h3 h4 h5 h6 g3 g4 g5",
            goal="a1 a2 a3 a4 a5",
            forward="sw se",
            sideways="w e",
        ),
    ),
    Worths(
        way=tuple(0.62 - 0.055 * rows for rows in range(1, 9)),
        pile=0.0,
        guest=0.04,
        positions=30_000,
        parts=_PARTS,
    ),
)

# Behind Black and Red are the board's other upper edges, so no one sits across from White.
_FOR_THREE: Final = Course(
    _BOARD,
    (
        _army(
            _WHITE,
            home="a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6",
            goal="i1 i2 i3 i4 i5",
            forward="nw ne",
            sideways="w e",
        ),
        _army(
            _BLACK,
            home="e1 f1 g1 h1 i1 d1 e2 f2 g2 h2 i2",
            goal="e9 d8 c7 b6 a5",
            forward="e se",
            sideways="sw ne",
        ),
        _army(
            _RED,
            home="i5 h6 g7 f8 e9 i4 h5 g6 f7 e8 d8",
            goal="e1 d1 c1 b1 a1",
            forward="w sw",
            sideways="nw se",
        ),
    ),
    # With a third rival the game ends earlier, so a pawn with many rows to go seldom arrives.
    Worths(
        way=tuple(0.9 * 0.6**rows for rows in range(1, 9)),
        pile=0.0,
        guest=0.27,
        positions=30_000,
        parts=_PARTS,
    ),
)

_PREPARATION: Final = (
    Rule(
        "punt.board",
        say(
            "The board is a hexagon of 61 cells, five on each edge. Its rows are lettered from the"
            " bottom, and the cells of a row are numbered from the left. Each player sits at one"
            " edge, and the opposite edge is their end row. The two directions toward it are"
            " forward. Along the player's edge is sideways."
        ),
        SOURCE,
    ),
    Rule(
        "punt.start.two",
        say(
            "Two players have 14 pawns each on the first two rows of opposite edges, White's at"
            " the bottom and Black's at the top, and on the middle three cells of the third row."
            " White starts."
        ),
        SOURCE,
        say("The description doesn't say which three cells of the third row."),
    ),
    Rule(
        "punt.start.three",
        say(
            "Three players have 11 pawns each on the first two rows of every other edge: White at"
            " the bottom, Black at the upper left, Red at the upper right. White starts, and play"
            " continues clockwise: White, Black, Red."
        ),
        SOURCE,
    ),
)

GAME: Final[Game[State, Move]] = punt(
    key="punt-heks",
    title=say("Punt-Heks-Match"),
    summary=say("The same race on hexagons, for two or three."),
    preparation=_PREPARATION,
    lesson=HEXAGONS,
    courses=(_FOR_TWO, _FOR_THREE),
    also=("halma", "hexagons", "race"),
    minutes=6,
    typical_turns="40-60",
)

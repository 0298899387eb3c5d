"""Views of lined boards and of backgammon boards, from lines of text."""

from rules.contract.view import (
    BoardView,
    Colour,
    Die,
    Mark,
    MarkKind,
    Pattern,
    Piece,
    Region,
    RegionKind,
    Side,
    SideStatus,
    Stack,
)
from rules.games.hypergammon.view import CHECKER
from rules.games.rekushu.view import STONE
from rules.geometry import Cell
from rules.geometry.backgammon import FAR_BAR, FAR_OFF, NEAR_BAR, NEAR_OFF, Points
from rules.geometry.intersections import Intersections
from tests.render.views import BLACK, TITLES, WHITE, cell, words

LATTICE = Intersections(8)
PLACES = {
    WHITE: {"bar": NEAR_BAR, "off": NEAR_OFF},
    BLACK: {"bar": FAR_BAR, "off": FAR_OFF},
}
COLOURS = {WHITE: Colour.WHITE, BLACK: Colour.BLACK}


def region(
    side: Side,
    span: str,
    kind: RegionKind = RegionKind.HELD,
    text: str = "",
    board: Intersections = LATTICE,
) -> Region:
    """Read `a1:c4`."""
    low, _, high = span.partition(":")
    ends = cell(low, board), cell(high, board)
    (left, bottom), (right, top) = ((end % board.size, end // board.size) for end in ends)
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    cells = tuple(Cell(y * board.size + x) for x, y in corners)
    return Region(side, cells, (right - left) * (top - bottom), kind, text)


def rekushu(
    black: str = "",
    white: str = "",
    regions: tuple[Region, ...] = (),
    marks: tuple[Mark, ...] = (),
    *,
    board: Intersections = LATTICE,
    turned: bool = False,
    last: str = "",
) -> BoardView:
    """Stand stones on the crossings named."""
    stones = {BLACK: black, WHITE: white}
    return BoardView(
        title=words("Rekushu"),
        geometry=board,
        pattern=Pattern.LINED,
        players=tuple(
            SideStatus(side, TITLES[side], COLOURS[side], words("3 tiles"), side == BLACK)
            for side in stones
        ),
        stacks=tuple(
            Stack(cell(name, board), (Piece(side, STONE),))
            for side, names in stones.items()
            for name in names.split()
        ),
        marks=marks,
        regions=regions,
        turned=turned,
        status=words("Black to move."),
        last=last,
        mover=WHITE if last else None,
    )


def place(side: Side, name: str) -> Cell:
    """Return the cell that the side calls so: `24`, `bar` or `off`."""
    if name in PLACES[side]:
        return PLACES[side][name]
    return Cell(int(name) - 1 if side == WHITE else 24 - int(name))


def hyper(
    white: str = "",
    black: str = "",
    marked: str = "",
    dice: tuple[Die, ...] = (),
    *,
    to_move: Side | None = WHITE,
    turned: bool = False,
    mover: Side | None = None,
    counting: Side = WHITE,
) -> BoardView:
    """Read `24 22*2 bar`, counted by the side itself; marks such as `target:24` by White."""
    marks: list[Mark] = []
    for word in marked.split():
        kind, _, rest = word.partition(":")
        name, _, number = rest.partition("=")
        marks.append(Mark(place(WHITE, name), MarkKind(kind), number))
    stacks: list[Stack] = []
    for side, spots in ((WHITE, white), (BLACK, black)):
        for word in spots.split():
            name, _, count = word.partition("*")
            pieces = (Piece(side, CHECKER),) * int(count or 1)
            stacks.append(Stack(place(side, name), pieces))
    return BoardView(
        title=words("Hypergammon"),
        geometry=Points(counted_by_far=counting == BLACK),
        pattern=Pattern.POINTS,
        players=tuple(
            SideStatus(side, TITLES[side], colour, words("69 pips"), side == to_move)
            for side, colour in COLOURS.items()
        ),
        stacks=tuple(stacks),
        marks=tuple(marks),
        dice=dice,
        turned=turned,
        mover=mover,
        status=words("White to play 5-2."),
    )

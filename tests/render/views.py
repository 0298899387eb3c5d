"""Views to draw: from a line of text, and at random."""

from dataclasses import replace

from hypothesis import strategies as st

from rules.contract.sentence import Notation, Sentence, say, say_n
from rules.contract.view import (
    BoardView,
    Colour,
    Goal,
    Mark,
    MarkKind,
    Pattern,
    Piece,
    PieceKind,
    Side,
    SideStatus,
    Stack,
)
from rules.geometry import Cell, Geometry
from rules.geometry.hexagon import Hexagon
from rules.geometry.square import Square

WHITE, BLACK = Side("white"), Side("black")
COLOURS = {WHITE: Colour.WHITE, BLACK: Colour.BLACK}
RED, ORANGE = Side("red"), Side("orange")
ARMIES = {
    "w": (WHITE, Colour.WHITE),
    "b": (BLACK, Colour.BLACK),
    "r": (RED, Colour.RED),
    "o": (ORANGE, Colour.ORANGE),
}
EIGHT, SEVEN, SMALL, LARGE = Square(8), Square(7), Hexagon(3), Hexagon(5)
BOARDS: list[Geometry] = [SMALL, LARGE, SEVEN]
SIZES = st.integers(2, 12)
CELLED = (Pattern.PLAIN, Pattern.CHEQUERED)


MAN = PieceKind(say("man"), lambda count: say_n("{count} man", "{count} men", count))
KING = PieceKind(say("king"), lambda count: say_n("{count} king", "{count} kings", count))
PAWN = PieceKind(say("pawn"), lambda count: say_n("{count} pawn", "{count} pawns", count))
TITLES = {
    WHITE: say("White"), BLACK: say("Black"), RED: say("Red"), ORANGE: say("Orange"),
}  # fmt: skip


def words(text: str) -> Sentence:
    """Return any words, as if a game said them."""
    return say("{text}", text=Notation(text))


def cell(label: str, board: Geometry = EIGHT) -> Cell:
    found = board.find(label)
    assert found is not None, label
    return found


def army(side: Side, text: str, board: Square = EIGHT) -> tuple[Stack, ...]:
    """Read `a1 Kc3`: a man on a1 and a king on c3."""
    return tuple(
        Stack(
            cell(word.removeprefix("K"), board),
            (Piece(side, KING, crowned=True) if word[0] == "K" else Piece(side, MAN),),
        )
        for word in text.split()
    )


def marks(text: str, board: Geometry = EIGHT) -> tuple[Mark, ...]:
    """Read `origin:a1 candidate:c3=12`."""
    found: list[Mark] = []
    for word in text.split():
        kind, _, rest = word.partition(":")
        label, _, number = rest.partition("=")
        found.append(Mark(cell(label, board), MarkKind(kind), number))
    return tuple(found)


def players(stacks: tuple[Stack, ...], to_move: Side | None = WHITE) -> tuple[SideStatus, ...]:
    return tuple(
        SideStatus(
            side,
            TITLES[side],
            colour,
            words(f"{sum(stack.pieces[-1].side == side for stack in stacks)} pieces"),
            side == to_move,
        )
        for side, colour in COLOURS.items()
    )


def draughts(
    white: str = "",
    black: str = "",
    marked: str = "",
    *,
    board: Square = EIGHT,
    pattern: Pattern = Pattern.CHEQUERED,
    turned: bool = False,
    to_move: Side | None = WHITE,
    status: str = "White to move.",
    last: str = "",
    trail: str = "",
) -> BoardView:
    stacks = army(WHITE, white, board) + army(BLACK, black, board)
    dark = frozenset(each for each in board.cells if board.shade(each))
    return BoardView(
        title=words("Czech draughts"),
        geometry=board,
        pattern=pattern,
        players=players(stacks, to_move),
        stacks=stacks,
        marks=marks(marked),
        playable=dark if pattern is Pattern.CHEQUERED else None,
        turned=turned,
        status=words(status),
        last=last,
        mover=BLACK if last else None,
        trail=tuple(cell(name, board) for name in trail.split()),
    )


def goals(board: Geometry) -> tuple[Goal, ...]:
    """Return the end rows of White and Black: the far row and the near one."""
    first, *_, last = board.rows()
    up, down = (("n",), ("s",)) if isinstance(board, Square) else (("ne", "nw"), ("se", "sw"))
    return (Goal(WHITE, frozenset(first), up), Goal(BLACK, frozenset(last), down))


def piles(
    board: Geometry,
    text: str = "",
    marked: str = "",
    *,
    letters: str = "wro",
    bound: bool = False,
    turned: bool = False,
    last: str = "",
) -> BoardView:
    """Read `c3=rwo d4=b`: stacks from the top down, for sides of these letters."""
    pairs = (word.partition("=") for word in text.split())
    stacks = tuple(
        Stack(cell(name, board), tuple(Piece(ARMIES[x][0], PAWN) for x in reversed(pile)))
        for name, _, pile in pairs
    )
    armies = [ARMIES[letter] for letter in letters]
    return BoardView(
        title=words("Piles"),
        geometry=board,
        pattern=Pattern.CHEQUERED,
        players=tuple(
            SideStatus(
                side,
                TITLES[side],
                colour,
                words(f"{sum(stack.pieces[-1].side == side for stack in stacks)} at goal"),
                side == armies[0][0],
            )
            for side, colour in armies
        ),
        stacks=stacks,
        marks=marks(marked, board),
        turned=turned,
        status=say("{side} to move.", side=TITLES[armies[0][0]]),
        last=last,
        mover=armies[-1][0] if last else None,
        goals=goals(board) if bound else (),
    )


@st.composite
def piled_views(draw: st.DrawFn) -> BoardView:
    """Any board of stacks of up to 14 pieces, with any marks."""
    board = draw(st.sampled_from(BOARDS))
    cells = st.sampled_from(board.cells)
    standing = draw(st.dictionaries(cells, st.text("wb", min_size=1, max_size=14), max_size=30))
    pointed = draw(st.lists(st.tuples(cells, st.sampled_from(MarkKind)), max_size=8))
    view = piles(
        board,
        " ".join(f"{board.label(each)}={pile}" for each, pile in standing.items()),
        letters="wb",
        bound=draw(st.booleans()),
        turned=draw(st.booleans()),
    )
    found = tuple(Mark(each, kind, "7") for each, kind in pointed)
    return replace(view, marks=found)


@st.composite
def views(draw: st.DrawFn, sizes: st.SearchStrategy[int] = SIZES) -> BoardView:
    """Any board of any pieces and marks."""
    board = Square(draw(sizes))
    cells = st.sampled_from(board.cells)
    pieces = st.sampled_from(
        [Piece(side, kind, kind is KING) for side in COLOURS for kind in (MAN, KING)]
    )
    kinds = st.sampled_from(MarkKind)
    standing = draw(st.dictionaries(cells, pieces))
    pointed = draw(st.lists(st.tuples(cells, kinds, st.integers(1, 99)), max_size=12))
    stacks = tuple(Stack(place, (piece,)) for place, piece in standing.items())
    sentence = st.text("abcdefgh ABC.:-x", max_size=60)
    return BoardView(
        title=words(draw(sentence)),
        geometry=board,
        pattern=draw(st.sampled_from(CELLED)),
        players=players(stacks, draw(st.sampled_from([WHITE, BLACK, None]))),
        stacks=stacks,
        marks=tuple(
            Mark(place, kind, str(number) if kind is MarkKind.CANDIDATE else "")
            for place, kind, number in pointed
        ),
        playable=draw(st.none() | st.frozensets(cells)),
        turned=draw(st.booleans()),
        status=words(draw(sentence)),
        last=draw(sentence),
    )

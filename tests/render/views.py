"""Views to draw: from a line of text, and at random."""

from hypothesis import strategies as st

from rules.geometry import Cell
from rules.geometry.square import Square
from rules.view import (
    BoardView,
    Colour,
    Mark,
    MarkKind,
    Pattern,
    Piece,
    Player,
    Side,
    Stack,
)

WHITE, BLACK = Side("white"), Side("black")
COLOURS = {WHITE: Colour.WHITE, BLACK: Colour.BLACK}
EIGHT = Square(8)
SIZES = st.integers(2, 12)
CELLED = (Pattern.PLAIN, Pattern.CHEQUERED)


def cell(label: str, board: Square = EIGHT) -> Cell:
    found = board.find(label)
    assert found is not None, label
    return found


def army(side: Side, text: str, board: Square = EIGHT) -> tuple[Stack, ...]:
    """Read `a1 Kc3`: a man on a1 and a king on c3."""
    return tuple(
        Stack(
            cell(word.removeprefix("K"), board),
            (Piece(side, "king", crowned=True) if word[0] == "K" else Piece(side),),
        )
        for word in text.split()
    )


def marks(text: str) -> tuple[Mark, ...]:
    """Read `origin:a1 candidate:c3=12`."""
    found: list[Mark] = []
    for word in text.split():
        kind, _, rest = word.partition(":")
        label, _, number = rest.partition("=")
        found.append(Mark(cell(label), MarkKind(kind), number))
    return tuple(found)


def players(stacks: tuple[Stack, ...], to_move: Side | None = WHITE) -> tuple[Player, ...]:
    return tuple(
        Player(
            side,
            side.title(),
            colour,
            str(sum(stack.pieces[-1].side == side for stack in stacks)),
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
) -> BoardView:
    stacks = army(WHITE, white, board) + army(BLACK, black, board)
    dark = frozenset(each for each in board.cells if board.shade(each))
    return BoardView(
        title="Czech draughts",
        geometry=board,
        pattern=pattern,
        players=players(stacks, to_move),
        stacks=stacks,
        marks=marks(marked),
        playable=dark if pattern is Pattern.CHEQUERED else None,
        turned=turned,
        status=status,
        last=last,
    )


@st.composite
def views(draw: st.DrawFn, sizes: st.SearchStrategy[int] = SIZES) -> BoardView:
    """Any board of any pieces and marks."""
    board = Square(draw(sizes))
    cells = st.sampled_from(board.cells)
    pieces = st.sampled_from(
        [Piece(side, name, name == "king") for side in COLOURS for name in ("man", "king")]
    )
    kinds = st.sampled_from(MarkKind)
    standing = draw(st.dictionaries(cells, pieces))
    pointed = draw(st.lists(st.tuples(cells, kinds, st.integers(1, 99)), max_size=12))
    stacks = tuple(Stack(place, (piece,)) for place, piece in standing.items())
    sentence = st.text("abcdefgh ABC.:-x", max_size=60)
    return BoardView(
        title=draw(sentence),
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
        status=draw(sentence),
        last=draw(sentence),
    )

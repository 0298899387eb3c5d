"""Both games a second time, slowly and straight from the rule text, to hold the engine against.

Boards are dictionaries from (file, rank) to a letter: `w` and `b` for men, `W` and `B` for kings.
Nothing is shared with the engine, and every legal path is listed, not every distinct move.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

Square: TypeAlias = tuple[int, int]
Board: TypeAlias = dict[Square, str]


class Path(NamedTuple):
    """One way to play a turn."""

    cells: tuple[Square, ...]
    captured: frozenset[Square]

    @property
    def text(self) -> str:
        return ("x" if self.captured else "-").join(map(label, self.cells))


Listing: TypeAlias = Callable[[Board, str], list[Path]]


def label(square: Square) -> str:
    return "abcdefgh"[square[0] - 1] + str(square[1])


def read(position: str) -> tuple[Board, str]:
    """Read `W:Wa1,Kg3:Bb4` into a board and the letter of the side to move."""
    side, *armies = position.split(":")
    board: Board = {}
    for army in armies:
        letter = army[0].lower()
        for word in filter(None, army[1:].split(",")):
            piece = letter.upper() if word[0] == "K" else letter
            board["abcdefgh".index(word[-2]) + 1, int(word[-1])] = piece
    return board, side.lower()


def write(board: Board, side: str) -> str:
    parts = [side.upper()]
    for letter in "wb":
        words = [
            ("K" if piece.isupper() else "") + label(square)
            for square, piece in sorted(board.items())
            if piece.lower() == letter
        ]
        parts.append(letter.upper() + ",".join(words))
    return ":".join(parts)


def on_board(square: Square) -> bool:
    return 1 <= square[0] <= 8 and 1 <= square[1] <= 8


def shifted(square: Square, way: Square, steps: int = 1) -> Square:
    return square[0] + steps * way[0], square[1] + steps * way[1]


def is_rival(piece: str | None, side: str) -> bool:
    return piece is not None and piece.lower() != side


def last_rank(side: str) -> int:
    return 8 if side == "w" else 1


def slides(board: Board, start: Square, way: Square) -> Iterator[Square]:
    square = shifted(start, way)
    while on_board(square) and square not in board:
        yield square
        square = shifted(square, way)


def play(board: Board, path: Path) -> Board:
    """Return the board after a turn."""
    after = {square: piece for square, piece in board.items() if square not in path.captured}
    piece = after.pop(path.cells[0])
    end = path.cells[-1]
    crowned = end[1] == last_rank(piece.lower())
    after[end] = piece.upper() if crowned else piece
    return after


def distinct(paths: list[Path]) -> dict[tuple[Square, Square, frozenset[Square]], Path]:
    """Return of each distinct move the path whose notation sorts first."""
    best: dict[tuple[Square, Square, frozenset[Square]], Path] = {}
    for path in sorted(paths, key=lambda path: path.text):
        best.setdefault((path.cells[0], path.cells[-1], path.captured), path)
    return best


def perft(listing: Listing, board: Board, side: str, depth: int) -> int:
    moves = distinct(listing(board, side)).values()
    if depth == 1:
        return len(moves)
    other = "b" if side == "w" else "w"
    return sum(perft(listing, play(board, move), other, depth - 1) for move in moves)


def steps(board: Board, side: str, forward: list[Square], lines: list[Square]) -> list[Path]:
    """List the turns without capture of men that go `forward` and kings that go on `lines`."""
    found: list[Path] = []
    for square, piece in board.items():
        if piece == side:
            ends = [shifted(square, way) for way in forward]
            ends = [end for end in ends if on_board(end) and end not in board]
        elif piece == side.upper():
            ends = [end for way in lines for end in slides(board, square, way)]
        else:
            continue
        found += [Path((square, end), frozenset()) for end in ends]
    return found


# Czech draughts

DIAGONALS = [(1, 1), (1, -1), (-1, -1), (-1, 1)]


def czech(board: Board, side: str) -> list[Path]:
    up = 1 if side == "w" else -1
    ahead = [(1, up), (-1, up)]
    by_kings: list[Path] = []
    by_men: list[Path] = []
    for start, piece in board.items():
        rest = {square: other for square, other in board.items() if square != start}
        if piece == side:
            by_men += czech_man_captures(rest, side, ahead, Path((start,), frozenset()))
        elif piece == side.upper():
            by_kings += czech_king_captures(rest, side, Path((start,), frozenset()))
    return by_kings or by_men or steps(board, side, ahead, DIAGONALS)


def czech_man_captures(board: Board, side: str, ahead: list[Square], so_far: Path) -> list[Path]:
    here = so_far.cells[-1]
    found: list[Path] = []
    for way in ahead:
        over, land = shifted(here, way), shifted(here, way, 2)
        if not is_rival(board.get(over), side) or over in so_far.captured:
            continue
        if on_board(land) and land not in board:
            longer = Path((*so_far.cells, land), so_far.captured | {over})
            found += czech_man_captures(board, side, ahead, longer) or [longer]
    return found


def czech_king_captures(board: Board, side: str, so_far: Path) -> list[Path]:
    here = so_far.cells[-1]
    found: list[Path] = []
    for way in DIAGONALS:
        over = shifted(here, way)
        while on_board(over) and over not in board:
            over = shifted(over, way)
        if not is_rival(board.get(over), side) or over in so_far.captured:
            continue
        ending: list[Path] = []
        going_on: list[Path] = []
        for land in slides(board, over, way):
            longer = Path((*so_far.cells, land), so_far.captured | {over})
            further = czech_king_captures(board, side, longer)
            going_on += further
            if not further:
                ending.append(longer)
        found += going_on or ending
    return found


# Turkish draughts

ROOK_LINES = [(1, 0), (0, 1), (-1, 0), (0, -1)]


def turkish(board: Board, side: str, crown: str = "stop") -> list[Path]:
    ahead = [(0, 1 if side == "w" else -1), (1, 0), (-1, 0)]
    captures: list[Path] = []
    for start, piece in board.items():
        if piece.lower() == side:
            rest = {square: other for square, other in board.items() if square != start}
            captures += turkish_captures(rest, piece, crown, Path((start,), frozenset()), (0, 0))
    if not captures:
        return steps(board, side, ahead, ROOK_LINES)
    most = max(len(path.captured) for path in captures)
    return [path for path in captures if len(path.captured) == most]


def turkish_captures(
    board: Board, piece: str, crown: str, so_far: Path, came: Square
) -> list[Path]:
    """List every capture, however short: the majority rule picks among them."""
    here, side = so_far.cells[-1], piece.lower()
    is_king = piece.isupper()
    if not is_king and so_far.captured and here[1] == last_rank(side) and crown == "stop":
        return []
    found: list[Path] = []
    for way in ROOK_LINES:
        backward = way == (0, -1 if side == "w" else 1)
        turned_back = came != (0, 0) and (way[0] + came[0], way[1] + came[1]) == (0, 0)
        if turned_back or (backward and not is_king):
            continue
        over = shifted(here, way)
        while is_king and on_board(over) and over not in board:
            over = shifted(over, way)
        if not is_rival(board.get(over), side):
            continue
        behind = list(slides(board, over, way))
        for land in behind if is_king else behind[:1]:
            left = {square: other for square, other in board.items() if square != over}
            longer = Path((*so_far.cells, land), so_far.captured | {over})
            found.append(longer)
            found += turkish_captures(left, piece, crown, longer, way)
    return found

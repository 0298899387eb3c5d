"""A position as data to look at, independent of how it is drawn.

A game fills a `BoardView`; pictures, alt text and text boards are made from that alone.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import NewType

from rules.contract.sentence import Sentence
from rules.geometry import Cell, Geometry
from rules.geometry.backgammon import Points

__all__ = [
    "BoardPart",
    "BoardView",
    "Colour",
    "Die",
    "Goal",
    "Mark",
    "MarkKind",
    "Pattern",
    "Piece",
    "PieceKind",
    "Region",
    "RegionKind",
    "Side",
    "SideStatus",
    "Stack",
    "alone",
    "seen_from",
]

Side = NewType("Side", str)
"""The key of an army that owns pieces and takes turns, such as `white`."""


class Colour(Enum):
    """The colour of a side's pieces; a theme gives each its paint, symbol and edge marks."""

    __hash__ = object.__hash__  # Members are single objects; Enum hashes their names.

    WHITE = "white"
    BLACK = "black"
    RED = "red"
    ORANGE = "orange"


class Pattern(Enum):
    """The kind of board that the cells make."""

    __hash__ = object.__hash__  # Members are single objects; Enum hashes their names.

    PLAIN = "plain"
    CHEQUERED = "chequered"
    LINED = "lined"
    """Lines cross on the cells: pieces stand on the crossings, and tiles lie between them."""
    POINTS = "points"
    """The long triangles of backgammon, with a bar and trays; its geometry is a `Points`."""


class MarkKind(Enum):
    """The reason for which a cell is marked."""

    __hash__ = object.__hash__  # Members are single objects; Enum hashes their names.

    ORIGIN = "origin"
    """The last move began here."""
    PASSED = "passed"
    """The last move touched this cell on its way."""
    TARGET = "target"
    """The last move ended here."""
    CAPTURED = "captured"
    """The last move took a piece here."""
    OFFENDING = "offending"
    """A refused move broke a rule here."""
    CANDIDATE = "candidate"
    """The viewer may choose this cell; the mark's text is the number of the choice."""
    CHOSEN = "chosen"
    """The viewer has chosen this cell in the move that is being entered."""


@dataclass(frozen=True, eq=False, slots=True)
class PieceKind:
    """A kind of piece in the rulebook's words; equal only to itself."""

    name: Sentence
    """The word for one of them, such as `man`."""
    counted: Callable[[int], Sentence]
    """The words for so many of them, such as `2 men`."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece on the board."""

    side: Side
    kind: PieceKind
    crowned: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked cell, with a short text (one or two characters) if the kind has one."""

    cell: Cell
    kind: MarkKind
    text: str = ""
    side: Side | None = None
    """The owner of the piece that the last move took here."""


@dataclass(frozen=True, slots=True)
class Stack:
    """The pieces on one cell, from bottom to top; never empty."""

    cell: Cell
    pieces: tuple[Piece, ...]


def alone(piece: Piece, cells: Iterable[Cell]) -> tuple[Stack, ...]:
    """Return the piece alone on each cell, for games whose boards are full of such pieces."""
    pieces = (piece,)
    return tuple(Stack(cell, pieces) for cell in cells)


class RegionKind(Enum):
    """The reason for which a region is shown."""

    __hash__ = object.__hash__  # Members are single objects; Enum hashes their names.

    HELD = "held"
    """The side owns it."""
    LATEST = "latest"
    """The side has owned it since the last move."""
    CANDIDATE = "candidate"
    """The viewer may choose it; the region's text is the number of the choice."""
    CHOSEN = "chosen"
    """The viewer has chosen it in the move that is being entered."""
    OFFENDING = "offending"
    """A refused move would have claimed it."""


@dataclass(frozen=True, slots=True)
class Region:
    """An area between cells: the polygon whose corners are these cells' centres.

    Regions of one position may share edges but never overlap, except for candidates.
    """

    side: Side
    corners: tuple[Cell, ...]
    """Counter-clockwise, from the lower left."""
    size: int
    """The number of tiles inside."""
    kind: RegionKind = RegionKind.HELD
    text: str = ""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A part of the board that the viewer may choose, with the number of the choice."""

    cells: frozenset[Cell]
    text: str


@dataclass(frozen=True, slots=True)
class Die:
    """One die on the board, and the side that plays it."""

    pips: int
    side: Side
    """The side that plays it, or that rolled it if no one plays it."""
    faces: int = 6
    used: bool = False
    """True if it has been played or can't be played."""
    thrown_by: Side | None = None
    """The side that rolled it, if another side plays it: in a roll that decides who begins."""


@dataclass(frozen=True, slots=True)
class SideStatus:
    """A side beside the board: its colour, its count, and whether it is to move."""

    side: Side
    title: Sentence
    colour: Colour
    note: Sentence | None = None
    """The count of what the side has or still needs, such as `12 pieces`. A picture makes its first
    number larger."""
    to_move: bool = False
    demand: Sentence | None = None
    """The demand of the rules or the dice on its move, such as `must capture`."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal of a side's pieces: its end row, and the directions that lead forward to it."""

    side: Side
    cells: frozenset[Cell]
    forward: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardView:
    """Everything that a viewer sees of one position."""

    title: Sentence
    geometry: Geometry
    """The board; its labels are those that the viewer reads in pictures, text and notation."""
    pattern: Pattern
    players: tuple[SideStatus, ...]
    stacks: tuple[Stack, ...]
    marks: tuple[Mark, ...] = ()
    regions: tuple[Region, ...] = ()
    """Areas between the cells. Those that the sides own come in the order in which they got
    them."""
    parts: tuple[BoardPart, ...] = ()
    """Parts of a lined board to choose from, if it has too many cells to number each."""
    part: frozenset[Cell] = frozenset()
    """The part that the viewer has chosen, drawn large; empty if the whole board is shown."""
    dice: tuple[Die, ...] = ()
    """The dice on the board, in the order rolled."""
    playable: frozenset[Cell] | None = None
    """The cells that the game uses, or None if it uses them all."""
    mine: tuple[Side, ...] = ()
    """The sides of the viewer; empty in a view for everyone."""
    turned: bool = False
    """True if it is seen from the far side: the board is turned by 180 degrees."""
    status: Sentence | None = None
    """The state of the game, as a whole sentence: whose turn it is, or how the game ended."""
    last: str = ""
    """The last move in notation; empty at the start."""
    mover: Side | None = None
    """The side that made the last move, or None at the start."""
    trail: tuple[Cell, ...] = ()
    """The cells of the last move in order, if it moved one piece or stack. On a board of points,
    two a die: where its checker stood and where it went."""
    teams: tuple[tuple[Side, ...], ...] = ()
    """The sides that win together, in games with allies."""
    goals: tuple[Goal, ...] = ()
    """The goals of the sides, in games that are races."""
    rolling: bool = False
    """True if a roll of the dice is due: no side is to move, but the game goes on."""


def seen_from(view: BoardView, *, far: bool) -> BoardView:
    """Return the view as seen by the side at the far end of the board, or at the near end.

    The board is turned towards that side, and points have the numbers by which it counts.
    """
    geometry = Points(counted_by_far=far) if isinstance(view.geometry, Points) else view.geometry
    return replace(view, turned=far, geometry=geometry)

"""A position as data to look at: what stands where, never how to draw it.

A game fills a `BoardView`; pictures, alt text and text boards are made from it alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import NewType

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
    "Region",
    "RegionKind",
    "Side",
    "SideStatus",
    "Stack",
    "alone",
    "seen_from",
]

Side = NewType("Side", str)
"""An army's key, such as `white`: it owns pieces and takes turns."""


class Colour(Enum):
    """What a side's pieces look like; a theme gives each its paint, symbol and edge marks."""

    __hash__ = object.__hash__  # Members are single objects; Enum hashes their names.

    WHITE = "white"
    BLACK = "black"
    RED = "red"
    ORANGE = "orange"


class Pattern(Enum):
    """What kind of board the cells make."""

    __hash__ = object.__hash__  # Members are single objects; Enum hashes their names.

    PLAIN = "plain"
    CHEQUERED = "chequered"
    LINED = "lined"
    """Lines cross on the cells: pieces stand on the crossings, and tiles lie between them."""
    POINTS = "points"
    """The long triangles of backgammon, with a bar and trays; its geometry is a `Points`."""


class MarkKind(Enum):
    """Why a cell is pointed out."""

    __hash__ = object.__hash__  # Members are single objects; Enum hashes their names.

    ORIGIN = "origin"
    """The last move began here."""
    PASSED = "passed"
    """The last move touched this cell on its way."""
    TARGET = "target"
    """The last move ended here."""
    CAPTURED = "captured"
    """A piece was taken here by the last move."""
    OFFENDING = "offending"
    """A refused move broke a rule here."""
    CANDIDATE = "candidate"
    """The viewer may choose this cell; the mark's text is the number of the choice."""
    CHOSEN = "chosen"
    """The viewer has chosen this cell in the move that is being entered."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece; `name` is the rulebook's word for it in the singular."""

    side: Side
    name: str = "man"
    crowned: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A cell pointed out, with a short text (one or two characters) where the kind has one."""

    cell: Cell
    kind: MarkKind
    text: str = ""
    side: Side | None = None
    """Whose piece the last move took here."""


@dataclass(frozen=True, slots=True)
class Stack:
    """The pieces on one cell, bottom to top; never empty."""

    cell: Cell
    pieces: tuple[Piece, ...]


def alone(piece: Piece, cells: Iterable[Cell]) -> tuple[Stack, ...]:
    """Return the piece alone on each cell, for games whose boards are full of such pieces."""
    pieces = (piece,)
    return tuple(Stack(cell, pieces) for cell in cells)


class RegionKind(Enum):
    """Why a region is shown."""

    __hash__ = object.__hash__  # Members are single objects; Enum hashes their names.

    HELD = "held"
    """The side owns it."""
    LATEST = "latest"
    """The side owns it since the last move."""
    CANDIDATE = "candidate"
    """The viewer may choose it; the region's text is the number of the choice."""
    CHOSEN = "chosen"
    """The viewer has chosen it in the move that is being entered."""
    OFFENDING = "offending"
    """A refused move would have claimed it."""


@dataclass(frozen=True, slots=True)
class Region:
    """An area between cells: the polygon whose corners are these cells' centres.

    Regions of one position may share edges but never overlap, candidates aside.
    """

    side: Side
    corners: tuple[Cell, ...]
    """Counter-clockwise, from the lower left."""
    size: int
    """How many tiles lie inside."""
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
    """Who plays it, or rolled it where that decides nothing."""
    faces: int = 6
    used: bool = False
    """It has been played, or can't be."""
    thrown_by: Side | None = None
    """Who rolled it, where the side that plays it did not: in a roll that decides who begins."""


@dataclass(frozen=True, slots=True)
class SideStatus:
    """A side on the plate below the board: its colour, a count, and whether it is to move."""

    side: Side
    title: str
    colour: Colour
    note: str = ""
    to_move: bool = False


@dataclass(frozen=True, slots=True)
class Goal:
    """Where a side's pieces are bound: its end row, and the directions that are forward to it."""

    side: Side
    cells: frozenset[Cell]
    forward: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardView:
    """All that a viewer sees of one position."""

    title: str
    geometry: Geometry
    """The board; its labels are those that the viewer reads in pictures, words and notation."""
    pattern: Pattern
    players: tuple[SideStatus, ...]
    stacks: tuple[Stack, ...]
    marks: tuple[Mark, ...] = ()
    regions: tuple[Region, ...] = ()
    """Areas between the cells, those that the sides own in the order in which they got them."""
    parts: tuple[BoardPart, ...] = ()
    """Parts of a board of lines to choose from, where it has too many cells to number each."""
    dice: tuple[Die, ...] = ()
    """The dice on the board, in the order rolled."""
    playable: frozenset[Cell] | None = None
    """The cells that the game uses; None where it uses them all."""
    turned: bool = False
    """Seen from the far side: the board is turned by half a circle."""
    status: str = ""
    """One plain sentence on the state of the game: who is to move, or how it ended."""
    last: str = ""
    """The last move in notation, empty at the start."""
    mover: Side | None = None
    """Who made the last move; None at the start."""
    trail: tuple[Cell, ...] = ()
    """The cells of the last move in order, where it moved one piece or stack."""
    teams: tuple[tuple[Side, ...], ...] = ()
    """The sides that win together, in games with allies."""
    goals: tuple[Goal, ...] = ()
    """Where each side is bound, in games that are races."""
    rolling: bool = False
    """A roll of the dice is due: nobody is to move, and yet the game goes on."""


def seen_from(view: BoardView, *, far: bool) -> BoardView:
    """Return the view as the side at the far end of the board sees it, or the one at the near end.

    The board is turned to that side, and points bear the numbers that it counts by. A public view
    is not turned, and its points bear the numbers of the side to move.
    """
    geometry = Points(counted_by_far=far) if isinstance(view.geometry, Points) else view.geometry
    return replace(view, turned=far, geometry=geometry)

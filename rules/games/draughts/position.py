"""Bitboards, positions with their history, and moves."""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from rules.contract.core import Side
from rules.contract.sentence import say
from rules.geometry import Cell
from rules.geometry.square import Square

__all__ = [
    "BLACK",
    "BOARD",
    "EVERYWHERE",
    "TITLES",
    "WHITE",
    "Bitboard",
    "Move",
    "Position",
    "State",
    "apply",
    "bit",
    "cells_of",
    "last_row",
]

Bitboard: TypeAlias = int
"""A set of cells: bit n stands for cell n of the board."""

BOARD: Final = Square(8)
EVERYWHERE: Final[Bitboard] = (1 << 64) - 1
WHITE: Final = Side("white")
BLACK: Final = Side("black")
TITLES: Final = {WHITE: say("White"), BLACK: say("Black")}
"""The sides' names for players."""

_RANK_1: Final[Bitboard] = 0xFF
_RANK_8: Final[Bitboard] = 0xFF << 56


class Position(NamedTuple):
    """The pieces and the side to move; `kings` holds both sides' kings.

    It is a named tuple, like `State` and `Move`, because a search makes hundreds of thousands a
    second.
    """

    white: Bitboard
    black: Bitboard
    kings: Bitboard
    white_to_move: bool

    @property
    def side(self) -> Side:
        """The side to move."""
        return WHITE if self.white_to_move else BLACK

    @property
    def own(self) -> Bitboard:
        """The pieces of the side to move."""
        return self.white if self.white_to_move else self.black

    @property
    def rivals(self) -> Bitboard:
        """The pieces of the other side."""
        return self.black if self.white_to_move else self.white


class State(NamedTuple):
    """A position, and those before it since the last capture or forward move of a man.

    Such a move can't be undone later, so no older position can come up again; the length of
    `history` is therefore also the number of idle plies.
    """

    position: Position
    history: tuple[Position, ...] = ()


class Move(NamedTuple):
    """A whole turn: the origin and every landing cell, and the pieces it takes.

    Turns with the same origin, destination and captured pieces are the same move; of their paths, a
    legal move has the one whose notation sorts first.
    """

    path: tuple[Cell, ...]
    captured: Bitboard = 0


def bit(cell: Cell) -> Bitboard:
    """Return the set that contains only this cell."""
    return 1 << cell


def cells_of(bits: Bitboard) -> Iterator[Cell]:
    """Yield the cells of the set in order of their numbers."""
    while bits:
        low = bits & -bits
        yield Cell(low.bit_length() - 1)
        bits ^= low


def last_row(white: bool) -> Bitboard:
    """Return the row on which a side's men are crowned."""
    return _RANK_8 if white else _RANK_1


def apply(state: State, move: Move) -> State:
    """Return the state after the move, which is assumed to be legal."""
    position, history = state
    white, black, kings, white_to_move = position
    path, captured = move
    start, end = path[0], path[-1]
    origin, target = 1 << start, 1 << end
    if white_to_move:
        white = white & ~origin | target
        black &= ~captured
        crowning = target & _RANK_8
    else:
        black = black & ~origin | target
        white &= ~captured
        crowning = target & _RANK_1
    if kings & origin:
        changed = bool(captured)
        kings = kings & ~(origin | captured) | target
    else:
        # A man that changes its rank has moved forward, since it can't move back.
        changed = bool(captured) or start >> 3 != end >> 3
        kings = kings & ~captured | crowning
    after = Position(white, black, kings, not white_to_move)
    return State(after, () if changed else (*history, position))

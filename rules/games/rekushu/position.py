"""What stands where: stones, claims, moves, and what the mirror rule remembers."""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from rules.contract.core import Side
from rules.contract.sentence import say
from rules.geometry import Cell

__all__ = [
    "BLACK",
    "TITLES",
    "WHITE",
    "Bitboard",
    "Claim",
    "Mirror",
    "Move",
    "Rectangle",
    "State",
    "cells_of",
]

Bitboard: TypeAlias = int
"""A set of cells, or of the tiles whose lower left corners they are: bit n stands for cell n."""

BLACK: Final = Side("black")
WHITE: Final = Side("white")
TITLES: Final = {BLACK: say("Black"), WHITE: say("White")}
"""What players call the sides."""


class Rectangle(NamedTuple):
    """A rectangle by its lower left and its upper right corner."""

    low: Cell
    high: Cell


class Claim(NamedTuple):
    """A rectangle that a side has claimed."""

    by_black: bool
    rectangle: Rectangle


class Mirror(NamedTuple):
    """A stone that mirrored the rival's stone of the turn before; `kind` is h, v or r."""

    kind: str
    stone: Cell
    mirrored: Cell


class Move(NamedTuple):
    """A whole turn: the stone placed, and the rectangle claimed with it, if any."""

    stone: Cell
    rectangle: Rectangle | None = None


class State(NamedTuple):
    """A position; a named tuple, as a long game makes many thousands of them."""

    black: Bitboard = 0
    white: Bitboard = 0
    black_tiles: Bitboard = 0
    white_tiles: Bitboard = 0
    claims: tuple[Claim, ...] = ()
    """In the order in which they were made."""
    black_to_move: bool = True
    previous: Cell | None = None
    """Where the rival of the side to move has just placed its stone, claimed or not."""
    black_mirror: Mirror | None = None
    """The mirror that Black made on its own latest turn, if that was one."""
    white_mirror: Mirror | None = None

    @property
    def side(self) -> Side:
        """Whose turn it is."""
        return BLACK if self.black_to_move else WHITE

    @property
    def own(self) -> Bitboard:
        """The stones of the side to move."""
        return self.black if self.black_to_move else self.white

    @property
    def stones(self) -> Bitboard:
        """The stones of both sides."""
        return self.black | self.white

    @property
    def claimed(self) -> Bitboard:
        """The tiles of both sides."""
        return self.black_tiles | self.white_tiles

    @property
    def own_mirror(self) -> Mirror | None:
        """The mirror that the side to move made on its own latest turn, if that was one."""
        return self.black_mirror if self.black_to_move else self.white_mirror


def cells_of(bits: Bitboard) -> Iterator[Cell]:
    """Yield the cells of the set in the order of their numbers."""
    while bits:
        low = bits & -bits
        yield Cell(low.bit_length() - 1)
        bits ^= low

"""Positions: stones, claims, moves, and the memory of the mirror rule."""

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
"""A set of cells, or of the tiles that have them as lower left corners: bit n stands for cell n."""

BLACK: Final = Side("black")
WHITE: Final = Side("white")
TITLES: Final = {BLACK: say("Black"), WHITE: say("White")}
"""The sides' names for players."""


class Rectangle(NamedTuple):
    """A rectangle, given by its lower left and upper right corners."""

    low: Cell
    high: Cell


class Claim(NamedTuple):
    """A rectangle that a side has claimed."""

    by_black: bool
    rectangle: Rectangle


class Mirror(NamedTuple):
    """A stone that mirrored the rival's stone of the previous turn; `kind` is h, v or r."""

    kind: str
    stone: Cell
    mirrored: Cell


class Move(NamedTuple):
    """A whole turn: the stone placed, and the rectangle claimed with it, if any."""

    stone: Cell
    rectangle: Rectangle | None = None


class State(NamedTuple):
    """A position; it is a named tuple because a long game makes many thousands of them."""

    black: Bitboard = 0
    white: Bitboard = 0
    black_tiles: Bitboard = 0
    white_tiles: Bitboard = 0
    claims: tuple[Claim, ...] = ()
    """The claims in the order in which they were made."""
    black_to_move: bool = True
    previous: Cell | None = None
    """The cell where the rival has just placed a stone, even if a claim has removed it."""
    black_mirror: Mirror | None = None
    """The mirror that Black made on its own latest turn, if any."""
    white_mirror: Mirror | None = None

    @property
    def side(self) -> Side:
        """The side to move."""
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
        """The mirror that the side to move made on its own latest turn, if any."""
        return self.black_mirror if self.black_to_move else self.white_mirror


def cells_of(bits: Bitboard) -> Iterator[Cell]:
    """Yield the cells of the set in order of their numbers."""
    while bits:
        low = bits & -bits
        yield Cell(low.bit_length() - 1)
        bits ^= low

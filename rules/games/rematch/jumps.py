"""Tables of the jumps from a cell, for all ways in which the lines from it can be occupied."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final, NamedTuple

from rules.games.rematch.position import BOARD, Bitboard, bits
from rules.geometry import Cell
from rules.geometry.rays import rays

__all__ = ["FLYING", "WALKING", "Jump", "JumpTable", "Jumps"]


class Jump(NamedTuple):
    """One jump, over the stack on `victim` to the cell right behind it."""

    over: Bitboard
    """The victim's cell."""
    victim: Cell
    landing: Cell
    flying: bool
    """True if the victim is not a neighbour."""


class Jumps(NamedTuple):
    """The jumps that a stack would have if all other stacks were rivals'."""

    near: Bitboard
    """The victims that are neighbours."""
    reach: Bitboard
    """All victims, near and far."""
    all: tuple[Jump, ...]
    """The jumps in the order of their directions."""


class JumpTable(NamedTuple):
    """The jumps from one cell."""

    lines: Bitboard
    """The cells that make a difference."""
    jumps: Mapping[Bitboard, Jumps]
    """The jumps, by the occupied cells among `lines`."""


def _table(cell: Cell, *, flies: bool) -> JumpTable:
    """Return the jumps from the cell; the middle of the board has 4,096 cases."""
    lines, cases = 0, {0: tuple[Jump, ...]()}
    for ray in rays(BOARD)[cell].values():
        line = ray if flies else ray[:2]
        lines |= bits(line)
        along = tuple(_along(line))
        cases = {
            occupied | more: others + found
            for occupied, others in cases.items()
            for more, found in along
        }
    known = {found: _jumps(found) for found in set(cases.values())}
    return JumpTable(lines, {occupied: known[found] for occupied, found in cases.items()})


def _jumps(found: tuple[Jump, ...]) -> Jumps:
    near = sum(jump.over for jump in found if not jump.flying)
    return Jumps(near, sum(jump.over for jump in found), found)


def _along(line: tuple[Cell, ...]) -> Iterator[tuple[Bitboard, tuple[Jump, ...]]]:
    """Yield the ways in which the line can be occupied, with the jumps that they allow."""
    for chosen in range(1 << len(line)):
        standing = [cell for place, cell in enumerate(line) if chosen >> place & 1]
        yield bits(standing), _first(line, standing)


def _first(line: tuple[Cell, ...], standing: list[Cell]) -> tuple[Jump, ...]:
    """Return the jump over the first of the stacks, if the cell behind it is empty."""
    for victim, landing in pairwise(line):
        if victim in standing:
            flying = victim != line[0]
            return () if landing in standing else (Jump(1 << victim, victim, landing, flying),)
    return ()


WALKING: Final = tuple(_table(cell, flies=False) for cell in BOARD.cells)
"""By cell, the jumps of a stack that may only jump over neighbours."""
FLYING: Final = tuple(_table(cell, flies=True) for cell in BOARD.cells)
"""By cell, the jumps of a stack that may also fly."""

"""Every legal turn, and the position after it.

A rectangle that can be claimed has no stones on its edges between the corners. So from each corner,
the neighbouring corners are the nearest stones in two directions, and looking from every own stone
to the nearest stones around it finds all rectangles that lack at most one corner.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.games.rekushu.lattice import Lattice
from rules.games.rekushu.position import Bitboard, Claim, Mirror, Move, Rectangle, State, cells_of
from rules.geometry import Cell

__all__ = ["Prospects", "allowed", "apply", "barred", "count", "moves", "prospects", "rectangles"]


class Prospects(NamedTuple):
    """The claims open to the side to move, for every place of its stone."""

    ready: tuple[tuple[Rectangle, Bitboard], ...]
    """The rectangles with all four corners, and their areas, which must not change."""
    lacking: Mapping[Cell, tuple[Rectangle, ...]]
    """By cell, the rectangles that a stone placed there would complete."""


def barred(board: Lattice, state: State) -> Cell | None:
    """Return the cell that the mirror rule forbids to the side to move, if any."""
    mirror, previous = state.own_mirror, state.previous
    if mirror is None or previous is None:
        return None
    return board.reflections[mirror.kind][previous]


def allowed(board: Lattice, state: State) -> Bitboard:
    """Return the cells on which the side to move may place a stone."""
    cells = board.touching(board.open_tiles & ~state.claimed) & ~state.stones
    forbidden = barred(board, state)
    return cells if forbidden is None else cells & ~(1 << forbidden)


@lru_cache(maxsize=512)
def prospects(board: Lattice, state: State) -> Prospects:
    """Return the rectangles that the side to move has completely or but for one corner."""
    own, stones, claimed = state.own, state.stones, state.claimed
    ready: list[tuple[Rectangle, Bitboard]] = []
    lacking: dict[Cell, tuple[Rectangle, ...]] = {}
    rays, rest = board.rays, own
    while rest:
        low = rest & -rest
        rest ^= low
        corner = Cell(low.bit_length() - 1)
        ray_east, ray_north, ray_west, ray_south = rays[corner]
        # The nearest stone in a direction, if it is the side's own; otherwise nothing.
        east, west = stones & ray_east, stones & ray_west
        east, west = east & -east & own, 1 << west.bit_length() >> 1 & own
        if not east and not west:
            continue
        north, south = stones & ray_north, stones & ray_south
        north, south = north & -north & own, 1 << south.bit_length() >> 1 & own
        upright = [Cell(stone.bit_length() - 1) for stone in (north, south) if stone]
        for across in [Cell(stone.bit_length() - 1) for stone in (east, west) if stone]:
            for along in upright:
                opposite = board.meeting(across, along)
                there = stones >> opposite & 1
                if there and (across < corner or along < corner):
                    continue  # found from its lower left corner
                rectangle = Rectangle(
                    board.meeting(min(across, corner), min(along, corner)),
                    board.meeting(max(across, corner), max(along, corner)),
                )
                area = board.area(rectangle)
                if (area & stones).bit_count() != 3 + there or board.tiles(rectangle) & claimed:
                    continue
                if not there:
                    lacking[opposite] = (*lacking.get(opposite, ()), rectangle)
                elif own >> opposite & 1:
                    ready.append((rectangle, area))
    return Prospects(tuple(ready), lacking)


def rectangles(board: Lattice, state: State, stone: Cell) -> Sequence[Rectangle]:
    """Return the rectangles that the side to move can claim after placing a stone on a cell."""
    ready, lacking = prospects(board, state)
    whole = [rectangle for rectangle, area in ready if not area >> stone & 1]
    return (*whole, *lacking.get(stone, ()))


def moves(board: Lattice, state: State) -> Sequence[Move]:
    """Return every legal turn: by cell, the placement alone, then with every claim."""
    ready, lacking = prospects(board, state)
    cells = cells_of(allowed(board, state))
    if not ready and not lacking:
        return [board.placements[cell] for cell in cells]
    found: list[Move] = []
    for cell in cells:
        found.append(board.placements[cell])
        found += [Move(cell, rectangle) for rectangle, area in ready if not area >> cell & 1]
        if cell in lacking:
            found += [Move(cell, rectangle) for rectangle in lacking[cell]]
    return found


def count(board: Lattice, state: State) -> int:
    """Return the number of `moves`, without listing them."""
    ready, lacking = prospects(board, state)
    cells = allowed(board, state)
    return (
        cells.bit_count()
        + sum([(cells & ~area).bit_count() for _, area in ready])
        + sum([len(found) for cell, found in lacking.items() if cells >> cell & 1])
    )


def apply(board: Lattice, state: State, move: Move) -> State:
    """Return the position after the turn, which is assumed to be legal."""
    stone, rectangle = move
    own, tiles, claims = state.own | 1 << stone, 0, state.claims
    if rectangle is not None:
        for corner in board.corners(rectangle):
            own ^= 1 << corner
        tiles = board.tiles(rectangle)
        claims = (*claims, Claim(state.black_to_move, rectangle))
    mirror = _mirror(board, state, stone)
    if state.black_to_move:
        return state._replace(
            black=own,
            black_tiles=state.black_tiles | tiles,
            claims=claims,
            black_to_move=False,
            previous=stone,
            black_mirror=mirror,
        )
    return state._replace(
        white=own,
        white_tiles=state.white_tiles | tiles,
        claims=claims,
        black_to_move=True,
        previous=stone,
        white_mirror=mirror,
    )


def _mirror(board: Lattice, state: State, stone: Cell) -> Mirror | None:
    if state.previous is None:
        return None
    kind = board.mirror(stone, state.previous)
    return Mirror(kind, stone, state.previous) if kind else None

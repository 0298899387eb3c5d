"""Positions of draughts with few pieces, numbered as pairs of halves.

A half is the pieces of one side as that side sees the board, so that a position with Black to move
has the index of the same one with White to move, turned by half and with the colours exchanged.
Halves with the same numbers of men and kings are listed together, and so each pair of such forces
is a block of consecutive indices. A tenth of the indices belong to no position, because both sides
would stand on one cell.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from rules.contract.endgames import Endgames, Index, Stage
from rules.games.draughts.position import (
    BOARD,
    Bitboard,
    Position,
    State,
    bit,
    cells_of,
    last_row,
)

__size_ = ["endgames"]

Half: TypeAlias = tuple[Bitboard, Bitboard]
"""All pieces of a side, and its kings."""
Force: TypeAlias = tuple[int, int]
"""The numbers of a side's men and kings."""


class _Block(NamedTuple):
    """The indices of positions with these forces, the side to move first."""

    start: Index
    own: Force
    rivals: Force


@cache
def endgames(*, dark_cells_only: bool, pieces: int) -> Endgames:
    """Return the positions with at most so many pieces, on all cells or on the dark ones."""
    cells: Bitboard = sum(bit(c) for c in BOARD.cells if BOARD.shade(c) or not dark_cells_only)
    numbering = _Numbering(cells, pieces)
    return Endgames(
        size=numbering.size,
        stages=numbering.stages,
        index=numbering.index,
        state=numbering.state,
    )


class _Numbering:
    """The indices of all positions, by lists of halves and dictionaries of their places."""

    def __init__(self, cells: Bitboard, pieces: int) -> None:
        forces = [
            (count - kings, kings) for count in range(1, pieces) for kings in range(count + 1)
        ]
        self._most: Final = pieces
        self._own: Final = {force: tuple(_halves(cells, *force)) for force in forces}
        """By force, all halves as White sees them."""
        self._turned: Final = {
            force: tuple(map(_turned, halves)) for force, halves in self._own.items()
        }
        """The same halves of Black, on White's board."""
        self._white: Final = _places(self._own)
        self._black: Final = _places(self._turned)
        pairs = [(own, rivals) for own in forces for rivals in forces]
        small = [pair for pair in pairs if pair[0] <= pair[1] and _progress(pair)[0] <= pieces]
        self._blocks: Final[list[_Block]] = []
        stages: list[Stage] = []
        start = 0
        for pair in sorted(small, key=_progress):
            stage: list[range] = []
            # In one stage, as moves lead from one of them to the other.
            for own, rivals in dict.fromkeys((pair, pair[::-1])):
                self._blocks.append(_Block(start, own, rivals))
                stop = start + len(self._own[own]) * len(self._own[rivals])
                stage.append(range(start, stop))
                start = stop
            stages.append(stage)
        self.size: Final = start
        self.stages: Final = tuple(stages)
        self._starts: Final = {(own, rivals): start for start, own, rivals in self._blocks}

    def index(self, state: State) -> Index | None:
        """Return the index of a position, as defined by `Endgames`."""
        white, black, kings, white_to_move = state.position
        if not white or not black or (white | black).bit_count() > self._most:
            return None
        own, place = self._white[white, white & kings]
        rivals, other = self._black[black, black & kings]
        if not white_to_move:
            own, place, rivals, other = rivals, other, own, place
        return self._starts[own, rivals] + place * len(self._own[rivals]) + other

    def state(self, index: Index) -> State | None:
        """Return the position with that index and White to move, as defined by `Endgames`."""
        start, own, rivals = self._blocks[bisect_right(self._blocks, index, key=_start) - 1]
        turned = self._turned[rivals]
        place, other = divmod(index - start, len(turned))
        white, white_kings = self._own[own][place]
        black, black_kings = turned[other]
        if white & black:
            return None
        return State(Position(white, black, white_kings | black_kings, white_to_move=True))


def _start(block: _Block) -> Index:
    return block.start


def _progress(pair: tuple[Force, Force]) -> tuple[int, int]:
    """Return how many pieces and how many men there are. No move raises either."""
    (own_men, own_kings), (men, kings) = pair
    return own_men + own_kings + men + kings, own_men + men


def _halves(cells: Bitboard, men: int, kings: int) -> Iterator[Half]:
    """Yield all halves of a force, as White sees them."""
    last = last_row(white=True)
    for standing in combinations([bit(cell) for cell in cells_of(cells)], men + kings):
        everything = sum(standing)
        for crowned in combinations(standing, kings):
            if not (everything ^ sum(crowned)) & last:
                yield everything, sum(crowned)


def _turned(half: Half) -> Half:
    """Return the half on the board turned by half."""
    everything, kings = half
    return _rotated(everything), _rotated(kings)


def _rotated(bits: Bitboard) -> Bitboard:
    last = len(BOARD.cells) - 1
    return sum(1 << last - cell for cell in cells_of(bits))


def _places(halves: Mapping[Force, Sequence[Half]]) -> Mapping[Half, tuple[Force, int]]:
    """Map halves to their force, and their place among the halves of that force."""
    return {
        half: (force, place) for force, group in halves.items() for place, half in enumerate(group)
    }

"""The captures of one piece: its single jumps, and the sequences they form."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from rules.games.draughts.directions import Way, ways
from rules.games.draughts.position import (
    BOARD,
    Bitboard,
    Position,
    bit,
    cells_of,
    last_row,
)
from rules.games.draughts.ruleset import RuleSet
from rules.geometry import Cell

__all__ = ["CaptureSearch", "Jump", "Sequences", "TooManyError"]

_IN_LABEL_ORDER: Final = {
    cell: place for place, cell in enumerate(sorted(BOARD.cells, key=BOARD.label))
}

Sequences: TypeAlias = Mapping[tuple[Cell, Bitboard], tuple[Cell, ...]]
"""By destination and captured pieces, the landing cells whose notation sorts first."""
_NONE: Final[Sequences] = {}


class Jump(NamedTuple):
    """One jump: its direction, the piece it takes, and the cells where it may land."""

    way: Way
    victim: Bitboard
    landings: Bitboard


class TooManyError(Exception):
    """There are more captures than the caller wants listed one by one."""


class CaptureSearch:
    """The captures of one piece in one position; only its caches change."""

    __slots__ = (
        "_known", "_last_row", "_most", "_occupied", "_rivals", "_rules", "is_king", "ways",
    )  # fmt: skip

    def __init__(
        self, rules: RuleSet, position: Position, origin: Cell, most: int | None = None
    ) -> None:
        """Stop the search after `most` ways to go on, where `onward` then raises TooManyError."""
        start = bit(origin)
        # The piece is moving, so the cell that it left counts as empty.
        self._occupied = (position.white | position.black) & ~start
        self._rivals = position.rivals
        self._rules = rules
        self._last_row = last_row(position.white_to_move)
        self._most = most
        self._known: dict[tuple[Cell, Bitboard, str], Sequences] = {}
        self.is_king = bool(position.kings & start)
        self.ways = ways(
            rules.king_directions if self.is_king else rules.man_directions,
            position.white_to_move,
        )

    def standing(self, captured: Bitboard) -> Bitboard:
        """Return the cells that are still occupied once these pieces have been captured."""
        return self._occupied & ~captured if self._rules.removed_at_once else self._occupied

    def jumps(self, cell: Cell, captured: Bitboard, came: Way | None) -> Iterator[Jump]:
        """Yield the jumps from a cell after these captures, the last one in direction `came`.

        The landings follow from the jump alone; see `landings` for the duty to go on.
        """
        occupied = self.standing(captured)
        prey = self._rivals & ~captured
        barred = came.opposite if came and self._rules.half_turn else ""
        for direction in self.ways:
            if direction.name == barred:
                continue
            if self.is_king:
                victim = direction.nearest(direction.rays[cell] & occupied)
                landings = direction.open_from(victim, occupied) if victim & prey else 0
            else:
                victim = direction.near[cell]
                landings = direction.after(victim) & ~occupied if victim & prey else 0
            if landings:
                yield Jump(direction, victim, landings)

    def landings(self, jump: Jump, captured: Bitboard) -> Mapping[Cell, Sequences]:
        """Map the possible landings to the ways to go on from there (none: the capture ends).

        `captured` does not yet include the jump's own victim.
        """
        taken = captured | jump.victim
        found = {cell: self.onward(cell, taken, jump.way) for cell in cells_of(jump.landings)}
        if self._rules.king_lands_to_go_on and any(found.values()):
            return {cell: further for cell, further in found.items() if further}
        return found

    def paths(
        self, cell: Cell, captured: Bitboard = 0, came: Way | None = None
    ) -> Iterator[tuple[tuple[Cell, ...], Bitboard]]:
        """Yield every path of a capture from a cell on, beginning with the cell, and all it takes.

        It ignores the duty to take the most pieces.
        """
        if not self.onward(cell, captured, came):
            yield (cell,), captured
            return
        for jump in self.jumps(cell, captured, came):
            for landing in self.landings(jump, captured):
                for path, taken in self.paths(landing, captured | jump.victim, jump.way):
                    yield (cell, *path), taken

    def onward(self, cell: Cell, captured: Bitboard, came: Way | None = None) -> Sequences:
        """Return every way to carry a capture on from a cell; empty if it ends there.

        Equal turns are found only once, and what follows from the same cell after the same captures
        is computed once. That keeps the search short unless many pieces can be captured in many
        orders; `majority` is for that case.
        """
        if came and not self.is_king and self._rules.crown_ends_move and bit(cell) & self._last_row:
            return _NONE
        key = (cell, captured, came.name if came else "")
        if key not in self._known:
            if self._most is not None and len(self._known) >= self._most:
                raise TooManyError
            self._known[key] = self._search(cell, captured, came)
        return self._known[key]

    def _search(self, cell: Cell, captured: Bitboard, came: Way | None) -> Sequences:
        branches = [
            (_IN_LABEL_ORDER[landing], landing, captured | jump.victim, further)
            for jump in self.jumps(cell, captured, came)
            for landing, further in self.landings(jump, captured).items()
        ]
        if not branches:
            return _NONE
        branches.sort()
        found: dict[tuple[Cell, Bitboard], tuple[Cell, ...]] = {}
        for _, landing, taken, further in branches:
            if not further:
                found.setdefault((landing, taken), (landing,))
            for end, path in further.items():
                found.setdefault(end, (landing, *path))
        return _most(found) if self._rules.majority else found


def _most(found: Sequences) -> Sequences:
    """Return only the sequences that take the most pieces."""
    if len(found) < 2:
        return found
    most = max(taken.bit_count() for _, taken in found)
    return {end: path for end, path in found.items() if end[1].bit_count() == most}

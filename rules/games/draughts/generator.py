"""Every distinct move of a position: tables of steps, and captures by `Hunt`."""

from typing import Final, NamedTuple, TypeAlias

from rules.games.draughts.captures import Hunt
from rules.games.draughts.position import (
    BOARD,
    EVERYWHERE,
    Bitboard,
    Move,
    Position,
    bit,
    cells_of,
)
from rules.games.draughts.ruleset import RuleSet
from rules.games.draughts.ways import Way, mirrored, way
from rules.geometry import Cell

__all__ = ["Generator"]


class _Step(NamedTuple):
    """One direction of one side's men, and by target cell the move that goes there."""

    one: Bitboard
    two: Bitboard
    up: int
    down: int
    moves: dict[Bitboard, Move]


class _Line(NamedTuple):
    """One ray of a king; `slides` and `behind` are keyed by the nearest piece on it, 0 for none."""

    mask: Bitboard
    ascending: bool
    slides: dict[Bitboard, tuple[Move, ...]]
    behind: dict[Bitboard, Bitboard]


_Steps: TypeAlias = tuple[_Step, ...]


class Generator:
    """The move generator of one rule set; it holds tables only and never changes."""

    __slots__ = ("_black_steps", "_lines", "_white_steps", "rules")

    def __init__(self, rules: RuleSet) -> None:
        self.rules: Final = rules
        self._white_steps: _Steps = tuple(_step(way(name)) for name in rules.man_directions)
        self._black_steps: _Steps = tuple(
            _step(way(mirrored(name))) for name in rules.man_directions
        )
        ways = [way(name) for name in rules.king_directions]
        self._lines = tuple(
            tuple(_line(cell, direction) for direction in ways if direction.rays[cell])
            for cell in BOARD.cells
        )

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Return every distinct move that the position allows."""
        white, black, kings, white_to_move = position
        if white_to_move:
            own, rivals, steps = white, black, self._white_steps
        else:
            own, rivals, steps = black, white, self._black_steps
        empty = EVERYWHERE ^ (white | black)
        men = own & ~kings
        quiet: list[Move] = []
        crowned = own & kings
        hunters = self._slide(crowned, rivals, empty, quiet) if crowned else 0
        if not (hunters and self.rules.king_first):
            for _, two, up, down, _ in steps:
                jumped = (men & two) << up >> down & rivals
                if jumped:
                    hunters |= (jumped << up >> down & empty) << 2 * down >> 2 * up
        if hunters:
            return self._captures(position, hunters)
        for one, _, up, down, moves in steps:
            targets = (men & one) << up >> down & empty
            while targets:
                target = targets & -targets
                quiet.append(moves[target])
                targets ^= target
        return tuple(quiet)

    def _slide(
        self, crowned: Bitboard, rivals: Bitboard, empty: Bitboard, quiet: list[Move]
    ) -> Bitboard:
        """Add the kings' quiet moves to `quiet`; return the kings that can capture instead."""
        occupied = EVERYWHERE ^ empty
        hunters = 0
        while crowned:
            king = crowned & -crowned
            crowned ^= king
            for mask, ascending, slides, behind in self._lines[king.bit_length() - 1]:
                blockers = mask & occupied
                nearest = blockers & -blockers if ascending else 1 << blockers.bit_length() >> 1
                if nearest & rivals and behind[nearest] & empty:
                    hunters |= king
                quiet += slides[nearest]
        return hunters

    def _captures(self, position: Position, hunters: Bitboard) -> tuple[Move, ...]:
        found = [
            Move((origin, *path), captured)
            for origin in cells_of(hunters)
            for (_, captured), path in Hunt(self.rules, position, origin).onward(origin, 0).items()
        ]
        if self.rules.majority:
            most = max(move.captured.bit_count() for move in found)
            found = [move for move in found if move.captured.bit_count() == most]
        return tuple(found)


def _step(direction: Way) -> _Step:
    moves = {
        direction.nearest(ray): Move((cell, *cells_of(direction.nearest(ray))))
        for cell, ray in zip(BOARD.cells, direction.rays, strict=True)
        if ray
    }
    return _Step(direction.one, direction.two, direction.up, direction.down, moves)


def _line(cell: Cell, direction: Way) -> _Line:
    ray = direction.rays[cell]
    blockers = [0, *(bit(other) for other in cells_of(ray))]
    slides = {
        blocker: tuple(
            Move((cell, target)) for target in cells_of(direction.open_from(bit(cell), blocker))
        )
        for blocker in blockers
    }
    behind = {blocker: direction.nearest(direction.ray(blocker)) for blocker in blockers}
    return _Line(ray, direction.up > 0, slides, behind)

"""The captures of kings that take the most pieces, found for all orders of capturing at once.

A search cell by cell meets the same captured pieces again and again: one king among sixteen pieces
can stand in a hundred thousand different ways on the road to its captures. Here each cell holds, by
the direction of the jump that ends on it, the sets of captured pieces with which the king can stand
there. They are one long integer, a truth table with a bit for each subset of the pieces that can be
captured, so one step moves the king with all of them: a victim's cell lets the subsets pass that
contain it, and capturing victim i moves each bit by 2**i. A forward pass finds everything that can
be reached, a backward pass finds what leads to the largest sets, and within that a walk in order of
notation finds each move's path.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from rules.games.draughts.directions import Way, ways
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
from rules.geometry import Cell

__all__ = ["longest_captures"]

Subset: TypeAlias = int
"""Captured pieces: bit i stands for victim i."""
Subsets: TypeAlias = int
"""A truth table over all subsets: bit s is 1 if subset s belongs to it."""
Line: TypeAlias = tuple[Cell, ...]
"""The cells of the board in one direction, one after another, from rim to rim."""
LineNumber: TypeAlias = tuple[int, int]
"""The number of a direction, and the number of a line in it."""

_ORDER: Final = {cell: place for place, cell in enumerate(sorted(BOARD.cells, key=BOARD.label))}
_NO_WAY: Final = -1
"""The direction of a king that hasn't jumped yet, so that it may jump in any."""


class _Stand(NamedTuple):
    """The king after a jump; stands are ordered by the notation of their landing cells."""

    order: int
    captured: Subset
    came: int
    """The number of the direction of the jump."""
    cell: Cell
    occupied: Bitboard


def longest_captures(rules: RuleSet, position: Position, kings: Bitboard) -> tuple[Move, ...]:
    """Return the moves of these kings that take the most pieces.

    They are sorted by origin and then by path; captured pieces leave the board at once. Empty if
    none of the kings can capture.
    """
    searches = [_Search(rules, position, origin) for origin in cells_of(kings)]
    most, found = 1, list[_Search]()
    for search in sorted(searches, key=lambda each: -len(each.victims)):
        if len(search.victims) < most or (taken := search.reach()) < most:
            continue
        found = [*found, search] if taken == most else [search]
        most = taken
    found.sort(key=lambda each: each.origin)
    return tuple(move for search in found for move in search.walk(most))


class _Search:
    """The captures of one king. Directions are given as numbers; tables are indexed by cell."""

    def __init__(self, rules: RuleSet, position: Position, origin: Cell) -> None:
        self.origin = origin
        self._ways = ways(rules.king_directions, position.white_to_move)
        self._lines = _lines(rules.king_directions, position.white_to_move)
        names = [way.name for way in self._ways]
        half_turn = rules.half_turn is not None
        self._before = tuple(
            tuple(n for n, came in enumerate(names) if not half_turn or came != way.opposite)
            for way in self._ways
        )
        """By the direction of a jump, the directions of the jumps that it can follow."""
        own = (position.white | position.black) & ~position.rivals & ~bit(origin)
        self._occupied = own | position.rivals
        prey = self._prey(own, position.rivals)
        self.victims: Mapping[Cell, int] = {cell: n for n, cell in enumerate(cells_of(prey))}
        """All pieces that could be captured, numbered."""
        self._numbers = {bit(cell): number for cell, number in self.victims.items()}
        self._blocked = frozenset(cells_of(self._occupied & ~prey))
        columns, self._by_size = _truth_tables(len(self.victims))
        self._passing = {cell: columns[number] for cell, number in self.victims.items()}
        """By a victim's cell, the subsets that contain the victim."""
        self._standing: list[list[Subsets]] = [[0] * len(BOARD.cells) for _ in self._ways]
        """By direction and cell, the captured pieces with which a jump can end there."""

    def reach(self) -> int:
        """Find everything that can be reached, and return the largest number of pieces captured."""
        waiting = set(self._crossing(self.origin, range(len(self._ways))))
        while waiting:
            way, number = waiting.pop()
            following = [n for n, before in enumerate(self._before) if way in before and n != way]
            for cell in self._advance(way, self._lines[way].lines[number]):
                waiting.update(self._crossing(cell, following))
        anything = 0
        for subsets in chain.from_iterable(self._standing):
            anything |= subsets
        sizes = range(len(self.victims), 0, -1)
        return next((size for size in sizes if anything & self._by_size[size]), 0)

    def walk(self, most: int) -> Iterator[Move]:
        """Yield the captures of this many pieces, by their first paths.

        If a stand was seen before, everything it leads to has already been found by a smaller path.
        """
        alive = self._alive(most)
        ends = self._ends(alive, most)
        tables = [[_as_bytes(subsets, len(self.victims)) for subsets in cells] for cells in alive]
        start = _Stand(0, 0, _NO_WAY, self.origin, self._occupied)
        trail: list[tuple[_Stand, Line]] = [(start, (self.origin,))]
        seen: set[tuple[Subset, int, Cell]] = set()
        while ends:
            stand, path = trail.pop()
            _, captured, came, cell, occupied = stand
            if len(path) > most:
                if (captured, cell) in ends:
                    ends.remove((captured, cell))
                    yield Move(path, self._occupied & ~occupied)
            elif (captured, came, cell) not in seen:
                seen.add((captured, came, cell))
                further = sorted(self._jumps(stand, tables), reverse=True)
                trail += [(after, (*path, after.cell)) for after in further]

    def _prey(self, own: Bitboard, rivals: Bitboard) -> Bitboard:
        """Return the rivals that could be captured if every order were possible.

        On both sides of such a piece there is a cell that is empty or can become empty.
        """
        prey, before = rivals, 0
        while prey != before:
            free, before, between = EVERYWHERE & ~own & ~rivals | prey, prey, 0
            for way in self._ways:
                ahead = (free & way.one) << way.up >> way.down
                between |= ahead & free << way.down >> way.up & way.one
            prey &= between
        return prey

    def _crossing(self, cell: Cell, directions: Iterable[int]) -> Iterator[LineNumber]:
        """Yield the lines through a cell in these directions."""
        for way in directions:
            yield way, self._lines[way].number_at[cell]

    def _advance(self, way: int, line: Line) -> list[Cell]:
        """Move the king along a line; return the cells where it can now stand with more subsets."""
        standing, victims = self._standing[way], self.victims
        sources = [self._standing[before] for before in self._before[way]]
        moving = landing = jumped = 0
        grown: list[Cell] = []
        for cell in line:
            if cell in self._blocked:
                moving = landing = jumped = 0
                continue
            landing |= jumped
            jumped = 0
            if cell in victims:
                landing &= self._passing[cell]
                passed = moving & self._passing[cell]
                jumped = (moving ^ passed) << (1 << victims[cell])
                moving = passed
            if landing and (more := standing[cell] | landing) != standing[cell]:
                standing[cell] = more
                grown.append(cell)
            for source in sources:
                if source[cell]:
                    moving |= source[cell]
            if cell == self.origin:
                moving |= 1
        return grown

    def _alive(self, most: int) -> list[list[Subsets]]:
        """Return the part of the stands that leads to a capture of this many pieces, or ends it."""
        alive = [[subsets & self._by_size[most] for subsets in cells] for cells in self._standing]
        leaving: list[list[Subsets]] = [[0] * len(BOARD.cells) for _ in self._ways]
        waiting = {
            (way, self._lines[way].number_at[cell])
            for way, cells in enumerate(alive)
            for cell in BOARD.cells
            if cells[cell]
        }
        while waiting:
            way, number = waiting.pop()
            for cell in self._retreat(self._lines[way].lines[number], alive[way], leaving[way]):
                for before in self._before[way]:
                    more = leaving[way][cell] & self._standing[before][cell] | alive[before][cell]
                    if more != alive[before][cell]:
                        alive[before][cell] = more
                        waiting.add((before, self._lines[before].number_at[cell]))
        return alive

    def _retreat(self, line: Line, alive: list[Subsets], leaving: list[Subsets]) -> Iterator[Cell]:
        """Move the king back along a line, from where it is alive to where it may have come from.

        Yields the cells from which it can leave with more subsets than were known, before going on.
        """
        moving = landed = jumping = 0
        for cell in reversed(line):
            if cell in self._blocked:
                moving = landed = jumping = 0
                continue
            moving |= jumping
            jumping = 0
            if cell in self.victims:
                passing = self._passing[cell]
                jumping = (landed & passing) >> (1 << self.victims[cell])
                moving &= passing
                landed &= passing
            if moving and (more := leaving[cell] | moving) != leaving[cell]:
                leaving[cell] = more
                yield cell
            landed |= alive[cell]

    def _ends(self, alive: list[list[Subsets]], most: int) -> set[tuple[Subset, Cell]]:
        """Return the cells where captures of this many pieces end, with the pieces captured."""
        ends: set[tuple[Subset, Cell]] = set()
        for cells in alive:
            for cell in BOARD.cells:
                rest = cells[cell] & self._by_size[most]
                while rest:
                    low = rest & -rest
                    ends.add((low.bit_length() - 1, cell))
                    rest ^= low
        return ends

    def _jumps(self, stand: _Stand, alive: Sequence[Sequence[bytes]]) -> Iterator[_Stand]:
        """Yield the stands after the jumps that keep the capture alive."""
        _, captured, came, cell, occupied = stand
        for number, way in enumerate(self._ways):
            if came != _NO_WAY and came not in self._before[number]:
                continue
            victim = way.nearest(way.rays[cell] & occupied)
            which = self._numbers.get(victim)
            if which is None:
                continue
            after = captured | 1 << which
            byte, mask = after >> 3, 1 << (after & 7)
            table = alive[number]
            for end in self._lines[number].beyond[victim]:
                if occupied & 1 << end:
                    break
                if table[end] and table[end][byte] & mask:
                    yield _Stand(_ORDER[end], after, number, end, occupied ^ victim)


class _Lines(NamedTuple):
    """The lines of one direction."""

    lines: tuple[Line, ...]
    number_at: tuple[int, ...]
    """By cell, the number of its line."""
    beyond: Mapping[Bitboard, Line]
    """By a piece's position, the cells after it."""


@cache
def _lines(directions: tuple[str, ...], white: bool) -> tuple[_Lines, ...]:
    """Return the lines of White's directions with these names, or their equivalents for Black."""
    found: list[_Lines] = []
    for way in ways(directions, white):
        ahead = {cell: _in_order(way, cell) for cell in BOARD.cells}
        starts = [cell for cell in BOARD.cells if not any(cell in ahead[c] for c in BOARD.cells)]
        lines = tuple((start, *ahead[start]) for start in starts)
        at = {cell: number for number, line in enumerate(lines) for cell in line}
        beyond = {bit(cell): ahead[cell] for cell in BOARD.cells}
        found.append(_Lines(lines, tuple(at[cell] for cell in BOARD.cells), beyond))
    return tuple(found)


def _in_order(way: Way, cell: Cell) -> Line:
    """Return the cells of a ray, nearest first."""
    ray = tuple(cells_of(way.rays[cell]))
    return ray if way.up else ray[::-1]


@cache
def _truth_tables(count: int) -> tuple[tuple[Subsets, ...], tuple[Subsets, ...]]:
    """Return, by victim, the subsets that contain it, and the subsets by size."""
    columns: tuple[Subsets, ...] = ()
    sizes: tuple[Subsets, ...] = (1,)
    for number in range(count):
        half = 1 << number
        columns = (*(column | column << half for column in columns), (1 << half) - 1 << half)
        sizes = tuple(
            without | with_it << half
            for without, with_it in zip((*sizes, 0), (0, *sizes), strict=True)
        )
    return columns, sizes


def _as_bytes(subsets: Subsets, count: int) -> bytes:
    """Return a truth table as bytes, whose bits are quick to look up; an empty one has no bytes."""
    return subsets.to_bytes((1 << count) // 8 + 1, "little") if subsets else b""

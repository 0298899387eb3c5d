"""The captures of kings that take the most pieces, found for all of them at once.

A search by cells meets the same captured pieces over and over: one king among sixteen pieces stands
in a hundred thousand different ways on the road to its captures. Here a node is a set of captured
pieces, with the pieces that can have been the last of them by direction of the jump; where the
capturing piece may stand follows from that. All nodes with the same number of captures are worked
on together, as lanes of 64 bits in long integers, so a step costs the same for one and for
thousands. Layer by layer the last one holds the longest captures; going back from it leaves the
nodes on the way to them, and among these a walk in order of notation finds each move's path.
"""

import sys
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

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

Node: TypeAlias = int
"""The captured pieces, and in the bits from 64 on the number of the cell that the king left."""
Lanes: TypeAlias = int
"""A bitboard for each node of a layer, that of the first in the lowest 64 bits."""

_ORDER: Final = {cell: place for place, cell in enumerate(sorted(BOARD.cells, key=BOARD.label))}
_LANE: Final = 64
_NO_WAY: Final = -1
"""The king has not jumped yet, so it may jump in any direction."""


@dataclass(slots=True)
class _Layer:
    """The nodes with one number of captures; `last` holds their last victims by direction."""

    nodes: tuple[Node, ...]
    last: tuple[Lanes, ...]
    every: Lanes
    """A 1 in each lane: what repeats a bitboard over all of them."""
    empty: Lanes
    standing: tuple[Lanes, ...]
    """By direction of the last jump, where the king may stand."""
    alive: dict[Node, list[Bitboard]] = field(default_factory=dict[Node, list[Bitboard]])
    """By direction, the victims of a next jump on the way to a longest capture."""


def longest_captures(rules: RuleSet, position: Position, kings: Bitboard) -> tuple[Move, ...]:
    """Return the moves of these kings that take the most pieces.

    They are in the order of origins and, for each, of their paths; captured pieces leave the board
    at once. Empty if none of the kings can capture.
    """
    search = _Search(rules, position)
    layers = [search.first(kings)]
    while (following := search.following(layers[-1])) is not None:
        layers.append(following)
    if len(layers) == 1:
        return ()
    for earlier, later in zip(layers[-2::-1], layers[:0:-1], strict=True):
        search.keep_alive(earlier, later, is_end=later is layers[-1])
    return tuple(
        move
        for origin in cells_of(kings)
        if origin << _LANE in layers[0].alive
        for move in search.walk(layers, origin)
    )


class _Search:
    """What stays the same while one position is searched."""

    def __init__(self, rules: RuleSet, position: Position) -> None:
        self._rivals = position.rivals
        self._others = (position.white | position.black) & ~position.rivals
        self._ways = ways(rules.king_directions, position.white_to_move)
        names = [way.name for way in self._ways]
        turning = [names.index(way.opposite) for way in self._ways]
        half_turn = rules.half_turn is not None
        self._after: tuple[tuple[int, ...], ...] = tuple(
            tuple(n for n in range(len(names)) if not half_turn or n != turning[way])
            for way in range(len(names))
        )
        """By direction, those in which the next jump may go."""

    def first(self, hunters: Bitboard) -> _Layer:
        """Return the layer without captures: every king on its own cell."""
        nodes = tuple(origin << _LANE for origin in cells_of(hunters))
        standing = _packed([bit(origin) for origin in cells_of(hunters)])
        return self._layer(nodes, (0,) * len(self._ways), (standing,))

    def following(self, layer: _Layer) -> _Layer | None:
        """Return the layer with one capture more, or None if nothing can be captured any more."""
        found: list[dict[Node, Bitboard]] = []
        for hits in self._hits(layer):
            last: dict[Node, Bitboard] = {}
            for node, victims in zip(layer.nodes, hits, strict=True):
                rest = victims
                while rest:
                    victim = rest & -rest
                    rest ^= victim
                    after = node | victim
                    last[after] = last.get(after, 0) | victim
            found.append(last)
        nodes = tuple(dict.fromkeys(node for last in found for node in last))
        if not nodes:
            return None
        return self._layer(
            nodes, tuple(_packed([last.get(node, 0) for node in nodes]) for last in found), ()
        )

    def keep_alive(self, layer: _Layer, later: _Layer, *, is_end: bool) -> None:
        """Note which jumps of the layer lead on to a longest capture."""
        for way, victims in enumerate(self._last_alive(later, is_end=is_end)):
            for node, bits in zip(later.nodes, victims, strict=True):
                rest = bits
                while rest:
                    victim = rest & -rest
                    rest ^= victim
                    jumps = layer.alive.get(node ^ victim)
                    if jumps is None:
                        jumps = layer.alive[node ^ victim] = [0] * len(self._ways)
                    jumps[way] |= victim

    def walk(self, layers: Sequence[_Layer], origin: Cell) -> Iterator[Move]:
        """Yield the longest captures of a king, each by the first of its paths.

        What a state leads to was found by a smaller path if the state was seen before.
        """
        ends = self._ends(layers[-1], origin)
        seen: set[tuple[Node, Cell, int]] = set()
        start = (origin << _LANE, origin, _NO_WAY, (origin,))
        trail: list[tuple[Node, Cell, int, tuple[Cell, ...]]] = [start]
        while ends:
            node, cell, came, path = trail.pop()
            if len(path) == len(layers):
                if (node, cell) in ends:
                    ends.remove((node, cell))
                    yield Move(path, node & EVERYWHERE)
                continue
            if (node, cell, came) in seen:
                continue
            seen.add((node, cell, came))
            if alive := layers[len(path) - 1].alive.get(node):
                for after, end, way in self._jumps(node, cell, came, alive):
                    if (after, end, way) not in seen:
                        trail.append((after, end, way, (*path, end)))

    def _ends(self, layer: _Layer, origin: Cell) -> set[tuple[Node, Cell]]:
        """Return where the longest captures of a king end, with what they have captured."""
        anywhere = 0
        for cells in layer.standing:
            anywhere |= cells
        boards = zip(layer.nodes, _unpacked(anywhere, len(layer.nodes)), strict=True)
        return {
            (node, cell)
            for node, cells in boards
            if node >> _LANE == origin
            for cell in cells_of(cells)
        }

    def _jumps(
        self, node: Node, cell: Cell, came: int, alive: Sequence[Bitboard]
    ) -> list[tuple[Node, Cell, int]]:
        """Return the jumps that keep a capture alive, in the reverse order of their landings."""
        occupied = self._occupied(node)
        found: list[tuple[int, Node, Cell, int]] = []
        for number in range(len(self._ways)) if came == _NO_WAY else self._after[came]:
            way = self._ways[number]
            victim = way.nearest(way.rays[cell] & occupied)
            if not victim & alive[number]:
                continue
            ends = way.open_from(victim, occupied)
            found += [(_ORDER[end], node | victim, end, number) for end in cells_of(ends)]
        found.sort(reverse=True)
        return [(after, end, number) for _, after, end, number in found]

    def _occupied(self, node: Node) -> Bitboard:
        """Return where pieces stand while the one of this node is on its way."""
        return self._others & ~bit(Cell(node >> _LANE)) | self._rivals & ~node

    def _layer(
        self, nodes: tuple[Node, ...], last: tuple[Lanes, ...], standing: tuple[Lanes, ...]
    ) -> _Layer:
        every = ((1 << _LANE * len(nodes)) - 1) // EVERYWHERE
        empty = EVERYWHERE * every ^ _packed(list(map(self._occupied, nodes)))
        if not standing:
            standing = tuple(
                _filled(way, _shifted(way, victims, every), empty, every)
                for way, victims in zip(self._ways, last, strict=True)
            )
        return _Layer(nodes, last, every, empty, standing)

    def _hits(self, layer: _Layer) -> Iterator[Sequence[Bitboard]]:
        """Yield for each direction the victims that each node can capture next."""
        every, empty = layer.every, layer.empty
        prey = self._rivals * every & ~empty
        for number, way in enumerate(self._ways):
            starts = 0
            for came, cells in enumerate(layer.standing):
                if not any(layer.last) or number in self._after[came]:
                    starts |= cells
            starts = _filled(way, starts, empty, every)
            hits = _shifted(way, starts, every) & prey & _shifted_back(way, empty, every)
            yield _unpacked(hits, len(layer.nodes))

    def _last_alive(self, layer: _Layer, *, is_end: bool) -> Iterator[Sequence[Bitboard]]:
        """Yield by direction the last victims from which a longest capture can go on, or ends."""
        count = len(layer.nodes)
        if is_end:
            yield from (_unpacked(last, count) for last in layer.last)
            return
        every, empty, none = layer.every, layer.empty, [0] * len(self._ways)
        alive = [layer.alive.get(node, none) for node in layer.nodes]
        starts: list[Lanes] = []
        for number, way in enumerate(self._ways):
            before = _shifted_back(way, _packed([jumps[number] for jumps in alive]), every) & empty
            starts.append(_filled_back(way, before, empty, every))
        for number, way in enumerate(self._ways):
            going = 0
            for following in self._after[number]:
                going |= starts[following]
            going = _filled_back(way, going & layer.standing[number], empty, every)
            yield _unpacked(_shifted_back(way, going, every) & layer.last[number], count)


def _packed(boards: Sequence[Bitboard]) -> Lanes:
    return int.from_bytes(array("Q", boards).tobytes(), sys.byteorder)


def _unpacked(lanes: Lanes, count: int) -> Sequence[Bitboard]:
    boards = array("Q")
    boards.frombytes(lanes.to_bytes(count * 8, sys.byteorder))
    return boards


def _shifted(way: Way, lanes: Lanes, every: Lanes) -> Lanes:
    """Return the cells next to these in the direction."""
    return (lanes & way.one * every) << way.up >> way.down


def _shifted_back(way: Way, lanes: Lanes, every: Lanes) -> Lanes:
    """Return the cells whose neighbours in the direction are these."""
    return lanes << way.down >> way.up & way.one * every


def _filled(way: Way, lanes: Lanes, empty: Lanes, every: Lanes) -> Lanes:
    """Return these cells and all that lie beyond them in the direction, up to the next piece."""
    through, up, down = empty & _shifted(way, EVERYWHERE * every, every), way.up, way.down
    for _ in range(3):
        lanes |= lanes << up >> down & through
        through &= through << up >> down
        up, down = up * 2, down * 2
    return lanes


def _filled_back(way: Way, lanes: Lanes, empty: Lanes, every: Lanes) -> Lanes:
    """Return these cells and all from which they are reached in the direction without a piece."""
    through, up, down = empty & way.one * every, way.up, way.down
    for _ in range(3):
        lanes |= lanes << down >> up & through
        through &= through << down >> up
        up, down = up * 2, down * 2
    return lanes

"""Every distinct move of a position: tables of steps, and captures by `CaptureSearch`."""

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from rules.games.draughts.captures import CaptureSearch, TooManyError
from rules.games.draughts.directions import Way, ways
from rules.games.draughts.majority import longest_captures
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

__all__ = ["Generator"]


_FEW: Final = 60
"""The most ways of a king to go on with which a search cell by cell finds the longest capture
faster."""
_MOST_WAYS: Final = 500
"""The most paths of one piece that are listed to find out what an abbreviation may mean."""
_LATEST: Final = 4
"""The number of positions whose moves are cached: one move asks for the legal moves, the turn
and the end."""
_REMEMBERED: Final = 64
"""The number of positions whose longest captures are cached."""


class _Step(NamedTuple):
    """One direction of one side's men, with the step or jump that leads to a target cell."""

    one: Bitboard
    up: int
    down: int
    moves: dict[Bitboard, Move]
    jumps: dict[Bitboard, Move]


class _Line(NamedTuple):
    """One ray of a king; the keys of `slides` and `behind` are the nearest piece, 0 for none."""

    mask: Bitboard
    ascending: bool
    slides: dict[Bitboard, tuple[Move, ...]]
    behind: dict[Bitboard, Bitboard]


_Steps: TypeAlias = tuple[_Step, ...]


class Generator:
    """The move generator of one rule set; only its caches change."""

    __slots__ = ("_black_steps", "_lines", "_longest", "_white_steps", "latest", "rules")

    def __init__(self, rules: RuleSet) -> None:
        self.rules: Final = rules
        # Each move needs the captures of its position several times: for parsing, checking and the
        # end.
        self._longest = lru_cache(_REMEMBERED)(partial(longest_captures, rules))
        self.latest: Final = lru_cache(_LATEST)(self.moves)
        """The same as `moves`, cached for the latest positions."""
        self._white_steps = tuple(map(_step, ways(rules.man_directions, True)))
        self._black_steps = tuple(map(_step, ways(rules.man_directions, False)))
        self._lines = tuple(
            tuple(_line(cell, way) for way in ways(rules.king_directions, True) if way.rays[cell])
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
        quiet: list[Move] = []
        crowned = own & kings
        hunters = self._slide(crowned, rivals, empty, quiet) if crowned else 0
        if hunters and self.rules.king_first:
            return self._search(position, hunters)
        men = own ^ crowned
        jumping: list[tuple[_Step, Bitboard]] = []
        for step in steps:
            one, up, down, _, _ = step
            jumped = (men & one) << up >> down & rivals & one
            if jumped and (landings := jumped << up >> down & empty):
                jumping.append((step, landings))
        if hunters or jumping:
            return self._captures(position, hunters, jumping)
        for one, up, down, moves, _ in steps:
            targets = (men & one) << up >> down & empty
            while targets:
                target = targets & -targets
                quiet.append(moves[target])
                targets ^= target
        return tuple(quiet)

    def writings(self, position: Position) -> Sequence[tuple[tuple[Cell, ...], Move]]:
        """Return every path of every move, or nothing if there are too many ways to capture."""
        moves = self.latest(position)
        if not moves or not moves[0].captured:
            return [(move.path, move) for move in moves]
        turns = {(move.path[0], move.path[-1], move.captured): move for move in moves}
        found = list[tuple[tuple[Cell, ...], Move]]()
        for origin in dict.fromkeys(move.path[0] for move in moves):
            search = CaptureSearch(self.rules, position, origin, _MOST_WAYS)
            try:
                paths = list(islice(search.paths(origin), _MOST_WAYS + 1))
            except TooManyError:
                return ()
            if len(paths) > _MOST_WAYS:
                return ()
            found += [
                (path, turns[turn])
                for path, captured in paths
                if (turn := (path[0], path[-1], captured)) in turns
            ]
        return found

    def count(self, position: Position) -> int:
        """Return the number of `moves`, without listing them if only men make plain moves."""
        white, black, kings, white_to_move = position
        if white_to_move:
            own, rivals, steps = white, black, self._white_steps
        else:
            own, rivals, steps = black, white, self._black_steps
        if own & kings:
            return len(self.moves(position))
        empty = EVERYWHERE ^ (white | black)
        quiet = jumps = reached = 0
        for one, up, down, _, _ in steps:
            ahead = (own & one) << up >> down
            landings = (ahead & rivals & one) << up >> down & empty
            if landings:
                jumps += landings.bit_count()
                reached |= landings
            quiet += (ahead & empty).bit_count()
        if not jumps:
            return quiet
        return len(self.moves(position)) if _can_jump(steps, reached, rivals, empty) else jumps

    def _slide(
        self, crowned: Bitboard, rivals: Bitboard, empty: Bitboard, quiet: list[Move]
    ) -> Bitboard:
        """Add the kings' plain moves to `quiet`; return the kings that can capture instead."""
        occupied = EVERYWHERE ^ empty
        hunters = 0
        while crowned:
            king = crowned & -crowned
            crowned ^= king
            for mask, ascending, slides, behind in self._lines[king.bit_length() - 1]:
                blockers = mask & occupied
                # The lowest or the highest bit, or nothing.
                nearest = blockers & -blockers if ascending else 1 << blockers.bit_length() >> 1
                if nearest & rivals and behind[nearest] & empty:
                    hunters |= king
                quiet += slides[nearest]
        return hunters

    def _captures(
        self, position: Position, kings: Bitboard, men: list[tuple[_Step, Bitboard]]
    ) -> tuple[Move, ...]:
        """Return the captures of these kings, and of the men whose first jumps land as given."""
        hunters, reached = kings, 0
        for (_, up, down, _, _), landings in men:
            # Two steps back from where they land.
            hunters |= landings << 2 * down >> 2 * up
            reached |= landings
        steps = self._white_steps if position.white_to_move else self._black_steps
        empty = EVERYWHERE ^ (position.white | position.black)
        if kings or _can_jump(steps, reached, position.rivals, empty):
            return self._search(position, hunters)
        return tuple(step.jumps[bit(cell)] for step, ends in men for cell in cells_of(ends))

    def _search(self, position: Position, hunters: Bitboard) -> tuple[Move, ...]:
        """Return the captures of these pieces, including sequences."""
        rules = self.rules
        found: list[Move] = []
        entangled = 0
        for origin in cells_of(hunters):
            king = position.kings & bit(origin)
            most = _FEW if rules.majority and king else None
            search = CaptureSearch(rules, position, origin, most)
            try:
                ends = search.onward(origin, 0)
            except TooManyError:
                entangled |= king
                continue
            found += [Move((origin, *path), captured) for (_, captured), path in ends.items()]
        if entangled:
            found += self._longest(position, entangled)
            found.sort(key=_origin)
        if rules.majority:
            most = max(move.captured.bit_count() for move in found)
            found = [move for move in found if move.captured.bit_count() == most]
        return tuple(found)


def _origin(move: Move) -> Cell:
    return move.path[0]


def _can_jump(steps: _Steps, men: Bitboard, rivals: Bitboard, empty: Bitboard) -> bool:
    """Return True if men on these cells could jump.

    Given the cells where first jumps land, it says whether any of them may go on: the cell that a
    man's jump has emptied lies behind it, where its next jump can't go.
    """
    for one, up, down, _, _ in steps:
        if ((men & one) << up >> down & rivals & one) << up >> down & empty:
            return True
    return False


def _step(way: Way) -> _Step:
    moves: dict[Bitboard, Move] = {}
    jumps: dict[Bitboard, Move] = {}
    for cell in cells_of(way.one):
        near = way.near[cell]
        moves[near] = Move((cell, *cells_of(near)))
        if far := way.after(near):
            jumps[far] = Move((cell, *cells_of(far)), near)
    return _Step(way.one, way.up, way.down, moves, jumps)


def _line(cell: Cell, way: Way) -> _Line:
    ray = way.rays[cell]
    pieces = [bit(other) for other in cells_of(ray)]
    slides = {
        blocker: tuple(Move((cell, end)) for end in cells_of(way.open_from(bit(cell), blocker)))
        for blocker in (0, *pieces)
    }
    behind = {blocker: way.after(blocker) for blocker in pieces}
    return _Line(ray, way.up > 0, slides, behind)

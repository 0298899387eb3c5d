"""The moves of a position, and what they lead to."""

from collections.abc import Iterator

from rules.games.rematch.captures import Capture
from rules.games.rematch.position import BOARD, RED, Move, Position, State
from rules.geometry import Cell
from rules.geometry.rays import rays

__all__ = ["apply", "is_step", "moves"]


def moves(position: Position) -> tuple[Move, ...]:
    """Return every move of the side that is due; none once a team is captured."""
    if position.captured:
        return ()
    due = position.due
    origins = [cell for cell in BOARD.cells if position.stacks[cell][-1:] == (due,)]
    captures = [Capture.of(position, origin) for origin in origins]
    jumping = tuple(move for c in captures for move in _sequences(c, (c.cell,)))
    if any(capture.must_go_on for capture in captures):
        return jumping
    return (*(step for origin in origins for step in _steps(position, origin)), *jumping)


def is_step(path: tuple[Cell, ...]) -> bool:
    """Tell whether the cells are those of a step: two neighbours."""
    return len(path) == 2 and any(path[1] == ray[0] for ray in rays(BOARD)[path[0]].values() if ray)


def apply(state: State, move: Move) -> State:
    """Return the state after the move, which is taken to be legal."""
    position, idle, plies = state
    capture = Capture.of(position, move.path[0])
    if is_step(move.path):
        capture = capture._replace(cell=move.path[1])
        idle += 1
    else:
        for landing in move.path[1:]:
            capture = capture.follow(landing)
        idle = 0
    colour = capture.colour
    moved = position.last if colour == RED else colour
    return State(Position(capture.board, colour != RED, moved), idle, plies + 1)


def _steps(position: Position, origin: Cell) -> Iterator[Move]:
    for ray in rays(BOARD)[origin].values():
        if ray and not position.stacks[ray[0]]:
            yield Move((origin, ray[0]))


def _sequences(capture: Capture, path: tuple[Cell, ...]) -> Iterator[Move]:
    """Yield every sequence of jumps that goes on from here, and the one that stops here."""
    if capture.jumped and not capture.must_go_on:
        yield Move(path)
    for jump in capture.jumps:
        yield from _sequences(capture.after(jump), (*path, jump.landing))

"""Short questions to a game of draughts, for tests that read like the rulebook."""

from rules.contract.core import AnyGame, AnyState
from rules.games.draughts.position import BOARD
from rules.geometry import Cell
from tests.rules.asking import after, broken_rule, ending, legal, played, refusal

__all__ = [
    "after",
    "broken_rule",
    "cell",
    "ending",
    "legal",
    "pieces",
    "played",
    "refusal",
    "wander",
]


def cell(label: str) -> Cell:
    """Return the cell of that name."""
    found = BOARD.find(label)
    assert found is not None
    return found


def pieces(game: AnyGame, state: AnyState) -> dict[str, str]:
    """Return, by cell, colour and name of each piece."""
    stacks = game.view(state).stacks
    return {
        BOARD.label(s.cell): f"{s.pieces[0].side} {s.pieces[0].kind.name.english()}" for s in stacks
    }


def wander(game: AnyGame, position: str, plies: int) -> AnyState:
    """Return a state after that many idle plies, none of which repeats a position."""
    start = game.position(position)
    seen = {start.position}
    trail = [start]
    while len(trail) <= plies:
        state = trail[-1]
        ways = (game.apply(state, move) for move in game.moves(state))
        fresh = next((way for way in ways if way.position not in seen and _idles(game, way)), None)
        if fresh is None:
            trail.pop()
        else:
            seen.add(fresh.position)
            trail.append(fresh)
    return trail[-1]


def _idles(game: AnyGame, state: AnyState) -> bool:
    return bool(state.history) and not any(move.captured for move in game.moves(state))

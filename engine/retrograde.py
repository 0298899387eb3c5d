"""The result of every position with few pieces, by retrograde analysis with numpy.

The rules list the moves of a position once. Then, ply by ply, a position is won in n if a move
leads to one that the rival loses in n - 1, and lost in n if every move leads to one that the rival
wins, the slowest in n - 1. What is left when nothing more can change is drawn.
"""

from array import array
from collections.abc import Callable
from itertools import chain, count
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rules.contract.core import AnyGame, AnyState
from rules.contract.endgames import Endgames, Stage

__all__ = ["LONGEST", "Codes", "Progress", "Solved", "analyse_backwards"]

# A code is one byte, and one more than the plies.
LONGEST: Final = 254
"""The most plies to the end that fit in a table."""
_LOST: Final = 1
"""The code of a position that is lost in 0 plies."""

Codes: TypeAlias = NDArray[np.uint8]
"""By index: 0 for a draw, or the plies to the end plus 1, which is even for a win."""

Progress: TypeAlias = Callable[[int, int], None]
"""Takes how many indices have been looked at, and how many there are."""


class Solved(NamedTuple):
    """All codes, and the number of the indices that belong to a position."""

    codes: Codes
    positions: int

    def __str__(self) -> str:
        won = int(np.count_nonzero((self.codes > 0) & (self.codes % 2 == 0)))
        lost = int(np.count_nonzero(self.codes % 2))
        drawn, longest = self.positions - won - lost, int(self.codes.max()) - 1
        return (
            f"{self.positions:,} positions, {won:,} won, {drawn:,} drawn and {lost:,} lost by the "
            f"side to move, in at most {longest} plies"
        )


class _Graph(NamedTuple):
    """Positions with at least one legal move, and where their moves lead."""

    positions: NDArray[np.int32]
    """Their indices."""
    firsts: NDArray[np.intp]
    """By position, the place of its first move in `after`."""
    after: NDArray[np.int32]
    """By move, the index of the position after it; `Endgames.size` if the rival has no piece."""


def analyse_backwards(game: AnyGame, endgames: Endgames, report: Progress | None = None) -> Solved:
    """Return the codes, by index.

    Draws that follow from what happened before, such as a repetition, are left aside; those that
    the position alone decides are not. Raises ArithmeticError if a win takes more than `LONGEST`
    plies.
    """
    codes = np.zeros(endgames.size + 1, np.uint8)
    codes[endgames.size] = _LOST
    positions = 0
    for stage in endgames.stages:
        graph, over = _graph(game, endgames, stage, codes)
        positions += len(graph.positions) + over
        _settle(codes, graph)
        if report:
            report(max(part.stop for part in stage), endgames.size)
    return Solved(codes[: endgames.size], positions)


def _graph(game: AnyGame, endgames: Endgames, stage: Stage, codes: Codes) -> tuple[_Graph, int]:
    """Return the moves of a stage, and the number of its positions without one.

    Enter the ones that are lost.
    """
    legal, apply, index_of, size = game.legal, game.apply, endgames.index, endgames.size
    positions, firsts, after = array("i"), array("q"), array("i")
    over = 0
    for index in chain.from_iterable(stage):
        state = endgames.state(index)
        if state is None:
            continue
        moves = legal(state)
        if moves:
            positions.append(index)
            firsts.append(len(after))
            for move in moves:
                leads_to = index_of(apply(state, move))
                after.append(size if leads_to is None else leads_to)
        else:
            over += 1
            if _is_lost(game, state):
                codes[index] = _LOST
    graph = _Graph(
        np.array(positions, np.int32), np.array(firsts, np.intp), np.array(after, np.int32)
    )
    return graph, over


def _is_lost(game: AnyGame, state: AnyState) -> bool:
    """Return True if a game that is over isn't drawn: then the side to move has lost."""
    outcome = game.outcome(state)
    assert outcome is not None, "no move is legal, yet the game goes on"
    return bool(outcome.winners)


def _settle(codes: Codes, graph: _Graph) -> None:
    """Enter the codes of a stage, ply by ply."""
    latest, idle = int(codes[graph.after].max(initial=0)), 0
    for plies in count(1):
        # Wins take odd numbers of plies and losses even ones, so the end shows only after two
        # without any, and after the last that follows from an earlier stage.
        if not graph.positions.size or (idle >= 2 and plies > latest):
            return
        if plies > LONGEST:
            raise ArithmeticError(f"a win takes more than {LONGEST} plies")
        reached = codes[graph.after]
        if plies % 2:
            decided = np.logical_or.reduceat(reached == plies, graph.firsts)
        else:
            escapes = (reached % 2 == 1) | (reached == 0) | (reached > plies)
            decided = ~np.logical_or.reduceat(escapes, graph.firsts)
        idle += 1
        if decided.any():
            codes[graph.positions[decided]] = plies + 1
            graph, idle = _without(graph, decided), 0


def _without(graph: _Graph, decided: NDArray[np.bool_]) -> _Graph:
    """Return the graph without the positions that are decided."""
    counts = np.diff(graph.firsts, append=graph.after.size)
    kept = ~decided
    lasts = np.cumsum(counts[kept])
    return _Graph(graph.positions[kept], lasts - counts[kept], graph.after[np.repeat(kept, counts)])

"""Counts the move sequences of a given length: the usual proof of a move generator."""

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from rules.contract.core import Game, M, S

__all__ = ["Counting", "divide", "perft"]


@runtime_checkable
class Counting(Protocol):
    """A game that can count its moves faster than it lists them."""

    def count(self, state: Any) -> int:  # noqa: ANN401 - whatever state the game has
        """Return the number of `moves` of the state."""
        ...


def perft(game: Game[S, M], state: S, depth: int) -> int:
    """Return the number of sequences of `depth` moves that the position allows.

    Each possible roll counts as a move. Draws by counting moves are ignored, and a sequence that
    ends early isn't counted.
    """
    moves, apply = game.moves, game.apply

    def listed(state: S) -> int:
        return len(moves(state))

    count: Callable[[S], int] = game.count if isinstance(game, Counting) else listed

    def below(state: S, depth: int) -> int:
        if depth == 2:
            return sum([count(apply(state, move)) for move in moves(state)])
        return sum([below(apply(state, move), depth - 1) for move in moves(state)])

    if depth < 2:
        return count(state) if depth == 1 else 1
    return below(state, depth)


def divide(game: Game[S, M], state: S, depth: int) -> dict[str, int]:
    """Count the sequences by the notation of their first move."""
    return {
        game.notate(move): perft(game, game.apply(state, move), depth - 1)
        for move in game.moves(state)
    }

"""Counting the games of a given length: the usual proof of a move generator."""

from rules.core import Game, M, S

__all__ = ["divide", "perft"]


def perft(game: Game[S, M], state: S, depth: int) -> int:
    """Return how many sequences of `depth` moves the position allows.

    Turns of chance count by their rolls. Draws by count are not looked at, and a sequence that
    ends early is not counted.
    """
    if depth <= 0:
        return 1
    moves = game.moves(state)
    if depth == 1:
        return len(moves)
    apply = game.apply
    return sum(perft(game, apply(state, move), depth - 1) for move in moves)


def divide(game: Game[S, M], state: S, depth: int) -> dict[str, int]:
    """Return, by first move in notation, how many of the sequences begin with it."""
    return {
        game.notate(move): perft(game, game.apply(state, move), depth - 1)
        for move in game.moves(state)
    }

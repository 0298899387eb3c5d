"""UCT with random playouts, for games that can't judge their positions.

Kocsis and Szepesvári, “Bandit based Monte-Carlo Planning” (2006). Rolls are sampled in the tree,
not averaged. Every team maximises its own result.
"""

from collections.abc import Sequence
from math import log, sqrt
from random import Random
from typing import Final

from engine.outlook import Outlook, TeamNumber, Value, deciding_side
from engine.search import Finding, Ranked
from rules.contract.core import AnyGame, AnyMove, AnyState

__all__ = ["play_out"]

# Near the square root of 2, as UCB1 has it.
_CURIOSITY: Final = 1.4
"""The weight of seldom tried moves, for results between -1 and 1."""
_LONGEST: Final = 1_000
"""Plies of a playout; if it hasn't ended by then, it counts as a draw."""


class _Node:
    """A position in the tree, with the results of its playouts by team."""

    __slots__ = ("children", "moves", "results", "team", "untried", "visits")

    def __init__(self, moves: Sequence[AnyMove], team: TeamNumber | None, teams: int) -> None:
        self.moves = moves
        self.team = team
        """The team to move, or None before a roll and once the game is over."""
        self.untried = list(moves)
        self.children: dict[AnyMove, _Node] = {}
        self.visits = 0
        self.results = [0.0] * teams

    def mean(self, team: TeamNumber) -> Value:
        return self.results[team] / self.visits


def play_out(
    game: AnyGame,
    state: AnyState,
    *,
    positions: int,
    seed: int,
    moves: Sequence[AnyMove] | None = None,
) -> Finding:
    """Return the findings of random playouts about the legal moves, or about these alone.

    It stops after the playout in which this many positions have been examined, and once every move
    has been tried. The same arguments give the same findings. Raises ValueError if no side is to
    move.
    """
    deciding_side(game, state)
    return _Tree(Outlook(game), Random(seed)).run(state, positions, moves)


class _Tree:
    def __init__(self, outlook: Outlook, chance: Random) -> None:
        self._outlook: Final = outlook
        self._game: Final = outlook.game
        self._chance: Final = chance
        self._teams: Final = len(outlook.game.spec.teams)
        self._seen = 0

    def run(self, state: AnyState, positions: int, moves: Sequence[AnyMove] | None) -> Finding:
        root = self._node(state, moves)
        while self._seen < positions or root.untried:
            self._grow(root, state)
        team = root.team
        assert team is not None
        best = sorted(root.children.items(), key=lambda child: -child[1].visits)
        ranking = tuple(Ranked(move, node.mean(team)) for move, node in best)
        return Finding(ranking, tuple(_line(best[0][0], best[0][1])), self._seen, 0)

    def _grow(self, root: _Node, state: AnyState) -> None:
        """Walk down the tree, add a node, play to the end, and record the result on the way."""
        node, path = root, [root]
        while node.moves:
            if node.team is None:
                move, fresh = self._chance.choice(node.moves), False
            elif node.untried:
                move, fresh = node.untried.pop(), True
            else:
                move, fresh = self._most_promising(node, node.team), False
            state = self._game.apply(state, move)
            if move not in node.children:
                node.children[move] = self._node(state)
            node = node.children[move]
            path.append(node)
            if fresh:
                break
        else:  # Nothing new was seen, yet a game whose whole rest is known must come to an end.
            self._seen += 1
        results = self._results(state, node.moves)
        for visited in path:
            visited.visits += 1
            for team, result in enumerate(results):
                visited.results[team] += result

    def _most_promising(self, node: _Node, team: TeamNumber) -> AnyMove:
        tries = log(node.visits)

        def promise(child: tuple[AnyMove, _Node]) -> Value:
            return child[1].mean(team) + _CURIOSITY * sqrt(tries / child[1].visits)

        return max(node.children.items(), key=promise)[0]

    def _node(self, state: AnyState, moves: Sequence[AnyMove] | None = None) -> _Node:
        self._seen += 1
        if moves is None:
            moves = self._game.legal(state)
        decides = bool(moves) and not self._outlook.is_chance(moves)
        node = _Node(moves, self._outlook.team_due(state) if decides else None, self._teams)
        self._chance.shuffle(node.untried)
        return node

    def _results(self, state: AnyState, moves: Sequence[AnyMove]) -> Sequence[Value]:
        """Return the result of a random playout from here, by team."""
        for _ in range(_LONGEST):
            if not moves:
                return [self._outlook.ended(state, team) for team in range(self._teams)]
            state = self._game.apply(state, self._chance.choice(moves))
            moves = self._game.legal(state)
            self._seen += 1
        return [0.0] * self._teams


def _line(move: AnyMove, node: _Node) -> list[AnyMove]:
    """Return the move and the most tried moves after it, up to the next roll."""
    line = [move]
    while node.team is not None and node.children:
        move, node = max(node.children.items(), key=lambda child: child[1].visits)
        line.append(move)
    return line

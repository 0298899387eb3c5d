"""UCT with the game's own judgement at its leaves, in as much CPU time as its rival takes.

It is the other common way to use a judgement, so it shows whether alpha-beta makes the most of it.
Kocsis and Szepesvári, “Bandit based Monte-Carlo Planning” (2006); for two teams without dice.
"""

from collections.abc import Sequence
from math import log, sqrt
from random import Random
from time import process_time
from typing import Final

from bench.contest import Player
from engine.outlook import Outlook, Value
from rules.contract.core import AnyGame, AnyMove, AnyState

__all__ = ["with_tree"]

_CURIOSITY: Final = 0.8
"""The weight of seldom tried moves, for values between -1 and 1."""


def with_tree(game: AnyGame, player: Player) -> tuple[Player, Player]:
    """Return the player, and a rival that thinks as long as the player's mean move so far takes.

    Forced moves count for neither.
    """
    spent: list[float] = []

    def timed(state: AnyState, seed: int) -> AnyMove:
        begin = process_time()
        move = player(state, seed)
        if len(game.legal(state)) > 1:
            spent.append(process_time() - begin)
        return move

    def rival(state: AnyState, seed: int) -> AnyMove:
        if not spent:
            timed(state, seed)
        return _Tree(game, Random(seed)).best(state, sum(spent) / max(1, len(spent)))

    return timed, rival


class _Node:
    """A position in the tree."""

    __slots__ = ("children", "state", "total", "untried", "visits", "wants_most")

    def __init__(self, state: AnyState, moves: Sequence[AnyMove], *, wants_most: bool) -> None:
        self.state = state
        self.untried = list(moves)
        self.wants_most = wants_most
        """True if the first team is to move."""
        self.children: list[tuple[AnyMove, _Node]] = []
        self.visits = 0
        self.total: Value = 0.0
        """The values of the leaves below it to the first team."""


class _Tree:
    def __init__(self, game: AnyGame, chance: Random) -> None:
        self._game: Final = game
        self._outlook: Final = Outlook(game)
        self._chance: Final = chance

    def best(self, state: AnyState, seconds: float) -> AnyMove:
        """Return the move that was tried most often in that CPU time; each is tried once."""
        begin = process_time()
        root, _ = self._examined(state)
        if len(root.untried) == 1:
            return root.untried[0]
        while root.untried or process_time() - begin < seconds:
            self._grow(root)
        return max(root.children, key=lambda child: child[1].visits)[0]

    def _examined(self, state: AnyState) -> tuple[_Node, Value]:
        """Return a node for the state, and its value to the first team."""
        moves = self._game.legal(state)
        if not moves:
            return _Node(state, (), wants_most=True), self._outlook.ended(state, 0)
        node = _Node(state, moves, wants_most=self._outlook.team_due(state) == 0)
        self._chance.shuffle(node.untried)
        return node, self._outlook.judged(state, 0)

    def _grow(self, root: _Node) -> None:
        """Walk down the tree, add a node, and record its value on the way."""
        node, path = root, [root]
        while node.children and not node.untried:
            node = _most_promising(node)
            path.append(node)
        if node.untried:
            move = node.untried.pop()
            leaf, value = self._examined(self._game.apply(node.state, move))
            node.children.append((move, leaf))
            path.append(leaf)
        else:
            value = self._outlook.ended(node.state, 0)
        for visited in path:
            visited.visits += 1
            visited.total += value


def _most_promising(node: _Node) -> _Node:
    tries, sign = log(node.visits), 1 if node.wants_most else -1

    def promise(child: tuple[AnyMove, _Node]) -> Value:
        visits = child[1].visits
        return sign * child[1].total / visits + _CURIOSITY * sqrt(tries / visits)

    return max(node.children, key=promise)[1]

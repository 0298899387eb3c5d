"""Puzzles: positions in which exactly one move forces something, proved by the rules alone.

The claim is a win within a number of own moves, or in a game with material a gain of two men that
stands after so many own moves and the captures that must follow. It is proved by trying every move
of the side to move against every reply, so nothing rests on a judgement of the position. Where a
table has the exact value of every position, the claim is the best play, by a clear difference.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, TypeAlias

from engine.exact import Table, exact_ranking
from rules.contract.capabilities import HasMaterial, RollsToStart
from rules.contract.core import AnyGame, AnyMove, AnyState, Dice, Side, Team

__all__ = [
    "BUDGET", "VERSION", "Claim", "Goal", "Proof", "Puzzle", "Solution", "Step", "TooLarge",
    "find_puzzle", "solution",
]  # fmt: skip

VERSION: Final = 1
"""The version of the search, which proofs name."""

BUDGET: Final = 60_000
"""The most positions that a search for one kind of claim may examine."""
_LONGEST: Final = 4
_FEWEST_MOVES: Final = 3
"""The fewest legal moves among which a person can search for the right one."""
_GAIN: Final = 2
"""The men that have to be gained; every other first move must gain less than half of them."""
_CLEAR: Final = 0.08
"""The points by which the best play must be better than every other."""
_EASE: Final = 60
"""The most own moves of a solution, over all its branches: where more keep the claim, there is
nothing to find."""


class Claim(Enum):
    """The kind of thing that the right move forces."""

    WIN = "win"
    GAIN = "gain"
    BEST = "best"
    """Nothing is forced, but the table says that it is the best play."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The claim of one side."""

    claim: Claim
    side: Side
    lead: int = 0
    """For a gain, the least lead in material that must be reached."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A claim that exactly one move of the side to move keeps."""

    goal: Goal
    moves: int
    """The number of own moves that it takes, the right one included: from 2 on, or 1 for the best
    play."""
    answer: str
    """The right move, in the notation of logs."""
    positions: int
    """The positions that the proof examined."""


@dataclass(frozen=True, slots=True)
class Step:
    """The play after a move that keeps the claim."""

    replies: tuple[str, ...] = ()
    """The defence that holds out longest, in the notation of logs: no reply after the last move."""
    then: "Solution | None" = None
    """The moves that keep the claim then, or None if it is reached."""


Solution: TypeAlias = Mapping[str, Step]
"""Every move that keeps the claim, in the notation of logs, with what follows it."""


class TooLarge(Exception):
    """The search needs more positions than it may examine."""


class Proof:
    """A search for what one side can force, which remembers what it has found."""

    def __init__(self, game: AnyGame, goal: Goal, budget: int = BUDGET) -> None:
        self.goal: Final = goal
        self.positions = 0
        """The positions examined so far."""
        self._game: Final = game
        # Asked once: what a game can do is looked up name by name.
        is_gain = goal.claim is Claim.GAIN
        self._material: Final = game if is_gain and isinstance(game, HasMaterial) else None
        self._team: Final[Team] = game.spec.team_of(goal.side)
        self._budget: Final = budget
        self._known: Final = dict[tuple[AnyState, int], bool]()

    def keeping(self, state: AnyState, moves: int) -> list[AnyMove]:
        """Return the own moves that keep the goal in reach of so many moves, this one included.

        Raises TooLarge.
        """
        return [
            move
            for move in self._game.legal(state)
            if self.forces(self._game.apply(state, move), moves - 1)
        ]

    def defence(self, state: AnyState, moves: int) -> AnyMove:
        """Return the reply that holds out longest, of these the first in notation.

        The caller makes sure that the rival is to move and that the claim is forced. Raises
        TooLarge.
        """

        def least(move: AnyMove) -> int:
            after = self._game.apply(state, move)
            return next((n for n in range(moves) if self.forces(after, n)), moves)

        replies = self._game.legal(state)
        return min(replies, key=lambda move: (-least(move), self._game.notate(move)))

    def forces(self, state: AnyState, moves: int) -> bool:
        """Return True if the goal is reached with so many own moves, whatever the rival does.

        Raises TooLarge.
        """
        key = (state, moves)
        if key not in self._known:
            self.positions += 1
            if self.positions > self._budget:
                raise TooLarge
            self._known[key] = self._search(state, moves)
        return self._known[key]

    def goes_on(self, legal: Sequence[AnyMove]) -> bool:
        """Return True if captures must follow before material can be compared."""
        if self._material is None:
            return False
        unquiet = self._material.judgement.unquiet
        return unquiet is not None and unquiet(legal)

    def is_due(self, state: AnyState) -> bool:
        """Return True if the side whose goal it is, or an ally, is to move."""
        return self._game.turn(state) in self._team

    def _search(self, state: AnyState, moves: int) -> bool:
        outcome = self._game.outcome(state)
        if outcome is not None:
            return outcome.winners == frozenset(self._team)
        legal = self._game.legal(state)
        if moves == 0 and not self.goes_on(legal):
            known, goal = self._material, self.goal
            return known is not None and _lead(self._game, known, state, goal.side) >= goal.lead
        if self.is_due(state):
            left = max(0, moves - 1)
            return any(self.forces(self._game.apply(state, move), left) for move in legal)
        return all(self.forces(self._game.apply(state, move), moves) for move in legal)


def lead(game: AnyGame, state: AnyState, side: Side) -> int:
    """Return by how much material one side leads the other; 0 in a game without material."""
    return _lead(game, game, state, side) if isinstance(game, HasMaterial) else 0


def _lead(game: AnyGame, known: HasMaterial, state: AnyState, side: Side) -> int:
    return sum(
        known.material(state, each.key) * (1 if each.key == side else -1)
        for each in game.spec.sides
    )


def find_puzzle(
    game: AnyGame, state: AnyState, budget: int = BUDGET, table: Table | None = None
) -> Puzzle | None:
    """Return the puzzle that a position holds, or None if it holds none or is too hard to prove.

    A win is looked for before a gain. Games of more than two teams have none, and games with dice
    have only those that the game's `table` of exact values tells.
    """
    turn = game.turn(state)
    if turn is None or isinstance(turn, Dice) or len(game.spec.teams) != 2:
        return None
    if len(game.legal(state)) < _FEWEST_MOVES:
        return None
    if isinstance(game, RollsToStart):
        return None if table is None else _best(game, state, Goal(Claim.BEST, turn), table)
    goals = [Goal(Claim.WIN, turn)]
    if isinstance(game, HasMaterial):
        goals.append(Goal(Claim.GAIN, turn, lead(game, state, turn) + _GAIN))
    for goal in goals:
        try:
            puzzle = _puzzle(game, state, goal, budget)
        except TooLarge:
            continue
        if puzzle is not None:
            return puzzle
    return None


def solution(game: AnyGame, state: AnyState, puzzle: Puzzle) -> Solution | None:
    """Return the solution of the puzzle that a position holds.

    None means that after the first moves so many keep the claim that there is nothing to find.
    """
    if puzzle.goal.claim is Claim.BEST:
        return {puzzle.answer: Step()}
    proof = Proof(game, puzzle.goal)
    try:
        found = _solution(game, proof, state, puzzle.moves)
    except TooLarge:
        return None
    return found if sum(1 for _ in _moves(found)) <= _EASE else None


def _solution(game: AnyGame, proof: Proof, state: AnyState, moves: int) -> Solution:
    """Return what keeps the goal in reach of so many own moves. Raises TooLarge."""
    found = dict[str, Step]()
    for move in proof.keeping(state, moves):
        if len(found) > _EASE:
            raise TooLarge
        after, replies, left = game.apply(state, move), list[str](), moves - 1
        while left and game.outcome(after) is None and not proof.is_due(after):
            reply = proof.defence(after, left)
            replies.append(game.notate(reply))
            after = game.apply(after, reply)
        is_over = not left or game.outcome(after) is not None
        then = None if is_over else _solution(game, proof, after, left)
        found[game.notate(move)] = Step(() if is_over else tuple(replies), then)
    return found


def _moves(found: Solution) -> Iterator[str]:
    for move, step in found.items():
        yield move
        yield from _moves(step.then or {})


def _best(game: AnyGame, state: AnyState, goal: Goal, table: Table) -> Puzzle | None:
    """Return the puzzle to find the best play, if it is clearly better than every other."""
    first, second = exact_ranking(game, state, table).ranking[:2]
    if first.value - second.value < _CLEAR:
        return None
    return Puzzle(goal, 1, game.notate(first.move), len(game.legal(state)))


def _puzzle(game: AnyGame, state: AnyState, goal: Goal, budget: int) -> Puzzle | None:
    """Return the puzzle with this goal and the fewest moves. Raises TooLarge."""
    proof = Proof(game, goal, budget)
    for moves in range(1, _LONGEST + 1):
        keeping = proof.keeping(state, moves)
        if not keeping:
            continue
        if len(keeping) > 1 or moves == 1:
            return None
        positions = proof.positions
        if goal.claim is Claim.GAIN:
            half = Proof(game, replace(goal, lead=goal.lead - _GAIN + 1), budget - positions)
            if len(half.keeping(state, moves)) > 1:
                return None
            positions += half.positions
        return Puzzle(goal, moves, game.notate(keeping[0]), positions)
    return None

"""The choice of a move by an opponent of some level."""

import hashlib
from dataclasses import dataclass
from enum import Enum
from math import exp
from random import Random

from engine.exact import Table, exact_ranking
from engine.levels import Level, errs_by_size
from engine.outlook import Value, deciding_side
from engine.playouts import play_out
from engine.search import Finding, Ranked, search
from rules.contract.capabilities import Judged
from rules.contract.core import AnyGame, AnyMove, AnyState

__all__ = ["Choice", "Method", "choose", "investigate", "seed_of"]


class Method(Enum):
    """The method of a choice."""

    EXACT = "exact"
    """From a table of the exact values."""
    SEARCH = "search"
    """By alpha-beta and the game's own judgement."""
    PLAYOUTS = "playouts"
    """By random playouts."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen move, and the reasons for it."""

    move: AnyMove
    value: Value
    """The result that the side to move may expect: 1 to win, -1 to lose, times the points that a
    game counts. It is below the best move's if the level is careless."""
    line: tuple[AnyMove, ...]
    """The likely course of play, beginning with this move, if it was examined."""
    ranking: tuple[Ranked, ...]
    """Every legal move, best first, as far as it was examined."""
    method: Method
    positions: int
    depth: int


def choose(
    game: AnyGame, state: AnyState, level: Level, seed: int, table: Table | None = None
) -> Choice:
    """Return the move that the level plays.

    `table` holds the exact values of the game with its options, if there is one. The same arguments
    give the same choice in every process. Raises ValueError if no side is to move.
    """
    # A level that doesn't mind worse moves needs the value of each, not only that it is worse.
    by_size = table is not None or errs_by_size(game)
    errs = level.error if by_size else level.carelessness
    spread = 2.0 * game.spec.highest_worth if errs else 0.0
    method, finding = investigate(game, state, level.positions(game), seed, table, spread=spread)
    tolerance = level.tolerance(game) if by_size else level.carelessness * _mean_loss(finding)
    picked = _picked(finding, tolerance, Random(seed))
    line = finding.line if picked is finding.ranking[0] else (picked.move,)
    return Choice(
        picked.move,
        picked.value,
        line,
        finding.ranking,
        method,
        finding.positions,
        finding.depth,
    )


def investigate(
    game: AnyGame,
    state: AnyState,
    positions: int,
    seed: int,
    table: Table | None = None,
    *,
    spread: Value = 0.0,
) -> tuple[Method, Finding]:
    """Return the findings of the best available method about a state.

    Moves that are worse than the best by less than `spread` are valued as deeply as the best.
    Raises ValueError if no side is to move.
    """
    deciding_side(game, state)
    if table:
        return Method.EXACT, exact_ranking(game, state, table)
    if isinstance(game, Judged):
        return Method.SEARCH, search(game, state, positions=positions, seed=seed, spread=spread)
    return Method.PLAYOUTS, play_out(game, state, positions=positions, seed=seed)


def seed_of(*parts: object) -> int:
    """Return a seed made from the parts, such as a table's number and its plies.

    The same parts give the same seed on every machine.
    """
    digest = hashlib.sha256("|".join(map(str, parts)).encode())
    return int.from_bytes(digest.digest()[:8], "big")


def _mean_loss(finding: Finding) -> Value:
    """Return the average loss of a move chosen at random."""
    values = [entry.value for entry in finding.ranking]
    return values[0] - sum(values) / len(values)


def _picked(finding: Finding, tolerance: Value, chance: Random) -> Ranked:
    """Return the best move or, with some tolerance, one that is nearly as good."""
    best = finding.ranking[0]
    if not tolerance:
        return best
    weights = [exp((entry.value - best.value) / tolerance) for entry in finding.ranking]
    return chance.choices(finding.ranking, weights)[0]

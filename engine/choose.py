"""The choice of a move by an opponent of some level."""

import hashlib
from dataclasses import dataclass
from enum import Enum
from math import exp
from random import Random

from engine.endgames import EndgameTable, endgame_finding
from engine.exact import AnyTable, Table, exact_ranking
from engine.levels import LEVELS, Strength, errs_by_size
from engine.outlook import Value, deciding_side
from engine.playouts import play_out
from engine.search import Finding, Ranked, glance, search
from rules.contract.capabilities import Judged
from rules.contract.core import AnyGame, AnyMove, AnyState

__all__ = ["Choice", "Method", "choose", "foreknown", "investigate", "seed_of"]


class Method(Enum):
    """The method of a choice."""

    EXACT = "exact"
    """From a table of the exact values."""
    ENDGAMES = "endgames"
    """From a table of endgames."""
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
    game counts. It is below the best move's if it errs on purpose."""
    line: tuple[AnyMove, ...]
    """The likely course of play, beginning with this move, if it was examined."""
    ranking: tuple[Ranked, ...]
    """The moves that were seen, best first: all legal ones unless some were overlooked."""
    method: Method
    positions: int
    depth: int


def choose(
    game: AnyGame, state: AnyState, strength: Strength, seed: int, table: AnyTable | None = None
) -> Choice:
    """Return the move that a level, or another strength, plays.

    `table` belongs to the game with its options, if there is one. The same arguments give the same
    choice in every process. Raises ValueError if no side is to move.
    """
    table = foreknown(strength, table)
    by_size = isinstance(table, Table) or errs_by_size(game)
    if not by_size and not strength.part:
        method, finding = _overlooking(game, state, strength.overlooks, seed)
        picked = finding.ranking[0]
    else:
        tolerance = strength.tolerance(game) if by_size else 0.0
        # Who doesn't mind worse moves needs the value of each, not only that it is worse.
        spread = 2.0 * game.spec.highest_worth if tolerance else 0.0
        positions = strength.positions(game)
        method, finding = investigate(game, state, positions, seed, table, spread=spread)
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


def foreknown(strength: Strength, table: AnyTable | None) -> AnyTable | None:
    """Return the table by which a strength plays: only the strongest knows endgames."""
    return None if isinstance(table, EndgameTable) and strength != LEVELS[-1] else table


def investigate(
    game: AnyGame,
    state: AnyState,
    positions: int,
    seed: int,
    table: AnyTable | None = None,
    *,
    spread: Value = 0.0,
    sees_ends: bool = False,
) -> tuple[Method, Finding]:
    """Return the findings of the best available method about a state.

    Moves that are worse than the best by less than `spread` are valued as deeply as the best.
    `sees_ends` is as for `search`.
    Raises ValueError if no side is to move.
    """
    deciding_side(game, state)
    if isinstance(table, Table):
        return Method.EXACT, exact_ranking(game, state, table)
    known = endgame_finding(game, state, table) if table else None
    if known is not None and known.ranking[0].value:
        return Method.ENDGAMES, known
    if isinstance(game, Judged):
        # Among moves that all draw, a search that doesn't know that finds the hardest to answer.
        foresight = table.foreseen if table and not known else None
        finding = search(
            game, state, positions=positions, seed=seed, spread=spread, foresight=foresight,
            sees_ends=sees_ends,
        )  # fmt: skip
        if known is None:
            return Method.SEARCH, finding
        return Method.ENDGAMES, _reordered(finding, known)
    return Method.PLAYOUTS, play_out(game, state, positions=positions, seed=seed)


def seed_of(*parts: object) -> int:
    """Return a seed made from the parts, such as a table's number and its plies.

    The same parts give the same seed on every machine.
    """
    digest = hashlib.sha256("|".join(map(str, parts)).encode())
    return int.from_bytes(digest.digest()[:8], "big")


def _reordered(finding: Finding, known: Finding) -> Finding:
    """Return the moves with the values that are known, and equal ones as the search ranked them."""
    values = dict(known.ranking)
    ranking = [Ranked(move, values[move]) for move, _ in finding.ranking]
    ranking.sort(key=lambda entry: -entry.value)
    first = ranking[0].move
    line = finding.line if first == finding.line[0] else (first,)
    return Finding(tuple(ranking), line, finding.positions, 0)


def _overlooking(game: AnyGame, state: AnyState, share: float, seed: int) -> tuple[Method, Finding]:
    """Return the findings about the moves that are seen: a move is, with the chance 1 - `share`."""
    deciding_side(game, state)
    chance, legal = Random(seed), game.legal(state)
    seen = [move for move in legal if chance.random() >= share] or [chance.choice(legal)]
    if isinstance(game, Judged):
        return Method.SEARCH, glance(game, state, chance.sample(seen, len(seen)))
    return Method.PLAYOUTS, play_out(game, state, positions=1, seed=seed, moves=seen)


def _picked(finding: Finding, tolerance: Value, chance: Random) -> Ranked:
    """Return the best move or, with some tolerance, one that is nearly as good."""
    best = finding.ranking[0]
    if not tolerance:
        return best
    weights = [exp((entry.value - best.value) / tolerance) for entry in finding.ranking]
    return chance.choices(finding.ranking, weights)[0]

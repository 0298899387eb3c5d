"""A second look at moves, where a search saw less far than the game then went."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.levels import LEVELS
from engine.outlook import JUDGED, Value
from engine.puzzles import Claim, Goal, Proof, TooLarge
from engine.report import MARKS, Mark, PlyReport, mark_of
from rules.contract.core import AnyGame, AnyState, Team
from rules.records.transcript import Turn

__all__ = ["FORCED", "in_hindsight"]

FORCED: Final = 4
"""The own moves after a move within which a forced win is looked for."""
_PART: Final = 4
"""The divisor of the positions that the strongest level examines for a move: so many are examined
for that in a whole game."""


def in_hindsight(
    game: AnyGame, turns: Sequence[Turn], plies: Sequence[PlyReport], winners: Team
) -> list[PlyReport]:
    """Return the reports, with a win for every move that is found to force one.

    That is a move after which the only rival had nothing but losses, and one that looks bad among
    the last moves of the team that won, if that can be proved.
    """
    proof = None
    if winners in game.spec.teams:
        budget = LEVELS[-1].positions(game) // _PART
        proof = Proof(game, Goal(Claim.WIN, min(winners)), budget)
    found: list[PlyReport] = []
    for turn, each in zip(reversed(turns), reversed(plies), strict=True):
        ply = _by_the_reply(game, each, found[-1]) if found else each
        is_late = len(found) < FORCED * len(game.spec.sides)
        if proof and is_late and ply.side in winners and _looks_bad(game, ply):
            ply = _lifted(ply, 1.0) if _forces(proof, turn.after) else ply
        found.append(ply)
    return found[::-1]


def _by_the_reply(game: AnyGame, ply: PlyReport, reply: PlyReport) -> PlyReport:
    """Return the report on a move with the value of the best reply, if that proves a win."""
    if ply.side is None or reply.side is None or len(game.spec.teams) > 2:
        return ply
    value = reply.value + reply.loss
    if reply.side not in game.spec.team_of(ply.side):
        value = -value
    return _lifted(ply, value) if value > JUDGED * game.spec.middle_worth else ply


def _lifted(ply: PlyReport, value: Value) -> PlyReport:
    """Return the report with this value, if it is higher."""
    if value <= ply.value:
        return ply
    return replace(ply, value=value, loss=max(0.0, ply.loss + ply.value - value))


def _looks_bad(game: AnyGame, ply: PlyReport) -> bool:
    return mark_of(ply.loss / game.spec.middle_worth, MARKS) is not Mark.NONE


def _forces(proof: Proof, after: AnyState) -> bool:
    """Return True if a move is proved to have forced a win; False if that takes too long."""
    try:
        return any(proof.forces(after, moves) for moves in range(FORCED + 1))
    except TooLarge:
        return False

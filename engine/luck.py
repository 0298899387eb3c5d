"""Errors and luck of a game by its table of exact values.

The value before a roll, the best value after it and the value of the play made give the luck of
the roll and the error of the play. Both differences telescope: all luck and all errors of a game,
with what an early end brought, add up to its result. The sums are of whole units, so they are
exact.
"""

from typing import Final

from engine.exact import UNITS, Table, exact_ranking, units_after
from engine.outlook import Outlook, Value
from engine.report import Mark, Marks, PlyReport, marked
from rules.core import AnyGame, AnyState, Dice, Roll
from rules.match import Match

__all__ = ["exact_plies"]

_MARKS: Final[Marks] = ((0.20, Mark.BLUNDER), (0.08, Mark.MISTAKE), (0.03, Mark.DUBIOUS))
"""In points."""


def exact_plies(match: Match, table: Table) -> tuple[tuple[PlyReport, ...], tuple[Value, ...]]:
    """Return the plies, and by team what an end that was not played out brought."""
    game, outlook = match.game, Outlook(match.game)
    states = (game.start(), *(ply.state for ply in match.plies))
    found: list[PlyReport] = []
    for number, (state, ply) in enumerate(zip(states, match.plies, strict=False), 1):
        after = ply.state
        if isinstance(ply.move, Roll):
            due = game.turn(after)
            if due is None or isinstance(due, Dice):
                found.append(PlyReport(number, None, ply.notation, 0.0, is_roll=True))
                continue
            team = outlook.number(due)
            value = _best_units(game, after, table, team)
            luck = (value - units_after(game, state, table, team)) / UNITS
            found.append(
                PlyReport(number, due, ply.notation, value / UNITS, luck=luck, is_roll=True)
            )
            continue
        assert ply.side is not None
        team = outlook.number(ply.side)
        best = exact_ranking(game, state, table)
        played = units_after(game, after, table, team)
        loss = (round(best.ranking[0].value * UNITS) - played) / UNITS
        report = PlyReport(number, ply.side, ply.notation, played / UNITS, loss)
        found.append(marked(game, report, best.line, _MARKS))
    return tuple(found), _settled(match, table, states[-1])


def _best_units(game: AnyGame, state: AnyState, table: Table, team: int) -> int:
    """Return what the team, whose side is due, has after its best move."""
    return max(
        units_after(game, game.apply(state, move), table, team) for move in game.legal(state)
    )


def _settled(match: Match, table: Table, last: AnyState) -> tuple[Value, ...]:
    """Return by team what the end brought beyond the value of the last position."""
    game, outlook = match.game, Outlook(match.game)
    outcome = match.outcome
    teams = range(len(game.spec.teams))
    if outcome is None:
        return tuple(0.0 for _ in teams)
    due = game.turn(last)
    if due is None or isinstance(due, Dice):
        values = [units_after(game, last, table, team) for team in teams]
    else:
        mover = outlook.number(due)
        best = _best_units(game, last, table, mover)
        values = [best if team == mover else -best for team in teams]
    return tuple(
        outlook.result(outcome, team) - value / UNITS
        for team, value in zip(teams, values, strict=True)
    )

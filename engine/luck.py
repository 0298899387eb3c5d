"""The errors and the luck in a game, by its table of exact values.

The value before a roll, the best value after it and the value of the play made give the luck of the
roll and the error of the play. Both differences telescope: all luck and all errors of a game, plus
the effect of an early end, add up to its result. The sums are of whole units, so they are exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.exact import UNITS, Table, exact_ranking, units_after
from engine.outlook import Outlook, Value
from engine.report import EXACT_MARKS, PlyReport, Report, marked
from rules.contract.core import AnyGame, AnyState, Dice
from rules.records.transcript import Ending, Turn

__all__ = ["Shares", "exact_plies", "settled_early", "shares"]


@dataclass(frozen=True, slots=True)
class Shares:
    """The result of a game for its first team, as shares in units that add up to it."""

    skill: int
    """The points that the other team's errors gave away, less its own errors' points."""
    luck: int
    """The luck of its own rolls, less the luck of the other team's."""
    settled: int
    """The points gained by an end that wasn't played out."""

    @property
    def result(self) -> int:
        """The result of the game."""
        return self.skill + self.luck + self.settled


def shares(game: AnyGame, report: Report) -> Shares:
    """Return the shares in the result of a game that is over, by a report with exact figures."""
    skill = luck = 0
    for side in report.sides:
        sign = 1 if side.side in game.spec.teams[0] else -1
        skill -= sign * round(side.loss * UNITS)
        luck += sign * round(side.luck * UNITS)
    return Shares(skill, luck, round(report.settled[0] * UNITS))


def exact_plies(game: AnyGame, turns: Sequence[Turn], table: Table) -> tuple[PlyReport, ...]:
    """Return the report on turns and rolls."""
    outlook = Outlook(game)
    found: list[PlyReport] = []
    for number, turn in enumerate(turns, 1):
        if turn.side is None:
            found.append(_roll(game, outlook, number, turn, table))
            continue
        team = outlook.number(turn.side)
        best = exact_ranking(game, turn.before, table)
        played = units_after(game, turn.after, table, team)
        loss = (round(best.ranking[0].value * UNITS) - played) / UNITS
        report = PlyReport(number, turn.side, turn.text, played / UNITS, loss)
        found.append(marked(game, report, best.line, EXACT_MARKS))
    return tuple(found)


def settled_early(
    game: AnyGame, state: AnyState, ending: Ending | None, table: Table
) -> tuple[Value, ...]:
    """Return, by team, the effect of the end beyond the value of the last position."""
    outlook = Outlook(game)
    teams = range(len(game.spec.teams))
    if ending is None:
        return tuple(0.0 for _ in teams)
    due = game.turn(state)
    if due is None or isinstance(due, Dice):
        values = [units_after(game, state, table, team) for team in teams]
    else:
        mover = outlook.number(due)
        best = _best_units(game, state, table, mover)
        values = [best if team == mover else -best for team in teams]
    return tuple(
        outlook.result(*ending, team) - value / UNITS
        for team, value in zip(teams, values, strict=True)
    )


def _roll(game: AnyGame, outlook: Outlook, number: int, turn: Turn, table: Table) -> PlyReport:
    """Return the report on a roll; its luck belongs to the side that then plays it."""
    due = game.turn(turn.after)
    if due is None or isinstance(due, Dice):
        return PlyReport(number, None, turn.text, 0.0, is_roll=True)
    team = outlook.number(due)
    value = _best_units(game, turn.after, table, team)
    luck = (value - units_after(game, turn.before, table, team)) / UNITS
    return PlyReport(number, due, turn.text, value / UNITS, luck=luck, is_roll=True)


def _best_units(game: AnyGame, state: AnyState, table: Table, team: int) -> int:
    """Return the value of the team, whose side is to move, after its best move."""
    return max(
        units_after(game, game.apply(state, move), table, team) for move in game.legal(state)
    )

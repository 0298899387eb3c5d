"""The verdict of a table of endgames on a game that can't be played to its end."""

from dataclasses import dataclass

from engine.endgames import EndgameTable, line_of_play
from engine.outlook import Outlook
from rules.contract.core import AnyGame, AnyMove, AnyState, Team

__all__ = ["Verdict", "verdict"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of best play on both sides."""

    winners: Team
    """Empty in a draw."""
    line: tuple[AnyMove, ...]
    """Best play to the end of the game."""
    is_sure: bool
    """True if the game ends like that when the line is played by all rules, given its past;
    otherwise a draw by rule, such as by repetition, may come before."""


def verdict(game: AnyGame, state: AnyState, table: EndgameTable) -> Verdict | None:
    """Return the verdict on a state that brings its past with it.

    None if the game is over or the table doesn't hold the position.
    """
    if game.outcome(state) is not None or (foreseen := table.foreseen(state)) is None:
        return None
    due = Outlook(game).team_due(state)
    winners: Team = frozenset()
    if foreseen.result:
        winners = game.spec.teams[due if foreseen.result > 0 else 1 - due]
    line, outcome = line_of_play(game, state, table)
    return Verdict(winners, line, outcome is not None and outcome.winners == winners)

"""A report on a game: what every move cost, what every roll was worth, and where it turned.

With a table of exact values the figures are exact. Otherwise they are what a search makes of each
position.
"""

from collections.abc import Sequence
from typing import Final

from engine.choose import Method, investigate, seed_of
from engine.exact import Table
from engine.levels import Level
from engine.luck import exact_plies
from engine.outlook import Outlook
from engine.report import Mark, Marks, PlyReport, Report, SideReport, marked
from engine.search import value_of_move
from rules.abilities import Judged
from rules.core import AnyGame
from rules.match import Match

__all__ = ["analyse"]

_MARKS: Final[Marks] = ((0.40, Mark.BLUNDER), (0.20, Mark.MISTAKE), (0.10, Mark.DUBIOUS))
"""Half of the loss is the winning chance: 20, 10 and 5 %."""
_LOOKS: Final = 4
"""How many times the positions of the level a move that was played may take to be valued."""


def analyse(match: Match, level: Level, table: Table | None = None) -> Report:
    """Return the report on a match, looking at each position as the level does.

    `table` holds the exact values of the game, if there is one. The same arguments lead to the same
    report in every process.
    """
    if table:
        plies, settled = exact_plies(match, table)
    else:
        plies, settled = _searched_plies(match, level), ()
    outlook = Outlook(match.game)
    outcome = match.outcome
    teams = range(len(match.game.spec.teams))
    return Report(
        _method(match.game, table).value,
        plies,
        _by_side(match.game, plies),
        tuple(outlook.result(outcome, team) for team in teams) if outcome else (),
        settled or tuple(0.0 for _ in teams),
        _turning_point(match, plies),
    )


def _method(game: AnyGame, table: Table | None) -> Method:
    if table:
        return Method.EXACT
    return Method.SEARCH if isinstance(game, Judged) else Method.PLAYOUTS


def _searched_plies(match: Match, level: Level) -> tuple[PlyReport, ...]:
    game = match.game
    positions = level.positions(game)
    found: list[PlyReport] = []
    states = (game.start(), *(ply.state for ply in match.plies))
    for number, (state, ply) in enumerate(zip(states, match.plies, strict=False), 1):
        if ply.side is None:
            found.append(PlyReport(number, None, ply.notation, 0.0, is_roll=True))
            continue
        _, finding = investigate(game, state, positions, seed_of("analysis", number))
        best = played = finding.ranking[0].value
        if ply.move != finding.ranking[0].move:
            played = value_of_move(game, state, ply.move, finding, positions=_LOOKS * positions)
        report = PlyReport(number, ply.side, ply.notation, played, best - played)
        found.append(marked(game, report, finding.line, _MARKS))
    return tuple(found)


def _by_side(game: AnyGame, plies: Sequence[PlyReport]) -> tuple[SideReport, ...]:
    return tuple(
        SideReport(
            side.key,
            sum(1 for ply in plies if ply.side == side.key and not ply.is_roll),
            sum(ply.loss for ply in plies if ply.side == side.key),
            sum(ply.luck for ply in plies if ply.side == side.key),
        )
        for side in game.spec.sides
    )


def _turning_point(match: Match, plies: Sequence[PlyReport]) -> int | None:
    """Return the first ply from which on the winners were never again level or behind."""
    outcome = match.outcome
    if outcome is None or not outcome.winners:
        return None
    turned: int | None = None
    for ply in plies:
        if ply.side is None:
            continue
        ahead = ply.value > 0 if ply.side in outcome.winners else ply.value < 0
        if not ahead:
            turned = None
        elif turned is None:
            turned = ply.number
    return turned

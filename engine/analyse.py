"""A report on a game: the cost of every move, the value of every roll, and the turning point.

With a table of exact values, the figures are exact. Otherwise, a search estimates each position.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from engine.choose import Method, investigate, seed_of
from engine.endgames import EndgameTable, line_of_play
from engine.exact import AnyTable, Table
from engine.hindsight import in_hindsight
from engine.levels import Level
from engine.luck import exact_plies, settled_early
from engine.outlook import Outlook, Value
from engine.report import MARKS, PlyReport, Report, SideReport, marked
from engine.search import Finding, value_of_move
from engine.why import explained
from rules.contract.capabilities import Judged
from rules.contract.core import AnyGame, AnyMove, Side, Team
from rules.records.transcript import Ending, Transcript, Turn

__all__ = ["analyse"]

_LEAD: Final = 0.1
"""The share of a win from which on a person is ahead: 55 % of the chances."""
_LOOKS: Final = 4
"""The budget for valuing the move that was played, as a multiple of the level's positions."""


def analyse(transcript: Transcript, level: Level, table: AnyTable | None = None) -> Report:
    """Return the report on a game, examining each position as the level does.

    `table` belongs to the game with its options, if there is one. The same arguments give the same
    report in every process. Raises RulesError if the transcript breaks a rule.
    """
    game, turns, ending = transcript.game, transcript.turns(), transcript.ending()
    outlook = Outlook(game)
    teams = range(len(game.spec.teams))
    if isinstance(table, Table):
        found = exact_plies(game, turns, table)
        plies = tuple(explained(game, *each) for each in zip(turns, found, strict=True))
        last = turns[-1].after if turns else game.start()
        settled = settled_early(game, last, ending, table)
    else:
        winners = ending.winners if ending else frozenset[Side]()
        plies = _searched_plies(game, turns, winners, level, table)
        settled = tuple(0.0 for _ in teams)
    return Report(
        _method(game, table).value,
        plies,
        _by_side(game, plies),
        tuple(outlook.result(*ending, team) for team in teams) if ending else (),
        settled,
        _turning_point(game, ending, plies),
    )


def _method(game: AnyGame, table: AnyTable | None) -> Method:
    if isinstance(table, Table):
        return Method.EXACT
    return Method.SEARCH if isinstance(game, Judged) else Method.PLAYOUTS


def _searched_plies(
    game: AnyGame,
    turns: Sequence[Turn],
    winners: Team,
    level: Level,
    table: EndgameTable | None,
) -> tuple[PlyReport, ...]:
    positions = level.positions(game)
    found, lines = list[PlyReport](), list[Sequence[AnyMove]]()
    for number, turn in enumerate(turns, 1):
        if turn.side is None:
            found.append(PlyReport(number, None, turn.text, 0.0, is_roll=True))
            lines.append(())
            continue
        seed = seed_of("analysis", number)
        method, finding = investigate(game, turn.before, positions, seed, table, sees_ends=True)
        best = finding.ranking[0].value
        played = _value_played(game, turn, finding, positions, table)
        report = PlyReport(number, turn.side, turn.text, played, max(0.0, best - played))
        if table and method is Method.ENDGAMES and best > 0 >= played:
            report = replace(report, missed=_win_within(game, turn, table))
        found.append(report)
        lines.append(finding.line)
    found = in_hindsight(game, turns, found, winners)
    plies = [
        marked(game, report, line, MARKS, game.spec.middle_worth)
        for report, line in zip(found, lines, strict=True)
    ]
    if plies and plies[-1].mark and isinstance(game.turn(turns[-1].after), str):
        seed = seed_of("analysis", len(turns) + 1)
        _, finding = investigate(game, turns[-1].after, positions, seed, table, sees_ends=True)
        lines.append(finding.line)
    else:
        lines.append(())
    return tuple(map(partial(explained, game), turns, plies, lines[1:]))


def _value_played(
    game: AnyGame,
    turn: Turn,
    finding: Finding,
    positions: int,
    table: EndgameTable | None,
) -> Value:
    """Return the value of the move that was played; after the end of a game it is the result."""
    if not game.legal(turn.after):
        outlook = Outlook(game)
        return outlook.ended(turn.after, outlook.team_due(turn.before))
    if turn.move == finding.ranking[0].move:
        return finding.ranking[0].value
    foresight, most = table.foreseen if table else None, _LOOKS * positions
    return value_of_move(
        game, turn.before, turn.move, finding, positions=most, foresight=foresight, sees_ends=True
    )


def _win_within(game: AnyGame, turn: Turn, table: EndgameTable) -> int:
    """Return the moves in which the side to move wins by all rules; 0 if the game is drawn before.

    The position is a win by the table.
    """
    line, outcome = line_of_play(game, turn.before, table)
    return (len(line) + 1) // 2 if outcome and outcome.winners else 0


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


def _turning_point(game: AnyGame, ending: Ending | None, plies: Sequence[PlyReport]) -> int | None:
    """Return the first ply after which the winners kept a lead, if they had any to keep."""
    if ending is None or not ending.winners:
        return None
    turned: int | None = None
    for ply in plies:
        if ply.side is None:
            continue
        value = ply.value if ply.side in ending.winners else -ply.value
        if value <= _LEAD * game.spec.middle_worth:
            turned = None
        elif turned is None:
            turned = ply.number
    return turned

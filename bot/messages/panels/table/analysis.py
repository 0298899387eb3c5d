"""A report on a game that is over: in sentences, with the course of the game as a picture."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import CustomId, for_position, for_study
from bot.messages.controls.message import Button, Message, Picture, Row, Style
from bot.messages.controls.verbs import Verb
from bot.messages.words import sentences
from bot.messages.words.locale import DEFAULT, locale_of
from bot.messages.words.sides import player_of
from bot.messages.words.text import NOTHING, lines
from bot.model.study import Study
from bot.model.table import Table
from engine.outlook import Outlook
from engine.reason_words import because
from engine.report import PlyReport, Report
from engine.report_words import figure, marked_moves, said, turn_number, worst
from render.chart import Chart, Curve, chart_picture
from rules.contract.core import AnyGame, Seat
from rules.contract.sentence import Notation, Sentence, each_of, say, say_n
from rules.geometry import Point
from rules.match.rounds import round_of

__all__ = ["analysis", "course", "learners"]

_FIGURES: Final = 8
"""The number of figures that the description of the curve has besides the last one."""
_MARKED: Final = 6
"""The number of moves that are listed one by one."""
_LEARNED: Final = 6
"""The most mistakes that a person learns from: the worst, in the order of play."""
_ROOM: Final = 1350
"""The most characters of the text in English. A language that is 40 % longer has room for them
within Discord's 2000."""


def analysis(
    table: Table,
    report: Report,
    *,
    private: bool,
    seat: Seat | None = None,
    study: Study | None = None,
) -> Message:
    """Return the report on a table's game; `seat` is the asking person's.

    A private one leads to the mistakes, without saying what was better, and to every position, and
    can be shown to all, with the answers, unless it is on the game of a `study`.
    """
    game = table.started.game
    name = partial(player_of, table)
    told = [(each, NOTHING) for each in said(game, report, name)]
    marked = marked_moves(game, report, _MARKED, name, answers=not private)
    if marked:
        told.append((say_n("Costliest move:", "Costliest moves:", len(marked)), NOTHING))
    for move, ply in zip(marked, worst(report, _MARKED), strict=True):
        why = because(game, report, ply, name, answers=not private)
        told.append((say("- {move}", move=move), say("  - {why}", why=why) if why else NOTHING))
    text = lines(sentences.terms_line(table), *_fitting(told))
    picture = _picture(table, report)
    return Message(text, picture, (_ways(table, report, seat, study),) if private else ())


def _fitting(told: Sequence[tuple[Sentence, Sentence]]) -> Iterator[Sentence]:
    """Yield the lines that fit, then the second lines of pairs while there is room."""
    room, kept = _ROOM, list[tuple[Sentence, Sentence]]()
    for first, second in told:
        room -= _length(first)
        if room > 0:
            kept.append((first, second))
    for first, second in kept:
        yield first
        if second != NOTHING and _length(second) < room:
            room -= _length(second)
            yield second


def _length(sentence: Sentence) -> int:
    return len(locale_of(DEFAULT).message(sentence)) + 1


def learners(table: Table, report: Report, seat: Seat | None) -> Sequence[PlyReport]:
    """Return the worst mistakes of a seat, or of everyone, in the order of play."""
    sides = None if seat is None else table.started.seating[seat]
    return worst(report, _LEARNED, sides)


def _ways(table: Table, report: Report, seat: Seat | None, study: Study | None) -> Row:
    """Return the buttons of a private report."""

    def leads(verb: Verb) -> CustomId:
        return for_study(verb, study.id, study.at(0)) if study else for_position(verb, table)

    found = len(learners(table, report, seat))
    label = say("Mistakes ({count})", count=found)
    row = [Button(label, leads(verbs.LEARN), Style.PRIMARY)] if found else []
    row.append(Button(say("Explore the game"), leads(verbs.EXPLORE)))
    if study is None:
        row.append(Button(say("Share"), leads(verbs.SHOW_ANALYSIS)))
    return row


def _picture(table: Table, report: Report) -> Picture | None:
    chart = course(table.started.game, report)
    if chart is None:
        return None
    return Picture(partial(chart_picture, chart), _alt(table, report))


def _alt(table: Table, report: Report) -> Sentence:
    """Return the curve in words: what the first side could expect after its moves.

    From when on the winner was ahead stands above the picture.
    """
    spec = table.started.game.spec
    first = player_of(table, next(side.key for side in spec.sides if side.key in spec.teams[0]))
    moves = round_of(sum(not ply.is_roll for ply in report.plies) - 1, len(spec.teams))
    figures = each_of(_figures(table.started.game, report))
    return say(
        "{side}'s chances over {moves} moves: {figures}.",
        side=first, moves=moves, figures=figures,
    )  # fmt: skip


def _figures(game: AnyGame, report: Report) -> list[Sentence]:
    """Return what the first team could expect after some of its own moves, and after the last.

    A figure after a rival's answer would hide what the own move had cost.
    """
    outlook, teams = Outlook(game), len(game.spec.teams)
    moves = [ply for ply in report.plies if ply.side is not None and not ply.is_roll]
    own = [ply for ply in moves if _team(outlook, ply) == 0] or moves
    found = [(round_of(turn_number(report, ply.number), teams), ply) for ply in own]
    step = -(-len(found) // _FIGURES)
    shown = [*found[step - 1 :: step]] if step else []
    if found[-1:] and shown[-1:] != found[-1:]:
        shown.append(found[-1])
    return [
        say(
            "{figure} after move {number}",
            figure=figure(game, report, ply.value if _team(outlook, ply) == 0 else -ply.value),
            number=number,
        )
        for number, ply in shown
    ]


def course(game: AnyGame, report: Report) -> Chart | None:
    """Return the course of the game, move by move, or None if there is nothing to draw."""
    plies = [ply for ply in report.plies if ply.side is not None]
    if len(plies) < 2:
        return None
    outlook, spec = Outlook(game), game.spec
    most = max(1.0, *(abs(ply.value) for ply in plies))
    two = len(spec.teams) == 2
    colours = [next(side.colour for side in spec.sides if side.key in team) for team in spec.teams]
    points: list[list[Point]] = [[] for _ in spec.teams]
    marks: list[Point] = []
    turning, turns = None, 0
    for ply in plies:
        team = _team(outlook, ply)
        share = (1 + ply.value / most) / 2
        if two and team == 1:
            team, share = 0, 1 - share
        turns += not ply.is_roll
        # A roll comes halfway before the end of its turn.
        move = (turns + ply.is_roll / 2) / len(spec.teams)
        points[team].append(Point(move, share))
        if ply.mark:
            marks.append(points[team][-1])
        if ply.number == report.turning_point:
            turning = move
    curves = tuple(
        Curve(colour, tuple(own)) for colour, own in zip(colours, points, strict=True) if own
    )
    return Chart(
        moves=max(own[-1].x for own in points if own),
        curves=curves,
        rival=colours[1] if two else None,
        marks=tuple(marks),
        turning=turning,
        ticks=_ticks(most),
    )


def _ticks(most: float) -> tuple[tuple[float, Sentence], ...]:
    """Return the labels beside the chart: chances, or points if a game counts more than 1."""
    if most <= 1:
        return tuple((share / 100, say("{share}%", share=share)) for share in (0, 25, 50, 75, 100))
    top = int(most)
    return tuple(
        ((1 + points / most) / 2, say("{points}", points=Notation(f"{points:+d}")))
        for points in range(-top, top + 1)
    )


def _team(outlook: Outlook, ply: PlyReport) -> int:
    assert ply.side is not None, "a roll before the sides are known belongs to no one"
    return outlook.number(ply.side)

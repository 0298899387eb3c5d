"""A report on a game in sentences."""

from collections.abc import Iterator
from typing import Final

from engine.choose import Method
from engine.outlook import Value
from engine.report import Mark, PlyReport, Report, SideReport
from rules.contract.core import AnyGame, Side
from rules.contract.sentence import Notation, Sentence, all_of, say, say_n

__all__ = ["amount", "is_exact", "marked_moves", "move_number", "said"]

_NONE: Final[Value] = 0.005
"""The smallest loss worth mentioning."""
_LINE: Final = 6
"""The number of moves of a line to show."""


def is_exact(report: Report) -> bool:
    """Return True if the figures come from a table of exact values and so are points."""
    return report.method == Method.EXACT.value


def said(game: AnyGame, report: Report) -> Iterator[Sentence]:
    """Yield the report on the whole game as sentences, most important first."""
    yield from _result(game, report)
    if is_exact(report) and report.result:
        yield _sum(game, report)
    for side in report.sides:
        yield _errors(game, report, side)
    yield from _costliest(report)
    yield from _dice(game, report)
    if report.turning_point:
        turning = move_number(report, report.turning_point)
        yield say("From move {number} on the winner was ahead.", number=turning)


def marked_moves(game: AnyGame, report: Report, most: int) -> list[Sentence]:
    """Return the worst moves with a mark, at most `most`, in the order of play."""
    marked = [ply for ply in report.plies if ply.mark != Mark.NONE.value]
    worst = sorted(marked, key=lambda ply: -ply.loss)[:most]
    return [_marked(game, report, ply) for ply in sorted(worst, key=lambda ply: ply.number)]


def move_number(report: Report, ply: int) -> int:
    """Return the number of the ply's move, not counting rolls; a roll has its move's number."""
    return 1 + sum(not each.is_roll and each.number < ply for each in report.plies)


def amount(report: Report, value: Value) -> Sentence:
    """Return a loss in points, or as a share of a win if the figures aren't exact."""
    if is_exact(report):
        return say("{points} points", points=Notation(f"{value:.3f}"))
    share = f"{50 * value:.0f}"
    if share == "0":
        return say("less than 1 % of a win")
    return say("{share} % of a win", share=Notation(share))


def _marked(game: AnyGame, report: Report, ply: PlyReport) -> Sentence:
    assert ply.side is not None, "a move belongs to a side"
    return say(
        "move {number}, {side} {move}: {lost} lost, best was {line}",
        number=move_number(report, ply.number),
        side=game.spec.side(ply.side).title,
        move=Notation(ply.text + ply.mark),
        lost=amount(report, ply.loss),
        line=Notation(" ".join(ply.line[:_LINE])),
    )


def _result(game: AnyGame, report: Report) -> Iterator[Sentence]:
    if not report.result:
        return
    best = max(report.result)
    if best <= 0:
        yield say("The game was drawn.")
        return
    teams = zip(game.spec.teams, report.result, strict=True)
    won = frozenset[Side]().union(*(team for team, value in teams if value == best))
    winners = all_of(side.title for side in game.spec.sides if side.key in won)
    if best > 1:
        points = Notation(f"{best:g}")
        yield say("{winners} won {points} points.", winners=winners, points=points)
    else:
        yield say("{winners} won.", winners=winners)


def _sum(game: AnyGame, report: Report) -> Sentence:
    """Return a sentence on how luck and errors add up to the first team's result."""
    first = game.spec.teams[0]
    own = [side for side in report.sides if side.side in first]
    others = [side for side in report.sides if side.side not in first]
    luck = sum(side.luck for side in own) - sum(side.luck for side in others)
    errors = sum(side.loss for side in others) - sum(side.loss for side in own)
    titles = all_of(game.spec.side(side.side).title for side in own)
    result, settled = _signed(report.result[0]), report.settled[0]
    if settled:
        return say(
            "For {side} the dice brought {luck} points, the errors of both sides {errors}, and "
            "the end before the last move {settled}: together the result, {result}.",
            side=titles, luck=_signed(luck), errors=_signed(errors), settled=_signed(settled),
            result=result,
        )  # fmt: skip
    return say(
        "For {side} the dice brought {luck} points and the errors of both sides {errors}: together "
        "the result, {result}.",
        side=titles, luck=_signed(luck), errors=_signed(errors), result=result,
    )  # fmt: skip


def _errors(game: AnyGame, report: Report, side: SideReport) -> Sentence:
    title = game.spec.side(side.side).title
    if side.loss < _NONE:
        return say_n(
            "{side} made no error in 1 move.",
            "{side} made no error in {count} moves.",
            side.moves,
            side=title,
        )
    lost = say_n(
        "{side} gave away {lost} in 1 move.",
        "{side} gave away {lost} in {count} moves.",
        side.moves,
        side=title,
        lost=amount(report, side.loss),
    )
    own = [ply for ply in report.plies if ply.side == side.side]
    worst = max(own, key=lambda ply: ply.loss)
    if 2 * worst.loss < side.loss or side.moves == 1:
        return lost
    return say(
        "{lost} Most of that was move {number}, {move}.",
        lost=lost,
        number=move_number(report, worst.number),
        move=Notation(worst.text + worst.mark),
    )


def _costliest(report: Report) -> Iterator[Sentence]:
    worst = max(report.plies, key=lambda ply: ply.loss, default=None)
    if worst is None or worst.mark == Mark.NONE.value:
        return
    yield say(
        "The costliest was move {number}, {move} ({lost}). Best was {line}.",
        number=move_number(report, worst.number),
        move=Notation(worst.text + worst.mark),
        lost=amount(report, worst.loss),
        line=Notation(" ".join(worst.line[:_LINE])),
    )


def _dice(game: AnyGame, report: Report) -> Iterator[Sentence]:
    rolls = [ply for ply in report.plies if ply.luck]
    if not rolls:
        return
    best = max(rolls, key=lambda ply: ply.luck)
    worst = min(rolls, key=lambda ply: ply.luck)
    if best.luck > 0 and best.side:
        yield say(
            "The luckiest roll was {roll} of {side}, for move {number} ({luck} points).",
            roll=Notation(best.text), luck=_signed(best.luck),
            number=move_number(report, best.number), side=game.spec.side(best.side).title,
        )  # fmt: skip
    if worst.luck < 0 and worst.side:
        yield say(
            "The unluckiest was {roll} of {side}, for move {number} ({luck} points).",
            roll=Notation(worst.text), luck=_signed(worst.luck),
            number=move_number(report, worst.number), side=game.spec.side(worst.side).title,
        )  # fmt: skip


def _signed(value: Value) -> Notation:
    return Notation(f"{value:+.3f}")

"""A report on a game as text for a terminal."""

from collections.abc import Iterator

from engine.choose import Method
from engine.report import PlyReport, Report, SideReport
from rules.core import AnyGame

__all__ = ["report_text"]


def report_text(game: AnyGame, report: Report) -> str:
    """Return a line for each ply, and sentences about the whole game."""
    exact = report.method == Method.EXACT.value
    rows = [_row(game, ply, exact=exact) for ply in report.plies]
    widths = [max(map(len, column)) for column in zip(_heads(exact), *rows, strict=True)]
    table = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in (_heads(exact), *rows)
    )
    return "\n".join((*table, "", *_sentences(game, report, exact=exact)))


def _heads(exact: bool) -> tuple[str, ...]:
    if exact:
        return ("ply", "side", "play", "points", "error", "luck", "best")
    return ("ply", "side", "move", "chance", "lost", "best")


def _row(game: AnyGame, ply: PlyReport, *, exact: bool) -> tuple[str, ...]:
    title = game.spec.side(ply.side).title.english() if ply.side else ""
    text = ply.text + ply.mark
    best = " ".join(ply.line[:6])
    if exact:
        return (
            str(ply.number),
            title,
            text,
            f"{ply.value:+.3f}",
            f"{-ply.loss:+.3f}" if ply.loss else "",
            f"{ply.luck:+.3f}" if ply.luck else "",
            best,
        )
    chance = "" if ply.is_roll else f"{50 + 50 * ply.value:.0f} %"
    lost = f"{50 * ply.loss:.0f} %" if ply.loss >= 0.01 else ""
    return (str(ply.number), title, text, chance, lost, best if lost else "")


def _sentences(game: AnyGame, report: Report, *, exact: bool) -> Iterator[str]:
    for side in report.sides:
        yield _side_sentence(game, side, exact=exact)
    worst = max(report.plies, key=lambda ply: ply.loss, default=None)
    if worst and worst.mark:
        yield (
            f"The costliest move was ply {worst.number}, {worst.text}{worst.mark}"
            f" ({_amount(worst.loss, exact=exact)}). Best was {worst.best}."
        )
    rolls = [ply for ply in report.plies if ply.luck]
    if rolls:
        best = max(rolls, key=lambda ply: ply.luck)
        yield f"The luckiest roll was ply {best.number}, {best.text} ({best.luck:+.3f} points)."
    if report.turning_point:
        yield f"From ply {report.turning_point} on the winner was ahead."
    if exact and report.result:
        yield from _sum(game, report)


def _side_sentence(game: AnyGame, side: SideReport, *, exact: bool) -> str:
    title = game.spec.side(side.side).title.english()
    lost = f"{title} gave away {_amount(side.loss, exact=exact)} in {side.moves} moves"
    return f"{lost}; the dice brought {side.luck:+.3f} points." if exact else f"{lost}."


def _amount(loss: float, *, exact: bool) -> str:
    return f"{loss:.3f} points" if exact else f"{50 * loss:.0f} % of a win"


def _sum(game: AnyGame, report: Report) -> Iterator[str]:
    """Say how luck and errors add up to the result of the first team."""
    first = game.spec.teams[0]
    own = [side for side in report.sides if side.side in first]
    others = [side for side in report.sides if side.side not in first]
    titles = " and ".join(game.spec.side(side.side).title.english() for side in own)
    luck = sum(side.luck for side in own) - sum(side.luck for side in others)
    errors = sum(side.loss for side in others) - sum(side.loss for side in own)
    settled = report.settled[0]
    ending = f" and the end before the last move {settled:+.3f}" if settled else ""
    yield (
        f"For {titles} the dice brought {luck:+.3f}, errors of both sides {errors:+.3f}{ending}:"
        f" together the result, {report.result[0]:+.3f} points."
    )

"""A report on a game as text for a terminal."""

from engine.report import PlyReport, Report
from engine.report_words import is_exact, missed, said, turn_number
from rules.contract.core import AnyGame
from rules.match.rounds import round_of

__all__ = ["report_text"]


def report_text(game: AnyGame, report: Report) -> str:
    """Return a line per move and roll, and sentences about the whole game."""
    exact = is_exact(report)
    teams = len(game.spec.teams)
    numbers = [round_of(turn_number(report, ply.number), teams) for ply in report.plies]
    rows = [
        _row(game, ply, number=number, exact=exact)
        for ply, number in zip(report.plies, numbers, strict=True)
    ]
    widths = [max(map(len, column)) for column in zip(_heads(exact), *rows, strict=True)]
    table = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in (_heads(exact), *rows)
    )
    sentences = (sentence.english() for sentence in said(game, report))
    return "\n".join((*table, "", *sentences))


def _heads(exact: bool) -> tuple[str, ...]:
    if exact:
        return ("no.", "side", "play", "points", "error", "luck", "best")
    return ("no.", "side", "move", "chance", "lost", "best")


def _row(game: AnyGame, ply: PlyReport, *, number: int, exact: bool) -> tuple[str, ...]:
    title = game.spec.side(ply.side).title.english() if ply.side else ""
    text = ply.text + ply.mark
    best = " ".join(ply.line[:6])
    if won := missed(ply):
        best += f" ({won.english()})"
    if exact:
        return (
            str(number),
            title,
            text,
            f"{ply.value:+.3f}",
            f"{-ply.loss:+.3f}" if ply.loss else "",
            f"{ply.luck:+.3f}" if ply.luck else "",
            best,
        )
    share = ply.value / game.spec.middle_worth
    chance = "" if ply.is_roll else f"{50 + 50 * max(-1.0, min(share, 1.0)):.0f} %"
    lost = f"{50 * ply.loss:.0f} %" if ply.loss >= 0.01 else ""
    return (str(number), title, text, chance, lost, best if lost else "")

"""The score card of a series, in words."""

from bot.messages import sentences
from bot.model.table import Table
from rules.series import Points, ScoreLine, Series, points_text

__all__ = ["after_game", "full", "heading"]


def heading(table: Table) -> str:
    """Return which game of which series this is, and the score before it."""
    series = table.earlier
    assert series is not None, f"table {table.id} belongs to no series"
    number = len(series.outcomes) + 1
    score = f" · {_score(table, series.totals)}" if number > 1 else ""
    return f"Game {number} · {series.plan.title}{score}"


def after_game(table: Table) -> str:
    """Return the score after this table's game, and who has won the series or what follows."""
    series = _series(table)
    score = _score(table, series.totals)
    if series.is_decided:
        return f"**{_winners(table, series)}** · {score}"
    return f"Score: {score}. The next game follows at once, with the seats moved on."


def full(table: Table) -> str:
    """Return the whole card: a line for each game, the totals, and how it stands."""
    series = _series(table)
    lines = [f"**{series.spec.title}** · {series.plan.title}"]
    lines += [f"{n}. {_game(table, series, entry)}" for n, entry in enumerate(series.card, 1)]
    if not series.outcomes:
        lines.append("The first game is being played.")
    lines.append(f"**{_score(table, series.totals)}**")
    if series.is_decided:
        lines.append(f"**{_winners(table, series)}**")
    if series.plan.source:
        lines.append(f"-# Recommended by {series.plan.source}")
    return "\n".join(lines)


def _game(table: Table, series: Series, entry: ScoreLine) -> str:
    seats = " · ".join(
        f"{table.rival(person).user.shown} {points_text(entry.points[person])}"
        f" ({sentences.sides_in(series.spec, series.seating[seat])})"
        for seat, person in enumerate(entry.people)
    )
    if entry.outcome.is_void:
        return f"{seats}: no result"
    return seats if entry.outcome.winners else f"{seats}: drawn"


def _score(table: Table, points: Points) -> str:
    assert table.earlier is not None
    return ", ".join(
        f"{table.rival(person).user.shown} {points_text(points[person])}"
        for person in sorted(table.earlier.people)
    )


def _winners(table: Table, series: Series) -> str:
    names = [table.rival(person).user.shown for person in series.winners]
    if not names:
        return "The series has no winner"
    return f"{' and '.join(names)} {'wins' if len(names) == 1 else 'share'} the series"


def _series(table: Table) -> Series:
    series = table.series
    assert series is not None, f"table {table.id} belongs to no series"
    return series

"""The score card of a series, in words."""

from fractions import Fraction

from bot.messages.words import sentences
from bot.messages.words.text import dotted, in_a_row, lines, named, own
from bot.model.table import Table
from rules.contract.sentence import Conjunction, Listed, Notation, Sentence, all_of, say
from rules.match.series import Points, ScoreLine, Series, points_text

__all__ = ["after_game", "full", "heading", "so_far"]


def heading(table: Table) -> Sentence:
    """Return the number of this game in its series.

    The end of the game before shows the score, and the terms show the series.
    """
    series = table.earlier
    assert series is not None, f"table {table.id} belongs to no series"
    return say("**Game {number}**", number=len(series.outcomes) + 1)


def so_far(table: Table) -> Sentence:
    """Return the number of this game in its series, and the score before it."""
    series = table.earlier
    if series is None or not series.outcomes:
        return heading(table)
    return dotted(heading(table), _score(table, series.totals))


def after_game(table: Table) -> Sentence:
    """Return the score after this table's game, and the series' winner or next step."""
    series = _series(table)
    if series.is_decided:
        return _winners(table, series)
    score, goal = _score(table, series.totals), series.format.goal
    if not series.format.rotates:
        return say("**{score}** ({goal}). Next game: same sides.", score=score, goal=goal)
    if len(series.people) == 2:
        return say("**{score}** ({goal}). Next game: sides swapped.", score=score, goal=goal)
    return say("**{score}** ({goal}). Next game: seats rotate.", score=score, goal=goal)


def full(table: Table) -> Sentence:
    """Return the whole card: a line a game, the totals, and the state of the series."""
    series = _series(table)
    said = [
        say(
            "**{game}** · {series}",
            game=series.spec.title,
            series=series.format.title,
        )
    ]
    said += [
        say("{number}. {game}", number=number, game=_game(table, series, entry))
        for number, entry in enumerate(series.card, 1)
    ]
    if series.is_decided:
        said.append(after_game(table))
    elif series.outcomes:
        said.append(say("**{score}**", score=_score(table, series.totals)))
    else:
        said.append(say("Game 1 is in progress."))
    if series.format.source:
        said.append(say("-# Recommended by {source}", source=own(series.format.source)))
    return lines(*said)


def _game(table: Table, series: Series, entry: ScoreLine) -> Sentence:
    """Return the result of a game; if several won, with their points."""
    seats = [
        say(
            "{who} ({sides})",
            who=named(table.rival(person).user),
            sides=sentences.sides_in(series.spec, sides),
        )
        for person, sides in zip(entry.people, series.seating, strict=True)
    ]
    if entry.outcome.is_void:
        return say("{players}: no result", players=all_of(seats))
    if not entry.outcome.winners:
        return say("{players} drew", players=all_of(seats))
    gained = [entry.points[person] for person in entry.people]
    if len(entry.people) - gained.count(Fraction()) > 1:
        each = zip(seats, gained, strict=True)
        return dotted(
            *(say("{who}: {points}", who=who, points=Notation(points_text(p))) for who, p in each)
        )
    (points,) = filter(None, gained)
    winner = seats.pop(gained.index(points))
    if points == 1:
        return say("{winner} beat {others}", winner=winner, others=all_of(seats))
    return say(
        "{winner} beat {others} for {points} points",
        winner=winner, points=Notation(points_text(points)), others=all_of(seats),
    )  # fmt: skip


def _score(table: Table, points: Points) -> Sentence:
    assert table.earlier is not None
    scores = tuple(
        say(
            "{who} {points}",
            who=named(table.rival(person).user),
            points=Notation(points_text(points[person])),
        )
        for person in sorted(table.earlier.people)
    )
    if len(scores) == 2:
        return say("{first} – {second}", first=scores[0], second=scores[1])
    return say("{scores}", scores=Listed(scores, Conjunction.NONE))


def _winners(table: Table, series: Series) -> Sentence:
    """Return who won a series, with the score; between two, the winner's points come first."""
    score, totals = _score(table, series.totals), sorted(series.totals, reverse=True)
    if not series.winners:
        return in_a_row(say("**The series is drawn.**"), score)
    names = all_of(named(table.rival(person).user) for person in series.winners)
    if len(series.winners) > 1:
        return in_a_row(say("🏆 **{winners} share the series.**", winners=names), score)
    if len(totals) > 2:
        return in_a_row(say("🏆 **{winner} wins the series.**", winner=names), score)
    more, fewer = (Notation(points_text(points)) for points in totals)
    return say(
        "🏆 **{winner} wins the series {more}–{fewer}.**", winner=names, more=more, fewer=fewer
    )


def _series(table: Table) -> Series:
    series = table.series
    assert series is not None, f"table {table.id} belongs to no series"
    return series

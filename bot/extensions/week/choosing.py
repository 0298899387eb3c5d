"""Chooses what is said about a week, from its results and from reports on its games."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.extensions.week.rows import MOST_REPORTS
from bot.extensions.week.values import Ended, Read, Telling
from bot.model.caller import Person
from bot.model.table import Table, Terms
from engine.report import Report, kept_report
from rules.club.week import (
    LEAST_MOVES,
    Course,
    Finished,
    Judged,
    Line,
    Reply,
    Week,
    course,
    lines_of,
    replies,
)
from rules.contract.core import AnyGame
from rules.log.events import SeatTaken

__all__ = ["Found", "analysed", "is_long", "mover", "telling", "week_of", "worth_reports"]

_CHOICES: Final = 4
"""The fewest possible moves among which finding a good one is worth telling."""


@dataclass(frozen=True, slots=True)
class Found:
    """The findings of reports on the games of a week."""

    courses: Mapping[int, Course]
    """The courses of the games that can be the game of the week, by table."""
    replies: Sequence[tuple[int, Reply]]
    """Good replies with their tables, the largest gift first."""


def worth_reports(read: Read) -> list[Ended]:
    """Return the games whose reports are read, the longest first."""
    return sorted(read.told, key=lambda each: (-each.length, each.table))[:MOST_REPORTS]


def is_long(game: Ended) -> bool:
    """Return True if a game is long enough to be the game of the week."""
    return game.by_rules and game.length >= LEAST_MOVES


def analysed(games: Iterable[Ended], reports: Mapping[str, str]) -> Found:
    """Return what stored reports, by the digests of the games, say about games of two teams."""
    courses, found = dict[int, Course](), list[tuple[int, Reply]]()
    for each in games:
        report = kept_report(reports.get(each.digest))
        game = _configured(each)
        if report is None or game is None or len(game.spec.teams) != 2:
            continue
        moves = [*_judged(game, report)]
        if not moves:
            continue
        found += ((each.table, reply) for reply in replies(moves))
        if is_long(each):
            courses[each.table] = course(moves, each.winner)
    found.sort(key=lambda pair: (-pair[1].gift, -pair[0], pair[1].place))
    return Found(courses, found)


def _configured(ended: Ended) -> AnyGame | None:
    """Return the game with its options, or None if it no longer exists."""
    try:
        return Terms(ended.game, ended.options).configured
    except KeyError:
        return None


def _judged(game: AnyGame, report: Report) -> Iterator[Judged]:
    """Yield the moves of a report. Wins and losses are shares of a win."""
    win = game.spec.middle_worth
    for ply in report.plies:
        if ply.is_roll or ply.side is None:
            continue
        team = game.spec.teams.index(game.spec.team_of(ply.side))
        yield Judged(team, max(-1.0, min(1.0, ply.value / win)), ply.loss / win)


def mover(table: Table, place: int) -> Person | None:
    """Return who made a move of a game and had a choice.

    `place` is its place among the moves. None if there was little choice, or a seat changed hands
    in the game.
    """
    match = table.started
    moves = [number for number, ply in enumerate(match.plies) if ply.side is not None]
    if place >= len(moves) or any(isinstance(each.event, SeatTaken) for each in match.entries):
        return None
    number = moves[place]
    side = match.plies[number].side
    before = match.plies[number - 1].state
    if side is None or number == 0 or len(match.game.legal(before)) < _CHOICES:
        return None
    return table.at(match.seat_of(side)).user.id


def week_of(read: Read, found: Found, moves: Sequence[tuple[int, int, Person, float]]) -> Week:
    """Return the games of a week and their players. `moves` are replies with their players."""
    games = [
        Finished(
            table=each.table,
            ended=each.ended,
            people=each.people,
            course=found.courses.get(each.table),
            upset=read.upsets.get(each.table, 0),
            winner=next(iter(each.winners)) if len(each.winners) == 1 else None,
        )
        for each in read.told
    ]
    return Week(
        games=games, replies=moves, newcomers=read.newcomers, streaks=read.streaks, met=read.met
    )


def telling(read: Read, week: Week, weeks: int) -> Telling:
    """Return the message of so many weeks. It has no lines if too little happened."""
    lines = lines_of(week)
    return Telling(
        weeks=weeks,
        games=len(read.games),
        moves=sum(each.length for each in read.games),
        players=read.players,
        is_cut=read.is_cut,
        lines=lines,
        known_at=_known_at(read.told, lines),
    )


def _known_at(told: Sequence[Ended], lines: Iterable[Line]) -> Mapping[Person, int]:
    """Map the people named in lines to their newest tables."""
    named = {person for line in lines for person in line.people}
    return {
        Person(person): each.table
        for each in reversed(told)
        for person in each.people
        if person in named
    }

"""The week of a club: what is said about its finished games, and about whom.

It only praises: no line says who made a mistake, ran out of time or left. Times are Unix seconds.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from typing import Final

__all__ = [
    "FEWEST", "LEAST_MOVES", "LEAST_UPSET", "LONGEST", "WEEK", "About", "Course", "Finished",
    "Judged", "Line", "Reply", "Week", "begins", "course", "lines_of", "replies", "silent_weeks",
    "untold_since",
]  # fmt: skip

WEEK: Final = 7 * 86_400
LONGEST: Final = 4 * WEEK
"""The most seconds that one message covers, after weeks in which too little happened."""
FEWEST: Final = 3
"""The fewest games of a week with a message."""
LEAST_MOVES: Final = 20
"""The fewest moves of a game of the week."""
LEAST_UPSET: Final = 150
"""The points by which the winner of an upset was at least below."""
_AHEAD: Final = 0.1
"""The share of a win from which on a side is ahead."""
_OPEN: Final = 0.4
"""The share of a win below which a game is tense."""
_CHANGES: Final = 4
"""The most changes of the lead that count."""
_LEAST_DRAMA: Final = 40
_GIFT: Final = 0.3
"""The share of a win that a move has to lose for the reply to it to be told."""
_EXACT: Final = 0.04
"""The share of a win that a good reply loses at most."""
_LINES: Final = ((3, 2), (6, 4), (12, 7))
"""Pairs of a number of games and the lines for at least so many."""
_NAMED: Final = 2
"""The most lines that name one person."""
_WELCOMED: Final = 5
_STREAK: Final = 4
"""The fewest wins in a row that are told."""
_STREAKS: Final = 2
"""The most people whose streaks are told."""
_PAIRS: Final = 3
"""The most pairs who met for the first time that are named."""


def begins(told: int | None, until: int) -> int:
    """Return the moment after which the games of a week ended that is told at `until`.

    `told` is the end of the last week told, or None. A moment still to come was written by a clock
    that was ahead.
    """
    return max(untold_since(told, until), until - LONGEST)


def silent_weeks(told: int | None, until: int) -> int:
    """Return how many weeks in a row are silent, if nothing is told at `until` either."""
    return round((until - untold_since(told, until)) / WEEK)


def untold_since(told: int | None, until: int) -> int:
    """Return the end of the last week told, or the beginning of this one if none was."""
    return until - WEEK if told is None or told >= until else told


@dataclass(frozen=True, slots=True)
class Judged:
    """A move of a game between two teams, as an analysis judged it afterwards."""

    team: int
    """0 or 1."""
    value: float
    """The result that its team may expect after it, as a share of a win: 1 to -1."""
    loss: float
    """The share of a win that the best move would have gained in addition."""


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a game, as its winner saw it; in a draw, as the first team did."""

    changes: int
    """The number of times the lead passed to the other team."""
    comeback: float
    """The furthest the winner was behind after the first quarter of the moves; 0 in a draw."""
    tense: float
    """The share of the moves after which nothing was decided."""
    behind: int | None
    """The place of the last move after which the winner was behind, or None in a draw and if they
    never were."""

    @property
    def drama(self) -> int:
        """A measure of the drama, from 0 to 100."""
        told = 40 * self.comeback + 10 * min(self.changes, _CHANGES) + 20 * self.tense
        return round(told)


def course(moves: Sequence[Judged], winner: int | None) -> Course:
    """Return the course of a game of at least one move, which this team won, or no one if None."""
    seen = [each.value if each.team == (winner or 0) else -each.value for each in moves]
    leads = [value > 0 for value in seen if abs(value) > _AHEAD]
    changes = sum(one is not other for one, other in pairwise(leads))
    late = [-value for place, value in enumerate(seen) if 4 * place >= len(seen)]
    behind = [place for place, value in enumerate(seen) if value < -_AHEAD]
    return Course(
        changes,
        0.0 if winner is None else max([0.0, *late]),
        sum(abs(value) < _OPEN for value in seen) / len(seen),
        behind[-1] if behind and winner is not None else None,
    )


@dataclass(frozen=True, slots=True)
class Reply:
    """A good move right after a move that gave something away."""

    place: int
    """Its place among the moves of its game, from 0."""
    gift: float
    """The loss of the move before it, as a share of a win."""


def replies(moves: Sequence[Judged]) -> Iterator[Reply]:
    """Yield the good replies of a game to what an opponent gave away, in order."""
    for place, (before, move) in enumerate(pairwise(moves), 1):
        if before.team != move.team and before.loss >= _GIFT and move.loss <= _EXACT:
            yield Reply(place, before.loss)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """A finished game that may be told."""

    table: int
    ended: int
    people: tuple[int, ...]
    """The people who played it to its end, by seat."""
    course: Course | None = None
    """Its course, if known, and if it was long enough and ended by its own rules."""
    upset: int = 0
    """The points by which the winner was below the loser, if both are ranked."""
    winner: int | None = None
    """The winner of a game between two people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Week:
    """The games of a week and their players, without hidden or forgotten people."""

    games: Sequence[Finished]
    """The games that may be told, in any order."""
    replies: Sequence[tuple[int, int, int, float]] = ()
    """Good replies in these games: table, place among its moves, person, and gift. Other moves were
    possible."""
    newcomers: Sequence[int] = ()
    """The people who finished their first game, in that order."""
    streaks: Mapping[int, int] = field(default_factory=dict[int, int])
    """The wins in a row, by person who won last."""
    met: Sequence[tuple[int, int]] = ()
    """The people who met for the first time, in that order."""


class About(Enum):
    """The subjects of lines, in their order. Their values are stored."""

    WELCOME = "welcome"
    GAME = "game"
    TURN = "turn"
    UPSET = "upset"
    STREAK = "streak"
    MET = "met"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the message."""

    about: About
    people: tuple[int, ...] = ()
    """The people it names. People who met are pairs, one after the other."""
    number: int = 0
    """Further newcomers; the last move after which the winner was behind, or in a draw the changes
    of the lead; the place of a move; points; wins; or the pairs who met if none is named."""
    table: int | None = None
    """The game it is about."""


def lines_of(week: Week) -> tuple[Line, ...]:
    """Return the lines of a week, in order, or none if too little happened."""
    most = max((lines for games, lines in _LINES if len(week.games) >= games), default=0)
    chosen: list[Line] = []
    named = Counter[int]()
    for choose in (_welcome, _game, _turn, _upset, _streak, _met):
        line = choose(week, chosen, named) if len(chosen) < most else None
        if line is not None:
            chosen.append(line)
            named.update({*line.people})
    return tuple(chosen)


_Choose = Callable[[Week, Sequence[Line], Mapping[int, int]], Line | None]
"""Returns the next line of a week, or None. It gets the lines before, and how often they name a
person."""


def _free(named: Mapping[int, int], *people: int) -> bool:
    """Return True if one more line may name these people."""
    return all(named.get(person, 0) < _NAMED for person in people)


def _welcome(week: Week, _chosen: Sequence[Line], _named: Mapping[int, int]) -> Line | None:
    people, more = tuple(week.newcomers[:_WELCOMED]), len(week.newcomers[_WELCOMED:])
    return Line(About.WELCOME, people, more) if people else None


def _game(week: Week, _chosen: Sequence[Line], named: Mapping[int, int]) -> Line | None:
    """Return the line about the game with the most drama; the later of equals."""
    fitting = [
        (each.course.drama, each.ended, each.table, each)
        for each in week.games
        if each.course and each.course.drama >= _LEAST_DRAMA and _free(named, *each.people)
    ]
    if not fitting:
        return None
    game = max(fitting, key=lambda each: each[:3])[3]
    assert game.course is not None, "it has drama"
    behind, changes = game.course.behind, game.course.changes
    return Line(About.GAME, game.people, changes if behind is None else behind, game.table)


def _turn(week: Week, chosen: Sequence[Line], named: Mapping[int, int]) -> Line | None:
    """Return the line about the best reply in another game than the one already told."""
    taken = {each.table for each in chosen if each.about is About.GAME}
    fitting = [
        (gift, table, -place, person)
        for table, place, person, gift in week.replies
        if table not in taken and _free(named, person)
    ]
    if not fitting:
        return None
    _, table, place, person = max(fitting)
    return Line(About.TURN, (person,), -place, table)


def _upset(week: Week, _chosen: Sequence[Line], named: Mapping[int, int]) -> Line | None:
    fitting = [
        (each.upset, each.ended, each.table, each)
        for each in week.games
        if each.upset >= LEAST_UPSET and each.winner is not None and _free(named, *each.people)
    ]
    if not fitting:
        return None
    points, _, table, game = max(fitting, key=lambda each: each[:3])
    people = sorted(game.people, key=lambda person: person != game.winner)
    return Line(About.UPSET, tuple(people), points, table)


def _streak(week: Week, _chosen: Sequence[Line], named: Mapping[int, int]) -> Line | None:
    fitting = {
        person: wins
        for person, wins in week.streaks.items()
        if wins >= _STREAK and _free(named, person)
    }
    most = max(fitting.values(), default=0)
    people = sorted(person for person, wins in fitting.items() if wins == most)
    return Line(About.STREAK, tuple(people[:_STREAKS]), most) if people else None


def _met(week: Week, _chosen: Sequence[Line], named: Mapping[int, int]) -> Line | None:
    if len(week.met) > _PAIRS:
        return Line(About.MET, number=len(week.met))
    people = [person for pair in week.met if _free(named, *pair) for person in pair]
    return Line(About.MET, tuple(people)) if people else None

"""The result of a game for everyone who held a seat, the time that they took, and their series."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.model.caller import Person
from bot.model.position import match_after
from bot.model.table import Table
from rules.contract.core import Outcome, Rule, Seat, Seating, Side, Spec
from rules.contract.series_format import SeriesFormat
from rules.log.events import Overdue, Played, SeatTaken, SeatWay, TimedOut
from rules.match.ends import counts
from rules.match.match import Match
from rules.match.series import Series
from rules.match.table_rules import COMMON, LEFT, RESIGNED
from rules.time.duration import DAY, HOUR, MINUTE
from rules.time.time_control import Untimed

__all__ = [
    "WITHIN",
    "Result",
    "Timing",
    "outcome_of",
    "result_of_leaver",
    "results_of",
    "series_of",
    "team_of",
    "timing_of",
]


@dataclass(frozen=True, slots=True)
class Result:
    """One row: the result of a game for the player who held one seat at its end.

    `rank` counts from 1, and teams that share a place have the same, or None if the game is void.
    """

    seat: Seat
    player_id: int
    person: Person | None
    team: int
    """The number of the seat's team in the game."""
    sides: tuple[Side, ...]
    rank: int | None
    score: int | None
    worth: int
    rule: str


def results_of(table: Table) -> tuple[Result, ...]:
    """Return the results of a table whose game is over, by seat."""
    match = table.started
    outcome = match.outcome
    assert outcome is not None, f"the game of table {table.id} goes on"
    scores = dict(outcome.scores)
    ranks = _ranks(match.game.spec, match.seating, outcome)
    found: list[Result] = []
    for seat in match.seats:
        sides = tuple(side.key for side in match.game.spec.sides if side.key in match.seating[seat])
        counted = [scores[side] for side in sides if side in scores]
        player = table.at(seat)
        found.append(
            Result(
                seat=seat,
                player_id=player.id,
                person=player.user.id or None,
                team=team_of(match.game.spec, match.seating, seat),
                sides=sides,
                rank=ranks[seat],
                score=sum(counted) if counted else None,
                worth=outcome.worth,
                rule=outcome.rule.key,
            )
        )
    return tuple(found)


def result_of_leaver(table: Table, event: SeatTaken, entry: int) -> Result:
    """Return the result of the player who held a seat until this entry gave it to another.

    A player who hands the seat over has no rank, and one who resigns is last. A player who is
    replaced is last if every team had moved before, or dice were rolled: only what the log held
    before the entry matters.
    """
    match = table.started
    spec = match.game.spec
    has_resigned = event.way is SeatWay.RESIGNED
    has_lost = has_resigned or (event.way is not SeatWay.OFFERED and _counted_before(table, entry))
    return Result(
        seat=event.seat,
        player_id=event.old,
        person=table.holder(event.seat, entry - 1).user.id,
        team=team_of(spec, match.seating, event.seat),
        sides=tuple(side.key for side in spec.sides if side.key in match.seating[event.seat]),
        rank=len(spec.teams) if has_lost else None,
        score=None,
        worth=1,
        rule=RESIGNED.key if has_resigned else LEFT.key,
    )


def _counted_before(table: Table, entry: int) -> bool:
    """Return True if leaving already meant losing by the entry with this number."""
    before = match_after(table, entry - 1)
    return counts(before.game, (ply.side for ply in before.plies))


def outcome_of(spec: Spec, seating: Seating, results: Sequence[Result]) -> Outcome:
    """Return the outcome that these results of one game represent."""
    first = results[0]
    rule = _rule(spec, first.rule)
    if first.rank is None:
        return Outcome(frozenset(), rule, is_void=True)
    won = [result for result in results if result.rank == 1]
    sides = frozenset(side for result in won for side in seating[result.seat])
    winners = frozenset[Side]() if len(won) == len(results) else sides
    return Outcome(winners, rule, worth=first.worth)


def series_of(
    series_format: SeriesFormat, spec: Spec, seating: Seating, games: Iterable[Sequence[Result]]
) -> Series:
    """Return the series after the games with these results."""
    return Series(
        series_format, spec, seating, tuple(outcome_of(spec, seating, game) for game in games)
    )


def _ranks(spec: Spec, seating: Seating, outcome: Outcome) -> dict[Seat, int | None]:
    """Return the seats' ranks: the number of teams that did better, plus one; 1 in a draw.

    Where the outcome tells the counts of all sides, their order decides, so that three teams may
    have three ranks.
    """
    seats = map(Seat, range(len(seating)))
    if outcome.is_void:
        return dict.fromkeys(seats)
    counts = dict(outcome.scores)
    has_counts = all(side.key in counts for side in spec.sides)
    did = [
        sum(counts[side] for side in team)
        if has_counts
        else int(not outcome.winners or bool(team & outcome.winners))
        for team in spec.teams
    ]
    ranks = [1 + sum(other > own for other in did) for own in did]
    return {seat: ranks[team_of(spec, seating, seat)] for seat in seats}


def team_of(spec: Spec, seating: Seating, seat: Seat) -> int:
    """Return the number of the seat's team in the game."""
    return spec.teams.index(spec.team_of(next(iter(seating[seat]))))


def _rule(spec: Spec, key: str) -> Rule:
    """Return the rule with that key, of the game or of the table."""
    return next(rule for rule in (*spec.rulebook, *COMMON) if rule.key == key)


WITHIN: Final = (
    MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE, 45 * MINUTE,
    HOUR, 90 * MINUTE, 2 * HOUR, 3 * HOUR, 4 * HOUR, 6 * HOUR, 8 * HOUR, 12 * HOUR, 18 * HOUR,
    DAY, 36 * HOUR, 2 * DAY, 3 * DAY, 4 * DAY, 5 * DAY, 7 * DAY, 10 * DAY, 14 * DAY, 21 * DAY,
    30 * DAY, 60 * DAY,
)  # fmt: skip
"""The upper bounds, in seconds, of the classes by which turns are counted. The last class also
holds all longer turns."""


@dataclass(frozen=True, slots=True)
class Timing:
    """The turns of one player in one game, without those that were taken back."""

    turns: int = 0
    """Turns with a time limit that they played, or in which their time ran out."""
    late: int = 0
    """Those in which their time ran out."""
    waits: Mapping[int, int] = field(default_factory=dict[int, int])
    """Turns by the length of `WITHIN` that they took. Answers that were planned took no time."""


def timing_of(match: Match, seat: Seat, player: int) -> Timing:
    """Return the turns of a person in a match: they hold the seat, with this row of players."""
    made = [ply for ply in match.clock.plies if ply.player == player]
    waits: dict[int, int] = {}
    for ply in made:
        if ply.took is not None:
            within = WITHIN[min(bisect_left(WITHIN, ply.took), len(WITHIN) - 1)]
            waits[within] = waits.get(within, 0) + 1
    if isinstance(match.clock.control.limit, Untimed):
        return Timing(waits=waits)
    unplayed = _late(match) == seat
    late = sum(ply.late for ply in made) + unplayed
    return Timing(len(made) + unplayed, late, waits)


def _late(match: Match) -> Seat | None:
    """Return the seat whose time ran out in a turn that it hasn't played, or None."""
    for event in reversed(match.events):
        match event:
            case Overdue(seat) | TimedOut(seat):
                return seat
            case Played() | SeatTaken():
                return None
            case _:
                pass
    return None

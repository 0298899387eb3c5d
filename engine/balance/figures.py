"""Figures of many games, with the intervals in which they lie with 95 % confidence.

Shares have Wilson's interval (“Probable Inference, the Law of Succession, and Statistical
Inference”, 1927). All others have the percentiles of 1,000 samples of whole games, drawn with
replacement (Efron, “Bootstrap Methods”, 1979): turns of one game are alike, so games are what is
drawn.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from math import ceil, log10, sqrt
from random import Random
from statistics import median
from typing import Final, TypeAlias

from engine.balance.plan import Step
from engine.balance.selfplay import LONGEST, Note, shares
from engine.levels import find_level
from rules.contract.core import AnyGame, Spec

__all__ = ["Figure", "Unit", "figures", "step_figures", "wilson"]

# The normal distribution has 95 % of its weight within so many deviations.
_Z: Final = 1.959964
# The ends of an interval are then the 25th smallest and largest of the resampled means.
_SAMPLES: Final = 1_000
# Rounded, so that a report is the same on machines whose sums differ in the last bits.
_DIGITS: Final = 6


class Unit(Enum):
    """The unit of a figure."""

    SHARE = "share"
    """A part of 1."""
    NUMBER = "number"
    ELO = "elo"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that describes games, and the interval that holds it with 95 % confidence."""

    key: str
    title: str
    unit: Unit
    value: float
    low: float
    high: float
    games: int
    """The games on which it rests."""

    def holds(self, value: float) -> bool:
        """Return True if the value lies within the interval."""
        return self.low <= value <= self.high


_Statistic: TypeAlias = Callable[[Sequence[int]], float]
"""Takes the numbers of games, some of them more than once."""


def wilson(points: float, games: int) -> tuple[float, float]:
    """Return the interval for a share of which `points` of so many `games` were seen."""
    share, whole = points / games, 1 + _Z * _Z / games
    middle = share + _Z * _Z / (2 * games)
    spread = _Z * sqrt(share * (1 - share) / games + _Z * _Z / (4 * games * games))
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def figures(
    game: AnyGame, notes: Sequence[Note], rules: Iterable[str], seed: int
) -> tuple[Figure, ...]:
    """Return the figures of games at one level.

    The ways to end a game in `rules` have a figure. The same seed gives the same
    intervals.
    """
    ended = Counter(note.rule for note in notes)
    return (
        *_scores(game.spec, notes),
        *(_share(f"end.{key}", f"Ended by {key}", ended[key], len(notes)) for key in rules),
        *_samples(game.spec, notes, seed),
        _comebacks(notes),
    )


def step_figures(game: AnyGame, steps: Mapping[int, Sequence[Step]]) -> Iterable[Figure]:
    """Yield the differences in Elo between neighbouring levels, by the weaker one."""
    teams = len(game.spec.teams)
    for weaker, games in steps.items():
        if not games:
            continue
        number, points = len(games), sum(game.share for game in games)
        low, high = wilson(points, number)
        # All points or none would be an infinite difference: half a point stands for them.
        share = min(max(points, 0.5), number - 0.5) / number if number > 1 else 1 / teams
        yield Figure(
            f"step.{weaker + 1}",
            f"{find_level(weaker + 1).name} over {find_level(weaker).name}",
            Unit.ELO,
            _elo(share, teams),
            _elo(min(low, share), teams),
            _elo(max(high, share), teams),
            number,
        )


def _elo(share: float, teams: int) -> float:
    """Return the difference in Elo that gives this share of the points of games among teams."""
    share = min(max(share, 1e-4), 1 - 1e-4)
    return _rounded(400 * log10(share / (1 - share) * (teams - 1)))


def _rounded(value: float) -> float:
    """Return the value without the last digits, which might differ from machine to machine."""
    return round(value, _DIGITS)


def _share(key: str, title: str, points: float, games: int) -> Figure:
    """Return a share; of no games it may be anything."""
    if not games:
        return Figure(key, title, Unit.SHARE, 0.0, 0.0, 1.0, 0)
    low, high = map(_rounded, wilson(points, games))
    return Figure(key, title, Unit.SHARE, _rounded(points / games), low, high, games)


def _scores(spec: Spec, notes: Sequence[Note]) -> Iterable[Figure]:
    teams, games = len(spec.teams), len(notes)
    points = [shares(teams, note.teams) for note in notes]
    for number, team in enumerate(spec.teams):
        named = [side.title.english() for side in spec.sides if side.key in team]
        title = f"Score of {' and '.join(named)}"
        key = "score." + "+".join(side.key for side in spec.sides if side.key in team)
        yield _share(key, title, sum(each[number] for each in points), games)
    began = [
        each[note.first] for each, note in zip(points, notes, strict=True) if note.first is not None
    ]
    drawn = sum(note.rule is not None and not note.teams for note in notes)
    cut = sum(note.rule is None for note in notes)
    yield _share("first", "Score of who moves first", sum(began), len(began))
    yield _share("draws", "Draws", drawn, games)
    yield _share("cut", f"Cut after {LONGEST:,} moves and rolls", cut, games)


def _samples(spec: Spec, notes: Sequence[Note], seed: int) -> Iterable[Figure]:
    """Yield the figures whose intervals come from samples of the games."""
    turns = [note.turns for note in notes]
    moves = [sum(number * times for number, times in note.choices.items()) for note in notes]
    leads = [note.lead_changes for note in notes]
    forced = [note.choices.get(1, 0) for note in notes]
    choices = [note.choices for note in notes]
    worth = [note.worth for note in notes if note.teams]
    settled = [note.settled for note in notes if note.settled is not None]

    def figure(key: str, title: str, unit: Unit, games: int, statistic: _Statistic) -> Figure:
        chance, every = Random(seed), range(games)
        values = sorted(statistic(chance.choices(every, k=games)) for _ in range(_SAMPLES))
        cut = _SAMPLES // 40
        low, high = _rounded(values[cut]), _rounded(values[-1 - cut])
        return Figure(key, title, unit, _rounded(statistic(every)), low, high, games)

    number, share, games = Unit.NUMBER, Unit.SHARE, len(notes)
    yield figure("turns.mean", "Turns a game, mean", number, games, partial(_mean, turns))
    middle, ninety = partial(_middle, turns), partial(_ninety, turns)
    yield figure("turns.median", "Turns a game, median", number, games, middle)
    yield figure("turns.ninety", "Turns that 90 % of games stay within", number, games, ninety)
    mean = partial(_ratio, moves, turns)
    yield figure("choices.mean", "Legal moves a turn, mean", number, games, mean)
    middle = partial(_median, choices)
    yield figure("choices.median", "Legal moves a turn, median", number, games, middle)
    alone = partial(_ratio, forced, turns)
    yield figure("forced", "Turns with one legal move", share, games, alone)
    yield figure("leads", "Changes of the lead a game", number, games, partial(_mean, leads))
    if settled:
        title = "Part of the game after which the leader stays"
        yield figure("settled", title, share, len(settled), partial(_mean, settled))
    if worth and spec.highest_worth > 1:
        title = "Points of a game that is won"
        yield figure("worth", title, number, len(worth), partial(_mean, worth))


def _comebacks(notes: Sequence[Note]) -> Figure:
    behind = [(note, team) for note in notes for team in note.behind]
    won = sum(team in note.teams for note, team in behind)
    return _share("comebacks", "Won by who stood badly after half", won, len(behind))


def _mean(values: Sequence[float], drawn: Sequence[int]) -> float:
    return sum(values[game] for game in drawn) / len(drawn)


def _ratio(parts: Sequence[int], wholes: Sequence[int], drawn: Sequence[int]) -> float:
    return sum(parts[game] for game in drawn) / max(1, sum(wholes[game] for game in drawn))


def _middle(values: Sequence[int], drawn: Sequence[int]) -> float:
    """Return the median of the games."""
    return float(median(values[game] for game in drawn))


def _ninety(values: Sequence[int], drawn: Sequence[int]) -> float:
    """Return the least value that nine tenths of the games don't exceed."""
    ordered = sorted(values[game] for game in drawn)
    return float(ordered[ceil(0.9 * len(ordered)) - 1])


def _median(choices: Sequence[Mapping[int, int]], drawn: Sequence[int]) -> float:
    """Return the median of the legal moves over all turns of the games; 0 without any."""
    turns: Counter[int] = Counter()
    for game, times in Counter(drawn).items():
        for number, count in choices[game].items():
            turns[number] += times * count
    half, seen, lower = turns.total() / 2, 0, None
    for number in sorted(turns):
        seen += turns[number]
        if seen > half:
            return (number + (number if lower is None else lower)) / 2
        if seen == half:
            lower = number
    return 0.0

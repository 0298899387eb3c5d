"""Milestones to celebrate at the end of a game, found in its players' results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from bot.extensions.standing.values import Ending
from bot.model.caller import Person
from rules.time.duration import DAY

__all__ = ["MOST", "Celebration", "Ends", "Milestone", "Past", "celebration", "head_to_head"]

MOST: Final = 300
"""The most results of a person that are read. Milestones that need all are skipped for people with
more."""
_STREAKS: Final = frozenset({3, 5, 10})
"""The wins in a row that are worth a line, once."""
_COMEBACK: Final = 15
"""The winner's chances, in hundredths, below which a win is a comeback."""
_LOSSES: Final = 3
"""The losses in a row to the same person after which a win is told."""
_AWAY: Final = 60 * DAY
"""Seconds without a finished game after which a person is welcomed back."""


class Milestone(Enum):
    """A reason to celebrate. The rarest, which comes first here, is told."""

    FIRST_WIN = auto()
    COMEBACK = auto()
    STREAK = auto()
    AT_LAST = auto()
    FIRST_GAME = auto()
    BACK = auto()


@dataclass(frozen=True, slots=True)
class Celebration:
    """A milestone, and the person who reached it."""

    what: Milestone
    who: Person
    number: int = 0
    """The wins of a streak, the lowest chances of a comeback, or the losses before a win."""


@dataclass(frozen=True, slots=True)
class Past:
    """A result of a person. The newest belongs to the game that just ended."""

    ended_at: int
    guild_id: int | None
    pool: str
    ending: Ending
    rivals: frozenset[Person]
    """Those in other teams at the end, without computer opponents."""
    with_engine: bool = False


@dataclass(frozen=True, slots=True)
class Ends:
    """The results, newest first, of a game's players who may be named."""

    past: Mapping[Person, Sequence[Past]]
    players: int
    """All people at the end of the game, also those who may not be named."""
    places: Mapping[Person, int]
    """The new places on the leaderboard of people whose place changed."""


def celebration(ends: Ends, began: int, lowest: int | None) -> Celebration | None:
    """Return what to celebrate, or None if there is nothing.

    `began` is when the game began, in Unix seconds, and `lowest` the winner's lowest chances in
    hundredths, None if they aren't known.
    """
    found = (each for who in ends.past for each in _of(who, ends.past[who], ends, began, lowest))
    return min(found, key=lambda each: each.what.value, default=None)


def _of(
    who: Person, past: Sequence[Past], ends: Ends, began: int, lowest: int | None
) -> Iterator[Celebration]:
    this, earlier = past[0], past[1:]
    if not earlier:
        yield Celebration(Milestone.FIRST_GAME, who)
    elif began - earlier[0].ended_at >= _AWAY:
        yield Celebration(Milestone.BACK, who)
    if this.ending is not Ending.WON:
        return
    if len(past) < MOST and all(each.ending is not Ending.WON for each in earlier):
        yield Celebration(Milestone.FIRST_WIN, who)
    if lowest is not None and lowest < _COMEBACK:
        yield Celebration(Milestone.COMEBACK, who, lowest)
    if this.with_engine or this.guild_id is None:
        return
    here = [each for each in past if each.guild_id == this.guild_id and not each.with_engine]
    wins = next((n for n, each in enumerate(here) if each.ending is not Ending.WON), len(here))
    if wins in _STREAKS:
        yield Celebration(Milestone.STREAK, who, wins)
    met = [each.ending for each in here if each.rivals == this.rivals][1 : 1 + _LOSSES]
    is_known = len(this.rivals) == 1 and this.rivals <= ends.past.keys()
    if is_known and met == [Ending.LOST] * _LOSSES:
        yield Celebration(Milestone.AT_LAST, who, _LOSSES)


def head_to_head(ends: Ends) -> Mapping[Person, int] | None:
    """Return how often two people have won against each other in this pool and server.

    None if others play too, at their first meeting, and where the score isn't known or may not be
    told.
    """
    if len(ends.past) != 2 or ends.players != 2:
        return None
    (one, past), (other, _) = ends.past.items()
    this = past[0]
    if this.guild_id is None or this.with_engine or len(past) == MOST:
        return None
    met = [
        each.ending
        for each in past
        if (each.guild_id, each.pool, each.rivals, each.with_engine)
        == (this.guild_id, this.pool, frozenset({other}), False)
    ]
    won, lost = met.count(Ending.WON), met.count(Ending.LOST)
    return {one: won, other: lost} if won + lost > 1 else None

"""The time that the people of a game took for their turns, read from its clocks."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rules.contract.core import Seat
from rules.log.events import Overdue, Played, SeatTaken, TimedOut
from rules.match.match import Match
from rules.time.duration import DAY, HOUR, MINUTE
from rules.time.time_control import Untimed

__all__ = ["WITHIN", "Timing", "timing_of"]

WITHIN: Final = (
    MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE, 45 * MINUTE,
    HOUR, 90 * MINUTE, 2 * HOUR, 3 * HOUR, 4 * HOUR, 6 * HOUR, 8 * HOUR, 12 * HOUR, 18 * HOUR,
    DAY, 36 * HOUR, 2 * DAY, 3 * DAY, 4 * DAY, 5 * DAY, 7 * DAY, 10 * DAY, 14 * DAY, 21 * DAY,
    30 * DAY, 60 * DAY,
)  # fmt: skip
"""The lengths, in seconds, by which turns are counted: each turn under the first that is not less.
The last one holds all longer ones, too."""


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
    """Return the seat whose time ran out in a turn that it hasn't played; None if there is none."""
    for event in reversed(match.events):
        match event:
            case Overdue(seat) | TimedOut(seat):
                return seat
            case Played() | SeatTaken():
                return None
            case _:
                pass
    return None

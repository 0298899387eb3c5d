"""The clocks of a match as a value, which `rules.time.clock_fold` makes of its log.

A `Clock` holds whole seconds. It reads no present time: `now` is an argument of the questions that
need it. Each seat of a person has a clock of its own, and only that of the seat due runs; engines
have none. A turn begins with the entry that makes a seat due and ends when another seat, or
nobody, is due.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rules.contract.core import Seat
from rules.log.events import Granted
from rules.time.duration import DAY
from rules.time.time_control import Bank, TimeControl, Untimed

__all__ = ["ABANDONED", "DELIVERY", "Clock", "PlyMade", "Stretch", "Turn"]

DELIVERY: Final = 60
"""Seconds after the deadline in which a turn is still in time, because delivery takes time."""
ABANDONED: Final = 60 * DAY
"""Seconds without a move or a claim after which a game is void."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A time in which the clocks stand; `end` is None while it lasts."""

    start: int
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """The running turn of a person."""

    seat: Seat
    begun: int
    allowed: int | None
    """Its seconds without grants; None where there is no limit."""
    grants: tuple[Granted, ...] = ()
    used: int = 0
    """Seconds up to the last ply that the person made in it."""
    played: bool = False
    overdue: bool = False
    """Its time has run out before, and the rivals were told that they may claim."""
    overdue_since: int | None = None
    """When that happened last, unless it got more time since."""

    @property
    def granted(self) -> int:
        """All the seconds that it got on top of those allowed."""
        return sum(grant.seconds for grant in self.grants) if self.grants else 0


@dataclass(frozen=True, slots=True)
class PlyMade:
    """What a take-back has to know of a ply."""

    seat: Seat | None
    left: int | None
    """What the seat had left of its turn when it made the ply."""
    gained: int = 0
    """What came into its bank with the end of the turn."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks after some entries."""

    control: TimeControl
    banks: tuple[int | None, ...]
    """By seat, the seconds in its bank; None where there is none."""
    engines: frozenset[Seat] = frozenset()
    turn: Turn | None = None
    """None where nobody, chance or an engine is due."""
    at: int = 0
    """When the last entry was made."""
    moved: int | None = None
    """When the game began or a ply was last made."""
    pauses: tuple[Stretch, ...] = ()
    resumes: int | None = None
    """While paused, when the pause ends by itself."""
    quieted: tuple[tuple[Seat, int], ...] = ()
    """Seats and moments of the grants for quiet hours."""
    plies: tuple[PlyMade, ...] = ()
    """One for each ply that stands."""

    @classmethod
    def of(cls, control: TimeControl, seats: int, engines: Iterable[Seat] = ()) -> "Clock":
        """Return the clocks before the first entry."""
        machines = frozenset(engines)
        full = control.limit.bank if isinstance(control.limit, Bank) else None
        banks = tuple(None if Seat(n) in machines else full for n in range(seats))
        return cls(control, banks, machines)

    @property
    def paused(self) -> bool:
        """Whether the clocks stand."""
        return bool(self.pauses) and self.pauses[-1].end is None

    @property
    def until(self) -> int | None:
        """When the running turn's time runs out; None where there is no limit or while paused.

        It is the moment at which `run(turn.begun, until)` is what is allowed plus what is granted.
        """
        turn = self.turn
        if turn is None or turn.allowed is None or self.paused:
            return None
        return self._moment(turn, turn.allowed + turn.granted)

    @property
    def deadline(self) -> int | None:
        """When the deadline step is due next by itself; None once a claim is open."""
        turn = self.turn
        if turn is None or turn.allowed is None or self.paused or turn.overdue_since is not None:
            return None
        return self._moment(turn, turn.allowed + turn.granted + DELIVERY + 1)

    @property
    def abandoned(self) -> int | None:
        """When the game is void because nobody plays or claims; None where a deadline decides."""
        if self.paused or self.moved is None:
            return None
        if isinstance(self.control.limit, Untimed):
            resumed = max((pause.end or 0 for pause in self.pauses), default=0)
            return max(self.moved, resumed) + ABANDONED
        since = self.turn.overdue_since if self.turn else None
        return None if since is None else since + ABANDONED

    def run(self, start: int, end: int) -> int:
        """Return the seconds between two moments in which the clocks did not stand."""
        standing = (
            min(end, end if pause.end is None else pause.end) - max(start, pause.start)
            for pause in self.pauses
        )
        return max(end - start, 0) - sum(max(seconds, 0) for seconds in standing)

    def left(self, now: int) -> int | None:
        """Return the seconds left of the running turn, at least 0; None where it has no limit."""
        turn = self.turn
        if turn is None or turn.allowed is None:
            return None
        return max(turn.allowed + turn.granted - self.run(turn.begun, now), 0)

    def is_in_time(self, now: int) -> bool:
        """Tell whether a ply made now is in time, the seconds for delivery included."""
        turn = self.turn
        if turn is None or turn.allowed is None or self.paused:
            return True
        return self.run(turn.begun, now) <= turn.allowed + turn.granted + DELIVERY

    def is_claimable(self, now: int) -> bool:
        """Tell whether the rivals may claim the game now, the deadline step having been run."""
        told = self.turn is not None and self.turn.overdue_since is not None
        return told and not self.control.hard and not self.is_in_time(now)

    def present(self, seconds: int, now: int) -> int:
        """Return what to grant so that the turn lasts this many seconds from now, or from `until`.

        Rivals and moderators give time so: it counts from whichever is later.
        """
        until = self.until
        return seconds + (self.run(until, now) if until is not None else 0)

    def _moment(self, turn: Turn, seconds: int) -> int:
        """Return when the turn has run for this many seconds, if the clocks run from now on."""
        moment, left = turn.begun, seconds
        for pause in self.pauses:
            if pause.end is None or pause.end <= moment:
                continue
            before = max(pause.start - moment, 0)
            if left <= before:
                break
            moment, left = pause.end, left - before
        return moment + left

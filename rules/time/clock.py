"""The clocks of a match as a value, which `rules.time.clock_fold` computes from its log.

A `Clock` holds whole seconds. It doesn't read the present time: questions that need it take `now`
as an argument. Every person's seat has its own clock, and only the clock of the seat to move
runs; engines have none. A turn begins with the entry that makes it a seat's turn and ends when it
is another seat's, or no one's.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rules.contract.core import Seat
from rules.log.events import Granted
from rules.time.duration import DAY
from rules.time.time_control import Bank, TimeControl, Untimed

__all__ = ["ABANDONED", "DELIVERY", "NOTICE", "Clock", "PlyMade", "Stretch", "Turn"]

DELIVERY: Final = 60
"""Seconds after the deadline in which a move is still in time, because delivery takes time."""
ABANDONED: Final = 60 * DAY
"""Seconds without a move or a claim after which a game becomes void."""
NOTICE: Final = 7 * DAY
"""Seconds before the end of a game that no one plays at which its players are informed."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A period in which the clocks stand still; `end` is None while it lasts."""

    start: int
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """The current turn of a person."""

    seat: Seat
    begun: int
    allowed: int | None
    """Its seconds without grants, or None if there is no limit."""
    grants: tuple[Granted, ...] = ()
    used: int = 0
    """Seconds used until the last ply that the person made in it."""
    played: bool = False
    overdue: bool = False
    """True if its time has run out before and the rivals were informed that they may claim."""
    overdue_since: int | None = None
    """The moment when that last happened, unless it has got more time since."""

    @property
    def granted(self) -> int:
        """All seconds granted in addition to those allowed."""
        return sum(grant.seconds for grant in self.grants) if self.grants else 0


@dataclass(frozen=True, slots=True)
class PlyMade:
    """The time of a ply: what a take-back needs, and how punctual a person was."""

    seat: Seat | None
    left: int | None
    """The seconds that the seat had left in its turn when it made the ply."""
    gained: int = 0
    """The seconds added to its bank at the end of the turn."""
    player: int | None = None
    """The row of who made it, or None for the dice, an engine, and a pass by the host."""
    took: int | None = None
    """The seconds that the person needed for it, or None if it was planned."""
    late: bool = False
    """True if the time of the turn had run out before."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks after some entries."""

    control: TimeControl
    banks: tuple[int | None, ...]
    """By seat, the seconds in its bank, or None without a bank."""
    engines: frozenset[Seat] = frozenset()
    turn: Turn | None = None
    """None while it is no one's turn, or a turn of the dice or an engine."""
    at: int = 0
    """The moment of the last entry."""
    moved: int | None = None
    """The moment when the game began or a ply was last made."""
    pauses: tuple[Stretch, ...] = ()
    resumes: int | None = None
    """While paused, the moment when the pause ends by itself."""
    quieted: tuple[tuple[Seat, int], ...] = ()
    """The seats and moments of the grants for quiet hours."""
    plies: tuple[PlyMade, ...] = ()
    """The plies that haven't been taken back."""

    @classmethod
    def of(cls, control: TimeControl, seats: int, engines: Iterable[Seat] = ()) -> "Clock":
        """Return the clocks before the first entry."""
        machines = frozenset(engines)
        full = control.limit.bank if isinstance(control.limit, Bank) else None
        banks = tuple(None if Seat(n) in machines else full for n in range(seats))
        return cls(control, banks, machines)

    @property
    def paused(self) -> bool:
        """True if the clocks are stopped."""
        return bool(self.pauses) and self.pauses[-1].end is None

    @property
    def until(self) -> int | None:
        """The moment when the current turn's time runs out, or None if unlimited or paused.

        It is the moment at which `run(turn.begun, until)` equals the seconds allowed plus those
        granted.
        """
        turn = self.turn
        if turn is None or turn.allowed is None or self.paused:
            return None
        return self._moment(turn.begun, turn.allowed + turn.granted)

    @property
    def deadline(self) -> int | None:
        """The moment of the next deadline step, or None once a claim is open."""
        turn = self.turn
        if turn is None or turn.allowed is None or self.paused or turn.overdue_since is not None:
            return None
        # The first second that isn't in time any more.
        return self._moment(turn.begun, turn.allowed + turn.granted + DELIVERY + 1)

    @property
    def abandoned(self) -> int | None:
        """The moment when the game becomes void for lack of moves, or None if a deadline decides.

        Pauses don't count, and after one there is still time to inform the players before.
        """
        since = self.moved
        if not isinstance(self.control.limit, Untimed):
            since = self.turn.overdue_since if self.turn else None
        if self.paused or since is None:
            return None
        resumed = self.pauses[-1].end if self.pauses else None
        return max(self._moment(since, ABANDONED), (resumed or 0) + NOTICE)

    def run(self, start: int, end: int) -> int:
        """Return the seconds between two moments during which the clocks ran."""
        standing = (
            min(end, end if pause.end is None else pause.end) - max(start, pause.start)
            for pause in self.pauses
        )
        return max(end - start, 0) - sum(max(seconds, 0) for seconds in standing)

    def left(self, now: int) -> int | None:
        """Return the seconds left in the current turn, at least 0, or None if it has no limit."""
        turn = self.turn
        if turn is None or turn.allowed is None:
            return None
        return max(turn.allowed + turn.granted - self.run(turn.begun, now), 0)

    def is_in_time(self, now: int) -> bool:
        """Return True if a ply made now is in time, including the seconds allowed for delivery."""
        turn = self.turn
        if turn is None or turn.allowed is None or self.paused:
            return True
        return self.run(turn.begun, now) <= turn.allowed + turn.granted + DELIVERY

    def is_claimable(self, now: int) -> bool:
        """Return True if the rivals may claim the game now. Run the deadline step first."""
        told = self.turn is not None and self.turn.overdue_since is not None
        return told and not self.control.hard and not self.is_in_time(now)

    def present(self, seconds: int, now: int) -> int:
        """Return the grant that makes the turn last this many seconds from now.

        They count from the deadline if that is later, and in a pause from the last second in which
        the clock ran. Rivals and moderators give time in this way.
        """
        turn = self.turn
        if turn is None or turn.allowed is None:
            return seconds
        return seconds + max(self.run(turn.begun, now) - turn.allowed - turn.granted, 0)

    def _moment(self, start: int, seconds: int) -> int:
        """Return the moment when the clocks have run this long since `start` if nothing stops."""
        moment, left = start, seconds
        for pause in self.pauses:
            if pause.end is None or pause.end <= moment:
                continue
            before = max(pause.start - moment, 0)
            if left <= before:
                break
            moment, left = pause.end, left - before
        return moment + left

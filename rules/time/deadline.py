"""The steps that follow, one at a time, when the time of a turn has run out.

`deadline_step` decides; its caller makes the entry, applies it, and asks again until the turn is in
time or nothing is left to do. Facts outside the log (outages, quiet hours, vacation) are arguments,
so a step depends on nothing else.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from rules.log.events import Event, Grant, Granted, Overdue, TimedOut
from rules.time.clock import Clock, Stretch, Turn
from rules.time.duration import DAY, HOUR

__all__ = [
    "ClaimOpen",
    "Facts",
    "InTime",
    "LookAgain",
    "Make",
    "Step",
    "deadline_step",
    "outage_grant",
]

# If they counted at every deadline, quiet hours would only be more time.
_QUIET_EVERY: Final = 7 * DAY
# Who wakes up must have the time to see the board and move.
_AFTER_QUIET: Final = HOUR
_DRAWS: Final = 6
"""Times that vacation may be taken automatically in one turn."""
# Small portions, so that a short absence doesn't cost days of vacation.
_DRAW: Final = 12 * HOUR
_LEAST_POOL: Final = HOUR


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that a step needs besides the clocks; the person is the one to move."""

    outages: tuple[Stretch, ...] = ()
    """Periods in which the table couldn't be reached; one that lasts has no end."""
    quiet: tuple[Stretch, ...] = ()
    """The person's quiet hours around the deadline and now, as set before the turn began."""
    on_vacation: bool = False
    """True if vacation was agreed for the table and the person hasn't switched it off."""
    vacations: tuple[Stretch, ...] = ()
    pool: int = 0
    """The seconds of vacation that the person may still take."""


@dataclass(frozen=True, slots=True)
class InTime:
    """The turn is in time or has no limit; `deadline` is when to look again, if ever."""

    deadline: int | None


@dataclass(frozen=True, slots=True)
class LookAgain:
    """An outage lasts: nothing is decided before this moment."""

    at: int


@dataclass(frozen=True, slots=True)
class Make:
    """The host makes an entry; `draws` are the seconds of vacation that this uses up."""

    event: Event
    draws: Stretch | None = None


@dataclass(frozen=True, slots=True)
class ClaimOpen:
    """Time is up, and the rivals have been informed that they may claim the game."""


Step: TypeAlias = InTime | LookAgain | Make | ClaimOpen


def deadline_step(clock: Clock, now: int, facts: Facts) -> Step:
    """Return the step that the current turn needs now.

    Before the first step, the caller lets offers lapse and tries planned moves.
    """
    turn, until = clock.turn, clock.until
    if turn is None or until is None or clock.is_in_time(now):
        return InTime(clock.deadline)
    if any(outage.end is None and outage.start <= now for outage in facts.outages):
        return LookAgain(now + DAY)
    grant = outage_grant(clock, now, facts.outages)
    if grant:
        return Make(grant)
    if not turn.overdue:
        step = _for_quiet_hours(clock, turn, until, now, facts) or _for_vacation(
            clock, turn, until, now, facts
        )
        if step:
            return step
    if clock.control.hard:
        return Make(TimedOut(turn.seat))
    return Make(Overdue(turn.seat)) if turn.overdue_since is None else ClaimOpen()


def outage_grant(clock: Clock, now: int, outages: Iterable[Stretch]) -> Granted | None:
    """Return the grant for outages of the current turn that hasn't been made yet, or None.

    Only outages that began before the deadline count, all of them in a pause, and no second counts
    twice. A turn played from a bank gets its grant also when a ply has ended it in time.
    """
    turn, until = clock.turn, now if clock.paused else clock.until
    if turn is None or turn.allowed is None or until is None:
        return None
    lost, seen = 0, turn.begun
    for outage in sorted(outages, key=lambda outage: outage.start):
        if outage.start >= until:
            break
        start, end = max(outage.start, seen), min(now if outage.end is None else outage.end, now)
        lost += clock.run(start, end)
        seen = max(seen, end)
    lost -= sum(grant.seconds for grant in turn.grants if grant.cause is Grant.OUTAGE)
    return Granted(turn.seat, lost, Grant.OUTAGE) if lost > 0 else None


def _for_quiet_hours(clock: Clock, turn: Turn, until: int, now: int, facts: Facts) -> Make | None:
    """Grant time until an hour after quiet hours, once a turn and once a seat in seven days."""
    if any(grant.cause is Grant.QUIET for grant in turn.grants):
        return None
    if any(seat == turn.seat and now - at < _QUIET_EVERY for seat, at in clock.quieted):
        return None
    ends = list[int]()
    for quiet in facts.quiet:
        assert quiet.end is not None, "quiet hours end"
        end = quiet.end + _AFTER_QUIET
        if quiet.start <= until < end or quiet.start <= now < end:
            ends.append(end)
    return Make(Granted(turn.seat, clock.run(until, max(ends)), Grant.QUIET)) if ends else None


def _for_vacation(clock: Clock, turn: Turn, until: int, now: int, facts: Facts) -> Make | None:
    """Grant time until the end of a vacation: one that is known, or one taken automatically now."""
    if not facts.on_vacation:
        return None
    ends = [v.end for v in facts.vacations if v.end is not None and v.end > now]
    if ends:
        return Make(Granted(turn.seat, clock.run(until, max(ends)), Grant.VACATION))
    drawn = sum(grant.cause is Grant.DRAWN for grant in turn.grants)
    if facts.pool < _LEAST_POOL or drawn >= _DRAWS:
        return None
    row = Stretch(now, now + min(_DRAW, facts.pool))
    assert row.end is not None
    return Make(Granted(turn.seat, clock.run(until, row.end), Grant.DRAWN), row)

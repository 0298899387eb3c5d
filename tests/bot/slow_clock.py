"""A slow second implementation of the clocks and the deadline step, from the rules of time.

It shares no code with `rules.time.clock` or `rules.time.deadline`. Quiet hours are found by
looking at the clock on the wall minute by minute, deadlines by trying moments.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo

HOUR, DAY = 3600, 86400


@dataclass
class Night:
    """Quiet hours that a person saved: a zone, and from which hour to which on the wall."""

    saved_at: int
    zone: str
    first: int
    last: int


@dataclass
class Someone:
    """A person: vacation taken, and quiet hours."""

    nights: list[Night] = field(default_factory=list[Night])
    vacation_on: bool = True
    rows: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def pool(self, now: int) -> int:
        spent = sum(end - start for start, end in self.rows if start > now - 365 * DAY)
        return 480 * HOUR - spent

    def night_before(self, moment: int) -> Night | None:
        return next((n for n in reversed(self.nights) if n.saved_at < moment), None)


@cache
def is_quiet(zone: str, first: int, last: int, minute: int) -> bool:
    wall = datetime.fromtimestamp(60 * minute, ZoneInfo(zone))
    now, begin, end = 60 * wall.hour + wall.minute, 60 * first, 60 * last
    return begin <= now < end if begin < end else now >= begin or now < end


@cache
def quiet_around(zone: str, first: int, last: int, minute: int) -> tuple[int, int] | None:
    """Return the quiet hours that a minute lies in, in seconds."""
    if not is_quiet(zone, first, last, minute):
        return None
    start = end = minute
    while is_quiet(zone, first, last, start - 1):
        start -= 1
    while is_quiet(zone, first, last, end):
        end += 1
    return 60 * start, 60 * end


def covering_night(night: Night | None, moment: int, after: int = 0) -> tuple[int, int] | None:
    """Return the quiet hours that a moment lies in, or within `after` seconds of their end."""
    if night is None:
        return None
    for earlier in range(0, after + 1, 60):
        found = quiet_around(night.zone, night.first, night.last, (moment - earlier) // 60)
        if found and moment < found[1] + after:
            return found
    return None


@dataclass
class SlowClock:
    """The clock of one table. `control` is (kind, bank or days, increment, cap) in seconds."""

    control: tuple[str, int, int, int]
    hard: bool
    vacation: bool
    seats: int
    banks: list[int] = field(default_factory=list[int])
    due: int | None = None
    begun: int = 0
    allowed: int | None = None
    grants: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    pauses: list[tuple[int, int | None]] = field(default_factory=list[tuple[int, int | None]])
    was_told: bool = False
    told_at: int | None = None
    quieted: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def __post_init__(self) -> None:
        self.banks = [self.control[1]] * self.seats

    def begin(self, seat: int | None, at: int) -> None:
        self.due, self.begun, self.grants, self.was_told, self.told_at = seat, at, [], False, None
        kind = self.control[0]
        self.allowed = None
        if seat is not None and kind != "none":
            self.allowed = self.control[1] if kind == "days" else self.banks[seat]

    @property
    def paused(self) -> bool:
        return bool(self.pauses) and self.pauses[-1][1] is None

    def run(self, start: int, end: int) -> int:
        """Return the seconds between two moments outside pauses."""
        moments = sorted({start, end, *(min(max(m, start), end) for m in self._edges(end))})
        return sum(
            b - a
            for a, b in pairwise(moments)
            if not any(s <= a and b <= (end if e is None else e) for s, e in self.pauses)
        )

    def _edges(self, end: int) -> Iterable[int]:
        for start, stop in self.pauses:
            yield start
            yield end if stop is None else stop

    @property
    def total(self) -> int:
        assert self.allowed is not None
        return self.allowed + sum(seconds for seconds, _ in self.grants)

    @property
    def until(self) -> int | None:
        """Return the first moment at which the turn has run for all it has."""
        if self.due is None or self.allowed is None or self.paused:
            return None
        low, high = self.begun, self.begun + self.total + sum((e or 0) - s for s, e in self.pauses)
        while low < high:
            middle = (low + high) // 2
            low, high = (
                (middle + 1, high) if self.run(self.begun, middle) < self.total else (low, middle)
            )
        return low

    def late(self, now: int) -> bool:
        return self.until is not None and self.run(self.begun, now) > self.total + 60

    def played(self, at: int, next_due: int | None) -> None:
        if self.due is not None and self.control[0] == "bank":
            _, _, increment, cap = self.control
            kept = sum(s for s, cause in self.grants if cause in ("outage", "rivals", "moderator"))
            left = max(0, self.banks[self.due] + kept - self.run(self.begun, at))
            self.banks[self.due] = left + increment if left + increment <= cap else max(left, cap)
        self.begin(next_due, at)

    def lost(self, now: int, outages: Sequence[tuple[int, int | None]]) -> int:
        """Return the run seconds of the turn in outages that began before its end, not granted."""
        until = self.until
        if until is None:
            return 0
        clipped = [
            (max(s, self.begun), min(now if e is None else e, now)) for s, e in outages if s < until
        ]
        moments = sorted({m for pair in clipped for m in pair})
        inside = sum(
            self.run(a, b)
            for a, b in pairwise(moments)
            if any(s <= a and b <= e for s, e in clipped)
        )
        return inside - sum(s for s, cause in self.grants if cause == "outage")

    def grant(self, seconds: int, cause: str, at: int) -> None:
        assert self.due is not None
        self.grants.append((seconds, cause))
        self.told_at = None
        if cause == "quiet":
            self.quieted.append((self.due, at))

    def step(
        self, now: int, person: Someone, outages: Sequence[tuple[int, int | None]]
    ) -> list[tuple[str, int]]:
        """Carry out the deadline step and return what it does: a kind, and seconds."""
        done: list[tuple[str, int]] = []
        while self.late(now):
            until, due = self.until, self.due
            assert until is not None
            assert due is not None
            if any(e is None for _, e in outages):
                break
            extra = self.lost(now, outages)
            if extra > 0:
                done.append(("outage", extra))
                self.grant(extra, "outage", now)
                continue
            found = None if self.was_told else self._lenient(now, until, due, person)
            if found:
                done.append(found)
                self.grant(found[1], found[0], now)
                continue
            if self.hard:
                return [*done, ("timed_out", 0)]
            if self.told_at is None:
                self.was_told, self.told_at = True, now
                done.append(("overdue", 0))
            break
        return done

    def _lenient(self, now: int, until: int, due: int, person: Someone) -> tuple[str, int] | None:
        recently = any(seat == due and now - at < 7 * DAY for seat, at in self.quieted)
        if not recently and not any(cause == "quiet" for _, cause in self.grants):
            night = person.night_before(self.begun)
            nights = [covering_night(night, moment, HOUR) for moment in (until, now)]
            known = sorted(n for n in nights if n)
            if known:
                return "quiet", self.run(until, known[0][1] + HOUR)
        if not (self.vacation and person.vacation_on):
            return None
        ends = [end for start, end in person.rows if start <= now < end]
        if ends:
            return "vacation", self.run(until, max(ends))
        drawn = sum(cause == "drawn" for _, cause in self.grants)
        if person.pool(now) < HOUR or drawn >= 6:
            return None
        end = now + min(12 * HOUR, person.pool(now))
        person.rows.append((now, end))
        return "drawn", self.run(until, end)

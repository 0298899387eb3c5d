"""A slow second implementation of the clocks and the deadline step, from the rules of time.

It shares no code with `rules.time.clock` or `rules.time.deadline`. Quiet hours are found by
looking at the clock on the wall minute by minute, deadlines by trying moments.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo

HOUR, DAY = 3600, 86400


@dataclass
class Night:
    """Quiet hours that a person saved: a zone, and from which hour to which on the wall.

    If these are the same, the person wants none.
    """

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
def wall_moment(zone: str, day: date, hour: int) -> int:
    """Return when a clock on the wall shows this hour, minute by minute.

    Of an hour that comes twice it is the second, of one that is skipped the end of the gap.
    """
    wanted = datetime.combine(day, time(hour))
    about = int(wanted.replace(tzinfo=ZoneInfo(zone)).timestamp()) // 60
    shown = {
        minute: datetime.fromtimestamp(60 * minute, ZoneInfo(zone)).replace(tzinfo=None)
        for minute in range(about - 180, about + 181)
    }
    exact = [minute for minute, wall in shown.items() if wall == wanted]
    return 60 * (max(exact) if exact else min(m for m, wall in shown.items() if wall > wanted))


def covering_night(night: Night | None, moment: int, after: int = 0) -> tuple[int, int] | None:
    """Return the quiet hours that a moment lies in, or within `after` seconds of their end."""
    if night is None or night.first == night.last:
        return None
    today = datetime.fromtimestamp(moment, ZoneInfo(night.zone)).date()
    for back in (-1, 0, 1, 2):
        day = today - timedelta(back)
        start = wall_moment(night.zone, day, night.first)
        following = day + timedelta(night.last < night.first)
        end = wall_moment(night.zone, following, night.last)
        if start <= moment < end + after:
            return start, end
    return None


@dataclass
class SlowPly:
    """A ply as a take-back needs it: whose, what was left of the turn, what the bank gained."""

    seat: int
    left: int
    gained: int = 0


@dataclass
class SlowClock:
    """The clock of one table. `control` is (kind, bank or days, increment, cap) in seconds."""

    control: tuple[str, int, int, int]
    hard: bool
    vacation: bool
    seats: int
    banks: list[int] = field(default_factory=list[int])
    due: int | None = None
    """The person's seat whose turn it is; None for an engine's."""
    begun: int = 0
    allowed: int | None = None
    grants: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    pauses: list[tuple[int, int | None]] = field(default_factory=list[tuple[int, int | None]])
    was_told: bool = False
    told_at: int | None = None
    quieted: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    plies: list[SlowPly] = field(default_factory=list[SlowPly])
    engines: set[int] = field(default_factory=set[int])
    moved: int = 0
    """When the game began or a ply was last made."""

    def __post_init__(self) -> None:
        self.banks = [self.control[1]] * self.seats

    def begin(self, seat: int | None, at: int) -> None:
        self.due = None if seat in self.engines else seat
        self.begun, self.grants, self.was_told, self.told_at = at, [], False, None
        kind = self.control[0]
        self.allowed = None
        if self.due is not None and kind != "none":
            self.allowed = self.control[1] if kind == "days" else self.banks[self.due]

    @property
    def paused(self) -> bool:
        return bool(self.pauses) and self.pauses[-1][1] is None

    def run(self, start: int, end: int) -> int:
        """Return the seconds between two moments outside pauses."""
        if end <= start:
            return 0
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
        return self.moment(self.begun, self.total)

    @property
    def rings(self) -> int | None:
        """Return when the deadline step comes; none once the rivals were told."""
        if self.until is None or self.told_at is not None:
            return None
        return self.moment(self.begun, self.total + 61)

    @property
    def void_at(self) -> int | None:
        """Return when the game is void because nobody plays."""
        since = self.moved if self.control[0] == "none" else self.told_at
        if self.paused or since is None:
            return None
        ends = [end for _, end in self.pauses if end is not None]
        return max(self.moment(since, 60 * DAY), *(end + 7 * DAY for end in ends), 0)

    def moment(self, start: int, seconds: int) -> int:
        """Return the first moment at which so many seconds have run since the start."""
        low, high = start, start + seconds + sum((e or 0) - s for s, e in self.pauses)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self.run(start, middle) < seconds else (low, middle)
        return low

    def late(self, now: int) -> bool:
        return self.until is not None and self.run(self.begun, now) > self.total + 60

    @property
    def kept(self) -> int:
        """Return the granted seconds that stay in a bank."""
        return sum(s for s, cause in self.grants if cause in ("outage", "rivals", "moderator"))

    def played(self, seat: int, at: int, next_due: int | None, *, planned: bool) -> None:
        """Take in a ply; one that was planned uses no time."""
        used = 0 if planned else self.run(self.begun, at)
        ply = SlowPly(seat, max(self.total - used, 0) if self.allowed is not None else 0)
        self.plies.append(ply)
        if self.due is not None and self.control[0] == "bank":
            _, _, increment, cap = self.control
            left = max(0, self.banks[seat] + self.kept - used)
            self.banks[seat] = left + increment if left + increment <= cap else max(left, cap)
            ply.gained = self.banks[seat] - left
        self.moved = at
        self.begin(next_due, at)

    def taken_back(self, at: int, asker: int, stand: int) -> None:
        """Take back all plies but the first ones, which stand."""
        kind, size = self.control[:2]
        least, removed = min(DAY, size), self.plies[stand:]
        del self.plies[stand:]
        if kind == "bank":
            self._charge(at)
            for ply in removed:
                bank = self.banks[ply.seat]
                self.banks[ply.seat] = max(bank - ply.gained, min(bank, least))
            self.banks[asker] = max(self.banks[asker], least)
        self.begin(asker, at)
        if kind == "days":
            self.allowed = max(removed[0].left, least)

    def handed_over(self, at: int, seat: int, *, by_engine: bool) -> None:
        """Give a seat to somebody else."""
        kind, size = self.control[:2]
        least, running = min(3 * DAY, size), self.due == seat
        left = max(self.total - self.run(self.begun, at), 0) if running and kind == "days" else 0
        if running and kind == "bank":
            self._charge(at)
        if by_engine:
            self.engines.add(seat)
        elif kind == "bank":
            self.banks[seat] = max(self.banks[seat], least)
        if running:
            self.begin(seat, at)
            if kind == "days" and not by_engine:
                self.allowed = max(left, least)

    def _charge(self, at: int) -> None:
        if self.due is not None:
            used = self.run(self.begun, at)
            self.banks[self.due] = max(0, self.banks[self.due] + self.kept - used)

    def lost(self, now: int, outages: Sequence[tuple[int, int | None]]) -> int:
        """Return the run seconds of the turn in outages that began before its end, not granted.

        In a pause, all outages count that have begun since the turn began.
        """
        if self.due is None or self.allowed is None:
            return 0
        until = self.until
        clipped = [
            (max(s, self.begun), min(now if e is None else e, now))
            for s, e in outages
            if until is None or s < until
        ]
        moments = sorted({m for pair in clipped for m in pair})
        inside = sum(
            self.run(a, b)
            for a, b in pairwise(moments)
            if any(s <= a and b <= e for s, e in clipped)
        )
        return inside - sum(s for s, cause in self.grants if cause == "outage")

    def given(self, days: int, now: int) -> int:
        """Return the seconds of a grant of days: they count from now, or from the deadline.

        In a pause they count from the last second that has run.
        """
        return max(self.run(self.begun, now), self.total) + days * DAY - self.total

    def grant(self, seconds: int, cause: str, at: int) -> None:
        assert self.due is not None
        self.grants.append((seconds, cause))
        self.told_at = None
        if cause == "quiet":
            self.quieted.append((self.due, at))

    def step(
        self, now: int, person: Someone, outages: Sequence[tuple[int, int | None]]
    ) -> list[tuple[str, int]]:
        """Carry out the deadline step and return what it does: a kind, and seconds.

        The caller has let offers lapse and tried planned replies.
        """
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
                return "quiet", self.run(until, known[-1][1] + HOUR)
        if not (self.vacation and person.vacation_on):
            return None
        ends = [end for _, end in person.rows if end > now]
        if ends:
            return "vacation", self.run(until, max(ends))
        drawn = sum(cause == "drawn" for _, cause in self.grants)
        if person.pool(now) < HOUR or drawn >= 6:
            return None
        end = now + min(12 * HOUR, person.pool(now))
        person.rows.append((now, end))
        return "drawn", self.run(until, end)

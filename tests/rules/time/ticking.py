"""A table without a game, whose log is written by hand, to see what its clocks say.

Seats take turns in order. Moments are seconds since the table began, on a day of its own.
"""

from dataclasses import dataclass, replace
from typing import Final

from rules.contract.core import Seat
from rules.log.entries import Actor, Entry
from rules.log.events import (
    Accepted,
    Begun,
    Event,
    Grant,
    Granted,
    Paused,
    Played,
    Resumed,
    TimedOut,
)
from rules.time.clock import Clock, Stretch
from rules.time.clock_fold import clock_after
from rules.time.deadline import Facts, Make, Step, deadline_step
from rules.time.duration import DAY
from rules.time.time_control import read_time_control

A, B, C = Seat(0), Seat(1), Seat(2)
NOON: Final = 1_700_000_000


@dataclass(frozen=True, slots=True)
class Table:
    """Clocks, who is due, and what an entry needs beside its event."""

    clock: Clock
    due: Seat | None
    seats: int
    number: int = 0
    plies: tuple[Seat, ...] = ()

    @property
    def until(self) -> int | None:
        """Seconds from the start until the time of the turn runs out."""
        return None if self.clock.until is None else self.clock.until - NOON

    def left(self, at: int) -> int | None:
        return self.clock.left(NOON + at)

    def enter(self, at: int, event: Event, actor: Actor = Actor.HOST) -> "Table":
        """Make an entry that changes neither the plies nor who is due."""
        entry = Entry(self.number + 1, NOON + at, actor, None, None, "", event)
        clock = clock_after(self.clock, entry, self.due, len(self.plies))
        return replace(self, clock=clock, number=entry.number)

    def play(
        self, at: int, actor: Actor = Actor.SEAT, *, again: bool = False, chance: bool = False
    ) -> "Table":
        """Let the seat due play; it is due `again` where a turn has several plies."""
        assert self.due is not None
        after = None if chance else self.due if again else Seat((self.due + 1) % self.seats)
        plies = (*self.plies, self.due)
        entry = Entry(self.number + 1, NOON + at, actor, self.due, None, "", Played("x"))
        clock = clock_after(self.clock, entry, after, len(plies))
        return replace(self, clock=clock, due=after, number=entry.number, plies=plies)

    def take_back(self, at: int, asker: Seat) -> "Table":
        """Undo everything from the asker's last ply on, as agreed now."""
        kept = max(n for n, seat in enumerate(self.plies) if seat == asker)
        entry = Entry(self.number + 1, NOON + at, Actor.SEAT, None, None, "", Accepted(B))
        clock = clock_after(self.clock, entry, asker, kept)
        return replace(self, clock=clock, due=asker, number=entry.number, plies=self.plies[:kept])

    def end(self, at: int, event: Event) -> "Table":
        """End the game."""
        return replace(self, due=None).enter(at, event)

    def grant(self, at: int, seconds: int, cause: Grant) -> "Table":
        assert self.due is not None
        return self.enter(at, Granted(self.due, seconds, cause))

    def pause(self, at: int) -> "Table":
        return self.enter(at, Paused(NOON + at + 30 * DAY))

    def resume(self, at: int) -> "Table":
        return self.enter(at, Resumed())

    def steps(self, at: int, facts: Facts | None = None) -> "tuple[Table, list[Step]]":
        """Run the deadline step until nothing is left to do."""
        table, taken = self, list[Step]()
        while True:
            step = deadline_step(table.clock, NOON + at, facts or Facts())
            taken.append(step)
            if not isinstance(step, Make):
                return table, taken
            table = table.enter(at, step.event)
            if isinstance(step.event, TimedOut):
                return table, taken


def table(control: str, seats: int = 2, engines: tuple[Seat, ...] = ()) -> Table:
    """Return a table whose game has just begun."""
    clock = Clock.of(read_time_control(control), seats, engines)
    return Table(clock, A, seats).enter(0, Begun())


def stretch(start: int, end: int | None = None) -> Stretch:
    return Stretch(NOON + start, None if end is None else NOON + end)

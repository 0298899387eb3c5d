"""Clocks against a reference that counts every hour, on logs of any kind."""

from dataclasses import dataclass, field
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.contract.core import Seat
from rules.log.entries import Actor
from rules.log.events import Grant, SeatTaken, SeatWay
from rules.time.duration import HOUR
from tests.conformance.configured import more_in_soak
from tests.rules.time.ticking import NOON, Table, table

CONTROLS: Final = ("2d", "3d hard", "30h+6h<=40h", "5d+1d<=6d hard", "48h+60h<=60h")
KEPT: Final = (Grant.OUTAGE, Grant.RIVALS, Grant.MODERATOR)
OPERATIONS: Final = st.lists(
    st.tuples(
        st.integers(0, 60),
        st.sampled_from(
            ("play", "again", "queued", "pass", "grant", "pause", "resume", "back", "hands")
        ),
        st.integers(0, 30),
    ),
    max_size=25,
)


@dataclass
class Reference:
    """The clocks of a table, in hours, ticked one by one."""

    days: int | None
    bank: int
    increment: int
    cap: int
    seats: int
    banks: list[int] = field(default_factory=list[int])
    due: int = 0
    ran: int = 0
    used: int = 0
    granted: int = 0
    kept: int = 0
    allowed: int = 0
    played: bool = False
    paused: bool = False
    plies: list[list[int]] = field(default_factory=list[list[int]])

    def begin(self, seat: int) -> None:
        self.due, self.ran, self.used, self.granted, self.kept = seat, 0, 0, 0, 0
        self.played = False
        self.allowed = self.banks[seat] if self.days is None else self.days

    def tick(self, hours: int) -> None:
        for _ in range(hours):
            self.ran += 0 if self.paused else 1

    def play(self, kind: str) -> None:
        if kind in ("play", "again"):
            self.used = self.ran
        self.played = self.played or kind != "pass"
        self.plies.append([self.due, max(self.allowed + self.granted - self.used, 0), 0])
        if kind == "again":
            return
        if self.days is None and self.played:
            left = max(self.banks[self.due] + self.kept - self.used, 0)
            full = left + self.increment
            if full > self.cap:
                full = max(left, self.cap)
            self.plies[-1][2] = full - left
            self.banks[self.due] = full
        self.begin((self.due + 1) % self.seats)

    def back(self, asker: int) -> None:
        kept = max(n for n, ply in enumerate(self.plies) if ply[0] == asker)
        removed, self.plies = self.plies[kept:], self.plies[:kept]
        if self.days is not None:
            self.begin(asker)
            self.allowed = max(removed[0][1], min(24, self.days))
            return
        self.banks[self.due] = max(self.banks[self.due] + self.kept - self.ran, 0)
        for seat, _, gained in removed:
            floor = min(24, self.bank, self.banks[seat])
            self.banks[seat] = max(self.banks[seat] - gained, floor)
        self.banks[asker] = max(self.banks[asker], min(24, self.bank))
        self.begin(asker)

    def hands(self, seat: int) -> None:
        if self.days is not None:
            if seat == self.due:
                left = max(self.allowed + self.granted - self.ran, 0)
                self.begin(seat)
                self.allowed = max(left, min(72, self.days))
            return
        if seat == self.due:
            self.banks[seat] = max(self.banks[seat] + self.kept - self.ran, 0)
        self.banks[seat] = max(self.banks[seat], min(72, self.bank))
        if seat == self.due:
            self.begin(seat)


def reference(control: str, seats: int) -> Reference:
    if "+" not in control:
        model = Reference({"2d": 48, "3d hard": 72}[control], 0, 0, 0, seats)
    else:
        bank, increment, cap = {
            "30h+6h<=40h": (30, 6, 40),
            "5d+1d<=6d hard": (120, 24, 144),
            "48h+60h<=60h": (48, 60, 60),
        }[control]
        model = Reference(None, bank, increment, cap, seats)
    model.banks = [model.bank] * seats
    model.begin(0)
    return model


def operate(clocks: Table, model: Reference, at: int, kind: str, number: int) -> Table:
    """Do the same to both, if it can be done."""
    if kind in ("play", "again"):
        clocks = clocks.play(at, again=kind == "again")
        model.play(kind)
    elif kind in ("queued", "pass"):
        clocks = clocks.play(at, Actor.QUEUED if kind == "queued" else Actor.HOST)
        model.play(kind)
    elif kind == "grant":
        cause = list(Grant)[number % len(Grant)]
        clocks = clocks.grant(at, number * HOUR, cause)
        model.granted += number
        model.kept += number if cause in KEPT else 0
    elif kind == "pause" and not model.paused:
        clocks, model.paused = clocks.pause(at), True
    elif kind == "resume" and model.paused:
        clocks, model.paused = clocks.resume(at), False
    elif kind == "back" and clocks.plies:
        asker = clocks.plies[number % len(clocks.plies)]
        clocks = clocks.take_back(at, asker)
        model.back(asker)
    elif kind == "hands":
        seat = Seat(number % clocks.seats)
        clocks = clocks.enter(at, SeatTaken(seat, 1, 2, SeatWay.OFFERED))
        model.hands(seat)
    return clocks


@settings(max_examples=more_in_soak(60))
@given(st.sampled_from(CONTROLS), st.sampled_from((2, 3)), OPERATIONS)
def test_the_fold_counts_like_somebody_who_counts_every_hour(
    control: str, seats: int, operations: list[tuple[int, str, int]]
) -> None:
    clocks, model, hour = table(control, seats), reference(control, seats), 0
    for gap, kind, number in operations:
        hour += gap
        model.tick(gap)
        clocks = operate(clocks, model, hour * HOUR, kind, number)
        turn = clocks.clock.turn
        assert turn is not None
        assert turn.allowed == model.allowed * HOUR
        assert clocks.left(hour * HOUR) == max(model.allowed + model.granted - model.ran, 0) * HOUR
        if model.days is None:
            assert clocks.clock.banks == tuple(bank * HOUR for bank in model.banks)
        else:
            assert clocks.clock.banks == (None,) * seats


@settings(max_examples=more_in_soak(60))
@given(st.sampled_from(CONTROLS), st.sampled_from((2, 3)), OPERATIONS)
def test_the_running_time_up_to_the_deadline_is_what_is_allowed_and_granted(
    control: str, seats: int, operations: list[tuple[int, str, int]]
) -> None:
    clocks, model, hour = table(control, seats), reference(control, seats), 0
    for gap, kind, number in operations:
        hour += gap
        clocks = operate(clocks, model, hour * HOUR, kind, number)
        clock, turn = clocks.clock, clocks.clock.turn
        assert turn is not None
        assert turn.allowed is not None
        assert (clock.until is None) == clock.paused
        if clock.until is not None and clock.deadline is not None:
            assert clock.run(turn.begun, clock.until) == turn.allowed + turn.granted
            assert clock.is_in_time(clock.deadline - 1)
            assert not clock.is_in_time(clock.deadline)
            assert clock.left(clock.until) == 0
        for moment in (NOON, clock.at, clock.at + HOUR):
            assert clock.run(turn.begun, max(moment, turn.begun)) >= 0

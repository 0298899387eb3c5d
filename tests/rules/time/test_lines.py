"""What a clock says, worked out by hand for each part of what was agreed on time."""

import pytest

from rules.contract.core import Seat
from rules.log.entries import Actor
from rules.log.events import (
    Begun,
    Declined,
    Grant,
    Offered,
    OfferKind,
    Overdue,
    Resigned,
    Rolled,
    SeatTaken,
    SeatWay,
    TimedOut,
)
from rules.time.clock import ABANDONED, DELIVERY, NOTICE
from rules.time.deadline import (
    ClaimOpen,
    Facts,
    InTime,
    Make,
    deadline_step,
)
from rules.time.duration import DAY, HOUR
from tests.rules.time.ticking import NOON, A, B, C, table

BANK = "7d+1d<=8d"


# Who has time, and how much


def test_a_turn_has_what_is_allowed_from_the_entry_that_began_it() -> None:
    begun = table("3d")
    assert begun.until == 3 * DAY
    assert begun.play(DAY).until == 4 * DAY
    assert begun.play(DAY).left(2 * DAY) == 2 * DAY


def test_only_the_clock_of_the_seat_due_runs() -> None:
    played = table(BANK, 3).play(DAY).play(3 * DAY).play(3 * DAY + HOUR)
    assert played.clock.banks == (7 * DAY, 6 * DAY, 8 * DAY - HOUR)
    assert played.due == A


def test_days_that_are_not_used_are_lost() -> None:
    played = table("3d").play(HOUR).play(2 * HOUR)
    assert played.until == 2 * HOUR + 3 * DAY


def test_a_bank_gains_its_increment_up_to_the_cap() -> None:
    played = table("7d+1d<=7d").play(3 * DAY)
    assert played.clock.banks[A] == 5 * DAY
    assert table("7d+1d<=7d").play(HOUR).clock.banks[A] == 7 * DAY


def test_a_bank_above_its_cap_is_not_cut() -> None:
    rich = table("7d+1d<=7d").grant(0, 2 * DAY, Grant.RIVALS).play(HOUR)
    assert rich.clock.banks[A] == 9 * DAY - HOUR


def test_a_bank_never_falls_below_nothing() -> None:
    late = table(BANK).play(20 * DAY)
    assert late.clock.banks[A] == DAY


def test_several_plies_of_a_turn_earn_one_increment() -> None:
    turn = table(BANK).play(DAY, again=True)
    assert turn.clock.banks[A] == 7 * DAY
    assert turn.until == 7 * DAY
    assert turn.play(2 * DAY).clock.banks[A] == 6 * DAY


def test_an_engine_has_no_clock() -> None:
    begun = table(BANK, engines=(B,)).play(DAY)
    assert begun.clock.turn is None
    assert (begun.until, begun.clock.deadline) == (None, None)
    answered = begun.play(9 * DAY, Actor.ENGINE)
    assert answered.clock.banks == (7 * DAY, None)
    assert answered.until == 16 * DAY


def test_nobody_is_on_the_clock_while_a_roll_is_due() -> None:
    waiting = table(BANK).play(DAY, chance=True)
    assert waiting.clock.turn is None
    rolled = waiting.enter(DAY, Rolled((1, 2)))
    assert rolled.clock.banks[A] == 7 * DAY


def test_a_pass_by_the_host_uses_no_time_and_earns_none() -> None:
    passed = table(BANK).play(DAY).play(DAY, Actor.HOST)
    assert passed.clock.banks == (7 * DAY, 7 * DAY)
    assert passed.until == 8 * DAY


def test_a_planned_ply_earns_its_increment_and_uses_no_time_even_if_an_offer_held_it() -> None:
    held = table(BANK).enter(0, Offered(B, OfferKind.DRAW)).enter(2 * DAY, Declined(A))
    assert held.play(2 * DAY, Actor.QUEUED).clock.banks[A] == 8 * DAY
    assert held.play(2 * DAY).clock.banks[A] == 6 * DAY


@pytest.mark.parametrize("control", ["3d", BANK])
def test_offers_and_answers_change_no_clock(control: str) -> None:
    quiet = table(control)
    asked = quiet.enter(HOUR, Offered(A, OfferKind.DRAW)).enter(DAY, Declined(B))
    assert asked.until == quiet.until
    assert asked.play(2 * DAY).clock.banks == quiet.play(2 * DAY).clock.banks


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("control", ["3d hard", "3d", BANK, f"{BANK} hard"])
def test_nobody_has_a_deadline_after_the_end(control: str, seats: int) -> None:
    over = table(control, seats).play(HOUR).end(DAY, Resigned(A))
    assert over.clock.turn is None
    assert (over.clock.deadline, over.clock.abandoned) == (None, None)


# In time or late


@pytest.mark.parametrize("control", ["3d", "3d+0h<=3d"])
def test_a_ply_is_in_time_for_a_minute_after_the_deadline(control: str) -> None:
    clock = table(control).clock
    assert clock.is_in_time(NOON + 3 * DAY + DELIVERY)
    assert not clock.is_in_time(NOON + 3 * DAY + DELIVERY + 1)
    assert clock.deadline == NOON + 3 * DAY + DELIVERY + 1


def test_the_step_does_nothing_a_second_early() -> None:
    clock = table("3d").clock
    assert deadline_step(clock, NOON + 3 * DAY + DELIVERY, Facts()) == InTime(clock.deadline)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("control", ["3d", "3d+1d<=5d"])
def test_a_soft_deadline_opens_the_claim_and_tells_once(control: str, seats: int) -> None:
    late, steps = table(control, seats).steps(3 * DAY + 61)
    assert steps == [Make(Overdue(A)), ClaimOpen()]
    assert late.clock.is_claimable(NOON + 3 * DAY + 61)
    assert late.clock.deadline is None
    assert late.steps(5 * DAY)[1] == [ClaimOpen()]
    assert late.play(5 * DAY).due == B, "a late ply before a claim is valid"


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("control", ["3d hard", "3d+1d<=5d hard"])
def test_a_hard_deadline_ends_the_game(control: str, seats: int) -> None:
    late, steps = table(control, seats).steps(3 * DAY + 61)
    assert steps == [Make(TimedOut(A))]
    assert not late.clock.is_claimable(NOON + 3 * DAY + 61)


def test_nothing_can_be_claimed_before_the_step_was_run() -> None:
    assert not table("3d").clock.is_claimable(NOON + 9 * DAY)


# Pauses


@pytest.mark.parametrize("control", ["3d", "3d+0h<=3d"])
def test_no_clock_runs_in_a_pause(control: str) -> None:
    paused = table(control).pause(DAY)
    assert (paused.until, paused.clock.deadline) == (None, None)
    assert paused.clock.is_in_time(NOON + 20 * DAY)
    assert deadline_step(paused.clock, NOON + 20 * DAY, Facts()) == InTime(None)
    assert paused.left(20 * DAY) == 2 * DAY
    assert paused.resume(20 * DAY).until == 22 * DAY


def test_who_plays_in_a_pause_uses_nothing_and_the_next_turn_begins_with_its_clock_standing() -> (
    None
):
    moved = table(BANK).pause(DAY).play(5 * DAY)
    assert moved.clock.banks[A] == 7 * DAY
    assert moved.left(9 * DAY) == 7 * DAY
    assert moved.resume(10 * DAY).until == 17 * DAY


@pytest.mark.parametrize("control", ["3d", "3d+1d<=4d"])
@pytest.mark.parametrize(("ran", "given"), [(DAY, 2 * DAY), (5 * DAY, 4 * DAY)])
def test_time_given_in_a_pause_counts_from_its_beginning_or_from_the_deadline(
    control: str, ran: int, given: int
) -> None:
    late, _ = table(control).steps(ran)
    paused = late.pause(ran)
    assert paused.clock.present(2 * DAY, NOON + ran + 3 * DAY) == given
    resumed = paused.grant(ran + 3 * DAY, given, Grant.MODERATOR).resume(ran + 4 * DAY)
    assert resumed.left(ran + 4 * DAY) == 2 * DAY + max(3 * DAY - ran, 0)


def test_a_pause_ends_when_it_was_resumed_not_when_it_should_have() -> None:
    resumed = table("3d").pause(DAY).resume(32 * DAY)
    assert resumed.until == 34 * DAY


def test_an_open_claim_can_not_be_made_in_a_pause() -> None:
    late, _ = table("3d").steps(4 * DAY)
    assert not late.pause(4 * DAY).clock.is_claimable(NOON + 5 * DAY)
    assert late.pause(4 * DAY).resume(5 * DAY).clock.is_claimable(NOON + 5 * DAY)


# Take-backs


def test_a_take_back_returns_what_the_asker_had_left_of_the_days() -> None:
    played = table("5d").play(3 * DAY).play(4 * DAY)
    assert played.take_back(5 * DAY, A).left(5 * DAY) == 2 * DAY
    assert played.take_back(5 * DAY, B).left(5 * DAY) == 4 * DAY


@pytest.mark.parametrize(("control", "least"), [("5d", DAY), ("12h", 12 * HOUR)])
def test_a_take_back_leaves_a_day_at_least_or_what_was_agreed(control: str, least: int) -> None:
    last_minute = table(control).play(5 * DAY if control == "5d" else 12 * HOUR)
    assert last_minute.take_back(6 * DAY, A).left(6 * DAY) == least


def test_a_take_back_across_increments_takes_them_off_and_time_used_stays_used() -> None:
    played = table("7d+1d<=9d").play(DAY).play(3 * DAY)
    assert played.clock.banks == (7 * DAY, 6 * DAY)
    back = played.take_back(5 * DAY, A)
    # A used 1 day, and 2 of the running turn; both increments are gone.
    assert back.clock.banks == (4 * DAY, 5 * DAY)
    assert back.left(5 * DAY) == 4 * DAY
    assert back.due == A


def test_an_increment_that_is_taken_off_leaves_a_day() -> None:
    played = table("7d+2d<=9d").play(7 * DAY - HOUR)
    assert played.clock.banks[A] == 2 * DAY + HOUR
    assert played.take_back(7 * DAY, A).clock.banks[A] == DAY


def test_an_increment_that_is_taken_off_gives_nothing_to_a_bank_below_a_day() -> None:
    """Only the seat that asks has a day at least afterwards."""
    played = table("7d+1h<=9d").play(HOUR).play(7 * DAY)
    assert played.clock.banks[B] == 2 * HOUR
    assert played.take_back(7 * DAY, A).clock.banks[B] == 2 * HOUR


def test_a_take_back_restores_only_increments_that_came_in() -> None:
    played = table("7d+5d<=8d").play(HOUR)
    assert played.clock.banks[A] == 8 * DAY
    assert played.take_back(HOUR, A).clock.banks[A] == 7 * DAY - HOUR


# Changes of hands


def newcomer(seat: Seat) -> SeatTaken:
    return SeatTaken(seat, 1, 9, SeatWay.OFFERED)


@pytest.mark.parametrize(("control", "left"), [("5d", 3 * DAY), ("2d", 2 * DAY)])
def test_a_newcomer_on_turn_has_three_days_or_what_was_agreed(control: str, left: int) -> None:
    late, _ = table(control).steps(6 * DAY)
    taken = late.enter(7 * DAY, newcomer(A))
    assert taken.left(7 * DAY) == left
    assert not taken.clock.is_claimable(NOON + 7 * DAY)


def test_a_newcomer_keeps_what_is_left_if_that_is_more() -> None:
    assert table("5d").enter(DAY, newcomer(A)).left(DAY) == 4 * DAY
    taken = table(BANK).enter(DAY, newcomer(A))
    assert (taken.left(DAY), taken.clock.banks[A]) == (6 * DAY, 6 * DAY)


def test_a_newcomers_bank_is_filled_to_three_days() -> None:
    drained = table(BANK).play(7 * DAY).play(8 * DAY)
    assert drained.clock.banks[A] == DAY
    assert drained.enter(8 * DAY, newcomer(A)).clock.banks[A] == 3 * DAY
    waiting = table(BANK).play(7 * DAY).enter(8 * DAY, newcomer(A))
    assert (waiting.clock.banks[A], waiting.due, waiting.until) == (3 * DAY, B, 14 * DAY)


def test_an_engine_that_takes_a_seat_stops_its_clock() -> None:
    taken = table(BANK).enter(DAY, SeatTaken(A, 1, 9, SeatWay.TAKEN, by_engine=True))
    assert (taken.until, taken.clock.banks[A]) == (None, None)
    assert taken.play(DAY, Actor.ENGINE).until == 8 * DAY


# Untimed games, series, and games that nobody plays


def test_without_a_limit_there_is_no_deadline_and_the_game_is_void_after_sixty_days() -> None:
    untimed = table("none").play(DAY)
    assert (untimed.until, untimed.clock.deadline) == (None, None)
    assert untimed.clock.abandoned == NOON + DAY + ABANDONED
    assert deadline_step(untimed.clock, NOON + 90 * DAY, Facts()) == InTime(None)


def test_a_pause_does_not_count_towards_the_sixty_days() -> None:
    paused = table("none").play(DAY).pause(2 * DAY)
    assert paused.clock.abandoned is None
    resumed = paused.resume(32 * DAY)
    assert resumed.clock.abandoned == NOON + 31 * DAY + ABANDONED
    again = resumed.enter(33 * DAY, newcomer(A)).pause(40 * DAY).resume(44 * DAY)
    assert again.enter(45 * DAY, newcomer(A)).clock.abandoned == NOON + 35 * DAY + ABANDONED


def test_an_open_claim_that_nobody_makes_voids_the_game_after_sixty_days() -> None:
    late, _ = table("3d").steps(4 * DAY)
    assert late.clock.abandoned == NOON + 4 * DAY + ABANDONED
    assert table("3d").clock.abandoned is None
    resumed = late.pause(49 * DAY).resume(79 * DAY)
    assert resumed.clock.abandoned == NOON + 34 * DAY + ABANDONED


@pytest.mark.parametrize("control", ["3d", "none"])
def test_after_a_pause_a_week_is_left_in_which_the_players_are_told(control: str) -> None:
    idle, _ = table(control).play(0).steps(4 * DAY)
    resumed = idle.pause(59 * DAY).resume(70 * DAY)
    assert resumed.clock.abandoned == NOON + 70 * DAY + NOTICE


def test_the_next_game_of_a_series_begins_with_full_clocks_and_an_open_pause_goes_on() -> None:
    begun = table(BANK).enter(0, Begun(2)).pause(0)
    assert begun.clock.banks == (7 * DAY, 7 * DAY)
    assert begun.left(9 * DAY) == 7 * DAY


def test_teams_of_three_seats_have_a_clock_each() -> None:
    played = table("7d+0h<=7d", 3).play(DAY).play(3 * DAY).play(6 * DAY)
    assert played.clock.banks == (6 * DAY, 5 * DAY, 4 * DAY)
    assert (played.due, C) == (A, 2)

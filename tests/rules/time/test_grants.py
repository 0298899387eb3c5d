"""What a turn gets beyond its time, worked out by hand: grants, outages, quiet hours, vacation."""

from dataclasses import replace

import pytest

from rules.log.events import (
    Grant,
    Granted,
    Overdue,
)
from rules.time.deadline import (
    ClaimOpen,
    Facts,
    InTime,
    LookAgain,
    Make,
    deadline_step,
    outage_grant,
)
from rules.time.duration import DAY, HOUR
from tests.rules.time.ticking import NOON, A, B, stretch, table

BANK = "7d+1d<=8d"


def make(step: object) -> Make:
    assert isinstance(step, Make)
    return step


# Grants


def test_a_grant_makes_the_running_turn_longer_and_nothing_else() -> None:
    granted = table("3d").grant(DAY, 2 * DAY, Grant.MODERATOR)
    assert granted.until == 5 * DAY
    assert granted.play(2 * DAY).play(3 * DAY).until == 6 * DAY


@pytest.mark.parametrize(
    ("cause", "bank"),
    [
        (Grant.OUTAGE, 8 * DAY),
        (Grant.RIVALS, 8 * DAY),
        (Grant.MODERATOR, 8 * DAY),
        (Grant.QUIET, 6 * DAY),
        (Grant.VACATION, 6 * DAY),
        (Grant.DRAWN, 6 * DAY),
    ],
)
def test_quiet_hours_and_vacation_never_enter_a_bank(cause: Grant, bank: int) -> None:
    granted = table("7d+1d<=9d").grant(0, 2 * DAY, cause)
    assert granted.until == 9 * DAY
    assert granted.play(2 * DAY).clock.banks[A] == bank


def test_time_given_counts_from_now_or_from_the_deadline_whichever_is_later() -> None:
    clock = table("3d").clock
    assert clock.present(DAY, NOON + HOUR) == DAY
    assert clock.present(DAY, NOON + 5 * DAY) == 3 * DAY
    late, _ = table("3d").steps(5 * DAY)
    given = late.grant(5 * DAY, late.clock.present(DAY, NOON + 5 * DAY), Grant.RIVALS)
    assert given.until == 6 * DAY
    assert not given.clock.is_claimable(NOON + 5 * DAY)
    assert given.clock.deadline == NOON + 6 * DAY + 61


def test_time_given_in_a_pause_to_a_late_player_counts_from_the_last_running_second() -> None:
    late, _ = table("3d").steps(5 * DAY)
    paused = late.pause(5 * DAY)
    given = paused.grant(6 * DAY, paused.clock.present(DAY, NOON + 6 * DAY), Grant.MODERATOR)
    resumed = given.resume(7 * DAY)
    assert resumed.until == 8 * DAY
    assert resumed.clock.left(NOON + 7 * DAY) == DAY


def test_a_turn_that_was_overdue_and_got_time_is_claimable_again_without_further_delay() -> None:
    late, _ = table("3d").steps(4 * DAY)
    given = late.grant(4 * DAY, 2 * DAY, Grant.RIVALS)
    quiet = Facts(quiet=(stretch(5 * DAY - HOUR, 5 * DAY + HOUR),), on_vacation=True, pool=9 * DAY)
    assert given.steps(5 * DAY + 61, quiet)[1] == [Make(Overdue(A)), ClaimOpen()]


# Outages


def test_while_an_outage_lasts_nothing_is_decided() -> None:
    facts = Facts(outages=(stretch(2 * DAY),))
    assert deadline_step(table("3d").clock, NOON + 4 * DAY, facts) == LookAgain(NOON + 5 * DAY)


def test_an_outage_that_is_yet_to_begin_delays_nothing() -> None:
    facts = Facts(outages=(stretch(4 * DAY),))
    assert make(deadline_step(table("3d").clock, NOON + 3 * DAY + 61, facts)).event == Overdue(A)


def test_an_outage_that_begins_this_second_delays_the_step() -> None:
    """Though it began after the deadline."""
    at = 3 * DAY + 61
    assert deadline_step(table("3d").clock, NOON + at, Facts(outages=(stretch(at),))) == LookAgain(
        NOON + at + DAY
    )
    later = Facts(outages=(stretch(at + 1),))
    assert make(deadline_step(table("3d").clock, NOON + at, later)).event == Overdue(A)


def test_restart_after_a_deadline_that_passed_while_down_leaves_what_was_left_before() -> None:
    down = stretch(3 * DAY - 600, 3 * DAY + 2400)
    granted, steps = table("3d").steps(3 * DAY + 2400, Facts(outages=(down,)))
    assert make(steps[0]).event == Granted(A, 3000, Grant.OUTAGE)
    assert granted.left(3 * DAY + 2400) == 600
    assert isinstance(steps[1], InTime)


def test_a_second_of_two_outages_counts_once() -> None:
    outages = (
        stretch(DAY, DAY + 5 * HOUR),
        stretch(DAY + HOUR, DAY + 7 * HOUR),
        stretch(DAY, DAY + HOUR),
    )
    _, steps = table("3d").steps(3 * DAY + 61, Facts(outages=outages))
    assert make(steps[0]).event == Granted(A, 7 * HOUR, Grant.OUTAGE)


def test_an_outage_that_was_granted_is_not_granted_again() -> None:
    outages = Facts(outages=(stretch(DAY, 2 * DAY),))
    granted, _ = table("3d").steps(3 * DAY + 61, outages)
    assert granted.until == 4 * DAY
    assert granted.steps(4 * DAY + 61, outages)[1] == [Make(Overdue(A)), ClaimOpen()]


def test_an_outage_that_began_after_the_deadline_changes_nothing() -> None:
    facts = Facts(outages=(stretch(3 * DAY, 5 * DAY),))
    assert make(table("3d").steps(6 * DAY, facts)[1][0]).event == Overdue(A)


def test_only_run_seconds_of_this_turn_count_as_an_outage() -> None:
    paused = table("3d").play(DAY).pause(2 * DAY).resume(3 * DAY)
    outages = (stretch(0, 3 * DAY + HOUR),)
    grant = outage_grant(paused.clock, NOON + 4 * DAY, outages)
    assert grant == Granted(B, DAY + HOUR, Grant.OUTAGE)


def test_a_bank_keeps_the_outage_that_is_granted_with_its_ply() -> None:
    begun = table(BANK)
    grant = outage_grant(begun.clock, NOON + 2 * DAY, (stretch(DAY, DAY + 6 * HOUR),))
    assert grant is not None
    assert grant == Granted(A, 6 * HOUR, Grant.OUTAGE)
    assert begun.enter(2 * DAY, grant).play(2 * DAY).clock.banks[A] == 6 * DAY + 6 * HOUR


# Quiet hours


def test_quiet_hours_at_the_deadline_give_time_until_an_hour_after_them() -> None:
    quiet = Facts(quiet=(stretch(3 * DAY - HOUR, 3 * DAY + 7 * HOUR),))
    granted, steps = table("3d").steps(3 * DAY + 61, quiet)
    assert make(steps[0]).event == Granted(A, 8 * HOUR, Grant.QUIET)
    assert granted.until == 3 * DAY + 8 * HOUR


def test_a_deadline_within_the_hour_after_quiet_hours_counts_too() -> None:
    quiet = Facts(quiet=(stretch(3 * DAY - 9 * HOUR, 3 * DAY - HOUR + 1),))
    assert table("3d").steps(3 * DAY + 61, quiet)[0].until == 3 * DAY + 1
    over = Facts(quiet=(stretch(3 * DAY - 9 * HOUR, 3 * DAY - HOUR),))
    assert make(table("3d").steps(3 * DAY + HOUR, over)[1][0]).event == Overdue(A)


def test_quiet_hours_now_count_although_the_deadline_lay_before_them() -> None:
    quiet = Facts(quiet=(stretch(3 * DAY + HOUR, 3 * DAY + 9 * HOUR),))
    assert table("3d").steps(3 * DAY + 2 * HOUR, quiet)[0].until == 3 * DAY + 10 * HOUR


def test_quiet_hours_that_begin_with_the_deadline_count_and_a_second_later_they_dont() -> None:
    """Quiet hours end an hour before the grant does, so here they and that hour are over."""
    at = 3 * DAY + 5 * HOUR
    begun = Facts(quiet=(stretch(3 * DAY, 3 * DAY + HOUR),))
    assert make(table("3d").steps(at, begun)[1][0]).event == Granted(A, 2 * HOUR, Grant.QUIET)
    after = Facts(quiet=(stretch(3 * DAY + 1, 3 * DAY + HOUR),))
    assert make(table("3d").steps(at, after)[1][0]).event == Overdue(A)


def test_quiet_hours_count_from_their_first_second_to_the_last_of_the_hour_after() -> None:
    """Here the deadline lay before them, so that only now counts."""
    begins, ends = 3 * DAY + 2 * HOUR, 3 * DAY + 9 * HOUR
    quiet = Facts(quiet=(stretch(begins, ends),))
    put_off = Granted(A, 10 * HOUR, Grant.QUIET)

    def event(at: int) -> object:
        return make(table("3d").steps(at, quiet)[1][0]).event

    assert [event(begins - 1), event(begins)] == [Overdue(A), put_off]
    assert [event(ends + HOUR - 1), event(ends + HOUR)] == [put_off, Overdue(A)]


def test_a_second_deadline_in_quiet_hours_of_one_turn_is_not_put_off() -> None:
    night = Facts(
        quiet=(
            stretch(3 * DAY - HOUR, 3 * DAY + 7 * HOUR),
            stretch(4 * DAY - HOUR, 4 * DAY + 7 * HOUR),
        )
    )
    granted, _ = table("3d").steps(3 * DAY + 61, night)
    given = granted.grant(3 * DAY + 61, 16 * HOUR, Grant.RIVALS)
    assert given.until == 4 * DAY
    assert make(given.steps(4 * DAY + 61, night)[1][0]).event == Overdue(A)


def test_quiet_hours_of_one_seat_leave_those_of_the_other() -> None:
    first, _ = table("3d").steps(3 * DAY + 61, Facts(quiet=(stretch(3 * DAY, 3 * DAY + HOUR),)))
    assert first.until == 3 * DAY + 2 * HOUR
    deadline = 6 * DAY + HOUR
    quiet = Facts(quiet=(stretch(deadline, deadline + HOUR),))
    second, _ = first.play(3 * DAY + HOUR).steps(deadline + 61, quiet)
    assert second.until == deadline + 2 * HOUR


def test_a_seat_gets_quiet_hours_once_in_seven_days() -> None:
    def quiet(deadline: int) -> Facts:
        return Facts(quiet=(stretch(deadline - HOUR, deadline + HOUR),))

    first, _ = table("3d").steps(3 * DAY + 61, quiet(3 * DAY))
    again = first.play(3 * DAY + HOUR).play(3 * DAY + HOUR)
    assert again.until == 6 * DAY + HOUR
    _, steps = again.steps(6 * DAY + HOUR + 61, quiet(6 * DAY + HOUR))
    assert make(steps[0]).event == Overdue(A)
    later = again.play(6 * DAY).play(7 * DAY + HOUR + 61)
    _, steps = later.steps(10 * DAY + HOUR + 122, quiet(10 * DAY + HOUR + 61))
    assert make(steps[0]).event == Granted(A, 2 * HOUR, Grant.QUIET)


def test_seven_days_after_quiet_hours_others_count_again() -> None:
    begun = table("7d")
    clock = replace(begun.clock, quieted=((A, NOON + 61),))
    quiet = Facts(quiet=(stretch(7 * DAY - HOUR, 7 * DAY + HOUR),))
    at_last = deadline_step(clock, NOON + 7 * DAY + 61, quiet)
    assert make(at_last).event == Granted(A, 2 * HOUR, Grant.QUIET)


def test_of_the_quiet_hours_of_two_nights_the_later_count() -> None:
    """An outage since the deadline has made the step late."""
    nights = Facts(
        quiet=(stretch(3 * DAY - HOUR, 3 * DAY + HOUR), stretch(4 * DAY, 4 * DAY + 8 * HOUR))
    )
    (step, *_) = table("3d").steps(4 * DAY + HOUR, nights)[1]
    assert make(step).event == Granted(A, DAY + 9 * HOUR, Grant.QUIET)


# Vacation


def test_a_vacation_that_lasts_gives_time_until_its_end() -> None:
    away = Facts(on_vacation=True, vacations=(stretch(2 * DAY, 9 * DAY),))
    granted, steps = table("3d").steps(3 * DAY + 61, away)
    assert make(steps[0]) == Make(Granted(A, 6 * DAY, Grant.VACATION))
    assert granted.until == 9 * DAY


def test_a_vacation_that_is_over_gives_none() -> None:
    away = Facts(on_vacation=True, vacations=(stretch(DAY, 2 * DAY),))
    assert make(table("3d").steps(3 * DAY + 61, away)[1][0]).event == Overdue(A)


def test_a_vacation_that_ends_this_second_is_over() -> None:
    at = 3 * DAY + 61

    def event(end: int) -> object:
        away = Facts(on_vacation=True, vacations=(stretch(2 * DAY, end),))
        return make(table("3d").steps(at, away)[1][0]).event

    assert [event(at), event(at + 1)] == [Overdue(A), Granted(A, 62, Grant.VACATION)]


def test_a_vacation_that_begins_later_gives_time_and_no_other_is_drawn() -> None:
    """A clock that was set back leaves one that was drawn for another table in the future."""
    away = Facts(on_vacation=True, vacations=(stretch(3 * DAY + HOUR, 4 * DAY),), pool=20 * DAY)
    (step, *_) = table("3d").steps(3 * DAY + 61, away)[1]
    assert make(step) == Make(Granted(A, DAY, Grant.VACATION))


def test_vacation_counts_only_where_it_was_agreed_and_is_on() -> None:
    off = Facts(on_vacation=False, vacations=(stretch(2 * DAY, 9 * DAY),), pool=9 * DAY)
    assert make(table("3d").steps(3 * DAY + 61, off)[1][0]).event == Overdue(A)


def test_vacation_is_drawn_by_itself_twelve_hours_at_a_time_and_six_times_a_turn() -> None:
    turn, at, drawn = table("3d"), 3 * DAY + 61, 0
    pool = Facts(on_vacation=True, pool=20 * DAY)
    while not isinstance(step := deadline_step(turn.clock, NOON + at, pool), ClaimOpen):
        if isinstance(step, InTime):
            assert step.deadline is not None
            at = step.deadline - NOON
            continue
        made = make(step)
        if isinstance(made.event, Granted):
            drawn += 1
            assert made.draws == stretch(at, at + 12 * HOUR)
        turn = turn.enter(at, made.event)
    assert drawn == 6


def test_the_pool_is_drawn_to_its_end_but_not_below_an_hour() -> None:
    little = Facts(on_vacation=True, pool=5 * HOUR)
    _, steps = table("3d").steps(3 * DAY + 61, little)
    assert make(steps[0]).draws == stretch(3 * DAY + 61, 3 * DAY + 61 + 5 * HOUR)
    none = Facts(on_vacation=True, pool=HOUR - 1)
    assert make(table("3d").steps(3 * DAY + 61, none)[1][0]).event == Overdue(A)


def test_outages_come_before_quiet_hours_and_these_before_vacation() -> None:
    facts = Facts(
        outages=(stretch(DAY, DAY + HOUR),),
        quiet=(stretch(3 * DAY, 3 * DAY + 4 * HOUR),),
        on_vacation=True,
        vacations=(stretch(3 * DAY, 5 * DAY),),
    )
    _, steps = table("3d").steps(3 * DAY + HOUR + 61, facts)
    assert make(steps[0]).event == Granted(A, HOUR, Grant.OUTAGE)
    turn, steps = table("3d").steps(3 * DAY + 4 * HOUR + 120, facts)
    assert [make(s).event for s in steps[:-1]] == [
        Granted(A, HOUR, Grant.OUTAGE),
        Granted(A, 4 * HOUR, Grant.QUIET),
    ]
    assert turn.until == 3 * DAY + 5 * HOUR


def test_an_hour_of_vacation_is_drawn_and_no_less() -> None:
    at = 3 * DAY + 61

    def step(pool: int) -> object:
        return table("3d").steps(at, Facts(on_vacation=True, pool=pool))[1][0]

    assert step(HOUR) == Make(Granted(A, 61 + HOUR, Grant.DRAWN), stretch(at, at + HOUR))
    assert step(HOUR - 1) == Make(Overdue(A))

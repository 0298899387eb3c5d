"""The wish to be paired: what it keeps of waiting, and when it sleeps."""

from dataclasses import replace
from typing import Final

import pytest

from rules.club.wish import (
    AWAY,
    REMEMBERED,
    Asleep,
    Back,
    Ended,
    Given,
    Off,
    Pace,
    Put,
    Set,
    Spoiled,
    Wake,
    Wish,
    wakes_at,
    wish_after,
)

CZECH: Final = Set(systems=frozenset({"czech"}), at_once=2, pace=Pace.USUAL, rated=True)
MORE: Final = replace(CZECH, systems=frozenset({"czech", "rematch"}))


def wish() -> Wish:
    made = wish_after(None, CZECH, 100)
    assert made is not None
    return made


def test_setting_it_again_keeps_the_place_in_line() -> None:
    changed = wish_after(wish(), MORE, 500)
    assert changed == replace(wish(), systems=MORE.systems)
    asleep = wish_after(wish(), Put(Asleep.IDLE), 300)
    assert asleep is not None
    assert asleep.asleep is Asleep.IDLE
    awake = wish_after(asleep, CZECH, 500)
    assert awake is not None
    assert (awake.asleep, awake.since) == (None, 500)


def test_who_was_stood_up_is_first_again() -> None:
    given = wish_after(wish(), Given(), 200)
    assert given is not None
    assert (given.since, given.before) == (200, 100)
    spoiled = wish_after(given, Spoiled(), 900)
    assert spoiled is not None
    assert spoiled.since == 100


def test_waiting_begins_with_a_free_slot() -> None:
    given = wish_after(wish(), Given(), 200)
    full, free = (wish_after(given, Ended(was_full), 900) for was_full in (True, False))
    assert full is not None
    assert free is not None
    assert (full.since, free.since) == (900, 200)


def test_just_one_game_is_gone_with_its_result_alone() -> None:
    once = wish_after(None, replace(CZECH, once=True), 100)
    given = wish_after(once, Given(), 200)
    assert wish_after(given, Ended(was_full=True), 900) is None
    assert wish_after(given, Spoiled(), 900) is not None


def test_waking_begins_the_wait_anew_and_only_where_it_slept() -> None:
    assert wish_after(wish(), Wake(), 500) == wish()
    asleep = wish_after(wish(), Put(Asleep.MISSED), 300)
    awake = wish_after(asleep, Wake(), 500)
    assert awake == replace(wish(), since=500)


def test_a_vacation_is_no_waiting() -> None:
    back = wish_after(wish(), Back(), 900)
    assert back == replace(wish(), since=900)
    assert wish_after(replace(wish(), since=2000), Back(), 900) == replace(wish(), since=2000)


def test_a_third_not_now_within_thirty_days_keeps_it_asleep_for_seven() -> None:
    said: Wish | None = wish()
    for now in (1000, 2000, 3000):
        said = wish_after(said, Put(Asleep.NOT_NOW), now)
    assert said is not None
    assert wakes_at(said) == 3000 + AWAY
    late = wish_after(said, Put(Asleep.NOT_NOW), 2000 + REMEMBERED)
    assert late is not None
    assert late.not_now == (3000, 2000 + REMEMBERED)
    assert wakes_at(late) == 0
    missed = wish_after(late, Put(Asleep.MISSED), 2001 + REMEMBERED)
    assert missed is not None
    assert missed.not_now == late.not_now


@pytest.mark.parametrize("change", [Wake(), Given(), Ended(was_full=True), Spoiled(), Back()])
def test_nothing_happens_to_who_has_no_wish(change: Wake | Given | Ended | Spoiled | Back) -> None:
    assert wish_after(None, change, 100) is None
    assert wish_after(wish(), Off(), 100) is None

"""The clocks of a match, and what happens to it when time runs out."""

import pytest

from rules.contract.core import RulesError, Seat
from rules.log.entries import Origin
from rules.log.events import (
    Begun,
    Claimed,
    Event,
    Grant,
    Granted,
    OfferKind,
    Overdue,
    Paused,
    Resumed,
    Rolled,
    TimedOut,
    VoidCause,
)
from rules.match.match import Match
from rules.match.table_rules import LATE, VOIDED
from rules.time.duration import DAY
from rules.time.time_control import read_time_control
from tests.rules.heap import BLUE, GREEN, RED, HeapGame

A, B, C = Seat(0), Seat(1), Seat(2)
PAIR = HeapGame(teams=(frozenset({RED, BLUE}), frozenset({GREEN})))
"""Seats A and C are allies."""


def heap(game: HeapGame | None = None, control: str = "none", *engines: Seat) -> Match:
    game = game or HeapGame()
    return Match.of(game, game.seats, read_time_control(control), engines).add(Begun())


def happened(match: Match, *events: Event) -> Match:
    for event in events:
        match = match.add(event)
    return match


# Clocks


def test_clocks_follow_the_log() -> None:
    match = heap(None, "3d").play(A, "1", Origin(at=DAY))
    assert match.clock.turn is not None
    assert (match.clock.turn.seat, match.clock.until) == (B, 4 * DAY)
    granted = match.add(Granted(B, DAY, Grant.RIVALS), Origin(at=2 * DAY))
    assert granted.clock.until == 5 * DAY
    paused = granted.add(Paused(9 * DAY), Origin(at=2 * DAY))
    assert paused.clock.until is None
    assert paused.add(Resumed(), Origin(at=4 * DAY)).clock.until == 7 * DAY


def test_a_take_back_sets_the_clocks_back_too() -> None:
    match = heap(None, "7d+1d<=9d").play(A, "1", Origin(at=DAY)).play(B, "1", Origin(at=2 * DAY))
    assert match.clock.banks == (7 * DAY, 7 * DAY, 7 * DAY)
    match = match.propose(B, OfferKind.TAKE_BACK, Origin(at=2 * DAY))
    match = match.accept(A).accept(C, Origin(at=2 * DAY))
    assert match.clock.banks == (7 * DAY, 6 * DAY, 7 * DAY)
    assert match.seat_due == B


def test_an_engines_seat_has_no_clock() -> None:
    assert heap(None, "3d", A).clock.until is None
    assert heap(None, "3d", B).clock.until == 3 * DAY


@pytest.mark.parametrize("event", [Granted(B, 9, Grant.RIVALS), Overdue(B), TimedOut(B)])
def test_only_the_seat_due_has_time_that_runs(event: Event) -> None:
    with pytest.raises(RulesError, match="Only the player to move"):
        heap().add(event)
    rolling = heap(HeapGame(dice=True))
    with pytest.raises(RulesError, match="no clock is running"):
        rolling.add(event)


def test_a_pause_begins_and_ends_once() -> None:
    with pytest.raises(RulesError, match="isn't paused"):
        heap().add(Resumed())
    with pytest.raises(RulesError, match="already paused"):
        happened(heap(), Paused(5), Paused(6))


# Time lost


def everybody_played() -> Match:
    return heap().play(A, "1").play(B, "1").play(C, "1")


@pytest.mark.parametrize("event", [TimedOut(A), Claimed(B)])
def test_time_lost_loses_for_the_team_and_the_others_share_the_win(event: Event) -> None:
    match = everybody_played().add(event)
    assert match.outcome is not None
    assert match.outcome.rule == LATE
    assert match.winners == (B, C)


@pytest.mark.parametrize("event", [TimedOut(C), Claimed(A)])
def test_before_every_team_has_played_a_game_without_dice_is_void(event: Event) -> None:
    match = heap().play(A, "1").play(B, "1").add(event)
    assert match.outcome is not None
    assert match.outcome.is_void
    assert match.outcome.rule == VOIDED[VoidCause.UNPLAYED]
    assert match.winners == ()


def test_what_was_taken_back_was_not_played() -> None:
    match = everybody_played().propose(A, OfferKind.TAKE_BACK).accept(B).accept(C)
    outcome = match.add(TimedOut(A)).outcome
    assert outcome is not None
    assert outcome.is_void


def test_in_a_team_one_of_the_seats_has_to_have_played() -> None:
    match = heap(PAIR).play(A, "1").play(B, "1").add(TimedOut(C))
    assert match.winners == (B,)


def test_later_games_of_a_series_and_games_with_dice_are_lost_from_the_start() -> None:
    second = Match.of(HeapGame(), HeapGame().seats).add(Begun(2)).add(TimedOut(A))
    assert second.winners == (B, C)
    dice = happened(heap(HeapGame(dice=True)), Rolled((3,)), TimedOut(A))
    assert dice.winners == (B, C)


def test_an_overdue_turn_goes_on() -> None:
    match = everybody_played().add(Overdue(A))
    assert match.outcome is None
    assert match.play(A, "1").seat_due == B

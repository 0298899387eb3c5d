"""Draw offers and take-back requests in the log of a match."""

import pytest

from rules.contract.core import (
    RulesError,
)
from rules.log.events import Begun, OfferKind
from rules.match.match import Match
from rules.match.table_rules import AGREED
from rules.registry import all_games, find
from rules.time.duration import DAY
from rules.time.time_control import PerTurn, TimeControl
from tests.rules.test_match import BACK, DRAW, FIRST, SECOND, THIRD, czech, heap, opened, played


def test_a_draw_needs_everybody() -> None:
    match = heap().propose(SECOND, DRAW)
    assert match.offer is not None
    assert (match.offer.by, match.offer.number) == (SECOND, 1)
    match = match.accept(FIRST)
    assert match.outcome is None
    match = match.accept(THIRD)
    assert match.outcome is not None
    assert match.outcome.winners == frozenset()
    assert match.outcome.rule == AGREED
    assert match.winners == ()


@pytest.mark.parametrize("key", list(all_games()))
def test_an_agreed_draw_cites_the_games_own_rule_if_it_has_one(key: str) -> None:
    game = find(key)
    match = opened(game)
    match = match.propose(match.seats[0], DRAW)
    for seat in match.seats[1:]:
        match = match.accept(seat)
    assert match.outcome is not None
    own = [rule for rule in game.spec.rulebook if rule.key.endswith(".draw.agreed")]
    assert match.outcome.rule == (own[0] if own else AGREED)


def test_nobody_accepts_twice() -> None:
    match = heap().propose(FIRST, DRAW).accept(SECOND)
    for seat in (FIRST, SECOND):
        with pytest.raises(RulesError, match="already agreed"):
            match.accept(seat)


def test_one_refusal_ends_an_offer() -> None:
    match = heap().propose(FIRST, DRAW).accept(SECOND).decline(THIRD)
    assert match.offer is None
    assert match.outcome is None


def test_only_one_offer_stands_at_a_time() -> None:
    match = czech("c3-d4").propose(FIRST, DRAW)
    for seat, kind in ((SECOND, DRAW), (FIRST, BACK), (SECOND, BACK)):
        with pytest.raises(RulesError, match="already a"):
            match.propose(seat, kind)


def test_there_is_nothing_to_answer_without_an_offer() -> None:
    for answer in (czech().accept, czech().decline):
        with pytest.raises(RulesError, match="offer is gone"):
            answer(FIRST)


def test_a_declined_offer_is_repeated_only_after_a_move_of_ones_own() -> None:
    match = czech().propose(FIRST, DRAW).decline(SECOND)
    with pytest.raises(RulesError, match="after your next move"):
        match.propose(FIRST, DRAW)
    assert match.propose(SECOND, DRAW).offer
    match = played(match, "c3-d4")
    assert match.propose(FIRST, DRAW).offer
    refused = played(match.propose(FIRST, DRAW).decline(SECOND), "b6-a5")
    with pytest.raises(RulesError, match="after your next move"):
        refused.propose(FIRST, DRAW)


def test_a_withdrawn_offer_is_not_repeated_at_once_either() -> None:
    match = czech().propose(FIRST, DRAW).decline(FIRST)
    assert match.offer is None
    with pytest.raises(RulesError, match="after your next move"):
        match.propose(FIRST, DRAW)


def test_an_offer_that_a_move_of_another_declined_is_not_repeated_at_once_either() -> None:
    match = played(heap().propose(SECOND, DRAW), "1")
    assert match.offer is None
    with pytest.raises(RulesError, match="after your next move"):
        match.propose(SECOND, DRAW)
    assert played(match, "2").propose(SECOND, DRAW).offer


@pytest.mark.parametrize(("kind", "days"), [(OfferKind.TIME, 1), (OfferKind.PAUSE, 1)])
def test_an_offer_that_was_agreed_to_is_not_repeated_at_once_either(
    kind: OfferKind, days: int
) -> None:
    game = find("czech").configured({})
    match = Match.of(game, game.spec.seatings[0], TimeControl(PerTurn(DAY))).add(Begun())
    match = match.propose(SECOND, kind, days=days)
    if match.offer:
        match = match.accept(FIRST)
    assert match.agreed
    with pytest.raises(RulesError, match="after your next move"):
        match.propose(SECOND, kind, days=days)
    assert played(match, "c3-d4", "b6-a5").propose(SECOND, kind, days=days)


def test_declining_a_draw_leaves_take_backs_free() -> None:
    match = czech("c3-d4").propose(FIRST, DRAW).decline(SECOND)
    assert match.propose(FIRST, BACK).offer


def test_an_offer_stays_while_its_maker_moves_and_ends_when_another_does() -> None:
    match = czech().propose(FIRST, DRAW)
    match = played(match, "c3-d4")
    assert match.offer
    match = played(match, "b6-a5")
    assert match.offer is None
    assert played(match, "d4-c5").propose(FIRST, DRAW).offer


def test_a_move_is_taken_back_when_the_other_agrees() -> None:
    before = czech("c3-d4", "b6-a5")
    match = before.propose(SECOND, BACK)
    assert match.position_number == before.position_number
    match = match.accept(FIRST)
    assert match.plies == czech("c3-d4").plies
    assert match.state == czech("c3-d4").state
    assert match.seat_due == SECOND
    assert match.position_number == 4
    assert len(match.events) == 4


def test_taking_back_ones_last_move_takes_the_answer_with_it() -> None:
    match = czech("c3-d4", "b6-a5").propose(FIRST, BACK).accept(SECOND)
    assert match.plies == ()
    assert match.seat_due == FIRST


def test_with_three_seats_everything_since_that_move_goes() -> None:
    match = heap("1", "2", "3").propose(SECOND, BACK).accept(THIRD)
    assert len(match.plies) == 3
    match = match.accept(FIRST)
    assert [ply.notation for ply in match.plies] == ["1"]
    assert match.seat_due == SECOND


def test_who_has_not_moved_has_nothing_to_take_back() -> None:
    with pytest.raises(RulesError, match="haven't moved yet"):
        czech("c3-d4").propose(SECOND, BACK)


def test_a_take_back_request_ends_with_any_move() -> None:
    assert czech("c3-d4").propose(FIRST, BACK).play(SECOND, "b6-a5").offer is None
    asked = czech("c3-d4", "b6-a5").propose(FIRST, BACK)
    assert asked.play(FIRST, "d4-c5").offer is None

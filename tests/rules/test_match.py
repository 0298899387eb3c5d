"""A match is its log: turns, offers, take-backs, resignations, time and chance."""

import random
from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given

from rules.contract.core import (
    AmbiguousMove,
    AnyGame,
    Dice,
    IllegalMove,
    NotationError,
    Roll,
    RulesError,
    RuleViolation,
    Seat,
)
from rules.log.entries import decode, encode
from rules.log.events import (
    Accepted,
    Claimed,
    Declined,
    Event,
    Offered,
    OfferKind,
    Played,
)
from rules.match.match import Match
from rules.match.table_rules import COMMON, LATE, OVER, RESIGNED, ROLL, TURN
from rules.registry import all_games, find
from tests.conformance.configured import FEW, SEEDS, most_configurations, sampled
from tests.rules.asking import replayed
from tests.rules.heap import BLUE, GREEN, LAST, RED, HeapGame
from tests.rules.heap import FEW as HEAP_FEW

FIRST, SECOND, THIRD = Seat(0), Seat(1), Seat(2)
DRAW, BACK = OfferKind.DRAW, OfferKind.TAKE_BACK


def czech(*moves: str) -> Match:
    return played(opened(find("czech")), *moves)


def heap(*moves: str, game: HeapGame | None = None) -> Match:
    return played(opened(game or HeapGame()), *moves)


def opened(game: AnyGame) -> Match:
    return Match(game, game.spec.seatings[0])


def played(match: Match, *moves: str) -> Match:
    for move in moves:
        assert match.seat_due is not None
        match = match.play(match.seat_due, move)
    return match


def broken(error: pytest.ExceptionInfo[RuleViolation]) -> str:
    return error.value.violation.rule.key


def wander(match: Match, chance: random.Random, steps: int) -> list[Match]:
    """Do anything a table allows, at random; return the match after each event."""
    seen = [match]
    for _ in range(steps):
        match = seen[-1]
        if match.outcome:
            break
        seat = chance.choice(match.seats)
        actions: list[Callable[[], Match]] = [
            partial(_any_move, match, chance),
            partial(match.propose, seat, chance.choice(list(OfferKind))),
            partial(match.accept, seat),
            partial(match.decline, seat),
        ]
        try:
            seen.append(chance.choices(actions, weights=(6, 2, 2, 1))[0]())
        except RulesError:
            assert match == seen[-1]
    return seen


def _any_move(match: Match, chance: random.Random) -> Match:
    move = chance.choice(match.game.legal(match.state))
    if isinstance(move, Roll):
        return match.roll(move)
    assert match.seat_due is not None
    return match.play(match.seat_due, match.game.notate(move))


@most_configurations
@FEW
@given(seed=SEEDS)
def test_replaying_a_log_is_playing_it(game: AnyGame, seed: int) -> None:
    chance = random.Random(seed)
    seen = wander(opened(game), chance, 60)
    for match in (*sampled(chance, seen, 4), seen[-1]):
        assert replayed(game, match.seating, match.events) == match
        assert Match(game, match.seating).with_entries(match.entries, trusted=True) == match
    stored = [encode(event) for event in seen[-1].events]
    assert replayed(game, seen[-1].seating, [decode(*texts) for texts in stored]) == seen[-1]


@FEW
@given(seed=SEEDS)
def test_replaying_holds_with_three_seats_and_dice(seed: int) -> None:
    seen = wander(opened(HeapGame(sticks=30, dice=True)), random.Random(seed), 80)
    for match in seen:
        assert replayed(match.game, match.seating, match.events) == match


@most_configurations
@FEW
@given(seed=SEEDS)
def test_an_event_is_added_and_nothing_before_it_changes(game: AnyGame, seed: int) -> None:
    seen = wander(opened(game), random.Random(seed), 40)
    for number, match in enumerate(seen):
        assert len(match.events) == number
        assert match.events == seen[-1].events[:number]


@most_configurations
@FEW
@given(seed=SEEDS)
def test_the_stamp_changes_exactly_with_the_position(game: AnyGame, seed: int) -> None:
    seen = wander(opened(game), random.Random(seed), 60)
    for before, after in pairwise(seen):
        moved = (before.plies, before.table_outcome) != (after.plies, after.table_outcome)
        assert after.position_number == (len(after.events) if moved else before.position_number)


@most_configurations
@FEW
@given(seed=SEEDS)
def test_the_plies_are_the_game(game: AnyGame, seed: int) -> None:
    match = wander(opened(game), random.Random(seed), 60)[-1]
    state = game.start()
    for ply in match.plies:
        turn = game.turn(state)
        assert ply.side == (None if isinstance(turn, Dice) else turn)
        assert ply.move in game.legal(state)
        state = game.apply(state, ply.move)
        assert ply.state == state
        assert game.notate(ply.move) == ply.notation
    assert match.state == state


def test_typed_moves_are_stored_in_canonical_notation() -> None:
    assert czech("C3  D4").events == (Played("c3-d4"),)


def test_the_other_side_is_refused() -> None:
    with pytest.raises(RuleViolation, match="It's White's turn") as error:
        czech().play(SECOND, "b6-a5")
    assert broken(error) == TURN.key


def test_text_that_is_no_move_is_refused() -> None:
    with pytest.raises(NotationError):
        czech().play(FIRST, "hello")


def test_a_text_of_enormous_length_is_not_read() -> None:
    match = czech()
    with pytest.raises(NotationError, match=r"201 characters\. No move has more than 200"):
        match.read("c3-d4" + " " * 196)
    assert match.read("c3-d4" + " " * 195) == match.read("c3-d4")


def test_an_illegal_move_names_its_rule_and_cells() -> None:
    with pytest.raises(IllegalMove) as error:
        czech().play(FIRST, "c3-c5")
    assert error.value.violation.rule in find("czech").spec.rulebook
    assert error.value.violation.cells


def test_the_first_of_many_candidates_are_listed_and_the_others_counted() -> None:
    moves = tuple(f"a1xb{number}" for number in range(1, 9))
    assert str(AmbiguousMove("a1", moves[:6])) == (
        "“a1” could be 6 moves: a1xb1, a1xb2, a1xb3, a1xb4, a1xb5 or a1xb6. Which one?"
    )
    assert str(AmbiguousMove("a1", moves)) == (
        "“a1” could be 8 moves: a1xb1, a1xb2, a1xb3, a1xb4, a1xb5, a1xb6 and 2 more. Which one?"
    )


def test_a_seat_that_moves_two_sides_may_move_for_both() -> None:
    both = HeapGame(
        seats=(frozenset({RED, BLUE}), frozenset({GREEN})),
        teams=(frozenset({RED, BLUE}), frozenset({GREEN})),
    )
    match = heap("1", "1", game=both)
    assert match.seat_due == FIRST
    assert match.seat_of(BLUE) == FIRST
    match = match.resign(SECOND)
    assert match.winners == (FIRST,)


# The end


def test_after_the_end_every_door_is_shut() -> None:
    match = heap("3", game=HeapGame(sticks=3))
    assert match.winners == (FIRST,)
    assert match.turn is None
    doors: list[Callable[[], Match]] = [
        partial(match.play, SECOND, "1"),
        partial(match.roll, Roll((1,))),
        partial(match.resign, SECOND),
        partial(match.claim, SECOND),
        partial(match.propose, SECOND, DRAW),
        partial(match.accept, SECOND),
        partial(match.decline, SECOND),
    ]
    for door in doors:
        with pytest.raises(RuleViolation, match="finished") as error:
            door()
        assert broken(error) == OVER.key


def test_who_resigns_loses_even_out_of_turn() -> None:
    match = czech().resign(SECOND)
    assert match.outcome is not None
    assert match.outcome.rule == RESIGNED
    assert match.winners == (FIRST,)
    assert match.turn is None
    assert match.seat_due is None


def test_the_others_win_when_one_of_three_resigns() -> None:
    match = heap().resign(SECOND)
    assert match.winners == (FIRST, THIRD)


def test_a_resignation_ends_a_waiting_offer() -> None:
    assert czech().propose(FIRST, DRAW).resign(SECOND).offer is None


def test_time_is_claimed_from_the_side_that_is_due() -> None:
    match = czech("c3-d4", "b6-a5").claim(SECOND)
    assert match.outcome is not None
    assert match.outcome.rule == LATE
    assert match.winners == (SECOND,)


def test_nobody_claims_their_own_time() -> None:
    with pytest.raises(RulesError, match="only your opponent"):
        czech().claim(FIRST)


def test_a_partner_can_not_claim_the_time() -> None:
    pair = HeapGame(teams=(frozenset({RED, BLUE}), frozenset({GREEN})))
    with pytest.raises(RulesError, match="only your opponent"):
        heap(game=pair).claim(THIRD)
    assert heap("1", "1", game=pair).claim(SECOND).winners == (SECOND,)


# Chance


def dicing() -> HeapGame:
    return HeapGame(dice=True)


def test_a_player_can_not_move_while_a_roll_is_due() -> None:
    match = heap(game=dicing())
    assert match.turn == Dice(1)
    assert match.seat_due is None
    with pytest.raises(RuleViolation, match="rolled first") as error:
        match.play(FIRST, "1")
    assert broken(error) == ROLL.key
    with pytest.raises(RuleViolation, match="rolled first"):
        match.add(Played("1"))
    with pytest.raises(RulesError, match="no one's turn"):
        match.claim(FIRST)


def test_a_roll_is_entered_and_heeded() -> None:
    match = heap(game=dicing()).roll(Roll((2,)))
    assert (match.plies[-1].side, match.plies[-1].notation) == (None, "[2]")
    assert match.last is None
    assert match.seat_due == FIRST
    with pytest.raises(IllegalMove) as error:
        match.play(FIRST, "3")
    assert broken(error) == HEAP_FEW.key
    assert match.play(FIRST, "2").seat_due == SECOND


@pytest.mark.parametrize("pips", [(), (0,), (7,), (1, 2)])
def test_a_roll_that_the_dice_can_not_show_is_refused(pips: tuple[int, ...]) -> None:
    with pytest.raises(RulesError, match="isn't a roll of 1 dice with 6 faces"):
        heap(game=dicing()).roll(Roll(pips))


def test_no_roll_is_entered_when_none_is_due() -> None:
    with pytest.raises(RuleViolation, match="No roll is due") as error:
        heap().roll(Roll((1,)))
    assert broken(error) == ROLL.key


def test_a_players_text_is_never_a_roll() -> None:
    match = heap(game=dicing())
    assert match.last is None
    for text in ("[6]", "6", "roll", "⚅"):
        with pytest.raises(RulesError):
            match.play(FIRST, text)


def test_a_roll_can_not_be_taken_back() -> None:
    match = heap(game=dicing()).roll(Roll((1,)))
    match = played(match, "1", "1", "1").roll(Roll((3,)))
    with pytest.raises(RulesError, match="A roll can't be taken back"):
        match.propose(THIRD, BACK)
    assert played(match, "2").propose(FIRST, BACK).offer


# Logs


def test_a_log_that_breaks_a_rule_is_refused() -> None:
    match = czech()
    logs: list[list[Event]] = [
        [Played("b6-a5")],
        [Played("c3-d4"), Played("d4-e5")],
        [Accepted(FIRST)],
        [Declined(FIRST)],
        [Claimed(FIRST)],
        [Offered(SECOND, BACK)],
    ]
    for log in logs:
        with pytest.raises(RulesError):
            replayed(match.game, match.seating, log)


def test_the_last_rule_of_the_game_ends_it() -> None:
    match = heap("3", "3", "3", "3")
    assert match.outcome is not None
    assert match.outcome.rule == LAST
    assert match.winners == (FIRST,)
    assert match.table_outcome is None


def test_the_common_rules_have_keys_of_their_own() -> None:
    keys = [rule.key for rule in COMMON]
    assert len(set(keys)) == len(keys)
    for game in all_games().values():
        assert not set(keys) & {rule.key for rule in game.spec.rulebook}

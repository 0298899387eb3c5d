"""What a log keeps beside the moves: who, when and why, pauses, hands, and ends without a move."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

import pytest

from rules.contract.core import Outcome, Roll, RulesError, Seat
from rules.log.entries import Actor, Entry, Origin, digest_of, short_digest
from rules.log.events import (
    Accepted,
    Adjudicated,
    Begun,
    Event,
    Offered,
    OfferKind,
    Paused,
    Played,
    Resigned,
    ResignWanted,
    Resumed,
    SeatTaken,
    SeatWay,
    VoidCause,
    Voided,
)
from rules.match.match import Match
from rules.match.table_rules import ADJUDICATED, RESIGNED, VOIDED
from rules.registry import find
from rules.time.time_control import read_time_control
from tests.rules.heap import BLUE, GREEN, RED, Heap, HeapGame

A, B, C = Seat(0), Seat(1), Seat(2)
PAIR = HeapGame(teams=(frozenset({RED, BLUE}), frozenset({GREEN})))
"""Seats A and C are allies."""


def heap(game: HeapGame | None = None, control: str = "none", *engines: Seat) -> Match:
    game = game or HeapGame()
    return Match.of(game, game.seats, read_time_control(control), engines).add(Begun())


def czech(*moves: str) -> Match:
    match = Match.of(find("czech"), find("czech").spec.seatings[0]).add(Begun())
    for move in moves:
        assert match.seat_due is not None
        match = match.play(match.seat_due, move)
    return match


def happened(match: Match, *events: Event) -> Match:
    for event in events:
        match = match.add(event)
    return match


# Who, when and why


def test_an_entry_keeps_who_when_and_why() -> None:
    origin = Origin(at=500, actor=Actor.QUEUED, player=7, request="99")
    match = czech().play(A, "c3-d4", origin)
    assert match.entries[-1] == Entry(2, 500, Actor.QUEUED, A, 7, "99", Played("c3-d4"))


def test_without_more_a_seat_acts_for_itself_and_the_host_for_the_rest() -> None:
    match = czech("c3-d4").propose(B, OfferKind.DRAW)
    assert [(entry.actor, entry.seat) for entry in match.entries] == [
        (Actor.HOST, None),
        (Actor.SEAT, A),
        (Actor.SEAT, B),
    ]


def test_a_log_never_goes_back_in_time() -> None:
    match = czech().play(A, "c3-d4", Origin(at=500)).play(B, "b6-a5", Origin(at=100))
    assert [entry.at for entry in match.entries] == [0, 500, 500]


def test_a_log_is_read_as_it_was_written() -> None:
    written = happened(
        czech("c3-d4", "b6-a5"),
        Offered(A, OfferKind.TAKE_BACK),
        Accepted(B),
        Paused(900),
        Played("c3-b4"),
        Resumed(),
        SeatTaken(B, 1, 2, SeatWay.OFFERED),
        Voided(VoidCause.CHANNEL),
    )
    empty = Match.of(written.game, written.seating)
    assert empty.with_entries(written.entries) == written


@pytest.mark.parametrize(
    "entry",
    [
        Entry(2, 9, Actor.SEAT, A, None, "", Played("c3-d4")),
        Entry(4, 9, Actor.SEAT, A, None, "", Played("c3-d4")),
        Entry(3, 8, Actor.SEAT, B, None, "", Played("b6-a5")),
        Entry(3, 9, Actor.SEAT, A, None, "", Played("b6-a5")),
        Entry(3, 9, Actor.HOST, None, None, "", Begun()),
    ],
)
def test_an_entry_that_is_out_of_order_is_refused(entry: Entry) -> None:
    match = czech().play(A, "c3-d4", Origin(at=9))
    with pytest.raises(RulesError):
        match.enter(entry)


def test_the_digest_grows_with_the_log() -> None:
    match = czech("c3-d4", "b6-a5").propose(A, OfferKind.DRAW)
    assert match.digest == digest_of(match.entries)
    assert match.digest_at(4) == short_digest(match.digest)
    assert match.digest_at(3) == czech("c3-d4", "b6-a5").digest_at(3)
    assert match.digest_at(3) != match.digest_at(2)
    other = czech().play(A, "c3-d4", Origin(request="1"))
    assert other.digest != czech("c3-d4").digest, "another press is another log"


# Resigning in a team


def test_who_has_allies_resigns_with_all_of_them() -> None:
    match = heap(PAIR).resign(A)
    assert match.outcome is None
    assert match.events[-1] == ResignWanted(A)
    assert match.wanting == {A}
    match = match.resign(C)
    assert match.outcome is not None
    assert match.outcome.rule == RESIGNED
    assert match.winners == (B,)


def test_a_log_in_which_one_resigns_for_allies_is_refused() -> None:
    with pytest.raises(RulesError, match="Your teammates have to agree"):
        happened(heap(PAIR), Resigned(A))
    assert happened(heap(PAIR), ResignWanted(C), Resigned(A)).outcome is not None


def test_who_has_no_allies_resigns_alone() -> None:
    assert heap(PAIR).resign(B).winners == (A, C)


def test_an_engine_is_not_asked_whether_to_resign() -> None:
    assert heap(PAIR, "none", C).resign(A).winners == (B,)


def test_the_others_play_on_without_one_of_three_and_a_computer_in_that_seat() -> None:
    match = heap().play(A, "1")
    assert all(match.goes_on_without(seat) for seat in (A, B, C))
    after = match.propose(C, OfferKind.DRAW).resign_to_engine(B, 5, 9, Origin(player=5))
    assert after.events[-1] == SeatTaken(B, 5, 9, SeatWay.RESIGNED, by_engine=True)
    assert (after.entries[-1].actor, after.entries[-1].seat) == (Actor.SEAT, B)
    assert after.outcome is None
    assert after.offer is None
    assert after.clock.engines == {B}
    assert after.play(B, "1").seat_due == C
    assert not any(after.goes_on_without(seat) for seat in (A, B, C))
    ended = after.resign(A)
    assert ended.winners == (C,), "the only person who is left has won"
    assert ended.outcome is not None
    assert ended.outcome.rule == RESIGNED


@pytest.mark.parametrize(
    ("match", "seat"),
    [
        (heap(PAIR), A),
        (heap(PAIR), B),
        (heap(None, "none", C), A),
        (heap(None, "none", A, C), B),
        (czech(), A),
        (heap().resign(C), A),
    ],
)
def test_nobody_plays_on_where_resigning_ends_the_game(match: Match, seat: Seat) -> None:
    assert not match.goes_on_without(seat)
    with pytest.raises(RulesError):
        match.resign_to_engine(seat, 1, 2)


def test_who_plays_on_for_somebody_who_resigned_is_a_computer() -> None:
    with pytest.raises(RulesError, match="ends when this player resigns"):
        happened(heap(), SeatTaken(A, 1, 2, SeatWay.RESIGNED))


def test_wanting_to_resign_lapses_with_the_next_move_of_the_team() -> None:
    wanting = heap(PAIR).resign(C)
    assert wanting.play(A, "1").wanting == frozenset()
    after = heap(PAIR).play(A, "1").resign(A)
    assert after.play(B, "1").wanting == {A}


def test_wanting_to_resign_can_be_withdrawn_and_is_said_once() -> None:
    match = heap(PAIR).resign(A)
    with pytest.raises(RulesError, match="already asked"):
        match.resign(A)
    assert match.withdraw_resignation(A).wanting == frozenset()
    with pytest.raises(RulesError, match="haven't asked"):
        match.withdraw_resignation(C)


def test_wanting_to_resign_is_no_offer_and_blocks_none() -> None:
    match = heap(PAIR).propose(B, OfferKind.DRAW).resign(A)
    assert match.offer is not None
    assert match.accept(A).accept(C).outcome is not None


# Ends that the host or a moderator enters


@pytest.mark.parametrize("cause", list(VoidCause))
def test_a_void_game_has_no_result(cause: VoidCause) -> None:
    match = czech("c3-d4").add(Voided(cause))
    assert match.outcome is not None
    assert (match.outcome.is_void, match.outcome.rule) == (True, VOIDED[cause])
    assert (match.winners, match.turn) == ((), None)


def test_a_moderator_decides_a_game() -> None:
    won = heap().add(Adjudicated((B,)))
    assert won.outcome is not None
    assert (won.winners, won.outcome.rule) == ((B,), ADJUDICATED)
    assert heap(PAIR).add(Adjudicated((A,))).winners == (A, C)
    for winners in ((), (A, B, C)):
        drawn = heap().add(Adjudicated(winners)).outcome
        assert drawn is not None
        assert (drawn.winners, drawn.is_void) == (frozenset(), False)


# Proposals


def test_everybody_can_agree_to_end_a_game_without_a_result() -> None:
    match = heap().propose(A, OfferKind.ABORT).accept(B)
    assert match.outcome is None
    match = match.accept(C)
    assert match.outcome is not None
    assert match.outcome.rule == VOIDED[VoidCause.AGREED]


@pytest.mark.parametrize(
    ("kind", "begin"), [(OfferKind.PAUSE, ()), (OfferKind.RESUME, (Paused(9),))]
)
def test_a_pause_is_agreed_and_then_entered_by_the_host(
    kind: OfferKind, begin: tuple[Event, ...]
) -> None:
    match = happened(heap(), *begin).add(Offered(A, kind, days=7 if not begin else 0))
    match = match.accept(B).accept(C)
    assert match.agreed is not None
    assert match.agreed.kind is kind
    assert match.clock.paused == bool(begin)
    follow = Resumed() if begin else Paused(9)
    assert match.add(follow).agreed is None


@pytest.mark.parametrize("days", [0, 31])
def test_a_pause_lasts_from_a_day_to_thirty(days: int) -> None:
    with pytest.raises(RulesError, match="1 to 30 days"):
        heap().add(Offered(A, OfferKind.PAUSE, days=days))


def test_a_pause_is_proposed_while_there_is_none_and_its_end_while_there_is_one() -> None:
    with pytest.raises(RulesError, match="already paused"):
        happened(heap(), Paused(9), Offered(A, OfferKind.PAUSE, days=3))
    with pytest.raises(RulesError, match="isn't paused"):
        heap().propose(A, OfferKind.RESUME)


def test_a_change_of_hands_is_for_the_others_to_agree() -> None:
    given = heap().add(Offered(A, OfferKind.SUBSTITUTE, place=A, player=9)).accept(B)
    assert given.offer is not None
    agreed = given.accept(C)
    assert agreed.agreed is not None
    assert agreed.agreed.made.player == 9
    taken = heap().add(Offered(B, OfferKind.SUBSTITUTE, place=A, player=9))
    with pytest.raises(RulesError, match="other players decide"):
        taken.accept(A)
    assert taken.accept(C).agreed is not None


def test_an_engines_seat_does_not_change_hands_and_somebody_has_to_agree() -> None:
    with pytest.raises(RulesError, match="person's seat"):
        heap(None, "none", B).add(Offered(A, OfferKind.SUBSTITUTE, place=B, player=9))
    with pytest.raises(RulesError, match="no one else"):
        heap(None, "none", B, C).add(Offered(A, OfferKind.SUBSTITUTE, place=A, player=9))


def test_engines_are_asked_about_draws_alone() -> None:
    match = heap(None, "none", B, C).play(A, "1")
    assert match.propose(A, OfferKind.TAKE_BACK).plies == ()
    drawn = match.propose(A, OfferKind.DRAW)
    assert drawn.offer is not None
    assert drawn.accept(B, Origin(actor=Actor.ENGINE)).accept(C).outcome is not None


def test_a_change_of_hands_ends_offers_and_wishes_of_the_seat() -> None:
    match = heap(PAIR).resign(A).propose(B, OfferKind.DRAW)
    match = match.add(SeatTaken(A, 1, 2, SeatWay.TAKEN))
    assert (match.offer, match.wanting) == (None, frozenset())


def test_a_seat_that_an_engine_took_is_an_engines() -> None:
    match = heap(PAIR).add(SeatTaken(C, 1, 2, SeatWay.OFFERED, by_engine=True))
    assert match.clock.engines == {C}
    assert match.resign(A).winners == (B,)


def test_an_offer_stands_through_a_pass_by_the_host() -> None:
    match = heap().propose(C, OfferKind.DRAW)
    assert match.play(A, "1", Origin(actor=Actor.HOST)).offer is not None
    assert match.play(A, "1").offer is None


def test_time_is_given_by_the_consent_of_every_other_team() -> None:
    offered = heap(None, "3d").add(Offered(B, OfferKind.TIME, days=3))
    assert offered.agreed is None
    agreed = offered.accept(C)
    assert agreed.agreed is not None
    assert agreed.agreed.made.days == 3


def test_one_of_a_team_gives_time_for_it() -> None:
    match = heap(PAIR, "3d").play(A, "1")
    agreed = match.add(Offered(C, OfferKind.TIME, days=1)).agreed
    assert agreed is not None
    assert agreed.accepted == {A, C}


def test_only_rivals_give_time_and_only_while_it_runs() -> None:
    with pytest.raises(RulesError, match="only your opponent"):
        heap(None, "3d").add(Offered(A, OfferKind.TIME, days=3))
    with pytest.raises(RulesError, match="No clock is running"):
        heap().add(Offered(B, OfferKind.TIME, days=3))
    with pytest.raises(RulesError, match="paused"):
        happened(heap(None, "3d"), Paused(9), Offered(B, OfferKind.TIME, days=3))
    with pytest.raises(RulesError, match="1 day or 3 days"):
        heap(None, "3d").add(Offered(B, OfferKind.TIME, days=2))


# What is worked out


class _CountingGame(HeapGame):
    """It notes how often its legal moves and its end are asked for."""

    asked: ClassVar[Counter[str]] = Counter()

    def legal(self, state: Heap) -> Sequence[int | Roll]:
        self.asked["legal"] += 1
        return super().legal(state)

    def outcome(self, state: Heap) -> Outcome | None:
        self.asked["outcome"] += 1
        return super().outcome(state)


def taken(*moves: str, game: HeapGame | None = None) -> Match:
    match = heap(game)
    for move in moves:
        assert match.seat_due is not None
        match = match.play(match.seat_due, move)
    return match


def test_a_trusted_log_is_folded_without_asking_what_is_legal() -> None:
    log = taken("3", "1", "2").entries
    game = _CountingGame()
    game.asked.clear()
    assert Match(game, game.seats).with_entries(log, trusted=True).state.sticks == 6
    assert not game.asked


def test_what_follows_from_a_position_is_worked_out_once() -> None:
    match = taken("3", "3", "3", game=_CountingGame())
    _CountingGame.asked.clear()
    over = match.play(A, "3")
    with suppress(RulesError):
        match.play(A, "4")
    assert _CountingGame.asked == {"legal": 2}  # The second time to say what is wrong with 4.
    for _ in range(2):
        assert over.outcome
        assert over.winners == (A,)
    assert _CountingGame.asked == {"legal": 2, "outcome": 1}

"""Entries survive the log; texts that no event writes are refused; digests tell logs apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract.core import Seat
from rules.log.entries import Actor, Entry, chained, decode, digest_of, encode, short_digest
from rules.log.events import (
    Accepted,
    Adjudicated,
    Begun,
    Claimed,
    Declined,
    Event,
    Grant,
    Granted,
    Offered,
    OfferKind,
    Overdue,
    Paused,
    Played,
    Resigned,
    ResignWanted,
    ResignWithdrawn,
    Resumed,
    Rolled,
    SeatTaken,
    SeatWay,
    TimedOut,
    VoidCause,
    Voided,
)

SEATS = st.integers(0, 9).map(Seat)
ROWS = st.integers(1, 10**9)
PLAIN_OFFERS = [kind for kind in OfferKind if kind not in (OfferKind.PAUSE, OfferKind.SUBSTITUTE)]
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(Begun, st.integers(1, 99)),
    st.text(min_size=1).map(Played),
    st.lists(st.integers(1, 6), min_size=1, max_size=5).map(tuple).map(Rolled),
    st.builds(Offered, SEATS, st.sampled_from(PLAIN_OFFERS)),
    st.builds(Offered, SEATS, st.just(OfferKind.PAUSE), st.integers(1, 30)),
    st.builds(Offered, SEATS, st.just(OfferKind.SUBSTITUTE), st.just(0), SEATS, st.just(0) | ROWS),
    *(
        SEATS.map(kind)
        for kind in (
            Accepted, Declined, ResignWanted, ResignWithdrawn, Resigned, Overdue, Claimed, TimedOut,
        )
    ),
    st.builds(Granted, SEATS, st.integers(1, 10**7), st.sampled_from(Grant)),
    st.integers(0, 2**40).map(Paused),
    st.just(Resumed()),
    st.builds(SeatTaken, SEATS, ROWS, ROWS, st.sampled_from(SeatWay), st.booleans()),
    st.builds(Voided, st.sampled_from(VoidCause)),
    st.builds(Adjudicated, st.lists(SEATS, max_size=3).map(tuple)),
)  # fmt: skip
ENTRIES = st.builds(
    Entry,
    number=st.integers(1, 999),
    at=st.integers(0, 2**33),
    actor=st.sampled_from(Actor),
    seat=st.none() | SEATS,
    player=st.none() | ROWS,
    request=st.text("0123456789timer:", max_size=20),
    event=EVENTS,
)


@given(EVENTS)
def test_what_is_written_is_read_again(event: Event) -> None:
    assert decode(*encode(event)) == event


@given(EVENTS, EVENTS)
def test_different_events_are_written_differently(one: Event, other: Event) -> None:
    assert (one == other) == (encode(one) == encode(other))


@pytest.mark.parametrize(
    ("event", "kind", "text"),
    [
        (Begun(), "begun", "1"),
        (Played("c3xe5xg7"), "played", "c3xe5xg7"),
        (Rolled((6, 1, 3)), "rolled", "6-1-3"),
        (Offered(Seat(1), OfferKind.DRAW), "offered", "1 draw"),
        (Offered(Seat(1), OfferKind.TAKE_BACK), "offered", "1 takeback"),
        (Offered(Seat(1), OfferKind.COUNT), "offered", "1 count"),
        (Offered(Seat(0), OfferKind.PAUSE, days=7), "offered", "0 pause 7"),
        (Offered(Seat(1), OfferKind.RESUME), "offered", "1 resume"),
        (Offered(Seat(1), OfferKind.ABORT), "offered", "1 abort"),
        (
            Offered(Seat(1), OfferKind.SUBSTITUTE, place=Seat(2), player=57),
            "offered",
            "1 substitute 2 57",
        ),
        (Accepted(Seat(0)), "accepted", "0"),
        (Declined(Seat(0)), "declined", "0"),
        (ResignWanted(Seat(2)), "resign_wanted", "2"),
        (ResignWithdrawn(Seat(2)), "resign_withdrawn", "2"),
        (Resigned(Seat(2)), "resigned", "2"),
        (Overdue(Seat(2)), "overdue", "2"),
        (Claimed(Seat(2)), "claimed", "2"),
        (TimedOut(Seat(1)), "timed_out", "1"),
        (Granted(Seat(1), 3600, Grant.OUTAGE), "granted", "1 3600 outage"),
        (Granted(Seat(1), 9, Grant.MODERATOR), "granted", "1 9 moderator"),
        (Paused(1700000000), "paused", "1700000000"),
        (Resumed(), "resumed", ""),
        (SeatTaken(Seat(1), 5, 9, SeatWay.TAKEN), "seat_taken", "1 5 9 taken person"),
        (
            SeatTaken(Seat(1), 5, 9, SeatWay.OFFERED, by_engine=True),
            "seat_taken",
            "1 5 9 offered engine",
        ),
        (Voided(VoidCause.CHANNEL), "voided", "channel"),
        (Adjudicated((Seat(0), Seat(2))), "adjudicated", "0-2"),
        (Adjudicated(()), "adjudicated", "draw"),
    ],
)
def test_stored_texts_stay_as_they_are(event: Event, kind: str, text: str) -> None:
    """Databases hold these words: they can't change without a migration."""
    assert encode(event) == (kind, text)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("moved", "c3-d4"),
        ("", ""),
        ("begun", ""),
        ("resigned", "white"),
        ("paused", "1700000000 rude"),
        ("resumed", "back home"),
        ("granted", "1 9 moderator ill"),
        ("seat_taken", "1 5 9 taken person rude"),
        ("voided", "moderator rude"),
        ("adjudicated", "draw rude"),
        ("rolled", "6-x"),
        ("rolled", ""),
        ("offered", "1"),
        ("offered", "1 adjournment"),
        ("offered", "1 draw 3"),
        ("offered", "1 pause"),
        ("offered", "1 substitute 2"),
        ("granted", "1 3600"),
        ("granted", "1 3600 pity"),
        ("paused", "soon"),
        ("seat_taken", "1 5 9 taken"),
        ("seat_taken", "1 5 9 taken robot"),
        ("voided", "weather"),
        ("adjudicated", ""),
        ("adjudicated", "white"),
    ],
)
def test_unknown_texts_are_refused(kind: str, text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - int() and Enum word theirs themselves
        decode(kind, text)


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(ValueError, match="unknown kind 'moved'"):
        decode("moved", "c3-d4")


FIRST = Entry(1, 1700000000, Actor.HOST, None, None, "123", Begun())
SECOND = Entry(2, 1700000060, Actor.SEAT, Seat(0), 7, "124", Played("c3-d4"))


def test_digests_stay_as_they_are() -> None:
    """Buttons and databases hold them."""
    digest = digest_of([FIRST, SECOND])
    assert digest == chained(chained("", FIRST), SECOND)
    assert digest == "dfed83e6a0a8b250935c47619548f334eee1c40c768f6d157d627b8b1229d074"
    assert short_digest(digest) == "3-2D5q"
    assert short_digest("") == "------"


@given(st.lists(ENTRIES, max_size=4), st.lists(ENTRIES, max_size=4))
def test_different_logs_have_different_digests(one: list[Entry], other: list[Entry]) -> None:
    assert (one == other) == (digest_of(one) == digest_of(other))


@given(ENTRIES)
def test_a_short_digest_fits_a_button(entry: Entry) -> None:
    short = short_digest(digest_of([entry]))
    assert len(short) == 6
    assert set(short) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

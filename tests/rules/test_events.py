"""Events survive the log; texts that no event writes are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core import Seat
from rules.entries import decode, encode
from rules.events import (
    Accepted,
    Claimed,
    Declined,
    Event,
    Offered,
    OfferKind,
    Played,
    Resigned,
    Rolled,
)

SEATS = st.integers(0, 9).map(Seat)
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.text(min_size=1).map(Played),
    st.lists(st.integers(1, 6), min_size=1, max_size=5).map(tuple).map(Rolled),
    SEATS.map(Resigned),
    SEATS.map(Claimed),
    SEATS.map(Accepted),
    SEATS.map(Declined),
    st.builds(Offered, SEATS, st.sampled_from(OfferKind)),
)


@given(EVENTS)
def test_what_is_written_is_read_again(event: Event) -> None:
    assert decode(*encode(event)) == event


@given(EVENTS, EVENTS)
def test_different_events_are_written_differently(one: Event, other: Event) -> None:
    assert (one == other) == (encode(one) == encode(other))


@pytest.mark.parametrize(
    ("event", "texts"),
    [
        (Played("c3xe5xg7"), ("played", "c3xe5xg7")),
        (Rolled((6, 1, 3)), ("rolled", "6-1-3")),
        (Offered(Seat(1), OfferKind.TAKE_BACK), ("offered", "1 takeback")),
        (Accepted(Seat(0)), ("accepted", "0")),
        (Claimed(Seat(2)), ("claimed", "2")),
    ],
)
def test_stored_texts_stay_as_they_are(event: Event, texts: tuple[str, str]) -> None:
    """Databases hold these words: they can't change without a migration."""
    assert encode(event) == texts


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("moved", "c3-d4"),
        ("", ""),
        ("resigned", "white"),
        ("rolled", "6-x"),
        ("rolled", ""),
        ("offered", "1"),
        ("offered", "1 adjournment"),
    ],
)
def test_unknown_texts_are_refused(kind: str, text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - int() and Enum word theirs themselves
        decode(kind, text)


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(ValueError, match="unknown kind 'moved'"):
        decode("moved", "c3-d4")

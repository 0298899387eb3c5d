"""The games of a group: its size, its members' numbers, and the rounds of its games.

Numbers start at 1. Rounds only order the games: no one waits for a round to end.
"""

import hashlib
from dataclasses import dataclass
from typing import Final, NewType

__all__ = [
    "LARGEST_GROUP",
    "Entrant",
    "Pairing",
    "finalists_a_group",
    "group_sizes",
    "lot",
    "meetings_in_season",
    "pairings",
]

Entrant = NewType("Entrant", int)
"""A person in an event, by the id of their row there; never a person's number."""

# A crosstable has room for six rows at the width of a phone.
LARGEST_GROUP: Final = 6


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game of a group's table."""

    round: int
    """From 1."""
    numbers: tuple[int, int]
    """The numbers, in the group, of the people at its seats."""


def group_sizes(entrants: int) -> tuple[int, ...]:
    """Return the sizes of as few groups as possible, larger first, differing by one at most."""
    groups = -(-entrants // LARGEST_GROUP)
    size, larger = divmod(entrants, groups)
    return (size + 1,) * larger + (size,) * (groups - larger)


def finalists_a_group(groups: int) -> int:
    """Return how many per group reach the final: none where one group decides everything."""
    if groups == 1:
        return 0
    return 2 if 2 * groups <= LARGEST_GROUP else 1


def meetings_in_season(members: int) -> int:
    """Return how often two people of a division meet, so that everyone has four to six games."""
    return 1 if members > 4 else 2


def pairings(members: int, meetings: int) -> tuple[Pairing, ...]:
    """Return the games of a group in which any two meet so often, by rounds.

    This is Berger's table: with an odd number of members, the one due against the missing member
    rests. A further meeting follows all rounds of the one before and swaps the seats, so an even
    number of meetings gives both players of a pair both seats equally often.
    """
    last = members + members % 2
    once = sorted(
        (_berger(low, high, last) for high in range(2, members + 1) for low in range(1, high)),
        key=lambda pairing: (pairing.round, min(pairing.numbers)),
    )
    return tuple(
        Pairing(
            pairing.round + meeting * (last - 1),
            pairing.numbers if meeting % 2 == 0 else (pairing.numbers[1], pairing.numbers[0]),
        )
        for meeting in range(meetings)
        for pairing in once
    )


def _berger(low: int, high: int, last: int) -> Pairing:
    """Return the first meeting of two numbers; `last` is the highest number, and even."""
    if high == last:
        number, low_first = 2 * low - 1, low <= last // 2
    else:
        number, low_first = low + high - 1, (low + high) % 2 == 1
    return Pairing(number % (last - 1) or last - 1, (low, high) if low_first else (high, low))


def lot(secret: str, press: int, entrant: Entrant) -> str:
    """Return a person's lot, 64 hexadecimal digits; the lowest comes first.

    `secret` was drawn, and its SHA-256 posted, before anyone entered. `press` is the highest number
    of an interaction in the event's log, so leaving and joining again finds no better lot.
    """
    return hashlib.sha256(f"postboard-lot-1 {secret} {press} {entrant}".encode()).hexdigest()

"""Hypergammon a second time, slowly and straight from the rule text, to hold the engine against.

A side's checkers are a count by point as that side sees it (25: bar, 0: off); single checkers are
not told apart. Steps are joined into writings afterwards, in every way that the order of the steps
allows. Nothing is shared with the engine.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple, TypeAlias

Counts: TypeAlias = dict[int, int]
Ending: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]


class Step(NamedTuple):
    start: int
    end: int
    hit: bool


def one_die(own: Counts, rival: Counts, die: int) -> Iterator[tuple[Step, Counts, Counts]]:
    """Yield every way to play one die."""
    for start in [point for point, number in own.items() if number and point]:
        if own.get(25) and start != 25:
            continue
        end = max(0, start - die)
        standing = [point for point, number in own.items() if number]
        if end == 0:
            if max(standing) > 6:
                continue
            if start != die and max(standing) != start:
                continue
        there = rival.get(25 - end, 0) if end else 0
        if there > 1:
            continue
        mine, theirs = dict(own), dict(rival)
        mine[start] -= 1
        mine[end] = mine.get(end, 0) + 1
        if there:
            theirs[25 - end] = 0
            theirs[25] = theirs.get(25, 0) + 1
        yield Step(start, end, bool(there)), mine, theirs


def plays(own: Counts, rival: Counts, dice: tuple[int, ...]) -> list[tuple[list[Step], Ending]]:
    """Return every way to play these dice in this order, as far as that goes."""
    if dice:
        going_on = [
            ([step, *steps], ending)
            for step, mine, theirs in one_die(own, rival, dice[0])
            for steps, ending in plays(mine, theirs, dice[1:])
        ]
        if going_on:
            return going_on
    return [([], (spread(own), spread(rival)))]


def spread(counts: Counts) -> tuple[int, ...]:
    return tuple(sorted(Counter(counts).elements(), reverse=True))


def legal(
    own: tuple[int, ...], rival: tuple[int, ...], roll: tuple[int, int], *, joined: bool = True
) -> dict[Ending, set[str]]:
    """Return all writings of every legal play, by where it leads; `pass` if there is none.

    Unless `joined`, the steps of one checker may also be written apart.
    """
    orders = {(*roll, *roll)} if roll[0] == roll[1] else set(permutations(roll))
    found = [
        (order, steps, ending)
        for order in orders
        for steps, ending in plays(dict(Counter(own)), dict(Counter(rival)), order)
    ]
    most = max(len(steps) for _, steps, _ in found)
    found = [entry for entry in found if len(entry[1]) == most]
    if most == 1:
        high = max(order[0] for order, _, _ in found)
        found = [entry for entry in found if entry[0][0] == high]
    writings: dict[Ending, set[str]] = {}
    for _, steps, ending in found:
        texts = {write(chains) for chains in joinings(steps, own, joined)} if steps else {"pass"}
        writings.setdefault(ending, set()).update(texts)
    return writings


def joinings(steps: list[Step], own: tuple[int, ...], joined: bool) -> Iterator[list[list[Step]]]:
    """Yield every way to deal the steps out to checkers, in the order they were made."""
    if not steps:
        yield []
        return
    *before, last = steps
    for chains in joinings(before, own, joined):
        for number, chain in enumerate(chains):
            if chain[-1].end == last.start:
                yield [*chains[:number], [*chain, last], *chains[number + 1 :]]
        begun = [chain[0].start for chain in chains].count(last.start)
        if begun < own.count(last.start) or not joined:
            yield [*chains, [last]]


def write(chains: list[list[Step]]) -> str:
    ways: dict[tuple[int, int], list[list[Step]]] = {}
    for chain in chains:
        ways.setdefault((chain[0].start, chain[-1].end), []).append(chain)
    words = [(-start, word(start, end, alike)) for (start, end), alike in ways.items()]
    return " ".join(text for _, text in sorted(words))


def word(start: int, end: int, alike: list[list[Step]]) -> str:
    """Write one checker's way, or that of several that go alike."""
    steps = [step for chain in alike for step in chain]
    hits = {step.end for step in steps if step.hit}
    shown = [point for point in sorted(hits, reverse=True) if point != end]
    text = {25: "bar"}.get(start, str(start))
    for point in (*shown, end):
        text += "/" + ("off" if point == 0 else str(point)) + ("*" if point in hits else "")
    return text + (f"({len(alike)})" if len(alike) > 1 else "")

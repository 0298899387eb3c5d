"""All legal plays of a roll, with all the ways to write them.

The search moves each checker separately, telling apart two checkers on one point: only then is it
known which steps belong to one checker and are written together. With three checkers and at most
four moves it visits few positions.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

from rules.games.hypergammon.position import (
    BAR,
    HOME,
    OFF,
    Checkers,
    Dots,
    Route,
    Spot,
    seen_across,
)

__all__ = [
    "Hops",
    "LegalPlay",
    "LegalPlays",
    "Step",
    "blots",
    "closed",
    "landing",
    "number_of_plays",
    "spot_name",
    "table",
    "written",
]


class Step(NamedTuple):
    """One die played with one checker."""

    checker: int
    start: Spot
    end: Spot
    hits: bool
    die: int


Hops: TypeAlias = tuple[tuple[Spot, Spot], ...]
Shown: TypeAlias = tuple[tuple[Spot, ...], ...]


class LegalPlay(NamedTuple):
    """A legal play: the position it leads to, its canonical routes, and the order of its hops."""

    own: Checkers
    rivals: Checkers
    routes: tuple[Route, ...]
    hops: Hops
    """The start and end of the dice's checkers, in an order in which they can be played."""


class LegalPlays(NamedTuple):
    """The legal plays of a roll: no plays if the player has to pass."""

    turns: tuple[LegalPlay, ...]
    exact: Mapping[Shown, LegalPlay]
    """By the spots that a complete notation shows, checker by checker, sorted."""
    loose: Mapping[Hops, tuple[LegalPlay, ...]]
    """By the sorted hops of a notation that may omit or show any spot on the way."""


def written(routes: Sequence[Route]) -> str:
    """Return the routes in standard notation, such as `24/20*/18 6/4(2)`."""
    return " ".join(map(_route, routes)) or "pass"


def closed(rivals: Checkers) -> frozenset[Spot]:
    """Return the points, as the mover counts them, on which two or more rivals stand."""
    return frozenset(seen_across(s) for s in rivals if OFF < s < BAR and rivals.count(s) > 1)


def blots(rivals: Checkers) -> frozenset[Spot]:
    """Return the points, as the mover counts them, on which a single rival checker stands."""
    return frozenset(seen_across(s) for s in rivals if OFF < s < BAR and rivals.count(s) == 1)


def landing(checkers: Sequence[Spot], start: Spot, die: int) -> Spot | None:
    """Return the spot to which a die takes a checker, ignoring closed points, or None."""
    if start == OFF or (start != BAR and BAR in checkers):
        return None
    if start > die:
        return start - die
    rearmost = max(checkers)
    if rearmost > HOME or (start < die and rearmost > start):
        return None
    return OFF


@lru_cache(maxsize=4096)
def table(own: Checkers, rivals: Checkers, dice: Dots) -> LegalPlays:
    """Return the legal plays of a roll."""
    ways = [(steps, _routes(steps)) for steps in _distinct(_longest(own, rivals, dice))]
    turns = _turns(own, rivals, ways)
    exact: dict[Shown, LegalPlay] = {}
    loose: dict[Hops, tuple[LegalPlay, ...]] = {}
    for steps, routes in ways:
        turn = turns[_after(own, rivals, steps)]
        exact[_shown(_chains(steps))] = turn
        exact[_shown(route for route in routes for _ in range(route.times))] = turn
        for hops in _writable(steps):
            loose[hops] = tuple(dict.fromkeys((*loose.get(hops, ()), turn)))
    return LegalPlays(tuple(turns.values()), exact, loose)


@lru_cache(maxsize=4096)
def number_of_plays(own: Checkers, rivals: Checkers, dice: Dots) -> int:
    """Return the number of legal plays of a roll, without writing them; 0 means a pass."""
    return len({_after(own, rivals, steps) for steps in _longest(own, rivals, dice)})


def _distinct(ways: Iterable[Sequence[Step]]) -> list[Sequence[Step]]:
    """Return the different sets of steps, in the order that moves the rearmost checkers first."""
    found: dict[tuple[Step, ...], Sequence[Step]] = {}
    for steps in ways:
        same = tuple(sorted(steps))
        found[same] = min(found.get(same, steps), steps, key=_order)
    return list(found.values())


def _order(steps: Sequence[Step]) -> tuple[list[int], Hops]:
    return [-step.start for step in steps], _hops(steps)


def _hops(steps: Sequence[Step]) -> Hops:
    return tuple((step.start, step.end) for step in steps)


def _turns(
    own: Checkers, rivals: Checkers, ways: Iterable[tuple[Sequence[Step], tuple[Route, ...]]]
) -> Mapping[tuple[Checkers, Checkers], LegalPlay]:
    """Map positions to the play that reaches them, in the smallest of its notations.

    Of the orders in which such a play can be made, it has the one that moves the rearmost checkers
    first.
    """
    found: dict[tuple[Checkers, Checkers], tuple[str, list[int], LegalPlay]] = {}
    for steps, routes in ways:
        after = _after(own, rivals, steps)
        turn = LegalPlay(*after, routes, _hops(steps))
        offer = (written(routes), [-step.start for step in steps], turn)
        found[after] = min(found.get(after, offer), offer)
    return {after: turn for after, (_, _, turn) in found.items()}


def _longest(own: Checkers, rivals: Checkers, dice: Dots) -> Sequence[tuple[Step, ...]]:
    """Return the ways to play as many dice as possible; if only one can be, the higher."""
    left = dice * 2 if dice[0] == dice[1] else dice
    ways = list(_ways(own, blots(rivals), closed(rivals), left, ()))
    most = max(map(len, ways))
    if most == 0:
        return ()
    ways = [steps for steps in ways if len(steps) == most]
    if most == 1:
        highest = max(steps[0].die for steps in ways)
        ways = [steps for steps in ways if steps[0].die == highest]
    return ways


def _ways(
    checkers: tuple[Spot, ...],
    single: frozenset[Spot],
    shut: frozenset[Spot],
    dice: tuple[int, ...],
    so_far: tuple[Step, ...],
) -> Iterator[tuple[Step, ...]]:
    """Yield every way to continue until no more dice can be played."""
    ended = True
    for die in sorted(set(dice)):
        rest = list(dice)
        rest.remove(die)
        for checker, start in enumerate(checkers):
            end = landing(checkers, start, die)
            if end is None or end in shut:
                continue
            ended = False
            step = Step(checker, start, end, end in single, die)
            moved = (*checkers[:checker], end, *checkers[checker + 1 :])
            yield from _ways(moved, single - {end}, shut, tuple(rest), (*so_far, step))
    if ended:
        yield so_far


def _after(own: Checkers, rivals: Checkers, steps: Sequence[Step]) -> tuple[Checkers, Checkers]:
    moved = list(own)
    for step in steps:
        moved[step.checker] = step.end
    hit = {seen_across(step.end) for step in steps if step.hits}
    return _sorted(moved), _sorted([BAR if spot in hit else spot for spot in rivals])


def _sorted(spots: Sequence[Spot]) -> Checkers:
    return tuple(sorted(spots, reverse=True))


def _chains(steps: Sequence[Step]) -> list[Route]:
    """Return the checkers' routes: start, end, and in between only the points where one hits."""
    chains: dict[int, list[Step]] = {}
    for step in steps:
        chains.setdefault(step.checker, []).append(step)
    return [
        Route(
            (chain[0].start, *(s.end for s in chain if s.hits or s is chain[-1])),
            frozenset(s.end for s in chain if s.hits),
        )
        for chain in chains.values()
    ]


def _routes(steps: Sequence[Step]) -> tuple[Route, ...]:
    """Return the routes as they are written: equal ones counted, the rearmost first."""
    grouped: dict[tuple[Spot, Spot], list[Route]] = {}
    for route in _chains(steps):
        grouped.setdefault((route.spots[0], route.spots[-1]), []).append(route)
    routes = [
        Route(
            tuple(sorted({spot for route in alike for spot in route.spots}, reverse=True)),
            frozenset().union(*(route.hits for route in alike)),
            len(alike),
        )
        for alike in grouped.values()
    ]
    return tuple(sorted(routes, key=lambda route: (-route.spots[0], _route(route))))


def _shown(routes: Iterable[Route]) -> Shown:
    return tuple(sorted(route.spots for route in routes))


def _writable(steps: Sequence[Step]) -> Iterator[Hops]:
    """Yield the sorted hops of every notation, whichever spots on the way it shows."""
    chains: dict[int, list[Spot]] = {}
    for step in steps:
        chains.setdefault(step.checker, [step.start]).append(step.end)
    for shown in product(*map(_cuts, chains.values())):
        yield tuple(sorted(hop for hops in shown for hop in hops))


def _cuts(spots: Sequence[Spot]) -> list[Hops]:
    """Return the hops of one checker for every choice of the spots shown on its way."""
    start, *between, end = spots
    return [
        tuple(zip((start, *kept), (*kept, end), strict=True))
        for number in range(len(between) + 1)
        for kept in combinations(between, number)
    ]


def _route(route: Route) -> str:
    start, *rest = route.spots
    landings = (f"/{spot_name(spot)}{'*' if spot in route.hits else ''}" for spot in rest)
    times = f"({route.times})" if route.times > 1 else ""
    return spot_name(start) + "".join(landings) + times


def spot_name(spot: Spot) -> str:
    """Return the name of the spot in notation."""
    return {BAR: "bar", OFF: "off"}.get(spot, str(spot))

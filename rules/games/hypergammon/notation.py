"""Plays as text, such as `24/22 23/18*`, `bar/20`, `6/4(2)`, `pass`, read leniently."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from rules.contract.core import AmbiguousMove, NotationError, Roll, Side
from rules.contract.sentence import Stranger, say
from rules.contract.spelling import Typed
from rules.games.hypergammon.plays import (
    Hops,
    LegalPlay,
    LegalPlays,
    blots,
    spot_name,
    table,
    written,
)
from rules.games.hypergammon.position import BAR, OFF, Play, Route, Spot, State, cell_of
from rules.geometry import Cell

__all__ = ["abbreviated", "hops_of", "notate", "parse", "play_of", "read_spot", "understood"]

_EXAMPLE: Final = say(
    "Type each checker's start and end, such as 24/22 23/18, bar/20 or 3/off, or pass."
)
_MOST_NAMES: Final = 16
"""More than the names of any play."""
_NAMES: Final = {"bar": BAR, "b": BAR, "25": BAR, "off": OFF, "o": OFF, "0": OFF}
_SEPARATOR: Final = re.compile(r"\s*[/\-‐‑–—−:x×]\s*")
_SUFFIX: Final = re.compile(r"\s*(\*|\(\s*[0-9]+\s*\))")
_PART: Final = re.compile(r"([a-z0-9]+)((?:/[a-z0-9]+\*?)+)(?:\(([1-4])\))?")


def notate(move: Play | Roll) -> str:
    """Return the canonical notation; a roll's pips are in brackets, in the order rolled."""
    if isinstance(move, Roll):
        return f"[{'-'.join(map(str, move.pips))}]"
    return written(move.routes)


def parse(state: State, text: str) -> Play:
    """Return the play that the text means, legal or not.

    Stars may be omitted, and so may points on the way; checkers may come in any order, with their
    steps joined or not. Raises NotationError or AmbiguousMove.
    """
    routes = _read(text)
    side = state.side
    if side is None or state.dice is None:
        return Play(routes, _clicks(side, hops_of(routes)))
    plays = table(state.own, state.rivals, state.dice)
    turns = understood(state, plays, routes)
    if len(turns) > 1:
        raise AmbiguousMove(text.strip(), tuple(sorted(written(turn.routes) for turn in turns)))
    return play_of(side, turns[0]) if turns else Play(routes, _clicks(side, hops_of(routes)))


def understood(state: State, plays: LegalPlays, routes: Sequence[Route]) -> Sequence[LegalPlay]:
    """Return the legal plays that the routes fit: one if they are complete, else perhaps more."""
    stars = {spot for route in routes for spot in route.hits}
    if not stars <= blots(state.rivals):
        return ()
    shown = tuple(sorted(route.spots for route in routes for _ in range(route.times)))
    if shown in plays.exact:
        return (plays.exact[shown],)
    return plays.loose.get(tuple(sorted(hops_of(routes))), ())


def abbreviated(state: State, read: Typed) -> Sequence[Play]:
    """Return the legal plays of which the text names a part, in whichever order it names it.

    It is some of their checkers' steps, then perhaps the start of another; or else a single spot.
    """
    if state.side is None or state.dice is None or len(read.names) > _MOST_NAMES:
        return ()
    try:
        rows = [_spots_of(row) for row in read.rows]
    except NotationError:
        return ()
    plays = table(state.own, state.rivals, state.dice)
    if len(read.names) == 1 and not read.is_open:
        found = _touching(state, plays, rows[0][0][0])
    else:
        found = _begun(state, plays, rows, is_open=read.is_open)
    hits = {name for name in read.names if "*" in name}
    return [
        play_of(state.side, turn)
        for turn in found
        if hits <= {f"{spot_name(spot)}*" for route in turn.routes for spot in route.hits}
    ]


def _begun(
    state: State, plays: LegalPlays, rows: Sequence[tuple[tuple[Spot, ...], int]], *, is_open: bool
) -> Iterable[LegalPlay]:
    """Return the plays with these steps and more; a last spot alone is where a checker starts."""
    last, _ = rows[-1]
    alone = [spots[0] for spots, _ in rows if len(spots) == 1]
    if alone and (alone != [last[0]] or last[0] not in state.own):
        return ()
    begins = last[-1] if alone or is_open else None
    named = Counter(hop for spots, times in rows for hop in list(pairwise(spots)) * times)
    found = dict[LegalPlay, None]()
    for hops, turns in plays.loose.items():
        left = Counter(hops)
        left.subtract(named)
        more = [start for (start, _), number in left.items() if number > 0]
        if min(left.values()) >= 0 and (begins in more if begins is not None else more):
            found.update(dict.fromkeys(turns))
    return found


def _touching(state: State, plays: LegalPlays, spot: Spot) -> Iterable[LegalPlay]:
    """Return the plays that a single spot may mean: any to which it belongs, if there are several.

    If there is only one, the spot has to be a start of it, or its end.
    """
    touching = [
        turn
        for hops, turns in plays.loose.items()
        if any(spot in hop for hop in hops)
        for turn in turns
    ]
    found = list(dict.fromkeys(touching))
    if len(found) > 1 or spot in state.own:
        return found
    return [turn for turn in found if _ends_on(turn.routes, spot)]


def _ends_on(routes: Sequence[Route], spot: Spot) -> bool:
    """Return True if one checker alone moves, and ends there."""
    return len(routes) == 1 and routes[0].times == 1 and routes[0].spots[-1] == spot


def _spots_of(row: Sequence[str]) -> tuple[tuple[Spot, ...], int]:
    """Return the spots of a row of names, and how many checkers move like this.

    Raises NotationError if there is no such spot.
    """
    *names, last = row
    name, _, times = last.rstrip(")").partition("(")
    return tuple(read_spot(each.rstrip("*")) for each in (*names, name)), min(int(times or 1), 5)


def play_of(side: Side, turn: LegalPlay) -> Play:
    """Return the move for a legal play."""
    return Play(turn.routes, _clicks(side, turn.hops))


def hops_of(routes: Iterable[Route]) -> Hops:
    """Return the checkers' hops from one shown spot to the next, rearmost first."""
    hops = [hop for route in routes for hop in list(pairwise(route.spots)) * route.times]
    return tuple(sorted(hops, reverse=True))


def read_spot(name: str) -> Spot:
    """Return the spot with that name. Raises NotationError if there is none."""
    if name in _NAMES:
        return _NAMES[name]
    if not name.isdecimal() or not 1 <= int(name) <= 24:
        raise NotationError(
            say(
                "There's no point “{name}”. The points are 24 to 1, bar and off.",
                name=Stranger(name),
            )
        )
    return int(name)


def _read(text: str) -> tuple[Route, ...]:
    plain = text.strip().lower()
    if plain == "pass":
        return ()
    if plain.startswith("["):
        raise NotationError(say("The dice are rolled for you. {example}", example=_EXAMPLE))
    joined = _SUFFIX.sub(lambda found: "".join(found[1].split()), _SEPARATOR.sub("/", plain))
    words = re.split(r"[\s,;]+", joined)
    if words == [""]:
        raise NotationError(
            say(
                "There's no move in “{text}”. {example}",
                text=Stranger(text.strip()),
                example=_EXAMPLE,
            )
        )
    found: dict[tuple[Spot, ...], Route] = {}
    for word in words:
        part = _PART.fullmatch(word)
        if part is None:
            raise NotationError(
                say(
                    "“{word}” isn't a checker's move. {example}",
                    word=Stranger(word),
                    example=_EXAMPLE,
                )
            )
        route = _route(*part.groups())
        known = found.get(route.spots, Route(route.spots, times=0))
        found[route.spots] = Route(route.spots, known.hits | route.hits, known.times + route.times)
    return tuple(sorted(found.values(), key=lambda route: (-route.spots[0], written([route]))))


def _route(start: str, landings: str, times: str | None) -> Route:
    names = landings[1:].split("/")
    ends = tuple(read_spot(name.removesuffix("*")) for name in names)
    hits = frozenset(end for name, end in zip(names, ends, strict=True) if name.endswith("*"))
    return Route((read_spot(start), *ends), hits, int(times or 1))


def _clicks(side: Side | None, hops: Hops) -> tuple[Cell, ...]:
    if side is None:
        return ()
    return tuple(cell_of(side, spot) for hop in hops for spot in hop)

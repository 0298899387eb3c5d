"""Finds the first rule that a play breaks, moving its checkers from the rearmost on.

Moving the rearmost checker first never forbids what another order would allow, so one order of the
checkers is enough. The dice are assigned to them in all ways, and the way that gets farthest shows
what is wrong.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from rules.contract.core import Rule, Side, Violation
from rules.contract.own_pieces import OWN_PIECES
from rules.contract.sentence import Notation, Sentence, all_of, say
from rules.games.hypergammon.notation import hops_of, understood
from rules.games.hypergammon.plays import (
    Hops,
    LegalPlays,
    blots,
    closed,
    landing,
    spot_name,
    table,
    written,
)
from rules.games.hypergammon.position import (
    BAR,
    HOME,
    OFF,
    TITLES,
    Play,
    Spot,
    State,
    cell_of,
    other,
    seen_across,
)
from rules.games.hypergammon.rulebook import BAR as BAR_FIRST
from rules.games.hypergammon.rulebook import BLOCKED, END, HIT, MOST, MOVE, OPENING, PASS
from rules.games.hypergammon.rulebook import OFF as BEARING_OFF

__all__ = ["violation"]


class _Way(NamedTuple):
    """The result of one choice of dice: the hops made, the dice left, and the refusal, if any."""

    made: int
    left: tuple[int, ...]
    refused: tuple[Rule, Sentence, tuple[Spot, ...]] | None = None


def violation(state: State, play: Play) -> Violation | None:
    """Return the first rule that the play breaks, or None if it is legal, however it is written."""
    side, dice = state.side, state.dice
    if state.winner:
        return Violation(END, say("The game is finished: one side has borne off all its checkers."))
    if side is None:
        return Violation(OPENING, say("The opening roll has to decide who starts."))
    if dice is None:
        return Violation(MOVE, say("{side}'s dice have to be rolled first.", side=TITLES[side]))
    plays = table(state.own, state.rivals, dice)
    if not play.routes:
        return _not_to_be_passed(side, plays)
    if len(understood(state, plays, play.routes)) == 1:
        return None
    foreign = _not_own(state, side, play)
    if foreign:
        return foreign
    left = dice * 2 if dice[0] == dice[1] else dice
    way = _walk(hops_of(play.routes), state.own, left, closed(state.rivals))
    if way.refused:
        rule, detail, spots = way.refused
        return Violation(rule, detail, tuple(cell_of(side, spot) for spot in dict.fromkeys(spots)))
    return _no_hit(state, side, play) or _too_few(side, plays, play, len(left) - len(way.left))


def _not_to_be_passed(side: Side, plays: LegalPlays) -> Violation | None:
    if not plays.turns:
        return None
    turn = plays.turns[0]
    detail = say(
        "You can't pass: {turn} is possible.",
        turn=Notation(written(turn.routes)),
    )
    return Violation(PASS, detail, tuple(cell_of(side, spot) for spot in turn.hops[0]))


def _not_own(state: State, side: Side, play: Play) -> Violation | None:
    """Refuse a route that starts with a rival's checker, unless a checker of the play is there."""
    rivals = {seen_across(spot) for spot in state.rivals if OFF < spot < BAR}
    reached = {spot for route in play.routes for spot in route.spots[1:]}
    for route in play.routes:
        start = route.spots[0]
        if start in rivals - reached:
            detail = say(
                "That checker ({point}) is {owner}'s. It's {mover}'s turn.",
                point=Notation(spot_name(start)),
                owner=TITLES[other(side)],
                mover=TITLES[side],
            )
            return Violation(OWN_PIECES, detail, (cell_of(side, start),))
    return None


def _no_hit(state: State, side: Side, play: Play) -> Violation | None:
    stars = {spot for route in play.routes for spot in route.hits}
    for spot in sorted(stars - blots(state.rivals)):
        detail = say(
            "There's no single opposing checker on {spot}, so nothing is hit there.",
            spot=Notation(spot_name(spot)),
        )
        return Violation(HIT, detail, (cell_of(side, spot),))
    return None


def _too_few(side: Side, plays: LegalPlays, play: Play, used: int) -> Violation:
    turn = plays.turns[0]
    most, example = len(turn.hops), written(turn.routes)
    cells = tuple(cell_of(side, spot) for spot in turn.hops[0])
    if used < most:
        detail = say(
            "{play} uses {used} of your dice, but you can use {most}: {example}.",
            play=Notation(written(play.routes)),
            used=used,
            most=most,
            example=Notation(example),
        )
    elif most == 1:
        detail = say(
            "You can play only one die, so it has to be the higher: {example}.",
            example=Notation(example),
        )
    else:
        detail = say(
            "You can't play {play} with this roll. Try {example}.",
            play=Notation(written(play.routes)),
            example=Notation(example),
        )
    return Violation(MOST, detail, cells)


def _walk(
    hops: Hops, checkers: tuple[Spot, ...], dice: tuple[int, ...], shut: frozenset[Spot]
) -> _Way:
    """Make the hops in turn, and return the choice of dice that gets farthest."""
    if not hops:
        return _Way(0, dice)
    (start, end), *rest = hops
    wrong = _misplaced(checkers, start, end)
    if wrong:
        return _Way(0, dice, wrong)
    ways: list[_Way] = []
    for used in _spent(start, end, dice):
        stopped = _stepped(checkers, start, used, shut)
        left = list(dice)
        for die in used:
            left.remove(die)
        if stopped:
            ways.append(_Way(0, tuple(left), stopped))
            continue
        moved = list(checkers)
        moved[checkers.index(start)] = end
        further = _walk(tuple(rest), tuple(moved), tuple(left), shut)
        ways.append(further._replace(made=further.made + 1))
    if not ways:
        numbers = all_of(Notation(str(die)) for die in dice) if dice else say("nothing")
        hop = f"{spot_name(start)}/{spot_name(end)}"
        detail = say(
            "{hop} doesn't fit your dice. Left to play: {numbers}.",
            hop=Notation(hop),
            numbers=numbers,
        )
        return _Way(0, dice, (MOVE, detail, (start, end)))
    return max(ways, key=lambda way: (way.made, way.refused is None, -len(way.left)))


def _misplaced(
    checkers: Sequence[Spot], start: Spot, end: Spot
) -> tuple[Rule, Sentence, tuple[Spot, ...]] | None:
    """Return the reason why a hop is illegal whatever the dice, or None."""
    if start == OFF:
        return MOVE, say("A checker that is off stays off."), (start,)
    if start not in checkers:
        return (
            OWN_PIECES,
            say("You have no checker on the bar.")
            if start == BAR
            else say("You have no checker on {start}.", start=Notation(spot_name(start))),
            (start,),
        )
    if end >= start:
        hop = f"{spot_name(start)}/{spot_name(end)}"
        detail = say("{hop} goes backward. Checkers move from 24 down to 1.", hop=Notation(hop))
        return MOVE, detail, (start, end)
    if start != BAR and BAR in checkers:
        detail = say("You have a checker on the bar. Bring it in first.")
        return BAR_FIRST, detail, (BAR, start)
    return None


def _spent(start: Spot, end: Spot, dice: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the dice, in order, that add up to a hop; bearing off may waste part of the last."""
    orders = {order for number in range(len(dice)) for order in permutations(dice, number + 1)}
    for order in sorted(orders):
        total = sum(order)
        if total == start - end or (end == OFF and total > start > total - order[-1]):
            yield order


def _stepped(
    checkers: Sequence[Spot], start: Spot, dice: Sequence[int], shut: frozenset[Spot]
) -> tuple[Rule, Sentence, tuple[Spot, ...]] | None:
    """Return the reason why one checker can't move by these dice in turn, or None."""
    moved, place = list(checkers), start
    for die in dice:
        target = landing(moved, place, die)
        if target is None:
            return _not_borne_off(moved, place, die)
        if target in shut:
            detail = say(
                "{target} is closed: two or more opposing checkers stand there.",
                target=Notation(spot_name(target)),
            )
            return BLOCKED, detail, (target,)
        moved[moved.index(place)] = place = target
    return None


def _not_borne_off(
    checkers: Sequence[Spot], place: Spot, die: int
) -> tuple[Rule, Sentence, tuple[Spot, ...]]:
    outside = sorted({spot for spot in checkers if spot > HOME}, reverse=True)
    if outside:
        where = all_of(Notation(spot_name(spot)) for spot in outside)
        detail = say(
            "You can bear off once all your checkers are on your points 1 to 6. You have one on"
            " {where}.",
            where=where,
        )
        return BEARING_OFF, detail, (*outside, place)
    rearmost = max(checkers)
    detail = say(
        "A {die} bears off from {point} only if no checker is farther back. You have one on"
        " {rearmost}.",
        die=die,
        point=Notation(str(place)),
        rearmost=Notation(str(rearmost)),
    )
    return BEARING_OFF, detail, (rearmost, place)

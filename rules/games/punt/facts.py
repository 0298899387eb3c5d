"""The facts of a move, counted on the board."""

from rules.contract.facts import Fact, FactKind, counted
from rules.games.punt import generator
from rules.games.punt.course import Course
from rules.games.punt.position import Move, State

__all__ = ["facts"]


def facts(course: Course, state: State, move: Move, *, controlled: bool) -> tuple[Fact, ...]:
    """Return what the move does, as defined by `TellsFacts`."""
    (piles, side), target = state.position, move.path[-1]
    pile = piles[target]
    landed = len(pile) if pile and pile[-1] != side else 0
    after = generator.apply(course, state, move)
    before, then = (
        generator.score(course, each.position, side, controlled=controlled)
        for each in (state, after)
    )
    return counted(
        Fact(FactKind.LANDS, side, landed, (target,)),
        Fact(FactKind.HOME, side, max(0, then - before), (target,)),
    )

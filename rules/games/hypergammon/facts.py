"""The facts of a play, counted on the board."""

from rules.contract.core import Roll
from rules.contract.facts import Fact, FactKind, counted
from rules.games.hypergammon.position import OFF, Play, State, cell_of

__all__ = ["facts"]


def facts(state: State, move: Play | Roll) -> tuple[Fact, ...]:
    """Return what the play does, as defined by `TellsFacts`."""
    side = state.side
    if isinstance(move, Roll) or side is None:
        return ()
    hits = tuple(cell_of(side, spot) for route in move.routes for spot in sorted(route.hits))
    off = sum(route.times for route in move.routes if route.spots[-1] == OFF)
    return counted(
        Fact(FactKind.HITS, side, len(hits), hits),
        Fact(FactKind.OFF, side, off, (cell_of(side, OFF),)),
    )

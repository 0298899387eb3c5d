"""The facts of a move, counted on the board."""

from rules.contract.facts import Fact, FactKind, counted
from rules.games.rematch.generator import victims
from rules.games.rematch.position import RED, SIDE, SIDES, TEAM, Move, State

__all__ = ["facts"]


def facts(state: State, move: Move) -> tuple[Fact, ...]:
    """Return what the move does, as defined by `TellsFacts`."""
    tops = {cell: [SIDE[piece] for piece in state.stacks[cell][-2:]] for cell in victims(move)}
    own = frozenset({RED}) if state.red_to_move else TEAM
    taken = tuple(cell for cell, top in tops.items() if top[-1] not in own)
    found = [Fact(FactKind.TAKES, state.due, len(taken), taken)]
    for side in (each.key for each in SIDES):
        freed = tuple(
            cell
            for cell, (below, *top) in tops.items()
            if below == side and top and (side == RED) != (top[0] == RED)
        )
        found.append(Fact(FactKind.FREES, side, len(freed), freed))
    return counted(*found)

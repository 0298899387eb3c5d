"""The facts of a move, counted on the board."""

from rules.contract.facts import Fact, FactKind, counted
from rules.games.draughts.position import Move, State, bit, cells_of, last_row

__all__ = ["facts"]


def facts(state: State, move: Move) -> tuple[Fact, ...]:
    """Return what the move does, as defined by `TellsFacts`."""
    position, taken = state.position, move.captured
    kings, side, end = taken & position.kings, position.side, move.path[-1]
    is_man = not bit(move.path[0]) & position.kings
    crowned = is_man and bool(bit(end) & last_row(position.white_to_move))
    return counted(
        Fact(FactKind.TAKES, side, taken.bit_count(), tuple(cells_of(taken))),
        Fact(FactKind.KING, side, kings.bit_count(), tuple(cells_of(kings))),
        Fact(FactKind.CROWNS, side, int(crowned), (end,)),
    )

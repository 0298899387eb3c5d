"""The facts of a turn, counted on the board."""

from rules.contract.facts import Fact, FactKind
from rules.games.rekushu.lattice import Lattice
from rules.games.rekushu.position import Move, State

__all__ = ["facts"]


def facts(board: Lattice, state: State, move: Move) -> tuple[Fact, ...]:
    """Return what the turn does, as defined by `TellsFacts`."""
    claimed = move.rectangle
    if claimed is None:
        return ()
    tiles = board.tiles(claimed).bit_count()
    return (Fact(FactKind.CLAIMS, state.side, tiles, board.corners(claimed)),)

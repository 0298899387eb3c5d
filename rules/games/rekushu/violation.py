"""Which rule a turn breaks first: the stone's own rules, the mirror, then the claim's."""

from collections.abc import Iterable

from rules.core import Violation
from rules.games.rekushu.generator import barred
from rules.games.rekushu.lattice import MIRRORS, Lattice
from rules.games.rekushu.notation import name
from rules.games.rekushu.position import Bitboard, Move, Rectangle, State, cells_of
from rules.games.rekushu.rulebook import CORNERS, EMPTY, MIRROR, OPEN_TILE, STONES, TILES
from rules.geometry import Cell

__all__ = ["mirror_sentence", "violation"]


def violation(board: Lattice, state: State, move: Move) -> Violation | None:
    """Return the first rule that the turn breaks; None if it is legal."""
    wrong = _misplaced(board, state, move.stone)
    if wrong or move.rectangle is None:
        return wrong
    own, stones = state.own | 1 << move.stone, state.stones | 1 << move.stone
    return (
        _corners(board, state, own, move.rectangle)
        or _stones(board, stones, move.rectangle)
        or _tiles(board, state, move.rectangle)
    )


def mirror_sentence(board: Lattice, state: State) -> str:
    """Say which intersection the mirror rule forbids now and why; empty if none."""
    mirror, forbidden = state.own_mirror, barred(board, state)
    if mirror is None or forbidden is None or state.previous is None:
        return ""
    label = board.board.label
    rival = "White" if state.black_to_move else "Black"
    return (
        f"{label(forbidden)} mirrors {rival}'s {label(state.previous)} ({mirror.kind}:"
        f" {MIRRORS[mirror.kind]}), and your last stone {label(mirror.stone)} mirrored {rival}'s"
        f" {label(mirror.mirrored)} in the same way; not twice running."
    )


def _misplaced(board: Lattice, state: State, stone: Cell) -> Violation | None:
    label = board.board.label(stone)
    if state.stones >> stone & 1:
        owner = "Black" if state.black >> stone & 1 else "White"
        return Violation(EMPTY, f"A stone of {owner} stands on {label} already.", (stone,))
    if not board.touching(board.open_tiles & ~state.claimed) >> stone & 1:
        return Violation(OPEN_TILE, f"Every tile that touches {label} is claimed.", (stone,))
    mirror, previous = state.own_mirror, state.previous
    if stone == barred(board, state) and mirror is not None and previous is not None:
        cells = tuple(dict.fromkeys((stone, previous, mirror.stone, mirror.mirrored)))
        return Violation(MIRROR, mirror_sentence(board, state), cells)
    return None


def _corners(board: Lattice, state: State, own: Bitboard, rectangle: Rectangle) -> Violation | None:
    if not board.tiles(rectangle):
        detail = f"{name(board, rectangle)} is no rectangle: its corners share a line."
        return Violation(CORNERS, detail, tuple(dict.fromkeys(rectangle)))
    lacking = tuple(cell for cell in board.corners(rectangle) if not own >> cell & 1)
    if not lacking:
        return None
    side = "Black" if state.black_to_move else "White"
    detail = (
        f"{name(board, rectangle)} needs a stone of {side} on each corner; there is none on"
        f" {_labels(board, lacking)}."
    )
    return Violation(CORNERS, detail, lacking)


def _stones(board: Lattice, stones: Bitboard, rectangle: Rectangle) -> Violation | None:
    corners = board.corners(rectangle)
    inside = board.area(rectangle) & stones
    disturbing = tuple(cell for cell in cells_of(inside) if cell not in corners)
    if not disturbing:
        return None
    noun = "A stone stands" if len(disturbing) == 1 else "Stones stand"
    detail = (
        f"{noun} on {_labels(board, disturbing)}, on the edges of {name(board, rectangle)} or"
        " inside it."
    )
    return Violation(STONES, detail, disturbing)


def _tiles(board: Lattice, state: State, rectangle: Rectangle) -> Violation | None:
    tiles = board.tiles(rectangle)
    for by_black, claimed in state.claims:
        if board.tiles(claimed) & tiles:
            owner = "Black" if by_black else "White"
            detail = (
                f"{name(board, rectangle)} overlaps {name(board, claimed)}, claimed by {owner}."
            )
            return Violation(TILES, detail, board.corners(claimed))
    return None


def _labels(board: Lattice, cells: Iterable[Cell]) -> str:
    *most, last = map(board.board.label, cells)
    return f"{', '.join(most)} and {last}" if most else last

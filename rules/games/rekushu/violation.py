"""Finds the first rule that a turn breaks: the stone's own rules, the mirror, then the claim's."""

from collections.abc import Iterable

from rules.contract.core import Violation
from rules.contract.sentence import Listed, Notation, Sentence, all_of, say, say_n
from rules.games.rekushu.generator import barred
from rules.games.rekushu.lattice import MIRRORS, Lattice
from rules.games.rekushu.notation import name
from rules.games.rekushu.position import (
    BLACK,
    TITLES,
    WHITE,
    Bitboard,
    Move,
    Rectangle,
    State,
    cells_of,
)
from rules.games.rekushu.rulebook import CORNERS, EMPTY, MIRROR, OPEN_TILE, STONES, TILES
from rules.geometry import Cell

__all__ = ["violation"]


def violation(board: Lattice, state: State, move: Move) -> Violation | None:
    """Return the first rule that the turn breaks, or None if it is legal."""
    wrong = _misplaced(board, state, move.stone)
    if wrong or move.rectangle is None:
        return wrong
    own, stones = state.own | 1 << move.stone, state.stones | 1 << move.stone
    return (
        _corners(board, state, own, move.rectangle)
        or _stones(board, stones, move.rectangle)
        or _tiles(board, state, move.rectangle)
    )


def _mirror_sentence(board: Lattice, state: State) -> Sentence | None:
    """Return a sentence on the intersection that the mirror rule now forbids, or None."""
    mirror, forbidden = state.own_mirror, barred(board, state)
    if mirror is None or forbidden is None or state.previous is None:
        return None
    label = board.board.label
    return say(
        "{stone} mirrors {rival}'s {previous} ({mirror}), as your {last} mirrored"
        " {mirrored}. You can't use the same mirror twice in a row.",
        stone=Notation(label(forbidden)),
        rival=TITLES[WHITE if state.black_to_move else BLACK],
        previous=Notation(label(state.previous)),
        mirror=MIRRORS[mirror.kind],
        last=Notation(label(mirror.stone)),
        mirrored=Notation(label(mirror.mirrored)),
    )


def _misplaced(board: Lattice, state: State, stone: Cell) -> Violation | None:
    label = board.board.label(stone)
    if state.stones >> stone & 1:
        owner = TITLES[BLACK if state.black >> stone & 1 else WHITE]
        return Violation(
            EMPTY,
            say(
                "{label} is taken: {owner} has a stone there.",
                owner=owner,
                label=Notation(label),
            ),
            (stone,),
        )
    if not board.touching(board.open_tiles & ~state.claimed) >> stone & 1:
        return Violation(
            OPEN_TILE,
            say("All tiles around {label} are claimed.", label=Notation(label)),
            (stone,),
        )
    mirror, previous = state.own_mirror, state.previous
    sentence = _mirror_sentence(board, state) if stone == barred(board, state) else None
    if sentence and mirror is not None and previous is not None:
        cells = tuple(dict.fromkeys((stone, previous, mirror.stone, mirror.mirrored)))
        return Violation(MIRROR, sentence, cells)
    return None


def _corners(board: Lattice, state: State, own: Bitboard, rectangle: Rectangle) -> Violation | None:
    if not board.tiles(rectangle):
        detail = say(
            "{rectangle} isn't a rectangle: its corners lie on one line.",
            rectangle=Notation(name(board, rectangle)),
        )
        return Violation(CORNERS, detail, tuple(dict.fromkeys(rectangle)))
    lacking = tuple(cell for cell in board.corners(rectangle) if not own >> cell & 1)
    if not lacking:
        return None
    side = TITLES[state.side]
    detail = say(
        "{rectangle} needs a {side} stone on each corner. Missing: {cells}.",
        rectangle=Notation(name(board, rectangle)),
        side=side,
        cells=_labels(board, lacking),
    )
    return Violation(CORNERS, detail, lacking)


def _stones(board: Lattice, stones: Bitboard, rectangle: Rectangle) -> Violation | None:
    corners = board.corners(rectangle)
    inside = board.area(rectangle) & stones
    disturbing = tuple(cell for cell in cells_of(inside) if cell not in corners)
    if not disturbing:
        return None
    detail = say_n(
        "There's a stone on {cells}, inside {rectangle} or on its edges.",
        "There are stones on {cells}, inside {rectangle} or on its edges.",
        len(disturbing),
        cells=_labels(board, disturbing),
        rectangle=Notation(name(board, rectangle)),
    )
    return Violation(STONES, detail, disturbing)


def _tiles(board: Lattice, state: State, rectangle: Rectangle) -> Violation | None:
    tiles = board.tiles(rectangle)
    for by_black, claimed in state.claims:
        if board.tiles(claimed) & tiles:
            owner = TITLES[BLACK if by_black else WHITE]
            detail = say(
                "{rectangle} overlaps {claimed}, which {owner} has claimed.",
                rectangle=Notation(name(board, rectangle)),
                claimed=Notation(name(board, claimed)),
                owner=owner,
            )
            return Violation(TILES, detail, board.corners(claimed))
    return None


def _labels(board: Lattice, cells: Iterable[Cell]) -> Listed:
    return all_of(Notation(board.board.label(cell)) for cell in cells)

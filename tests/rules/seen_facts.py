"""The facts of a move, counted from the boards before and after it as people see them."""

from collections import Counter
from collections.abc import Mapping
from typing import TypeAlias

from rules.contract.core import AnyGame, AnyMove, AnyState, Side
from rules.contract.facts import FactKind
from rules.contract.view import BoardView
from rules.geometry import Cell
from rules.geometry.backgammon import FAR_BAR, FAR_OFF, NEAR_BAR, NEAR_OFF

__all__ = ["Counts", "seen"]

Counts: TypeAlias = Counter[tuple[FactKind, Side]]
Piles: TypeAlias = Mapping[Cell, list[tuple[Side, bool]]]


def piles_of(view: BoardView) -> Piles:
    return {s.cell: [(piece.side, piece.crowned) for piece in s.pieces] for s in view.stacks}


def seen(game: AnyGame, before: AnyState, move: AnyMove) -> Counts:
    """Count what a move does by the pictures of the boards alone."""
    side = game.turn(before)
    assert isinstance(side, str)
    views = game.view(before), game.view(game.apply(before, move))
    was, now = map(piles_of, views)
    if game.spec.key in {"czech", "turkish"}:
        return seen_in_draughts(side, was, now)
    if game.spec.key == "rematch":
        return seen_in_rematch(game, side, move, was, now)
    if game.spec.key == "rekushu":
        tiles = [sum(r.size for r in view.regions if r.side == side) for view in views]
        return Counter({(FactKind.CLAIMS, side): tiles[1] - tiles[0]})
    if game.spec.key == "hypergammon":
        near = side == "white"
        bar, off = (FAR_BAR, NEAR_OFF) if near else (NEAR_BAR, FAR_OFF)
        hits, borne = (len(now.get(c, ())) - len(was.get(c, ())) for c in (bar, off))
        return Counter({(FactKind.HITS, side): hits, (FactKind.OFF, side): borne})
    goal = next(goal.cells for goal in views[0].goals if goal.side == side)
    # Else a rival's pile on the end row counts as well.
    own_alone = "controlled=True" in str(game)
    home = [
        sum(
            len(pile)
            for cell, pile in piles.items()
            if cell in goal and not (own_alone and pile[-1][0] != side)
        )
        for piles in (was, now)
    ]
    pile = was.get(game.path(move)[-1], [])
    landed = len(pile) if pile and pile[-1][0] != side else 0
    return Counter({(FactKind.LANDS, side): landed, (FactKind.HOME, side): home[1] - home[0]})


def seen_in_draughts(side: Side, was: Piles, now: Piles) -> Counts:
    gone = Counter(pile[0] for pile in was.values()) - Counter(pile[0] for pile in now.values())
    taken = [piece for piece in gone.elements() if piece[0] != side]
    kings = [sum(pile[0] == (side, True) for pile in piles.values()) for piles in (was, now)]
    return Counter(
        {
            (FactKind.TAKES, side): len(taken),
            (FactKind.KING, side): sum(crowned for _, crowned in taken),
            (FactKind.CROWNS, side): kings[1] - kings[0],
        }
    )


def seen_in_rematch(game: AnyGame, side: Side, move: AnyMove, was: Piles, now: Piles) -> Counts:
    path, own = game.path(move), game.spec.team_of(side)
    below = now[path[-1]][: len(now[path[-1]]) - len(was[path[0]])]
    found = Counter({(FactKind.TAKES, side): sum(piece not in own for piece, _ in below)})
    for cell in set(was) & set(now) - {path[0], path[-1]}:
        top = now[cell][-1][0]
        found[FactKind.FREES, top] += game.spec.team_of(was[cell][-1][0]) != game.spec.team_of(top)
    return found

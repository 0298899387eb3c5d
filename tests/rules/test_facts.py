"""The facts of a move are what the boards before and after it show."""

from collections import Counter
from collections.abc import Mapping
from typing import TypeAlias

import pytest

from rules.contract.capabilities import TellsFacts
from rules.contract.core import AnyGame, AnyMove, AnyState, Roll, Side
from rules.contract.facts import FactKind, does
from rules.contract.view import BoardView
from rules.geometry import Cell
from rules.geometry.backgammon import FAR_BAR, FAR_OFF, NEAR_BAR, NEAR_OFF
from rules.registry import all_games, find
from tests.conformance.configured import SOAK, configurations, states_of_players

Counts: TypeAlias = Counter[tuple[FactKind, Side]]
Piles: TypeAlias = Mapping[Cell, list[tuple[Side, bool]]]

GAMES = 100 if SOAK else 1


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


def told(game: TellsFacts, before: AnyState, move: AnyMove) -> Counts:
    facts = game.facts(before, move)
    assert all(fact.count > 0 for fact in facts)
    assert len({(fact.kind, fact.side) for fact in facts}) == len(facts)
    return Counter({(fact.kind, fact.side): fact.count for fact in facts})


@pytest.mark.parametrize("game", list(configurations(2)))
def test_facts_are_those_of_the_boards(game: AnyGame) -> None:
    assert isinstance(game, TellsFacts)
    kinds = set[FactKind]()
    for seed in range(GAMES):
        states = states_of_players(game, seed, 200)
        for before in states if SOAK else states[::8]:
            for move in game.legal(before):
                found = told(game, before, move)
                assert found == +seen(game, before, move), (before, game.notate(move))
                kinds |= {kind for kind, _ in found}
    assert kinds, "random games show something"


@pytest.mark.parametrize("game", list(all_games().values()), ids=list(all_games()))
def test_facts_lie_on_the_board(game: AnyGame) -> None:
    assert isinstance(game, TellsFacts)
    for before in states_of_players(game, 1, 120)[::6]:
        for move in game.legal(before):
            cells = {cell for fact in game.facts(before, move) for cell in fact.cells}
            assert cells <= set(game.geometry.cells)


def test_a_roll_does_nothing() -> None:
    game = find("hypergammon")
    assert isinstance(game, TellsFacts)
    assert game.facts(game.start(), Roll((3, 2))) == ()


def test_every_kind_has_its_words() -> None:
    said = [does(kind, count).english() for kind in FactKind for count in (1, 3)]
    assert len(set(said)) == len(said)
    assert does(FactKind.TAKES, 1).english() == "takes 1 piece"
    assert does(FactKind.LANDS, 3).english() == "lands on a pile of 3"

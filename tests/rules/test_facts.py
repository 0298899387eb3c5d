"""The facts of a move are what the boards before and after it show."""

from collections import Counter

import pytest

from rules.contract.capabilities import TellsFacts
from rules.contract.core import AnyGame, AnyMove, AnyState, Roll
from rules.contract.facts import FactKind, does
from rules.registry import all_games, find
from tests.conformance.configured import SOAK, configurations, states_of_players
from tests.rules.seen_facts import Counts, seen

GAMES = 100 if SOAK else 1


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

"""What opponents see and overlook, in positions of particular games."""

from dataclasses import replace

import pytest

from engine.choose import choose, seed_of
from engine.levels import LEVELS, Level, Strength
from engine.outlook import Outlook
from engine.search import LATER, Ranked, search, value_of_move
from rules.contract.core import AnyGame, AnyState
from rules.registry import find
from tests.engine.games import random_match

CZECH = find("czech")
GENTLEST, *_ = LEVELS


@pytest.mark.parametrize("level", LEVELS[2:], ids=lambda level: level.name)
@pytest.mark.parametrize(
    ("position", "safe"),
    [("W:Wc3:Be5", "c3-b4"), ("B:Wd4:Bf6", "f6-g5")],
)
def test_nothing_is_given_away_to_the_next_move(level: Level, position: str, safe: str) -> None:
    state = CZECH.position(position)
    assert len(CZECH.legal(state)) > 1
    for seed in range(3):
        assert CZECH.notate(choose(CZECH, state, level, seed).move) == safe


def test_two_plies_are_looked_at_as_by_hand() -> None:
    """The side due takes the best for itself, and its rival then the worst for it."""
    game = find("punt-match")
    state = random_match(game, 5, 12).state
    found = search(game, state, positions=10_000, seed=1, spread=2.0)
    assert found.depth == 2
    outlook = Outlook(game)
    team = outlook.team_due(state)

    def by_hand(move: object) -> float:
        after = game.apply(state, move)
        return min(outlook.judged(game.apply(after, each), team) for each in game.legal(after))

    assert [each.value for each in found.ranking] == [by_hand(each.move) for each in found.ranking]
    assert found.ranking[0].value == max(map(by_hand, game.legal(state)))
    assert found.ranking[0].value > found.ranking[-1].value


@pytest.mark.parametrize("key", ["punt-match", "punt-heks"])
def test_every_move_that_ends_a_game_is_worth_its_result(key: str) -> None:
    """Also at a depth at which other positions are judged without a look at their moves."""
    game, ends = find(key), 0
    outlook = Outlook(game)
    for seed in range(20):
        state = random_match(game, seed, 1_000).plies[-2].state
        found = search(game, state, positions=1, seed=1)
        for move in game.legal(state):
            after = game.apply(state, move)
            if game.outcome(after):
                ends += 1
                value = value_of_move(game, state, move, found, positions=10_000)
                assert value == pytest.approx(
                    outlook.ended(after, outlook.team_due(state)), abs=0.01
                )
    assert ends > 20


@pytest.mark.parametrize("key", ["punt-match", "punt-heks"])
def test_a_reply_that_ends_a_game_is_worth_its_result_where_ends_are_to_be_seen(key: str) -> None:
    """The reply is the last ply, at which these games are judged without a look at their moves."""
    game, ends = find(key), 0
    outlook = Outlook(game)
    for seed in range(12):
        state = random_match(game, seed, 1_000).plies[-3].state
        team = outlook.team_due(state)
        found = replace(search(game, state, positions=1, seed=1), depth=2)
        found = replace(found, ranking=tuple(Ranked(move, 9.0) for move, _ in found.ranking))
        for move in game.legal(state):
            after = game.apply(state, move)
            replies = [game.apply(after, reply) for reply in game.legal(after)]
            if not any(map(game.outcome, replies)) or any(_is_forced(game, r) for r in replies):
                continue
            ends += 1
            value = value_of_move(game, state, move, found, positions=10_000, sees_ends=True)
            assert value == min(
                outlook.ended(reply, team) * (1 - 2 * LATER)
                if game.outcome(reply)
                else outlook.judged(reply, team)
                for reply in replies
            )
    assert ends > 10


def _is_forced(game: AnyGame, state: AnyState) -> bool:
    """Tell whether the search goes on there."""
    return len(game.legal(state)) == 1


def test_a_move_found_to_lose_as_the_budget_ends_is_not_played() -> None:
    """It was the best so far; the others weren't looked at again, and one of them draws."""
    state = CZECH.position("W:Wf4,h6:BKc5,Ke1")
    for positions in range(20, 260, 20):
        finding = search(CZECH, state, positions=positions, seed=1)
        assert finding.ranking[0].value > -0.99
        assert finding.line[0] == finding.ranking[0].move
    in_time = search(CZECH, state, positions=150, seed=1)
    assert in_time.ranking[-1].value < -0.99
    assert CZECH.notate(in_time.ranking[-1].move) == "f4-e5"


def test_the_gentlest_level_errs_because_it_overlooks_moves() -> None:
    state = CZECH.position("W:Wa7,c1:Bd6,h8")

    def values(strength: Strength) -> set[float]:
        """Return those of its moves, as a look at what each leads to has them."""
        return {choose(CZECH, state, strength, seed).value for seed in range(40)}

    (best,) = values(replace(GENTLEST, overlooks=0.0))
    assert min(values(GENTLEST)) < max(values(GENTLEST)) == best


def test_of_three_teams_the_leader_is_judged_to_be_ahead() -> None:
    game = find("punt-heks").configured({"players": "3"})
    outlook = Outlook(game)
    state = game.position("w:h1=w,h2=w,e5=b,d5=r")
    white, black, red = (outlook.judged(state, team) for team in range(3))
    assert white > 0 > max(black, red)


def test_a_seed_is_the_same_in_every_process_and_another_one_for_other_parts() -> None:
    assert seed_of("hint", 7) == 8_996_908_211_119_439_682
    assert len({seed_of(1, 2), seed_of(12), seed_of(2, 1), seed_of("1", 3)}) == 4

"""A check of tables against the rules: a value has to follow from the ones a play later.

The table is computed from a game's own list of halves and plays. This check uses none of that, only
`legal` and `apply`, so it reveals an error in either.
"""

from collections.abc import Iterator
from random import Random

from engine.exact import Table, units_after
from engine.outlook import Outlook
from rules.contract.capabilities import Solvable
from rules.contract.core import AnyGame, AnyState

__all__ = ["expected_units", "sampled", "worst_gap"]


def worst_gap(game: AnyGame, table: Table, *, samples: int, seed: int) -> float:
    """Return the largest difference, in units, between a value and the one the rules imply."""
    outlook = Outlook(game)
    gaps = [0.0]
    for state in sampled(game, samples, seed):
        team = _team_rolling(game, state, outlook)
        expected = expected_units(game, state, table, team)
        gaps.append(abs(expected - units_after(game, state, table, team)))
    return max(gaps)


def expected_units(game: AnyGame, state: AnyState, table: Table, team: int) -> float:
    """Return the team's mean value over all rolls after their best plays, in units.

    In the state, one side has to roll; the best play is the best for that side.
    """
    outlook = Outlook(game)
    rolls = game.legal(state)
    total = 0
    for roll in rolls:
        rolled = game.apply(state, roll)
        after = [
            units_after(game, game.apply(rolled, move), table, team) for move in game.legal(rolled)
        ]
        total += max(after) if outlook.team_due(rolled) == team else min(after)
    return total / len(rolls)


def sampled(game: AnyGame, samples: int, seed: int) -> Iterator[AnyState]:
    """Yield states of random games in which a known side has to roll."""
    assert isinstance(game, Solvable)
    chance = Random(seed)
    found = 0
    state = game.start()
    while found < samples:
        legal = game.legal(state)
        state = game.apply(state, chance.choice(legal)) if legal else game.start()
        if game.standing(state) and chance.random() < 1 / 4:
            found += 1
            yield state


def _team_rolling(game: AnyGame, state: AnyState, outlook: Outlook) -> int:
    assert isinstance(game, Solvable)
    standing = game.standing(state)
    assert standing is not None
    return outlook.number(standing.roller)

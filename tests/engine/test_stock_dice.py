"""The puzzles of the stock with dice: the plays by slow rules and, in a soak, what they are worth.

The search takes the worth of a play from the table. Here it follows from every roll that may come
next and every answer to it, so it is looked up a turn later.
"""

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Final

import pytest

from engine.exact import UNITS, Shelf, Table
from engine.posed import Posed
from engine.puzzles import Claim
from engine.stock import stock
from rules.games.hypergammon.halves import half_of
from rules.registry import all_games
from tests.conformance.configured import SOAK
from tests.engine.small_games import solved_whole
from tests.rules.hypergammon.naive import Ending, legal

KEY: Final = "hypergammon"
SAMPLE: Final = 5
"""The puzzles whose plays are listed outside a soak."""
CLEAR: Final = 0.08
"""The points by which the best play is better than every other."""
NEAR: Final = 2 / UNITS
"""Each value of the table is rounded."""


LISTED: Final = stock()[KEY] if SOAK else stock()[KEY][:SAMPLE]


def plays(posed: Posed) -> Mapping[Ending, set[str]]:
    """Return the writings of each play, by where it leads."""
    state, (first, second) = posed.transcript.state(), dice(posed)
    return legal(state.own, state.rivals, (first, second))


def dice(posed: Posed) -> tuple[int, ...]:
    return tuple(int(die) for die in posed.transcript.texts[-1].strip("[]").split("-"))


@pytest.mark.parametrize("posed", LISTED)
def test_the_best_play_is_one_of_those_of_the_second_listing(posed: Posed) -> None:
    (answer,) = posed.solution
    assert posed.claim is Claim.BEST
    assert len(plays(posed)) == posed.positions >= 3
    assert sum(answer in writings for writings in plays(posed).values()) == 1


def value(table: Table, own: tuple[int, ...], rivals: tuple[int, ...]) -> float:
    """Return what a side expects after its play, by every roll of the rival and every answer."""
    if not any(own):
        return 1.0
    expected = 0.0
    for low, high in combinations_with_replacement(range(1, 7), 2):
        answers = legal(rivals, own, (low, high))
        best = max(looked_up(table, mine, theirs) for mine, theirs in answers)
        expected += (1 if low == high else 2) * best / 36
    return -expected


def looked_up(table: Table, own: tuple[int, ...], rivals: tuple[int, ...]) -> float:
    """Return what a side expects after its play, as the table has it."""
    return 1.0 if not any(own) else -table.units(half_of(rivals), half_of(own)) / UNITS


@pytest.mark.skipif(not SOAK, reason="the whole table takes minutes")
def test_the_best_play_is_better_than_every_other(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    table = Shelf(solved_whole(tmp_path_factory)).find(all_games()[KEY])
    assert table is not None
    for posed in stock()[KEY]:
        (answer,) = posed.solution
        best, *others = sorted(
            ((value(table, *ending), writings) for ending, writings in plays(posed).items()),
            key=lambda each: -each[0],
        )
        assert answer in best[1]
        assert best[0] - others[0][0] >= CLEAR - NEAR

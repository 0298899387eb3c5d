"""The strength that fits a person: how it moves after each practice game."""

from itertools import pairwise
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from bot.extensions.lessons.ease import FIRST, Ease, Result, counted
from engine.levels import EASES

GAMES: Final = st.lists(st.tuples(st.sampled_from(Result), st.booleans()), max_size=30)
"""Games by their results, and whether the person was helped."""


def played(games: list[tuple[Result, bool]]) -> list[Ease]:
    """Return the ease before the first game, and after each."""
    found = [Ease()]
    for result, helped in games:
        found.append(counted(found[-1], result, helped=helped))
    return found


def clear(step: int) -> int:
    """Return the step within the scale that is nearest."""
    return min(max(step, 0), len(EASES) - 1)


@given(GAMES)
def test_the_first_game_is_easy_and_all_stay_on_the_scale(games: list[tuple[Result, bool]]) -> None:
    eases = played(games)
    assert eases[0].step == FIRST == 1
    assert all(0 <= each.step < len(EASES) for each in eases)
    assert (eases[-1].games, eases[-1].won) == (
        len(games), sum(result is Result.WON for result, _ in games)
    )  # fmt: skip


@given(GAMES)
def test_wins_move_it_up_losses_down_and_two_running_twice_as_far(
    games: list[tuple[Result, bool]],
) -> None:
    moves = {Result.WON: 1, Result.DRAWN: 0, Result.LOST: -1}
    last = None
    for (result, helped), (before, after) in zip(games, pairwise(played(games)), strict=True):
        if helped and result is Result.WON:
            assert after.step == before.step
            continue
        length = 2 if result is last else 1
        assert after.step == clear(before.step + length * moves[result])
        last = result


def test_who_is_stronger_than_all_meets_the_strongest_in_the_fifth_game() -> None:
    eases = played([(Result.WON, False)] * 5)
    assert [each.step for each in eases] == [1, 2, 4, 6, 7, 7]


def test_who_loses_everything_meets_the_easiest_in_the_second_game() -> None:
    assert [each.step for each in played([(Result.LOST, False)] * 3)] == [1, 0, 0, 0]


def test_help_makes_a_win_worth_nothing_but_not_a_loss() -> None:
    first = Ease()
    assert counted(first, Result.WON, helped=True).step == first.step
    assert counted(first, Result.LOST, helped=True).step == first.step - 1

"""Every game keeps the laws of the kit that is installed with the rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.contract.core import AnyGame
from rules.testing import (
    GAME_LAWS,
    LAWS,
    SPEC_LAWS,
    Law,
    SpecLaw,
    Walk,
    reads_or_refuses_move,
    reads_or_refuses_position,
)
from tests.conformance.configured import (
    FEW,
    SEEDS,
    SOAK,
    every_configuration,
    every_game,
    more_in_soak,
    most_configurations,
)


def named(law: object) -> str:
    return getattr(law, "__name__", str(law))


@every_game
@pytest.mark.parametrize("law", GAME_LAWS, ids=named)
def test_a_game_can_be_offered(game: AnyGame, law: SpecLaw) -> None:
    law(game)


@every_configuration
@pytest.mark.parametrize("law", SPEC_LAWS, ids=named)
def test_what_a_game_says_of_itself_fits(game: AnyGame, law: SpecLaw) -> None:
    law(game)


@most_configurations
@pytest.mark.parametrize("law", LAWS, ids=named)
@FEW
@given(seed=SEEDS)
def test_a_game_keeps_the_law(game: AnyGame, law: Law, seed: int) -> None:
    law(Walk(game, seed, thorough=SOAK))


@every_configuration
@settings(max_examples=more_in_soak(30))
@given(text=st.text(max_size=20) | st.text("abch138x-: K", max_size=12))
def test_any_text_is_a_move_or_is_refused_in_words(game: AnyGame, text: str) -> None:
    reads_or_refuses_move(game, text)


@every_configuration
@settings(max_examples=more_in_soak(30))
@given(text=st.text(max_size=30) | st.text("WBK:,abh128 ", max_size=20))
def test_any_text_is_a_position_or_is_refused_in_words(game: AnyGame, text: str) -> None:
    reads_or_refuses_position(game, text)

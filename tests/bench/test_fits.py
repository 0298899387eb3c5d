"""The computer that fits a person, against simulated people of fixed strength."""

import pytest

from bench.fits import PEOPLE, fit
from rules.registry import find
from tests.conformance.configured import SOAK

KEYS = ("rematch", "czech", "punt-match", "turkish") if SOAK else ("rematch",)


@pytest.mark.parametrize("key", KEYS)
def test_whoever_plays_wins_soon_and_then_about_half(key: str) -> None:
    """Most win one of the first three games, and from the fourth on no one wins or loses all."""
    steps = list[float]()
    for name in ("overlooks 90 %", "overlooks 30 %"):
        found = fit(find(key), PEOPLE[name], people=8, games=8, seed=41)
        assert found.winners >= found.people / 2
        assert 0.2 < found.score < 0.8
        steps.append(found.step)
    assert steps[0] < steps[1], "who plays better meets a stronger computer"

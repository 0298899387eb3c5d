"""The conformance kit: the laws that every game keeps, for the tests of any game.

A law is a function that raises `Broken`, an AssertionError, with a sentence on what is wrong. A
test of a package needs no more than

    import pytest
    from rules.testing import checks

    @pytest.mark.parametrize("check", checks(GAME), ids=str)
    def test_conformance(check):
        check()

The kit itself needs neither pytest nor anything else that isn't installed with the rules.
"""

from rules.testing.checks import Check, checks, try_game
from rules.testing.laws import LAWS, Law
from rules.testing.spec_laws import GAME_LAWS, SPEC_LAWS, SpecLaw
from rules.testing.texts import reads_or_refuses_move, reads_or_refuses_position
from rules.testing.walk import Broken, Walk, configurations, require

__all__ = [
    "GAME_LAWS",
    "LAWS",
    "SPEC_LAWS",
    "Broken",
    "Check",
    "Law",
    "SpecLaw",
    "Walk",
    "checks",
    "configurations",
    "reads_or_refuses_move",
    "reads_or_refuses_position",
    "require",
    "try_game",
]

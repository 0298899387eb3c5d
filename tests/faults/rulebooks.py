"""Faults of the promises about rulebooks."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="reading-unmarked",
        harm="Somebody takes a rule that we have chosen for one of the game's author.",
        module="bot.messages.panels.newcomers.rulebook",
        function="_told",
        old="if rule.reading:",
        new="if rule.reading and notes:",
        tests=(
            "tests/bot/test_reading.py::test_a_rulebook_has_every_rule_and_source_and_marks_our_readings",
        ),
    ),
    Fault(
        name="series-without-rotation",
        harm="Players keep their sides all series long.",
        module="rules.match.series",
        function="Series._people_of",
        old="(seat - shift) % seats",
        new="seat",
        tests=("tests/rules/test_series.py::test_points_go_to_the_persons_wherever_they_sit",),
    ),
)

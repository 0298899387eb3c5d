"""Faults of clocks, reminders, pauses and outages."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_REMINDERS: Final = "tests/bot/test_reminders.py"

FAULTS: Final = (
    Fault(
        name="outage-without-threads",
        harm="A deadline in a thread waits for up to a day after its channel can be reached again.",
        module="bot.store.outages",
        function="_look_at_once",
        old="AND ? IN (channel_id, parent_id)",
        new="AND ? IN (channel_id)",
        tests=(
            "tests/bot/test_rests.py"
            "::test_the_end_of_an_outage_of_a_channel_counts_for_its_threads",
        ),
    ),
    Fault(
        name="reminded-while-paused",
        harm="Somebody who changes their preferences is reminded of a game that is paused.",
        module="bot.store.reminders",
        function="_planned",
        old='row["pause_end"] is not None or ',
        new="",
        tests=(f"{_REMINDERS}::test_preferences_changed_in_a_pause_plan_no_reminder_of_it",),
    ),
    Fault(
        name="allies-pinged-to-claim",
        harm="A player is pinged to claim the game against their own team.",
        module="bot.model.pings",
        function="claim_pings",
        old="table.started.team_of(player.seat) != team",
        new="player.seat != late",
        tests=(f"{_REMINDERS}::test_allies_of_a_late_seat_are_not_pinged_to_claim_against_it",),
    ),
    Fault(
        name="vacation-by-its-end",
        harm="Vacation counts for up to half a day longer than a year.",
        module="bot.store.vacations",
        function="vacation_left",
        old="AND starts > ?",
        new="AND ends > ?",
        tests=("tests/bot/test_deadlines.py::test_vacation_counts_for_a_year_from_its_beginning",),
    ),
)

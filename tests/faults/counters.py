"""Faults of counters: figures that tell something else than the results."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_TESTS: Final = "tests/bot/test_counters.py"
_STORE: Final = "bot.store.counters"

FAULTS: Final = (
    Fault(
        name="counter-missed",
        harm="A game is over, and nobody's figures tell of it.",
        module="bot.store.results",
        function="_write",
        old="    count(tx, sequence)",
        new="    pass",
        tests=(f"{_TESTS}::test_a_game_is_counted_for_both",),
    ),
    Fault(
        name="servers-counted-together",
        harm="What somebody plays elsewhere shows in this server.",
        module=_STORE,
        function="_count_person",
        old='person, guild_id = row["person"], row["guild_id"] or NOWHERE',
        new='person, guild_id = row["person"], NOWHERE',
        tests=(f"{_TESTS}::test_servers_and_private_places_are_counted_apart",),
    ),
    Fault(
        name="computer-counted-as-person",
        harm="Beating the weakest computer a hundred times makes a record.",
        module=_STORE,
        function="_count_end",
        old='if rows[0]["engines"]:',
        new="if False:",
        tests=(f"{_TESTS}::test_games_with_the_computer_count_for_its_level_alone",),
    ),
    Fault(
        name="late-turn-forgotten",
        harm="Who loses every game on time is as punctual as anybody.",
        module="bot.model.timing",
        function="_late",
        old="return seat",
        new="return None",
        tests=(f"{_TESTS}::test_losing_on_time_is_a_late_turn",),
    ),
)

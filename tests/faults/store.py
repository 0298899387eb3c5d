"""Faults of the store."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="latest-game-by-table",
        harm="`/board` shows a game that ended before the last one of its channel.",
        module="bot.store.places",
        function="PlaceStore.latest_in",
        old="ORDER BY begun_by DESC, id DESC",
        new="ORDER BY id DESC",
        tests=(
            "tests/bot/test_found_tables.py"
            "::test_discords_numbers_tell_which_game_of_a_channel_is_the_latest",
        ),
    ),
    Fault(
        name="next-by-table",
        harm="**Next** leads to a game that has waited for a shorter time than another.",
        module="bot.store.lists",
        function="waiting",
        old="ORDER BY turn_since, tables.id",
        new="ORDER BY tables.id",
        tests=(
            "tests/bot/test_found_tables.py::test_next_leads_to_the_game_that_has_waited_longest",
        ),
    ),
    Fault(
        name="limit-of-no-tables",
        harm="Nobody can open a table in a server.",
        module="bot.tables.servers",
        function="_checked",
        old="1 <= settings.most_tables",
        new="0 <= settings.most_tables",
        tests=(
            "tests/bot/test_moderation.py"
            "::test_a_limit_of_tables_that_nobody_could_keep_is_refused",
        ),
    ),
)

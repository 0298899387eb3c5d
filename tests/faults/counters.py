"""Faults of counters and standings: figures that are wrong, or shown to the wrong people."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_TESTS: Final = "tests/bot/test_counters.py"
_STORE: Final = "bot.store.tables.counters"
_SEEN: Final = "tests/extensions/standing/test_profiles.py"
_BOARDS: Final = "tests/extensions/standing/test_leaderboards.py"
_STANDINGS: Final = "bot.extensions.standing.rows"
_PROFILE: Final = "bot.extensions.standing.handlers"
_STATS: Final = "tests/extensions/standing/test_game_stats.py"

FAULTS: Final = (
    Fault(
        name="figures-of-two-people-shown",
        harm="Figures of a game tell how the only two people who play it do.",
        module="bot.extensions.standing.figures",
        function="figures",
        old="if not facts.is_enough:",
        new="if not facts.games:",
        tests=(f"{_STATS}::test_figures_are_shown_from_ten_games_and_four_people_on",),
    ),
    Fault(
        name="counter-missed",
        harm="A game is over, and nobody's figures tell of it.",
        module="bot.store.tables.results",
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
        module="bot.model.results",
        function="_late",
        old="return seat",
        new="return None",
        tests=(f"{_TESTS}::test_losing_on_time_is_a_late_turn",),
    ),
    Fault(
        name="hidden-person-shown",
        harm="Who hides is looked at by anybody who types a command.",
        module=_PROFILE,
        function="_of_other",
        old="if await bot.store.personal.hidden([person]):",
        new="if False:",
        tests=(f"{_SEEN}::test_who_hides_is_refused_to_others_and_listed_nowhere",),
    ),
    Fault(
        name="hidden-person-listed",
        harm="Who hides has a place on the leaderboard.",
        module=_STANDINGS,
        function="_listed",
        old="hidden = 1",
        new="hidden = 2",
        tests=(f"{_BOARDS}::test_some_are_not_listed[hidden]",),
    ),
    Fault(
        name="hidden-rating-told",
        harm="The end of a game tells the rating of who hides.",
        module="bot.store.tables.ratings",
        function="_at_entry",
        old='if row["person"] not in hidden',
        new='if row["person"] or hidden',
        tests=(f"{_SEEN}::test_a_message_tells_no_rating_of_who_hides",),
    ),
    Fault(
        name="other-servers-figures-shown",
        harm="People of one server see what somebody plays in another.",
        module=_STANDINGS,
        function="_record",
        old="_ANYWHERE if guild_id is None else (guild_id, guild_id)",
        new="_ANYWHERE",
        tests=(f"{_SEEN}::test_others_see_this_servers_games_and_nothing_private",),
    ),
    Fault(
        name="profiles-of-others-in-direct-messages",
        harm="Somebody who shares no server sees another's games.",
        module=_PROFILE,
        function="_server",
        old="if guild_id is None:",
        new="if guild_id == 0:",
        tests=(f"{_SEEN}::test_in_direct_messages_are_all_of_ones_own_games_and_nobody_elses",),
    ),
    Fault(
        name="fed-person-listed",
        harm="Somebody climbs by beating one friend again and again.",
        module=_STANDINGS,
        function="_listed",
        old="theirs.team <> mine.team LIMIT ?) AS found) = ?",
        new="theirs.team <> mine.team LIMIT ?) AS found) < ? + 1",
        tests=(f"{_BOARDS}::test_three_settled_rivals_are_needed",),
    ),
)

"""Planted faults of seasons, pairing, the week and the club board."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="forgotten-in-the-next-season",
        harm="Someone who asked to be forgotten is entered in the next season, with their name.",
        module="bot.extensions.events.seasons",
        function="open_next",
        old="if person in known:",
        new="if person in users:",
        tests=(
            "tests/extensions/events/test_seasons.py"
            "::test_who_was_forgotten_meanwhile_does_not_stay",
        ),
    ),
    Fault(
        name="granted-time-counts",
        harm="At the end of a season, someone loses a point for time that a moderator gave them.",
        module="bot.extensions.events.seasons",
        function="time_used",
        old="used[entry.event.seat] -= entry.event.seconds",
        new="used[entry.event.seat] += 0",
        tests=("tests/extensions/events/test_seasons.py::test_granted_time_is_not_used_time",),
    ),
    Fault(
        name="round-of-old-wishes",
        harm="Someone gets a game by a wish that they have just taken back.",
        module="bot.extensions.pairing.store",
        function="PairingStore.give.write",
        old="if read_wishes(tx, facts.guild_id) != facts.wishes:",
        new="if not facts.guild_id:",
        tests=(
            "tests/extensions/pairing/test_who_is_paired.py"
            "::test_a_round_over_wishes_that_have_changed_gives_nothing",
        ),
    ),
    Fault(
        name="hidden-in-the-week",
        harm="The week names someone who hid after it was chosen.",
        module="bot.extensions.week.messages",
        function="Known.name",
        old="person in self.hidden or ",
        new="",
        tests=(
            "tests/extensions/week/test_weeks.py"
            "::test_who_hides_or_is_forgotten_before_it_is_sent_is_not_named",
        ),
    ),
    Fault(
        name="hidden-game-of-the-day",
        harm="The club board shows a game of someone who hides as the game of the day.",
        module="rules.club.board",
        function="game_of_the_day",
        old=" and not game.is_hidden",
        new="",
        tests=(
            "tests/rules/club/test_board.py::test_a_game_of_the_day_is_alive_and_nobody_in_it_hides",
        ),
    ),
)

"""Faults of following games, and of what followers and digests are told."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_FILE: Final = "tests/bot/test_following.py"

FAULTS: Final = (
    Fault(
        name="unseen-game-followed",
        harm="Somebody follows the games of a channel that they can't see.",
        module="bot.tables.following",
        function="_require_visible",
        old="if not is_there and",
        new="if is_there and",
        tests=(
            f"{_FILE}::test_a_game_that_one_cannot_see_is_unknown",
            f"{_FILE}::test_a_list_names_no_game_to_who_cannot_see_it_any_more",
        ),
    ),
    Fault(
        name="player-follows-own-game",
        harm="A player hears twice of their own game.",
        module="bot.tables.following",
        function="Following.follow",
        old="if table.player(caller.user.id) is not None:",
        new="if False:",
        tests=(f"{_FILE}::test_players_hear_of_their_game_anyway",),
    ),
    Fault(
        name="any-number-of-games-followed",
        harm="One person makes the bot send messages about any number of games.",
        module="bot.store.follows",
        function="FollowStore.follow",
        old=">= MOST:",
        new="> MOST:",
        tests=(f"{_FILE}::test_a_person_follows_twenty_games_at_most",),
    ),
    Fault(
        name="any-number-hears-of-moves",
        harm="Each move of one game makes the bot send any number of messages.",
        module="bot.store.follows",
        function="FollowStore.follow",
        old=">= MOST_WITH_MOVES:",
        new="> MOST_WITH_MOVES:",
        tests=(
            f"{_FILE}::test_fifty_people_hear_of_the_moves_of_a_game_and_any_number_of_its_end",
        ),
    ),
    Fault(
        name="followed-for-ever",
        harm="Somebody hears of a game that they followed a year ago.",
        module="bot.store.cleaning",
        function="clean",
        old="(now - LONGEST,),",
        new="(now - 2 * LONGEST,),",
        tests=(f"{_FILE}::test_nobody_follows_a_game_for_more_than_ninety_days",),
    ),
)

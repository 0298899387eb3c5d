"""Faults of what is told and given away of games that are over."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_TAKEN: Final = "tests/bot/test_server_games.py::test"
_ALONG: Final = f"{_TAKEN}_an_owner_takes_the_public_games_along"
_FILE: Final = "tests/extensions/news/test_results.py::test"
_HIDING: Final = f"{_FILE}_who_hides_and_where_no_names_are_wanted_nobody_is_named"
_CHANNELS: Final = f"{_FILE}_results_follow_their_channel_and_go_with_it"
_MINUTE: Final = f"{_FILE}_the_ends_of_a_minute_are_one_message_of_ten_lines_at_most"
_REFUSED: Final = f"{_FILE}_what_ends_while_a_channel_refuses_results_waits_up_to_a_number"

FAULTS: Final = (
    Fault(
        name="closed-games-told",
        harm="A channel hears of games in channels that not everybody there can see.",
        module="bot.extensions.news.work",
        function="NewsPosts._results",
        old="if is_shown(table.place, channels)",
        new="if channels is not None",
        tests=(f"{_FILE}_games_that_not_everybody_there_sees_are_not_told",),
    ),
    Fault(
        name="private-threads-told",
        harm="Games of private threads wait to be told to everybody.",
        module="bot.extensions.news.results",
        function="note_result",
        old=" or place.is_secret:",
        new=":",
        tests=(f"{_FILE}_games_that_not_everybody_there_sees_are_not_told",),
    ),
    Fault(
        name="hidden-people-in-the-picture-of-a-result",
        harm="The picture of a result names somebody who hides.",
        module="bot.extensions.news.messages",
        function="_without_names",
        old="table.unnamed or is_hiding",
        new="table.unnamed",
        tests=(_HIDING,),
    ),
    Fault(
        name="void-games-told",
        harm="A channel hears of games that have no result.",
        module="bot.extensions.news.results",
        function="note_result",
        old="outcome is None or outcome.is_void or",
        new="outcome is None or",
        tests=(f"{_FILE}_a_game_without_a_result_and_one_that_was_struck_are_not_told",),
    ),
    Fault(
        name="struck-games-told",
        harm="A channel hears of a game that moderators have struck.",
        module="bot.extensions.news.results",
        function="last_boards",
        old="LIMIT 1) = 0)",
        new="LIMIT 1) = 2)",
        tests=(f"{_FILE}_a_game_without_a_result_and_one_that_was_struck_are_not_told",),
    ),
    Fault(
        name="sent-results-changed",
        harm="A result joins a message that was sent already, so nobody hears of it.",
        module="bot.extensions.news.results",
        function="note_result",
        old=" AND after IS NULL",
        new="",
        tests=(_MINUTE,),
    ),
    Fault(
        name="results-at-any-pace",
        harm="A busy minute fills a channel with messages.",
        module="bot.extensions.news.results",
        function="note_result",
        old="max(now, newest.not_before if newest else 0) + _APART",
        new="now",
        tests=(_MINUTE,),
    ),
    Fault(
        name="results-for-a-channel-of-before",
        harm="A channel goes on to hear of results that are told elsewhere by now.",
        module="bot.extensions.news.results",
        function="results_moved",
        old="DELETE FROM outbox WHERE lane = ? AND",
        new="DELETE FROM outbox WHERE lane = -? AND",
        tests=(_CHANNELS,),
    ),
    Fault(
        name="result-told-where-it-was-turned-off",
        harm="A channel is told of a result although its server turned that off.",
        module="bot.extensions.news.work",
        function="NewsPosts._results",
        old="channel_id is None or channel_id != item.channel_id",
        new="channel_id is None and channel_id != item.channel_id and not numbers",
        tests=(f"{_FILE}_a_row_of_a_channel_that_was_chosen_once_says_nothing",),
    ),
    Fault(
        name="results-pile-up",
        harm="A closed channel hears of a year of results on the day when it is opened.",
        module="bot.extensions.news.results",
        function="note_result",
        old=" or _refused(tx, club.results) >= _MOST_REFUSED:",
        new=":",
        tests=(_REFUSED,),
    ),
    Fault(
        name="results-of-a-closed-channel-lost",
        harm="A channel never hears of the games that ended while it was closed to the bot.",
        module="bot.extensions.news.results",
        function="note_result",
        old=">= _MOST_REFUSED:",
        new=">= 1:",
        tests=(_REFUSED,),
    ),
    Fault(
        name="unknown-server-taken-for-a-lost-one",
        harm="After a restart results are lost, boards never appear, and followers hear no more.",
        module="bot.delivery.servers",
        function="reached",
        old="else not client.is_ready()",
        new="else False",
        tests=(f"{_FILE}_a_server_that_is_not_known_yet_is_waited_for",),
    ),
    Fault(
        name="unavailable-server-shows-nothing",
        harm="Results that are due while Discord has an outage are lost.",
        module="bot.delivery.servers",
        function="reached",
        old="guild.unavailable if guild",
        new="False if guild",
        tests=(f"{_FILE}_what_ended_while_a_server_was_away_is_told_once_it_is_back",),
    ),
    Fault(
        name="games-taken-by-anybody",
        harm="Whoever manages a server takes the games of its people along.",
        module="bot.tables.servers",
        function="require_server_owner",
        old="if not caller.is_owner:",
        new="if not caller.may_manage:",
        tests=(f"{_TAKEN}_only_the_owner_takes_the_games_along",),
    ),
    Fault(
        name="closed-games-taken-along",
        harm="The owner's file holds games of channels that not everybody can see.",
        module="bot.interactions.components.servers.server_games",
        function="_lines",
        old="or not is_shown(end.place, channels)",
        new="or not end.place",
        tests=(_ALONG,),
    ),
    Fault(
        name="hidden-people-in-files",
        harm="The owner's file names people who hide.",
        module="bot.tables.records",
        function="_holder",
        old=" and player.user.id not in hidden",
        new="",
        tests=(_ALONG,),
    ),
    Fault(
        name="file-too-large-for-discord",
        harm="Discord refuses the file with the games of a large server.",
        module="bot.interactions.components.servers.server_games",
        function="_games",
        old="if games and room < 0:",
        new="if False:",
        tests=(f"{_TAKEN}_more_games_than_a_file_holds_are_several_files",),
    ),
    Fault(
        name="one-press-reads-everything",
        harm="A press in a large server keeps the bot busy for minutes.",
        module="bot.interactions.components.servers.server_games",
        function="_games",
        old="if len(games) == _MOST:",
        new="if False:",
        tests=(f"{_TAKEN}_more_games_than_a_file_holds_are_several_files",),
    ),
)

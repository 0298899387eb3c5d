"""Faults of messages that are kept up to date, such as club boards."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_CLUB: Final = "tests/extensions/club/test_board.py::test"
_DISPLAYS: Final = "tests/bot/test_displays.py::test"

FAULTS: Final = (
    Fault(
        name="tiles-that-jump",
        harm="Games change places on the club board with each move.",
        module="bot.extensions.club.values",
        function="arranged",
        old="for table in (*before, *[None] * TILES)",
        new="for table in [None] * TILES",
        tests=(f"{_CLUB}_a_game_keeps_its_tile_until_it_ends_or_is_not_among_the_twelve_newest",),
    ),
    Fault(
        name="one-person-on-all-tiles",
        harm="The club board shows nothing but the games of one busy person.",
        module="bot.extensions.club.values",
        function="arranged",
        old="(is_strict and crowded)",
        new="False",
        tests=(f"{_CLUB}_at_most_two_games_are_with_the_same_person_while_there_are_others",),
    ),
    Fault(
        name="hidden-people-on-the-board",
        harm="The club board names people who hide.",
        module="bot.messages.words.sides",
        function="public_name",
        old="if player.user.id in hidden:",
        new="if not player.user.name:",
        tests=(f"{_CLUB}_games_that_not_everybody_there_sees_and_people_who_hide_are_not_shown",),
    ),
    Fault(
        name="closed-games-on-the-board",
        harm="The club board shows games in channels that not everybody there can see.",
        module="bot.delivery.servers",
        function="shown_channels",
        old="if may_show(_rules(channel), board, guild.default_role.id, granted)",
        new="if board is not None",
        tests=(f"{_CLUB}_games_that_not_everybody_there_sees_and_people_who_hide_are_not_shown",),
    ),
    Fault(
        name="board-left-behind",
        harm="A club board that was turned off stays, and shows the games of that day for ever.",
        module="bot.store.queues.displays",
        function="remove",
        old="display.message_id is None:",
        new="display.message_id:",
        tests=(f"{_CLUB}_a_board_that_is_turned_off_by_hand_is_deleted",),
    ),
    Fault(
        name="names-stay-on-the-board",
        harm="A club board goes on to name people in a server that wants no names.",
        module="bot.extensions.club.rows",
        function="_settings_changed",
        old="if after.unnamed != before.unnamed:",
        new="if False:",
        tests=(f"{_CLUB}_a_server_that_wants_no_names_has_none_on_its_board_either",),
    ),
    Fault(
        name="closed-events-on-the-board",
        harm="A club board leads to events in channels that not everybody there can see.",
        module="bot.extensions.events.posts",
        function="EventPosts.club_line",
        old=" if each.place.channel_id in channels",
        new="",
        tests=(f"{_CLUB}_a_board_leads_to_events_that_everybody_there_sees",),
    ),
    Fault(
        name="change-lost-during-an-edit",
        harm="A club board doesn't show what happened while it was edited.",
        module="bot.store.queues.displays",
        function="_settle",
        old=" AND asks = ?",
        new=" AND coalesce(?, 1) > 0",
        tests=(f"{_DISPLAYS}_a_change_that_comes_during_an_edit_is_shown_by_the_next_one",),
    ),
    Fault(
        name="edits-without-a-change",
        harm="The bot edits messages that show the present already.",
        module="bot.delivery.tidying.displays",
        function="Displays._look",
        old="elif content.message.digest == display.digest:",
        new="elif content.message.digest is None:",
        tests=(f"{_DISPLAYS}_what_changes_together_is_one_edit_and_what_stays_the_same_is_none",),
    ),
    Fault(
        name="old-messages-edited-each-minute",
        harm="Discord refuses edits in a channel, also those that people wait for.",
        module="bot.model.displays",
        function="earliest_edit",
        old="is_old = now - display.posted_at >= HOUR",
        new="is_old = False",
        tests=(f"{_DISPLAYS}_old_messages_are_edited_less_and_less_while_discord_refuses",),
    ),
    Fault(
        name="refusals-forgotten",
        harm="The bot goes on asking for edits that Discord refuses.",
        module="bot.model.displays",
        function="refused_wait",
        old="min(2 * wait, LONGEST_WAIT)",
        new="wait",
        tests=(f"{_DISPLAYS}_old_messages_are_edited_less_and_less_while_discord_refuses",),
    ),
    Fault(
        name="message-before-left-behind",
        harm="A channel keeps an old club board that is never changed again.",
        module="bot.store.queues.displays",
        function="post",
        old="old_message_id = coalesce(displays.message_id, displays.old_message_id)",
        new="old_message_id = NULL",
        tests=(f"{_DISPLAYS}_a_new_message_replaces_the_one_before_which_is_deleted",),
    ),
    Fault(
        name="sent-display-taken-for-the-present",
        harm="After a crash a club board shows an old state until something else changes.",
        module="bot.delivery.outbox.attempt",
        function="Attempt._there",
        old="return Sent(message.id, self.item.number if shows_board else None)",
        new="return Sent(message.id, self.item.number if shows_board else None, self._post.digest)",
        tests=(f"{_DISPLAYS}_a_message_is_not_sent_twice_if_the_process_ends_before_it_is_noted",),
    ),
)

"""Faults of the boards in a channel: the newest, and what becomes of those before it."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="closed-card-still-joined",
        harm="The card of a table that its host closed from the list still offers a seat.",
        module="bot.interactions.components.table.lobby",
        function="_close_one",
        old="change.table.set_apart is None",
        new="False",
        tests=(
            "tests/bot/test_lists.py"
            "::test_a_table_closed_from_the_list_loses_the_buttons_of_its_card",
        ),
    ),
    Fault(
        name="old-board-edited",
        harm="Games against the computer use up the few edits of old messages of a channel.",
        module="bot.delivery.tidying.in_place",
        function="InPlace._editable",
        old="not self._edits.is_old(board.message_id)",
        new="True",
        tests=("tests/bot/test_living_boards.py::test_after_an_hour_the_answer_is_a_new_message",),
    ),
    Fault(
        name="board-edited-above-an-answer",
        harm="After a kill, the newest board of a game stands above an older one.",
        module="bot.delivery.tidying.in_place",
        function="InPlace.show",
        old=" or (board.uncertain or 0) > item.number",
        new="",
        tests=(
            "tests/bot/test_living_boards.py"
            "::test_an_answer_that_may_stand_below_is_looked_for_before_a_board_is_edited",
        ),
    ),
    Fault(
        name="board-edited-above-another",
        harm="The newest board of a channel is that of a game that is over.",
        module="bot.delivery.tidying.in_place",
        function="InPlace._editable",
        old=" and board.is_last",
        new="",
        tests=(
            "tests/bot/test_living_boards.py"
            "::test_a_board_below_of_another_game_is_not_left_above_the_present_one",
        ),
    ),
    Fault(
        name="kept-board-edited",
        harm="A server that keeps all boards loses those of games against the computer.",
        module="bot.delivery.tidying.in_place",
        function="InPlace._editable",
        old="board.boards is not Boards.ALL",
        new="True",
        tests=(
            "tests/bot/test_living_boards.py::test_with_all_boards_kept_each_turn_is_one_message",
        ),
    ),
    Fault(
        name="handover-edited",
        harm="No message tells any longer that the computer took a seat.",
        module="bot.delivery.tidying.in_place",
        function="InPlace._editable",
        old="return board if is_plain and",
        new="return board if",
        tests=("tests/bot/test_seats_engines.py::test_the_computer_plays_on_over_the_wire",),
    ),
    Fault(
        name="refused-edit-tried-for-ever",
        harm="An answer of the computer whose edit Discord refuses is never shown.",
        module="bot.delivery.tidying.edits",
        function="Edits.show",
        old="if effect is Effect.FAULT:",
        new="if effect is not Effect.DONE:",
        tests=(
            "tests/bot/test_living_boards.py"
            "::test_a_board_that_somebody_deleted_is_followed_by_a_new_one",
        ),
    ),
    Fault(
        name="older-board-counts",
        harm="A late board counts as the newest, and the newest becomes a line.",
        module="bot.store.queues.table_messages",
        function="_show",
        old="(before.number, before.message_id) > (board.number, board.message_id)",
        new="before.message_id > board.message_id",
        tests=(
            "tests/bot/test_written_together.py"
            "::test_a_newer_board_is_not_replaced_by_an_older_one",
        ),
    ),
    Fault(
        name="replaced-board-forgotten",
        harm="A board stays whole for good if the process ends before it becomes a line.",
        module="bot.store.queues.table_messages",
        function="_replace",
        old="VALUES (?, ?, ?, ?, ?, ?, 1)",
        new="SELECT ?, ?, ?, ?, ?, ?, 1 WHERE 0",
        tests=(
            "tests/bot/test_replaced_boards.py::test_what_was_to_become_a_line_when_the_process_"
            "ended_becomes_one_at_the_next_start",
        ),
    ),
    Fault(
        name="first-page-of-replaced-boards",
        harm="After an outage most boards stay whole until a later one is replaced.",
        module="bot.delivery.tidying.table_messages",
        function="TableMessages._look_at_due",
        old="while await self._begun():",
        new="if await self._begun():",
        tests=(
            "tests/bot/test_replaced_boards.py"
            "::test_all_boards_become_lines_however_few_are_read_at_once",
        ),
    ),
    Fault(
        name="refused-board-given-up",
        harm="A board stays whole if Discord has refused to change it once.",
        module="bot.store.queues.table_messages",
        function="_overtake",
        old="SET due = due + 1,",
        new="SET due = due,",
        tests=(
            "tests/bot/test_replaced_boards.py"
            "::test_a_line_that_discord_refuses_is_tried_once_more_with_the_next_board",
        ),
    ),
    Fault(
        name="refused-board-for-ever",
        harm="A board that Discord refuses to change costs a request with each move.",
        module="bot.store.queues.table_messages",
        function="TableMessageStore.put_off",
        old="AND refused = 1",
        new="AND refused = 2",
        tests=(
            "tests/bot/test_replaced_boards.py"
            "::test_a_line_that_discord_refuses_is_tried_once_more_with_the_next_board",
        ),
    ),
    Fault(
        name="deleted-board-asked-for-again",
        harm="A board that somebody deleted costs a request with each move.",
        module="bot.delivery.tidying.table_messages",
        function="TableMessages._is_changed",
        old="{Effect.DONE, Effect.GONE, Effect.CLOSED}",
        new="{Effect.DONE, Effect.CLOSED}",
        tests=(
            "tests/bot/test_replaced_boards.py::test_a_board_that_somebody_deleted_is_given_up",
        ),
    ),
    Fault(
        name="closed-board-asked-for-again",
        harm="Boards in a channel closed to the bot cost a request with each move.",
        module="bot.delivery.tidying.table_messages",
        function="TableMessages._is_changed",
        old="{Effect.DONE, Effect.GONE, Effect.CLOSED}",
        new="{Effect.DONE, Effect.GONE}",
        tests=(
            "tests/bot/test_replaced_boards.py"
            "::test_a_board_that_the_bot_may_not_change_any_more_is_given_up",
        ),
    ),
    Fault(
        name="panel-below-the-board",
        harm="Against the computer, what is left of the panel pushes the board off a phone.",
        module="bot.interactions.publish",
        function="play",
        old="await (response.remove() if is_panel else response.acknowledge())",
        new="await response.update(lists.played(notation, change.others))",
        tests=(
            "tests/bot/test_living_boards.py"
            "::test_ten_turns_are_one_message_that_shows_the_last_two",
        ),
    ),
    Fault(
        name="welcome-below-the-board",
        harm="A newcomer's board stays out of sight on a phone, above the welcome.",
        module="bot.extensions.lessons.handlers",
        function="_play",
        old="await response.notify(welcome, PanelKind.MOVE, table.id)",
        new="await response.private(welcome)",
        tests=(
            "tests/bot/test_first_minutes.py"
            "::test_nothing_private_is_left_below_the_board_of_a_first_game",
        ),
    ),
    Fault(
        name="private-boards-wait",
        harm="In places without the bot each move takes longer than the one before.",
        module="bot.delivery.tidying.table_messages",
        function="TableMessages._look",
        old=" or table.place.kind is PlaceKind.PRIVATE",
        new="",
        tests=(
            "tests/bot/test_replaced_boards.py::"
            "test_where_the_bot_can_only_answer_no_board_waits_to_be_changed",
        ),
    ),
    Fault(
        name="old-boards-asked-for-ever",
        harm="A channel whose old messages Discord lets nobody edit costs requests with each move.",
        module="bot.delivery.tidying.table_messages",
        function="TableMessages._is_changed",
        old="if not isinstance(left, Deleted) and self._edits.is_resting(there):",
        new="if False:",
        tests=(
            "tests/bot/test_replaced_boards.py"
            "::test_after_five_refusals_in_an_hour_old_boards_of_a_channel_rest_for_an_hour",
        ),
    ),
    Fault(
        name="thread-woken-to-be-tidied",
        harm="The bot asks again and again to change a board in an archived thread.",
        module="bot.delivery.tidying.table_messages",
        function="TableMessages._is_changed",
        old="if channel is None:",
        new="channel = channel or self._client.get_partial_messageable(message.channel_id)\n"
        "        if channel is None:",
        tests=(
            "tests/bot/test_replaced_boards.py"
            "::test_an_archived_thread_is_not_woken_to_be_tidied_up",
        ),
    ),
    Fault(
        name="newcomer-in-no-record",
        harm="Nothing in the channel tells who took a seat.",
        module="bot.messages.channel.overtaken",
        function="left_of",
        old="if board.kind == BoardKind.HANDOVER:",
        new="if False:",
        tests=(
            "tests/bot/test_replaced_boards.py"
            "::test_who_took_a_seat_stays_below_the_board_before_and_then_without_buttons",
        ),
    ),
    Fault(
        name="end-without-a-picture",
        harm="The end of a game of a series becomes a line.",
        module="bot.messages.channel.overtaken",
        function="left_of",
        old="board.kind == BoardKind.TURNOVER",
        new="False",
        tests=(
            "tests/bot/test_replaced_boards.py"
            "::test_how_a_game_of_a_series_ended_stays_in_a_quiet_server",
        ),
    ),
    Fault(
        name="overtaken-board-stays",
        harm="An outdated board stands below the newest one, for good and with its buttons.",
        module="bot.store.queues.table_messages",
        function="_note_again",
        old="    else:\n        _replace(tx, again)\n",
        new="",
        tests=(
            "tests/bot/test_replaced_boards.py::test_a_board_that_was_overtaken_on_its_way_is_the_one_that_goes",
        ),
    ),
    Fault(
        name="shown-again-becomes-a-line",
        harm="The record tells a move twice after somebody showed the board again.",
        module="bot.messages.channel.overtaken",
        function="left_of",
        old="if board.kind == BoardKind.AGAIN:",
        new="if False:",
        tests=(
            "tests/bot/test_replaced_boards.py::test_a_board_that_is_shown_once_more_has_the_only_buttons",
        ),
    ),
    Fault(
        name="last-move-deleted",
        harm="Where boards are deleted, one that is shown again takes the last move with it.",
        module="bot.messages.channel.overtaken",
        function="left_of",
        old=" and not board.is_shown_again",
        new="",
        tests=(
            "tests/bot/test_replaced_boards.py::test_a_board_that_is_shown_once_more_has_the_only_buttons",
        ),
    ),
    Fault(
        name="end-becomes-a-line",
        harm="A game's end loses its picture and its words once it is shown again.",
        module="bot.messages.channel.overtaken",
        function="left_of",
        old="is_end or ",
        new="",
        tests=(
            "tests/bot/test_replaced_boards.py::test_the_end_of_a_game_keeps_its_words_and_picture_when_it_is_shown_again",
        ),
    ),
    Fault(
        name="endless-line",
        harm="A line of the record fills a phone after many moves without a board.",
        module="bot.messages.words.turns",
        function="in_a_line",
        old="len(kept) > 1 and",
        new="False and",
        tests=(
            "tests/bot/test_replaced_boards.py::test_a_line_without_room_for_all_turns_tells_the_latest",
        ),
    ),
    Fault(
        name="turns-since-unsaid",
        harm="My view doesn't say what the others played since one's own move.",
        module="bot.messages.panels.table.own_view",
        function="own_view",
        old="if since else NOTHING",
        new="if False else NOTHING",
        tests=(
            "tests/extensions/replays/test_replays.py::test_ones_own_view_replays_what_came_since_ones_own_move",
        ),
    ),
    Fault(
        name="line-stored-before-it-is-made",
        harm="A board stays whole for good if the process ends just before it is changed.",
        module="bot.delivery.tidying.table_messages",
        function="TableMessages._look_at_all",
        old="await self._pace()",
        new="await self._messages.done(message)",
        tests=(
            "tests/bot/test_crash_points.py"
            "::test_a_board_becomes_a_line_though_the_bot_dies_around_it",
        ),
    ),
    Fault(
        name="late-board-unsaid",
        harm="A move whose board came late is missing in the record.",
        module="bot.delivery.outbox.composing",
        function="Composer._board",
        old="return await self._late(item, table)",
        new="return None",
        tests=(
            "tests/bot/test_replaced_boards.py::test_a_board_that_comes_late_is_a_line_of_the_record",
        ),
    ),
)

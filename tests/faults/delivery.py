"""Faults of what is sent, and what is sent again."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="old-board-edited",
        harm="Games against the computer use up the few edits of old messages of a channel.",
        module="bot.delivery.living_boards",
        function="LivingBoards._editable",
        old="not self._discord_time.is_old(board.message_id)",
        new="True",
        tests=("tests/bot/test_living_boards.py::test_after_an_hour_the_answer_is_a_new_message",),
    ),
    Fault(
        name="board-edited-above-an-answer",
        harm="After a kill, the newest board of a game stands above an older one.",
        module="bot.delivery.living_boards",
        function="LivingBoards.show",
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
        module="bot.delivery.living_boards",
        function="LivingBoards._editable",
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
        module="bot.delivery.living_boards",
        function="LivingBoards._editable",
        old="board.boards is not Boards.ALL",
        new="True",
        tests=(
            "tests/bot/test_living_boards.py::test_with_all_boards_kept_each_turn_is_one_message",
        ),
    ),
    Fault(
        name="handover-edited",
        harm="No message tells any longer that the computer took a seat.",
        module="bot.delivery.living_boards",
        function="LivingBoards._editable",
        old="return board if is_plain and",
        new="return board if",
        tests=("tests/bot/test_seats_engines.py::test_the_computer_plays_on_over_the_wire",),
    ),
    Fault(
        name="refused-edit-tried-for-ever",
        harm="An answer of the computer whose edit Discord refuses is never shown.",
        module="bot.delivery.editing",
        function="Editing.show",
        old="return False\n        return True",
        new="raise\n        return True",
        tests=(
            "tests/bot/test_living_boards.py"
            "::test_a_board_that_somebody_deleted_is_followed_by_a_new_one",
        ),
    ),
    Fault(
        name="pause-hidden-in-an-answer",
        harm="Nobody is told that a pause has begun, and until when.",
        module="bot.messages.channel.offers",
        function="is_answer",
        old="isinstance(table.started.events[number - 1], Accepted | Declined | ResignWithdrawn)",
        new="True",
        tests=("tests/bot/test_offers.py::test_what_follows_an_offer_is_told_below_it",),
    ),
    Fault(
        name="answer-in-another-question",
        harm="An answer to an offer is told nowhere if somebody has wished to resign since.",
        module="bot.delivery.questions",
        function="Questions.answer",
        old="isinstance(asked, ResignWanted) != isinstance(said, ResignWithdrawn)",
        new="False",
        tests=(
            "tests/bot/test_from_the_board.py"
            "::test_an_answer_is_not_looked_for_in_the_message_of_a_later_wish",
        ),
    ),
    Fault(
        name="wish-withdrawn-twice",
        harm="A wish to resign that is withdrawn is told by its own message and by another.",
        module="bot.messages.channel.offers",
        function="is_answer",
        old=" | ResignWithdrawn",
        new="",
        tests=("tests/bot/test_from_the_board.py::test_a_team_resigns_once_all_of_it_want_to",),
    ),
    Fault(
        name="withdrawal-not-told",
        harm="An offer keeps its buttons for half a minute after its owner has withdrawn it.",
        module="bot.delivery.outbox",
        function="Outbox.answer",
        old="await self._hand_over(item)\n            return True",
        new="return True",
        tests=(
            "tests/bot/test_offers.py::test_an_offer_withdrawn_elsewhere_says_so_in_its_message",
        ),
    ),
    Fault(
        name="late-answer-doubles-a-message",
        harm="After the clock was set, a board is shown twice, the second time below newer ones.",
        module="bot.delivery.outbox",
        function="Outbox._is_left_to_answer",
        old=" or await self._claim(item) is not None",
        new=" or True",
        tests=(
            "tests/bot/test_outbox_worker.py"
            "::test_what_the_worker_took_over_is_not_answered_as_well",
        ),
    ),
    Fault(
        name="move-without-an-answer",
        harm="Where the bot can only answer, a press on a move seems to do nothing.",
        module="bot.tables.tables",
        function="_is_press_alone",
        old=" and table.place.kind is not PlaceKind.PRIVATE",
        new="",
        tests=(
            "tests/bot/test_living_boards.py"
            "::test_where_the_bot_can_only_answer_each_move_is_an_answer",
        ),
    ),
    Fault(
        name="long-thought-without-a-ping",
        harm="Somebody who left while the computer thought doesn't learn that it has moved.",
        module="bot.model.engines",
        function="is_soon",
        old="return entries[-1].at - asked.at <= SOON",
        new="return True",
        tests=(
            "tests/bot/test_living_boards.py"
            "::test_a_long_thought_is_told_on_the_board_and_ends_in_a_new_message_with_a_ping",
        ),
    ),
    Fault(
        name="reminder-in-other-words",
        harm="A reminder whose reply was lost is sent twice once there is more time.",
        module="bot.messages.channel.reminders",
        function="_line",
        old="return _as_of(table_after(table, told.number), told, person)",
        new="return _as_of(table, told, person)",
        tests=("tests/bot/test_recognised.py::test_a_reminder_keeps_its_words_whatever_follows",),
    ),
    Fault(
        name="pressed-message-still-owed",
        harm="A message whose reply was lost is sent again after a press has turned it.",
        module="bot.interactions.components.router",
        function="_handle",
        old="interaction.message is not None and not response.is_from_private",
        new="False",
        tests=(
            "tests/bot/test_recognised.py::test_a_press_on_a_message_proves_that_it_arrived",
            "tests/bot/test_recognised.py::test_a_press_that_ends_a_message_deletes_its_row",
        ),
    ),
    Fault(
        name="press-before-the-row",
        harm="A new card is never sent because somebody pressed the one before.",
        module="bot.delivery.outbox",
        function="Outbox.arrived",
        old="item.after is not None and item.after < message.id",
        new="item.after is not None",
        tests=(
            "tests/bot/test_recognised.py"
            "::test_a_press_on_a_message_from_before_the_row_proves_nothing",
        ),
    ),
    Fault(
        name="press-on-another-message",
        harm="A board is never sent because somebody pressed one that was shown once more.",
        module="bot.delivery.outbox",
        function="Outbox.arrived",
        old="was_sent and mark_of(item, table) == mark",
        new="was_sent",
        tests=("tests/bot/test_recognised.py::test_a_press_on_another_message_proves_nothing",),
    ),
    Fault(
        name="old-card-for-the-newest",
        harm="Somebody who is invited instead of another gets no card if the old one is late.",
        module="bot.delivery.composing",
        function="Composer._card",
        old=" or item.number != table.cards",
        new="",
        tests=("tests/bot/test_recognised.py::test_a_card_is_not_sent_once_there_is_a_newer_one",),
    ),
    Fault(
        name="lost-private-follow-up",
        harm="Somebody is not told what they alone should be.",
        module="bot.delivery.response",
        function="Response._say_privately",
        old=(
            "except LostReply:  # Seen twice by one person does less harm than never.\n"
            "                await self._follow_up_privately(post, users)"
        ),
        new=("except LostReply:\n                pass"),
        tests=(
            "tests/bot/test_faults_told.py::test_a_private_follow_up_that_was_lost_is_sent_again",
        ),
    ),
    Fault(
        name="taken-back-position",
        harm="A picture of a move that was taken back is read as that of the move in its place.",
        module="bot.messages.panels.shown_board",
        function="_count",
        old="match.plies[count - 1 : count] == plies[-1:]",
        new="count <= len(match.plies)",
        tests=(
            "tests/bot/test_message_menus.py"
            "::test_a_position_whose_place_another_has_taken_is_told_as_such",
        ),
    ),
    Fault(
        name="picture-of-another-log",
        harm="A picture from before the database went back is read as another position.",
        module="bot.messages.panels.shown_board",
        function="_count",
        old="if holds(match, shown):",
        new="if shown.number <= len(match.entries):",
        tests=("tests/bot/test_message_menus.py::test_a_picture_of_another_log_is_not_read",),
    ),
    Fault(
        name="lease-from-the-future",
        harm="After the clock was set back a message waits for hours.",
        module="bot.store.lanes",
        function="_leased",
        old="lease_until BETWEEN {_NOW} + 1 AND {_NOW} + {LEASE}",
        new="lease_until > {_NOW}",
        tests=(
            "tests/bot/test_queues.py::test_of_two_processes_one_has_a_row",
            "tests/bot/test_lanes.py::test_after_the_clock_was_set_back_rows_are_due_now",
        ),
    ),
    Fault(
        name="board-past-a-refused-one",
        harm="A newer board is shown before the older one of its game.",
        module="bot.store.lanes",
        function="_free",
        old="(earlier.table_id = item.table_id OR first_refused_at IS NULL)",
        new="first_refused_at IS NULL",
        tests=("tests/bot/test_lanes.py::test_a_refusal_holds_up_its_own_table_only",),
    ),
    Fault(
        name="board-past-a-fault",
        harm="After a fault the messages of a channel come in the wrong order.",
        module="bot.store.lanes",
        function="_free",
        old="OR first_refused_at IS NULL",
        new="OR 0",
        tests=("tests/bot/test_lanes.py::test_a_fault_holds_up_the_whole_channel",),
    ),
    Fault(
        name="board-past-an-answer",
        harm="The first board of the next game comes before the end of the last.",
        module="bot.store.lanes",
        function="_free",
        old="(earlier.table_id = item.table_id AND {_leased()} OR ",
        new="(",
        tests=("tests/bot/test_lanes.py::test_a_row_that_somebody_works_on_holds_up_its_table",),
    ),
    Fault(
        name="next-lanes-never",
        harm="After an outage all channels but the first hundred wait for another message.",
        module="bot.delivery.outbox",
        function="Outbox._begin.ended",
        old="if len(self._lanes) <= _LANES // 2:",
        new="if not self._lanes and not _LANES:",
        tests=(
            "tests/bot/test_outbox_worker.py"
            "::test_all_lanes_have_their_turn_though_few_are_worked_on_at_once",
        ),
    ),
    Fault(
        name="older-board-counts",
        harm="A late board counts as the newest, and the newest becomes a line.",
        module="bot.store.shown",
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
        module="bot.store.shown",
        function="_replace",
        old="VALUES (?, ?, ?, ?, ?, ?)",
        new="SELECT ?, ?, ?, ?, ?, ? WHERE 0",
        tests=(
            "tests/bot/test_replaced_boards.py::test_what_was_to_become_a_line_when_the_process_"
            "ended_becomes_one_at_the_next_start",
        ),
    ),
    Fault(
        name="first-page-of-replaced-boards",
        harm="After an outage most boards stay whole until a later one is replaced.",
        module="bot.delivery.replaced_boards",
        function="ReplacedBoards._work",
        old="while boards := await self._shown.replaced_boards():",
        new="if boards := await self._shown.replaced_boards():",
        tests=(
            "tests/bot/test_replaced_boards.py"
            "::test_all_boards_become_lines_however_few_are_read_at_once",
        ),
    ),
    Fault(
        name="refused-board-given-up",
        harm="A board stays whole if Discord has refused to change it once.",
        module="bot.store.shown",
        function="_replace",
        old="SET due = 1",
        new="SET due = due",
        tests=(
            "tests/bot/test_replaced_boards.py"
            "::test_a_line_that_discord_refuses_is_tried_once_more_with_the_next_board",
        ),
    ),
    Fault(
        name="refused-board-for-ever",
        harm="A board that Discord refuses to change costs a request with each move.",
        module="bot.store.shown",
        function="Shown.put_off",
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
        module="bot.delivery.replaced_boards",
        function="ReplacedBoards._change",
        old="(discord.NotFound, discord.Forbidden)",
        new="(discord.Forbidden,)",
        tests=(
            "tests/bot/test_replaced_boards.py::test_a_board_that_somebody_deleted_is_given_up",
        ),
    ),
    Fault(
        name="closed-board-asked-for-again",
        harm="Boards in a channel closed to the bot cost a request with each move.",
        module="bot.delivery.replaced_boards",
        function="ReplacedBoards._change",
        old="(discord.NotFound, discord.Forbidden)",
        new="(discord.NotFound,)",
        tests=(
            "tests/bot/test_replaced_boards.py"
            "::test_a_board_that_the_bot_may_not_change_any_more_is_given_up",
        ),
    ),
    Fault(
        name="private-boards-wait",
        harm="In places without the bot each move takes longer than the one before.",
        module="bot.delivery.replaced_boards",
        function="ReplacedBoards._change",
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
        module="bot.delivery.replaced_boards",
        function="ReplacedBoards._change",
        old="if is_old_edit and self._refusals.rest_until(board.channel_id):",
        new="if False:",
        tests=(
            "tests/bot/test_replaced_boards.py"
            "::test_after_five_refusals_in_an_hour_old_boards_of_a_channel_rest_for_an_hour",
        ),
    ),
    Fault(
        name="thread-woken-to-be-tidied",
        harm="The bot asks again and again to change a board in an archived thread.",
        module="bot.delivery.replaced_boards",
        function="ReplacedBoards._change",
        old="if channel is None:",
        new="channel = channel or self._client.get_partial_messageable(board.channel_id)\n"
        "        if channel is None:",
        tests=(
            "tests/bot/test_replaced_boards.py"
            "::test_an_archived_thread_is_not_woken_to_be_tidied_up",
        ),
    ),
    Fault(
        name="newcomer-in-no-record",
        harm="Nothing in the channel tells who took a seat.",
        module="bot.messages.channel.record",
        function="remains",
        old="if board.kind is BoardKind.HANDOVER:",
        new="if False:",
        tests=(
            "tests/bot/test_replaced_boards.py"
            "::test_who_took_a_seat_stays_below_the_board_before_and_then_without_buttons",
        ),
    ),
    Fault(
        name="end-without-a-picture",
        harm="The end of a game of a series becomes a line.",
        module="bot.messages.channel.record",
        function="remains",
        old="board.kind is BoardKind.TURNOVER",
        new="False",
        tests=(
            "tests/bot/test_replaced_boards.py"
            "::test_how_a_game_of_a_series_ended_stays_in_a_quiet_server",
        ),
    ),
    Fault(
        name="overtaken-board-stays",
        harm="An outdated board stands below the newest one, for good and with its buttons.",
        module="bot.store.shown",
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
        module="bot.messages.channel.record",
        function="remains",
        old="if board.kind is BoardKind.AGAIN:",
        new="if False:",
        tests=(
            "tests/bot/test_replaced_boards.py::test_a_board_that_is_shown_once_more_has_the_only_buttons",
        ),
    ),
    Fault(
        name="last-move-deleted",
        harm="Where boards are deleted, one that is shown again takes the last move with it.",
        module="bot.messages.channel.record",
        function="remains",
        old=" and not board.is_shown_again",
        new="",
        tests=(
            "tests/bot/test_replaced_boards.py::test_a_board_that_is_shown_once_more_has_the_only_buttons",
        ),
    ),
    Fault(
        name="end-becomes-a-line",
        harm="A game's end loses its picture and its words once it is shown again.",
        module="bot.messages.channel.record",
        function="remains",
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
        module="bot.messages.panels.own_view",
        function="own_view",
        old="if since else NOTHING",
        new="if False else NOTHING",
        tests=(
            "tests/bot/test_replays.py::test_ones_own_view_replays_what_came_since_ones_own_move",
        ),
    ),
    Fault(
        name="line-stored-before-it-is-made",
        harm="A board stays whole for good if the process ends just before it is changed.",
        module="bot.delivery.replaced_boards",
        function="ReplacedBoards._change",
        old="await self._pace()",
        new="await self._shown.done(board)",
        tests=(
            "tests/bot/test_crash_points.py"
            "::test_a_board_becomes_a_line_though_the_bot_dies_around_it",
        ),
    ),
    Fault(
        name="late-board-unsaid",
        harm="A move whose board came late is missing in the record.",
        module="bot.delivery.composing",
        function="Composer._board",
        old="return await self._late(item, table)",
        new="return None",
        tests=(
            "tests/bot/test_replaced_boards.py::test_a_board_that_comes_late_is_a_line_of_the_record",
        ),
    ),
    Fault(
        name="second-row-of-a-name",
        harm="A message that is owed already is replaced by another.",
        module="bot.store.queues",
        function="enqueue",
        old="DO NOTHING",
        new="DO UPDATE SET number = excluded.number",
        tests=("tests/bot/test_written_together.py::test_the_first_of_two_rows_of_one_name_stays",),
    ),
    Fault(
        name="newest-row-first",
        harm="Messages of a channel go out in the wrong order.",
        module="bot.store.queues",
        function="Queues.waiting",
        old="ORDER BY id",
        new="ORDER BY id DESC",
        tests=(
            "tests/bot/test_written_together.py::test_what_is_parked_waits_in_order_and_comes_back",
        ),
    ),
    Fault(
        name="message-sent-by-two",
        harm="A message that waited for somebody to press comes twice when two people do.",
        module="bot.delivery.outbox",
        function="Outbox._claimed",
        old="async with self._ordered(item):",
        new="async with asyncio.Lock():",
        tests=("tests/bot/test_parked.py::test_two_people_press_while_a_message_is_sent_along",),
    ),
    Fault(
        name="stop-as-a-bug",
        harm="Each stop during an answer fills the log with tracebacks.",
        module="bot.interactions.errors",
        function="_try_to_tell",
        old="if client.is_closed():\n        return False",
        new="if client is None:\n        return False",
        tests=("tests/bot/test_faults_told.py::test_an_answer_that_a_stop_cuts_off_is_no_bug",),
    ),
    Fault(
        name="owner-told-twice",
        harm="The owner gets the same message again after a lost reply or a restart.",
        module="bot.delivery.owner",
        function="Owner.look",
        old="await asyncio.to_thread(note_told, self._database, now, concerns.summary)",
        new="pass",
        tests=(
            "tests/bot/test_owner.py::test_nobody_is_told_twice_after_a_restart",
            "tests/bot/test_owner.py::test_a_lost_reply_is_no_reason_to_tell_again",
        ),
    ),
    Fault(
        name="owner-told-all-day",
        harm="The owner gets a message whenever something is new.",
        module="bot.delivery.owner",
        function="_is_due",
        old="else DAY",
        new="else 0",
        tests=("tests/bot/test_owner.py::test_news_wait_for_the_next_day",),
    ),
    Fault(
        name="owner-told-daily",
        harm="The owner hears the same every day, and stops reading.",
        module="bot.delivery.owner",
        function="_is_due",
        old="_SAME if concerns.summary == summary else DAY",
        new="DAY",
        tests=("tests/bot/test_owner.py::test_the_owner_is_told_once_and_reminded_after_a_week",),
    ),
    Fault(
        name="owner-never-told-again",
        harm="What comes again after it was over is kept from the owner for a week.",
        module="bot.delivery.owner",
        function="Owner.look",
        old="if last is not None and last[1] and not concerns.summary:",
        new="if last is not None and not last[1] and concerns.mended < 0:",
        tests=("tests/bot/test_owner.py::test_what_comes_again_after_it_was_over_is_news",),
    ),
    Fault(
        name="owner-is-a-team",
        harm="Of a team's bot nobody is told.",
        module="bot.delivery.owner",
        function="owner_of",
        old="return application.team.owner_id",
        new="pass",
        tests=("tests/bot/test_owner.py::test_the_owner_of_a_team_is_told_for_it",),
    ),
    Fault(
        name="failed-backups-unnoticed",
        harm="Backups fail for months, and nobody hears of it.",
        module="bot.backups",
        function="back_up",
        old="failed=report.status != 0",
        new="failed=report.status == 1",
        tests=("tests/bot/test_owner.py::test_a_failed_backup_is_told_until_one_is_made",),
    ),
)

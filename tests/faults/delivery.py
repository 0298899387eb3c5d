"""Faults of what is sent, and what is sent again."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
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
        module="bot.delivery.tidying.in_place",
        function="InPlace._answered",
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
        module="bot.delivery.outbox.outbox",
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
        module="bot.delivery.outbox.outbox",
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
        module="bot.delivery.outbox.outbox",
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
        module="bot.delivery.outbox.outbox",
        function="Outbox.arrived",
        old="was_sent and self.composer.mark_of(item, table) == mark",
        new="was_sent",
        tests=("tests/bot/test_recognised.py::test_a_press_on_another_message_proves_nothing",),
    ),
    Fault(
        name="old-card-for-the-newest",
        harm="Somebody who is invited instead of another gets no card if the old one is late.",
        module="bot.delivery.outbox.composing",
        function="Composer._card",
        old=" or item.number != table.cards",
        new="",
        tests=("tests/bot/test_recognised.py::test_a_card_is_not_sent_once_there_is_a_newer_one",),
    ),
    Fault(
        name="lost-private-follow-up",
        harm="Somebody is not told what they alone should be.",
        module="bot.delivery.answering.response",
        function="Response._say_privately",
        old=(
            "except LostReply:  # Seen twice by one person does less harm than never.\n"
            "                await self._follow_up_privately(post)"
        ),
        new=("except LostReply:\n                pass"),
        tests=(
            "tests/bot/test_faults_told.py::test_a_private_follow_up_that_was_lost_is_sent_again",
        ),
    ),
    Fault(
        name="taken-back-position",
        harm="A picture of a move that was taken back is read as that of the move in its place.",
        module="bot.messages.panels.table.own_view",
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
        module="bot.messages.panels.table.own_view",
        function="_count",
        old="if holds(match, shown):",
        new="if shown.number <= len(match.entries):",
        tests=("tests/bot/test_message_menus.py::test_a_picture_of_another_log_is_not_read",),
    ),
    Fault(
        name="lease-from-the-future",
        harm="After the clock was set back a message waits for hours.",
        module="bot.store.queues.lanes",
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
        module="bot.store.queues.lanes",
        function="_free",
        old="(earlier.table_id = item.table_id OR first_refused_at IS NULL)",
        new="first_refused_at IS NULL",
        tests=("tests/bot/test_lanes.py::test_a_refusal_holds_up_its_own_table_only",),
    ),
    Fault(
        name="board-past-a-fault",
        harm="After a fault the messages of a channel come in the wrong order.",
        module="bot.store.queues.lanes",
        function="_free",
        old="OR first_refused_at IS NULL",
        new="OR 0",
        tests=("tests/bot/test_lanes.py::test_a_fault_holds_up_the_whole_channel",),
    ),
    Fault(
        name="board-past-an-answer",
        harm="The first board of the next game comes before the end of the last.",
        module="bot.store.queues.lanes",
        function="_free",
        old="(earlier.table_id = item.table_id AND {_leased()} OR ",
        new="(",
        tests=("tests/bot/test_lanes.py::test_a_row_that_somebody_works_on_holds_up_its_table",),
    ),
    Fault(
        name="next-lanes-never",
        harm="After an outage all channels but the first hundred wait for another message.",
        module="bot.delivery.outbox.outbox",
        function="Outbox._begin.ended",
        old="if len(self._lanes) <= _LANES // 2:",
        new="if not self._lanes and not _LANES:",
        tests=(
            "tests/bot/test_outbox_worker.py"
            "::test_all_lanes_have_their_turn_though_few_are_worked_on_at_once",
        ),
    ),
    Fault(
        name="second-row-of-a-name",
        harm="A message that is owed already is replaced by another.",
        module="bot.store.queues.queues",
        function="enqueue",
        old="DO NOTHING",
        new="DO UPDATE SET number = excluded.number",
        tests=("tests/bot/test_written_together.py::test_the_first_of_two_rows_of_one_name_stays",),
    ),
    Fault(
        name="newest-row-first",
        harm="Messages of a channel go out in the wrong order.",
        module="bot.store.queues.queues",
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
        module="bot.delivery.outbox.outbox",
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
        module="bot.delivery.background.owner",
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
        module="bot.delivery.background.owner",
        function="_is_due",
        old="else DAY",
        new="else 0",
        tests=("tests/bot/test_owner.py::test_news_wait_for_the_next_day",),
    ),
    Fault(
        name="owner-told-daily",
        harm="The owner hears the same every day, and stops reading.",
        module="bot.delivery.background.owner",
        function="_is_due",
        old="_SAME if concerns.summary == summary else DAY",
        new="DAY",
        tests=("tests/bot/test_owner.py::test_the_owner_is_told_once_and_reminded_after_a_week",),
    ),
    Fault(
        name="owner-never-told-again",
        harm="What comes again after it was over is kept from the owner for a week.",
        module="bot.delivery.background.owner",
        function="Owner.look",
        old="if last is not None and last[1] and not concerns.summary:",
        new="if last is not None and not last[1] and concerns.mended < 0:",
        tests=("tests/bot/test_owner.py::test_what_comes_again_after_it_was_over_is_news",),
    ),
    Fault(
        name="owner-is-a-team",
        harm="Of a team's bot nobody is told.",
        module="bot.delivery.background.owner",
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

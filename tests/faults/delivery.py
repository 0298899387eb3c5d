"""Faults of what is sent, and what is sent again."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
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
        old="mark_of(item, await self._lookup.get(mark.table)) == mark",
        new="await self._lookup.get(mark.table)",
        tests=("tests/bot/test_recognised.py::test_a_press_on_another_message_proves_nothing",),
    ),
    Fault(
        name="old-card-for-the-newest",
        harm="Somebody who is invited instead of another gets no card if the old one is late.",
        module="bot.delivery.composing",
        function="_card",
        old="item.number == table.cards",
        new="True",
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
        module="bot.store.queues",
        function="Queues.is_leased",
        old="now < item.lease_until <= now + LEASE",
        new="now < item.lease_until",
        tests=("tests/bot/test_queues.py::test_of_two_processes_one_has_a_row",),
    ),
    Fault(
        name="older-board-counts",
        harm="A late board counts as the newest, and the newest loses its buttons.",
        module="bot.store.shown",
        function="_note_board",
        old="AND coalesce(board_id, 0) < ?",
        new="AND coalesce(board_id, 0) <> ?",
        tests=(
            "tests/bot/test_written_together.py"
            "::test_a_newer_board_is_not_replaced_by_an_older_one",
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
        function="responding",
        old="if client.is_closed():",
        new="if client.is_closed() is None:",
        tests=("tests/bot/test_faults_told.py::test_an_answer_that_a_stop_cuts_off_is_no_bug",),
    ),
)

"""Faults of messages, answers and pictures."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="reminder-known-by-its-link",
        harm="A reminder whose reply was lost is sent twice once its board has moved.",
        module="bot.delivery.arrival",
        function="_lasting",
        old='_LINK.sub(r"<#\\1>", _MOMENT.sub("", text))',
        new='_MOMENT.sub("", text)',
        tests=(
            "tests/bot/test_recognised.py"
            "::test_a_reminder_is_recognised_wherever_the_board_stands_by_now",
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
        name="moved-stacks-lose-their-names",
        harm="Alt text does not name the pieces of the stack that has just moved.",
        module="render.alttext",
        function="_shorter",
        old="(stack.cell not in marked, len(stack.pieces))",
        new="len(stack.pieces)",
        tests=(
            "tests/render/test_alttext.py"
            "::test_stacks_that_no_mark_points_at_lose_their_buried_pieces_first",
        ),
    ),
    Fault(
        name="lost-private-follow-up",
        harm="Somebody is not told what they alone should be.",
        module="bot.delivery.response",
        function="Response._say_privately",
        old="""except LostReply:  # Seen twice by one person does less harm than never.
                await self._follow_up_privately(post)""",
        new="""except LostReply:
                pass""",
        tests=(
            "tests/bot/test_faults_told.py::test_a_private_follow_up_that_was_lost_is_sent_again",
        ),
    ),
    Fault(
        name="workers-for-ever",
        harm="A worker of the engine is never replaced, so that its memory grows.",
        module="engine.pool",
        function="_Worker.ask",
        old="self.answers += 1",
        new="self.answers += 0",
        tests=("tests/engine/test_pool.py::test_a_worker_is_replaced_after_enough_answers",),
    ),
)

"""Faults of permissions, and of what only some may learn."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="moderator-in-their-own-game",
        harm="A moderator decides a game in which they play.",
        module="bot.tables.moderation",
        function="require_moderator",
        old="if has_sat(table, caller.user.id):",
        new="if not table.players:",
        tests=(
            "tests/bot/test_moderation.py"
            "::test_only_a_moderator_without_a_part_decides_and_gives_a_reason",
        ),
    ),
    Fault(
        name="draw-without-question",
        harm="A typed /draw ends the game for somebody who has not seen the rival's offer.",
        module="bot.messages.panels.menu",
        function="agreement_question",
        old="seat not in made.voters - made.accepted",
        new="seat is not None",
        tests=("tests/bot/test_offers.py::test_a_draw_typed_by_both_is_asked_about_first",),
    ),
    Fault(
        name="at-once-in-every-game",
        harm="A switch made in one game plays the moves of another without a preview.",
        module="bot.store.people",
        function="People.plays_at_once",
        old="AND game = ?",
        new="AND ? <> ''",
        tests=("tests/bot/test_from_the_board.py::test_play_at_once_is_chosen_for_each_game",),
    ),
    Fault(
        name="stale-press-counts",
        harm="A press on an old board acts in the present position.",
        module="bot.tables.tables",
        function="_require_seen",
        old="seen != table.started.position_number",
        new="seen > table.started.position_number",
        tests=("tests/bot/test_commands.py::test_a_button_of_an_earlier_position_is_stale",),
    ),
    Fault(
        name="plans-handed-over",
        harm="A newcomer sees and plays what the player before them planned.",
        module="bot.tables.seats",
        function="_handed_over",
        old="if seat != event.seat}",
        new="if seat is not None}",
        tests=("tests/bot/test_planning.py::test_a_newcomer_inherits_no_plan",),
    ),
    Fault(
        name="kept-seat-taken",
        harm="Somebody takes a seat that is kept for somebody else.",
        module="bot.tables.seats",
        function="require_takeable",
        old="vacancy.to.id != caller.user.id",
        new="not vacancy.to.id",
        tests=("tests/bot/test_seats.py::test_a_seat_is_handed_over_once_the_rival_agrees",),
    ),
    Fault(
        name="threads-of-allowed-channels",
        harm="No table opens in the threads of a channel that the owners allow.",
        module="bot.tables.servers",
        function="require_may_open",
        old="{place.channel_id, place.parent_id}",
        new="{place.channel_id}",
        tests=("tests/bot/test_moderation.py::test_tables_open_where_and_by_whom_the_owners_say",),
    ),
    Fault(
        name="reason-that-nobody-sees",
        harm="A moderator decides a game and gives a reason that shows nothing.",
        module="bot.tables.checks",
        function="require_reason",
        old='words_of(" ".join(written.split()))',
        new='" ".join(written.split())',
        tests=("tests/bot/test_people_words.py::test_a_reason_that_nobody_can_read_is_refused",),
    ),
    Fault(
        name="winner-twice",
        harm="A forged decision names a seat twice as its winner.",
        module="bot.tables.moderation",
        function="_require_winners",
        old="if len(set(winners)) < len(winners):",
        new="if not match.seats:",
        tests=("tests/bot/test_rights.py::test_what_is_not_permitted_is_refused_in_a_sentence",),
    ),
    Fault(
        name="name-that-nobody-sees",
        harm="A person appears without a name, or under a pile of marks.",
        module="bot.model.words",
        function="name_of",
        old="map(words_of, candidates)",
        new="candidates",
        tests=("tests/bot/test_people_words.py::test_words_without_a_visible_sign_are_none",),
    ),
    Fault(
        name="piles-of-marks",
        harm="Marks on one letter cover the lines above and below it.",
        module="bot.model.words",
        function="without_piles",
        old="marks = 0",
        new="marks = -99",
        tests=("tests/bot/test_people_words.py::test_marks_do_not_pile_up",),
    ),
)

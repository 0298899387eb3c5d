"""Faults of the promises about delivery."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="channels-one-after-another",
        harm="While one channel fails, no other gets its messages.",
        module="bot.delivery.outbox.outbox",
        function="Outbox._look",
        old="if items and lane not in self._lanes:",
        new="if items and not self._lanes:",
        tests=("tests/bot/test_outbox.py::test_a_sick_channel_holds_up_no_other",),
    ),
    Fault(
        name="attempt-without-end",
        harm="A channel hears nothing more once Discord doesn't answer one request.",
        module="bot.delivery.outbox.outbox",
        function="Outbox._attempt",
        old="shown = await bounded(sending, ATTEMPT, self._limit)",
        new="shown = await sending",
        tests=(
            "tests/bot/test_outbox.py"
            "::test_an_attempt_ends_and_the_next_one_shows_the_message_once",
        ),
    ),
    Fault(
        name="limited-request-cut-off",
        harm="After a limit of the whole bot no request leaves it any more.",
        module="bot.delivery.requests",
        function="bounded",
        old="if rest := limit.remaining():",
        new="if (rest := limit.remaining()) < 0:",
        tests=(
            "tests/bot/test_bounded_requests.py"
            "::test_an_answer_that_waits_for_a_limit_of_the_whole_bot_is_not_cut_off",
        ),
    ),
    Fault(
        name="hanging-display-stops-all",
        harm="One card whose content hangs lets those of all other servers show the past.",
        module="bot.delivery.tidying.displays",
        function="Displays._try_to_look",
        old="await bounded(self._look(display), ROUND, self._limit)",
        new="await self._look(display)",
        tests=("tests/bot/test_never_succeeds.py::test_others_are_served",),
    ),
    Fault(
        name="early-pause-forgotten",
        harm="A pause never ends because the clock was set back while its timer was carried out.",
        module="bot.tables.deadlines",
        function="Deadlines.end_pause",
        old="return clock.resumes",
        new="return await self._writer.end_timer(table, done)",
        tests=(
            "tests/bot/test_stepped_clock.py"
            "::test_a_timer_keeps_its_effect_though_the_clock_is_set_back_at_any_read",
        ),
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
        name="refused-message-never-parked",
        harm="A message that a channel refuses is tried for ever.",
        module="bot.delivery.outbox.order",
        function="failed",
        old="parked=now - first >= GIVE_UP and attempts >= _LEAST_ATTEMPTS",
        new="parked=False",
        tests=("tests/bot/test_outbox_order.py::test_what_is_refused_for_an_hour_is_parked",),
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
        name="sent-again-unsearched",
        harm="A board that was sent before the process died is sent again by the next one.",
        module="bot.delivery.outbox.attempt",
        function="Attempt.run",
        old="found = await self._sent_before()",
        new="found = None",
        tests=(
            "tests/bot/test_crash_points.py"
            "::test_the_board_of_a_fatal_move_is_shown_once[marking-old-history]",
        ),
    ),
    Fault(
        name="searched-among-the-newest-alone",
        harm="A board comes twice in a channel where people talk.",
        module="bot.delivery.outbox.attempt",
        function="Attempt._posted",
        old="limit=None, after=since, oldest_first=True",
        new="limit=25, after=since, oldest_first=False",
        tests=("tests/bot/test_searched.py::test_what_has_arrived_is_not_sent_again[130]",),
    ),
    Fault(
        name="board-for-one-alone",
        harm="A board that Discord shows to the mover alone is never shown to the others.",
        module="bot.delivery.answering.response",
        function="Response._require_public",
        old="if is_private:",
        new="if is_private and not self:",
        tests=(
            "tests/bot/test_shown_privately.py"
            "::test_a_board_that_only_the_mover_was_shown_is_shown_to_all_later",
        ),
    ),
    Fault(
        name="next-game-unseen-where-closed",
        harm="Where the bot may not post, nobody sees the next game of a series.",
        module="bot.delivery.outbox.composing",
        function="Composer._turnover",
        old="return boards.turnover(last, first and marked(first, entry_mark(following, shown)))",
        new="return last",
        tests=(
            "tests/bot/test_sick_places.py"
            "::test_the_next_game_of_a_series_is_shown_where_the_bot_may_not_post",
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
        name="searched-since-the-clocks-time",
        harm="With a wrong clock a message whose reply was lost is sent twice.",
        module="bot.delivery.outbox.attempt",
        function="Attempt._posted",
        old="discord.Object(self.item.after)",
        new="discord.Object((self.item.created_at - 1420070400) * 1000 << 22)",
        tests=(
            "tests/bot/test_wrong_clock.py"
            "::test_a_board_whose_reply_was_lost_and_whose_token_is_dead_is_found",
        ),
    ),
    Fault(
        name="wrong-clock-gone-by",
        harm="A machine's clock that is a day ahead ends games that have a day left.",
        module="bot.delivery.discord_time",
        function="DiscordTime.checked",
        old="return own if is_right else own - self._ahead",
        new="return own",
        tests=(
            "tests/bot/test_wrong_clock.py"
            "::test_a_clock_that_is_wrong_by_over_an_hour_is_not_gone_by",
        ),
    ),
    Fault(
        name="week-without-a-bot-counts",
        harm="After months without a bot nobody is left on a ladder.",
        module="bot.extensions.events.timers",
        function="EventTimers.end_week",
        old="Step(Week(lost))",
        new="Step(Week(0))",
        tests=("tests/extensions/test_downtime.py::test_months_without_a_bot_end_nothing",),
    ),
    Fault(
        name="timers-go-by-a-set-clock",
        harm="A clock that is set forward ends games before Discord tells the time.",
        module="bot.delivery.background.work",
        function="Work._check_time",
        old="if self._discord_time.is_doubtful:",
        new="if self._discord_time.is_doubtful and not self._limit:",
        tests=("tests/bot/test_wrong_clock.py::test_timers_wait_until_discord_has_told_its_time",),
    ),
    Fault(
        name="engine-goes-by-a-set-clock",
        harm="A clock that is set forward lets a game go on in months.",
        module="bot.delivery.background.engine_turns",
        function="EngineTurns._take_turns",
        old="await self._check_time()",
        new="pass",
        tests=(
            "tests/extensions/test_start_with_any_clock.py"
            "::test_a_move_of_an_engine_has_its_time_though_the_clock_was_just_set",
        ),
    ),
    Fault(
        name="week-of-a-wrong-clock-stays",
        harm="A ladder has no week for as long as a clock was ahead once.",
        module="bot.extensions.events.rows",
        function="times_mended",
        old="WHERE kind = ? AND due > ?",
        new="WHERE kind = ? AND due < ?",
        tests=(
            "tests/extensions/events/test_times_mended.py"
            "::test_a_week_of_a_ladder_ends_on_the_next_monday",
        ),
    ),
    Fault(
        name="entry-of-another-process-missing",
        harm="A move that another process wrote is never shown.",
        module="bot.delivery.outbox.composing",
        function="Composer._stored",
        old="len(table.match.entries) < number",
        new="len(table.match.entries) < 0",
        tests=(
            "tests/bot/test_lost_positions.py::test_a_board_that_another_process_owes_is_shown",
        ),
    ),
    Fault(
        name="latest-game-by-table",
        harm="`/board` shows a game that ended before the last one of its channel.",
        module="bot.store.tables.places",
        function="PlaceStore.latest_in",
        old="ORDER BY begun_by DESC NULLS LAST, id DESC",
        new="ORDER BY id DESC",
        tests=(
            "tests/bot/test_found_tables.py"
            "::test_discords_numbers_tell_which_game_of_a_channel_is_the_latest",
        ),
    ),
    Fault(
        name="requests-forgotten-by-the-clock",
        harm="With a wrong clock a press that Discord repeats acts again.",
        module="bot.store.cleaning",
        function="clean",
        old="(length(id), id) <= (?, ?)",
        new="length(?) < length(id) + ?",
        tests=(
            "tests/bot/test_cleaning.py"
            "::test_a_request_stays_for_a_day_by_discords_time_whatever_the_clock_said",
        ),
    ),
    Fault(
        name="pings-after-they-were-switched-off",
        harm="Somebody who wants no pings gets those of the night before.",
        module="bot.model.notices",
        function="when",
        old="not preferences.pings or is_muted",
        new="is_muted",
        tests=(
            "tests/bot/test_reminders.py"
            "::test_a_ping_that_waits_for_the_morning_is_not_sent_to_who_wants_none_by_then",
        ),
    ),
    Fault(
        name="nonce-word-drawn-each-time",
        harm="Discord doesn't know a message that is sent again, and shows it twice.",
        module="bot.store.sql.metadata",
        function="Metadata.nonce_word",
        old="drawn(tx, _NONCE_WORD, 4)",
        new="secrets.token_hex(4)",
        tests=("tests/bot/test_queues.py::test_the_nonce_word_stays",),
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
        name="declined-place-untold",
        harm="A host waits for somebody who has declined their place.",
        module="bot.delivery.outbox.composing",
        function="Composer.__init__",
        old="            ItemKind.DECLINED: RowKind(_declined),\n",
        new="",
        tests=(
            "tests/bot/test_faults_told.py::test_the_host_is_asked_about_a_place_that_was_declined",
        ),
    ),
    Fault(
        name="fault-of-discord-as-a-bug",
        harm="Each fault of Discord's fills the log of a host with a traceback.",
        module="bot.interactions.gateway.library_log",
        function="_Shortened.filter",
        old="(isinstance(failure, Exception) and is_fault(failure)):",
        new="isinstance(failure, SystemExit):",
        tests=("tests/bot/test_faults_told.py::test_suggestions_that_are_not_shown_are_no_bug",),
    ),
    Fault(
        name="thread-with-a-lost-reply-unused",
        harm="A game has an empty thread, and is played beside it.",
        module="bot.interactions.components.table.lobby",
        function="_thread_under_card",
        old="for _ in range(2):",
        new="for _ in range(1):",
        tests=("tests/bot/test_faults_told.py::test_a_thread_whose_reply_was_lost_is_used",),
    ),
    Fault(
        name="pressed-panel-left",
        harm="A panel whose move was played still offers to play it.",
        module="bot.delivery.answering.response",
        function="Response._clear_the_way",
        old="elif pressed is not None:",
        new="elif pressed is not None and not self.is_from_private:",
        tests=(
            "tests/bot/test_answered_once.py"
            "::test_a_press_on_an_old_panel_turns_it_and_shows_the_board",
        ),
    ),
    Fault(
        name="message-lost-with-a-fault",
        harm="A message that meets a fault or a limit never comes.",
        module="bot.delivery.outbox.outbox",
        function="Outbox._attempt",
        old="except (*SEND_ERRORS, TableError) as failure:",
        new="except SEND_ERRORS:\n            pass\n        except TableError as failure:",
        tests=(
            "tests/bot/test_outbox.py"
            "::test_an_attempt_ends_and_the_next_one_shows_the_message_once",
        ),
    ),
)

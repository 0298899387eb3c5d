"""Faults of the promises about tables, channels and the database."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="table-without-a-card",
        harm="A table is open, and nothing in the channel shows it.",
        module="bot.model.queues",
        function="opening_items",
        old="if sealed else (ItemKind.CARD,)",
        new="if sealed else ()",
        tests=("tests/bot/test_crash_points.py::test_a_table_whose_bot_dies_is_shown_by_one_card",),
    ),
    Fault(
        name="table-open-for-ever",
        harm="A table for which nobody comes stays in the lists for good.",
        module="bot.store.queues.table_timers",
        function="expiry",
        old="else _WAITING",
        new="else 100 * _WAITING",
        tests=("tests/bot/test_outbox.py::test_a_table_that_waited_for_two_weeks_closes",),
    ),
    Fault(
        name="thread-repeated-by-the-library",
        harm="A game has two threads, and nobody is in one of them.",
        module="bot.delivery.requests",
        function="_makes_anew",
        old="return method",
        new='return "threads" not in path and method',
        tests=(
            "tests/bot/test_table_threads.py"
            "::test_a_thread_whose_answer_is_lost_is_opened_once[server_errors_after]",
        ),
    ),
    Fault(
        name="table-held-for-discord",
        harm="Nobody can do anything at a table while Discord makes its thread.",
        module="bot.tables.tables",
        function="Tables.open_in_thread",
        old="may have changed afterwards.\n            channel_id = await make(table)",
        new="may have changed afterwards.\n                channel_id = await make(table)",
        tests=(
            "tests/bot/test_permissions.py"
            "::test_a_table_does_not_wait_for_the_thread_that_discord_makes",
        ),
    ),
    Fault(
        name="lost-board-not-owed",
        harm="A board whose row was lost is never shown, and nobody learns of their turn.",
        module="bot.store.tables.derived",
        function="_owed",
        old="if stored.newest_shown < position:",
        new="if stored.newest_shown < 0:",
        tests=("tests/bot/test_reconciling.py::test_a_message_that_nothing_shows_is_owed_again",),
    ),
    Fault(
        name="struck-games-count",
        harm="A moderator strikes a game, and nothing changes.",
        module="bot.store.tables.ratings",
        function="_counted",
        old="ORDER BY id DESC LIMIT 1",
        new="ORDER BY id LIMIT 0",
        tests=("tests/bot/test_rating_rows.py::test_a_game_that_is_struck_is_as_if_it_never_was",),
    ),
    Fault(
        name="check-trusts-the-digest",
        harm="A forged move with the right digest passes the check of a file.",
        module="bot.checking",
        function="_differences",
        old="trusting=False",
        new="trusting=True",
        tests=(
            "tests/bot/test_checking.py"
            "::test_a_move_that_is_not_legal_is_found_though_its_digest_is_right",
        ),
    ),
    Fault(
        name="set-apart-for-ever",
        harm="A game that one start could not read never goes on.",
        module="bot.store.tables.set_apart",
        function="judge",
        old="if before == table.set_apart:",
        new="if before is not None or before == table.set_apart:",
        tests=(
            "tests/bot/test_set_apart.py"
            "::test_a_table_goes_on_in_the_first_process_that_can_read_it",
        ),
    ),
    Fault(
        name="undrawn-answers-leave-a-table-as-it-is",
        harm="A game that can't show its position fails at each press, and nobody learns why.",
        module="bot.delivery.outbox.outbox",
        function="Outbox.answer",
        old="self.composer.doubt(item)",
        new="pass",
        tests=(
            "tests/bot/test_sick_places.py"
            "::test_a_game_that_fails_to_show_a_move_is_set_apart_at_once",
        ),
    ),
    Fault(
        name="first-page-of-a-lost-place",
        harm="Most games of a deleted channel go on for ever.",
        module="bot.tables.voids",
        function="Voids._void_all",
        old="while found := ",
        new="if found := ",
        tests=("tests/bot/test_voids.py::test_everything_ends_in_a_channel_that_is_gone",),
    ),
    Fault(
        name="first-page-of-lost-servers",
        harm="Games in a server that removed the bot stay in the lists of people.",
        module="bot.tables.voids",
        function="Voids.void_lost",
        old="last = lost[-1]",
        new="return",
        tests=("tests/bot/test_voids.py::test_everything_ends_in_servers_that_removed_the_bot",),
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
        name="one-failure-undoes-all",
        harm="A move is lost because somebody else's was refused at the same moment.",
        module="bot.store.sql.commits",
        function="_tried",
        old="return Outcome(piece, error=error)",
        new="raise",
        tests=("tests/bot/test_group_commit.py::test_what_raises_is_undone_alone",),
    ),
    Fault(
        name="unchecked-backups",
        harm="A backup with faults looks like one in order.",
        module="bot.backups",
        function="_back_up",
        old="if faults := faults_in(part, now):",
        new="if faults := []:",
        tests=(
            "tests/bot/test_backups.py::test_a_copy_with_faults_has_another_name_and_replaces_none",
        ),
    ),
    Fault(
        name="restored-with-faults",
        harm="A copy with faults takes the place of the database.",
        module="bot.backups",
        function="restore",
        old="if faults := faults_in(part, now):",
        new="if faults := []:",
        tests=("tests/bot/test_backups.py::test_nothing_changes_where_a_copy_can_not_come_back",),
    ),
    Fault(
        name="upgrade-over-an-older-copy",
        harm="A second upgrade writes over the copy that the first one made.",
        module="bot.store.sql.sqlite.schema",
        function="_put_beside",
        old="if not name.exists():",
        new="if True:",
        tests=("tests/bot/test_database.py::test_a_copy_before_a_migration_is_never_written_over",),
    ),
    Fault(
        name="buttons-of-a-release-in-another-form",
        harm="After an upgrade no button on the boards of running games works.",
        module="rules.log.entries",
        function="short_digest",
        old="bytes.fromhex(digest)[:5]",
        new="bytes.fromhex(digest)[-5:]",
        tests=("tests/bot/test_kept_files.py::test_every_button_still_means_its_position",),
    ),
    Fault(
        name="begun-under-the-version-offered",
        harm="A table that was offered before an upgrade is folded by rules it was not played by.",
        module="bot.store.tables.writing",
        function="write_beginning",
        old="(begun.place, begun.version) != (before.place, before.version)",
        new="begun.place != before.place",
        tests=(
            "tests/bot/test_rules_versions.py"
            "::test_a_game_begins_under_the_present_version_whenever_it_was_offered",
        ),
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
        name="file-served-twice",
        harm="Two processes on one file both carry out its timers.",
        module="bot.startup_errors",
        function="only_process",
        old="        raise DatabaseInUse from None",
        new="        yield\n        return",
        tests=(
            "tests/bot/test_local.py"
            "::test_a_second_process_on_one_file_is_refused_until_the_first_was_killed",
        ),
    ),
    Fault(
        name="request-carried-out-twice",
        harm="A press that Discord tells twice acts twice.",
        module="bot.store.tables.writing",
        function="mark_seen",
        old="if not new:",
        new="if new > 1:",
        tests=(
            "tests/bot/test_written_together.py"
            "::test_a_game_begins_by_one_request_and_on_the_table_as_it_is",
        ),
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
        name="uncertain-commit-believed-undone",
        harm="A table whose commit seemed to fail goes on from before it.",
        module="bot.tables.writer",
        function="Writer.locked",
        old="                self._cache.drop(table_id)\n",
        new="",
        tests=("tests/bot/test_uncertain_commits.py::test_a_table_that_got_a_thread_has_its_card",),
    ),
    Fault(
        name="gateway-event-given-up",
        harm="An outage that ended while the disk was full stops the clocks for good.",
        module="bot.interactions.gateway.writer",
        function="GatewayWriter.write",
        old="return await until_written(unless_stopped, lambda: True)",
        new="return await unless_stopped()",
        tests=(
            "tests/bot/test_gateway_events.py::test_an_outage_ends_once_the_file_can_be_written",
        ),
    ),
    Fault(
        name="second-thread-after-a-kill",
        harm="A kill between a thread and its game leaves an empty thread beside another one.",
        module="bot.delivery.threads",
        function="_unused",
        old="thread.name == name",
        new="False",
        tests=(
            "tests/extensions/events/test_events_wire.py"
            "::test_a_thread_that_was_made_before_a_kill_is_found_again",
        ),
    ),
    Fault(
        name="challenge-counted-twice",
        harm="Discord delivers a press twice, and the second one is refused or made again.",
        module="bot.extensions.events.store",
        function="EventStore.change",
        old="if event is None or has_seen(tx, event_id, request.id):",
        new="if event is None:",
        tests=(
            "tests/extensions/events/test_ladders.py"
            "::test_a_challenge_is_made_once_however_often_it_is_pressed",
        ),
    ),
    Fault(
        name="row-of-other-rules-opened",
        harm="A game opens, and pings two people, though its log says that it is over.",
        module="bot.extensions.events.games",
        function="GameTables.open_game",
        old="if not _is_running(event, game):",
        new="if False:",
        tests=(
            "tests/extensions/events/test_events.py"
            "::test_rows_that_other_rules_have_left_hold_up_no_event",
        ),
    ),
    Fault(
        name="commit-without-the-disk",
        harm="A power cut undoes moves that people were shown.",
        module="bot.store.sql.sqlite.file",
        function="",
        old="synchronous = FULL",
        new="synchronous = OFF",
        tests=("tests/bot/test_database.py::test_it_is_opened_with_wal_and_foreign_keys",),
    ),
    Fault(
        name="deferred-without-savepoint",
        harm="Half of what deferred work wrote before it failed stays.",
        module="bot.store.sql.commits",
        function="_ride_along",
        old="_in_savepoint(waiting[0], session)",
        new="Outcome(waiting[0], waiting[0].work(session.statements()))",
        tests=("tests/bot/test_deferred.py::test_what_can_never_be_done_is_dropped_alone",),
    ),
    Fault(
        name="cancelled-transaction-untold",
        harm="A timer or a message waits for a minute because its writer was cancelled.",
        module="bot.store.sql.database",
        function="Database._ended",
        old="topics: dict[str, int] = {}",
        new="topics: dict[str, int] = {}\n"
        "        if any(each.piece.future.done() for each in end.outcomes if each.piece.future):\n"
        "            return",
        tests=(
            "tests/bot/test_deferred.py::test_a_cancelled_transaction_commits_and_is_announced",
        ),
    ),
    Fault(
        name="read-during-a-commit",
        harm="A command sees a move that the table in memory does not have yet, or the reverse.",
        module="bot.store.sql.commits",
        function="commit",
        old="with turn:",
        new="with Lock():",
        tests=(
            "tests/bot/test_group_commit.py::test_no_read_sees_a_change_before_it_has_returned",
        ),
    ),
    Fault(
        name="half-a-transaction",
        harm="What a failed transaction has written stays.",
        module="bot.store.sql.commits",
        function="_in_savepoint",
        old='session.run("ROLLBACK TO piece")',
        new="pass",
        tests=("tests/bot/test_database.py::test_statements_happen_together_or_not_at_all",),
    ),
    Fault(
        name="full-disk-without-a-word",
        harm="On a full disk nobody is told that their move was not made.",
        module="bot.tables.tables",
        function="Tables.execute",
        old="if not isinstance(failure, Busy) or",
        new="if isinstance(failure, Busy) or",
        tests=("tests/bot/test_full_disk.py::test_a_move_that_finds_the_disk_full_is_refused",),
    ),
    Fault(
        name="tables-without-a-bound",
        harm="A bot takes more memory with each game that somebody looks at.",
        module="bot.tables.lookup",
        function="TableCache.keep",
        old="self._plies += _size(table)",
        new="self._plies += len(table.players)",
        tests=("tests/bot/test_cache_size.py::test_the_tables_in_memory_take_what_is_set",),
    ),
    Fault(
        name="port-that-is-tried-for-ever",
        harm="A port that only the system may use looks like a network that is down.",
        module="bot.local",
        function="_opened",
        old="_require_port(page_port)",
        new="pass",
        tests=(
            "tests/bot/test_first_starts.py"
            "::test_a_local_table_that_cannot_be_opened_names_the_setting",
        ),
    ),
    Fault(
        name="first-connection-for-ever",
        harm="A bot whose gateway is down at the start tries for ever.",
        module="bot.interactions.gateway.presence",
        function="start",
        old="limit.reschedule(loop.time() + patience)",
        new="limit.reschedule(None)",
        tests=(
            "tests/bot/test_starts_on_discord.py"
            "::test_a_first_connection_that_is_refused_may_be_taken_later",
        ),
    ),
    Fault(
        name="misspelled-settings",
        harm="A misspelled DISCORD_TOKEN opens the local table without a hint.",
        module="bot.settings",
        function="_doubtful",
        old="cutoff=_ALIKE",
        new="cutoff=1",
        tests=(
            "tests/bot/test_settings.py::test_a_misspelled_setting_is_named_with_the_right_one",
        ),
    ),
    Fault(
        name="invite-link-unsaid",
        harm="A host looks in vain for the link that invites the bot.",
        module="bot.interactions.gateway.presence",
        function="_Presence.ready",
        old='f"Invite people with {link}" if link',
        new='"" if link',
        tests=(
            "tests/bot/test_starts_on_discord.py"
            "::test_a_start_says_who_is_online_and_how_to_invite_it",
        ),
    ),
    Fault(
        name="refused-commands-stop-the-bot",
        harm="A bot doesn't start because Discord refuses a command for a while.",
        module="bot.interactions.registration",
        function="_require_commands",
        old="if await bot.store.metadata.get(_key(bot)) is None:\n            raise",
        new="raise",
        tests=(
            "tests/bot/test_command_sync.py"
            "::test_commands_that_discord_refuses_do_not_keep_the_bot_from_serving",
        ),
    ),
    Fault(
        name="void-as-a-pause-ends",
        harm="A game is void on the day on which its players come back from a pause.",
        module="rules.time.clock",
        function="Clock.abandoned",
        old="(resumed or 0) + NOTICE",
        new="0",
        tests=(
            "tests/rules/time/test_lines.py"
            "::test_after_a_pause_a_week_is_left_in_which_the_players_are_told",
        ),
    ),
    Fault(
        name="claimed-in-an-outage",
        harm="A game is claimed while its board can't be shown.",
        module="bot.tables.deadlines",
        function="Deadlines.in_time",
        old="if claims and isinstance(last, LookAgain):",
        new="if claims and last is None:",
        tests=(
            "tests/bot/test_late_steps.py"
            "::test_in_an_open_outage_a_claim_is_refused_and_then_is_not",
        ),
    ),
    Fault(
        name="weeks-idle-days-count-in-a-pause",
        harm="A pause counts towards the days after which a game that nobody plays is void.",
        module="rules.time.clock",
        function="Clock.abandoned",
        old="self._moment(since, ABANDONED)",
        new="since + ABANDONED",
        tests=(
            "tests/bot/test_two_weeks.py"
            "::test_a_season_in_which_people_stop_playing_goes_as_the_rules_of_time_say[1]",
        ),
    ),
    Fault(
        name="end-told-to-the-presser",
        harm="Somebody whose planned reply wins isn't told, and who pressed is.",
        module="bot.model.pings",
        function="_requested_by",
        old="(Actor.QUEUED, Actor.HOST)",
        new="()",
        tests=(
            "tests/bot/test_planning.py"
            "::test_the_end_by_a_planned_reply_is_told_to_its_owner_and_not_to_the_presser",
        ),
    ),
)

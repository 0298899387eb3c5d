"""Faults of the store."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="no-reconciling",
        harm="What was lost stays lost, because no process looks for it.",
        module="bot.interactions.client",
        function="Postboard.start_work",
        old="self.upkeep.start()",
        new="assert self.upkeep",
        tests=(
            "tests/bot/test_sick_places.py::test_a_start_mends_what_does_not_follow_from_a_log",
        ),
    ),
    Fault(
        name="lost-board-not-owed",
        harm="A board whose row was lost is never shown, and nobody learns of their turn.",
        module="bot.store.derived",
        function="_owed",
        old="if stored.newest_shown < position:",
        new="if stored.newest_shown < 0:",
        tests=("tests/bot/test_reconciling.py::test_a_message_that_nothing_shows_is_owed_again",),
    ),
    Fault(
        name="board-without-a-number-owed",
        harm="Every board of which Discord told no number is posted once more a day later.",
        module="bot.store.shown",
        function="_note_done",
        old="if item.kind in _ENTRIES:",
        new="if item.kind is ItemKind.TURNOVER:",
        tests=("tests/bot/test_reconciling.py::test_a_message_that_was_shown_is_not_owed",),
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
        name="check-writes",
        harm="A check changes the file without being asked to.",
        module="bot.checking",
        function="check",
        old="if not repairs:",
        new="if repairs is None:",
        tests=(
            "tests/bot/test_checking.py::test_what_does_not_follow_from_a_log_is_named_and_mended",
        ),
    ),
    Fault(
        name="unknown-timer-stops-all",
        harm="A timer that another version has set keeps all others from being carried out.",
        module="bot.store.queues",
        function="Queues.claim_due",
        old="_CLAIM,",
        new='_CLAIM.replace("kind IN", "kind NOT IN (\'\') OR kind IN"),',
        tests=("tests/bot/test_queues.py::test_a_timer_of_an_unknown_kind_holds_up_no_other",),
    ),
    Fault(
        name="lost-timer-not-mended",
        harm="A pause whose timer was lost never ends.",
        module="bot.store.derived",
        function="_is_right",
        old="return wanted.kind is TimerKind.REST and wanted.due <= now",
        new="return wanted.due <= now",
        tests=(
            "tests/bot/test_reconciling.py::test_a_pause_whose_end_was_lost_ends_at_the_next_start",
        ),
    ),
    Fault(
        name="outage-counts-as-damage",
        harm="A look at a deadline that waits for the end of an outage counts as damage.",
        module="bot.store.derived",
        function="_is_right",
        old="max(wanted.due, now + DAY)",
        new="wanted.due",
        tests=(
            "tests/bot/test_reconciling.py"
            "::test_a_deadline_that_waits_for_the_end_of_an_outage_is_in_order",
        ),
    ),
    Fault(
        name="wrong-column-not-mended",
        harm="A wrong deadline stays in the lists until somebody moves.",
        module="bot.store.derived",
        function="_wrong_columns",
        old="if row[name] != value:",
        new="if row[name] is None and value:",
        tests=(
            "tests/bot/test_reconciling.py::test_each_column_that_follows_from_the_log_is_mended",
        ),
    ),
    Fault(
        name="reconciling-ends-early",
        harm="Only the first fifty tables are compared with their logs.",
        module="bot.tables.reconciling",
        function="Reconciling.reconcile_all",
        old="self._store.unfinished(last, _SLICE)",
        new="self._store.unfinished(last and 2**60, _SLICE)",
        tests=(
            "tests/bot/test_reconciling.py::test_a_file_in_order_stays_as_it_is_without_a_word",
        ),
    ),
    Fault(
        name="set-apart-for-ever",
        harm="A game that one start could not read never goes on.",
        module="bot.store.apart",
        function="judge",
        old="if before == table.set_apart:",
        new="if before is not None or before == table.set_apart:",
        tests=(
            "tests/bot/test_set_apart.py"
            "::test_a_table_goes_on_in_the_first_process_that_can_read_it",
        ),
    ),
    Fault(
        name="game-that-shows-nothing-goes-on",
        harm="A game that can't show its position is tried for ever, and its players hear nothing.",
        module="bot.store.loading",
        function="_with_game",
        old="_show(folded)",
        new="pass",
        tests=(
            "tests/bot/test_packages.py"
            "::test_a_game_that_fails_in_play_sets_its_table_apart_until_it_works",
        ),
    ),
    Fault(
        name="time-apart-counts",
        harm="A game that could not be read for days is lost on time once it can be.",
        module="bot.store.outages",
        function="covering",
        old=" OR scope = 'table' AND scope_id = ?)",
        new=" OR scope = 'table' AND scope_id < 0 * ?)",
        tests=(
            "tests/bot/test_set_apart.py"
            "::test_the_time_in_which_a_table_is_apart_costs_nobody_the_game",
        ),
    ),
    Fault(
        name="two-games-in-a-channel",
        harm="A game that can be read again takes the channel of another one.",
        module="bot.store.apart",
        function="judge",
        old="and is_playing and _is_taken(tx, table)",
        new="and is_playing > _is_taken(tx, table)",
        tests=(
            "tests/bot/test_set_apart.py"
            "::test_a_table_whose_channel_has_another_game_waits_for_its_end",
        ),
    ),
    Fault(
        name="messages-of-a-table-apart-dropped",
        harm="A board that was owed as a game could not be read is never shown.",
        module="bot.delivery.composing",
        function="Composer.compose",
        old="require_readable(table)",
        new="assert table.id",
        tests=("tests/bot/test_set_apart.py::test_a_message_owed_by_a_table_apart_is_kept",),
    ),
    Fault(
        name="latest-game-by-table",
        harm="`/board` shows a game that ended before the last one of its channel.",
        module="bot.store.places",
        function="PlaceStore.latest_in",
        old="ORDER BY begun_by DESC, id DESC",
        new="ORDER BY id DESC",
        tests=(
            "tests/bot/test_found_tables.py"
            "::test_discords_numbers_tell_which_game_of_a_channel_is_the_latest",
        ),
    ),
    Fault(
        name="next-by-table",
        harm="**Next** leads to a game that has waited for a shorter time than another.",
        module="bot.store.lists",
        function="waiting",
        old="ORDER BY turn_since, tables.id",
        new="ORDER BY tables.id",
        tests=(
            "tests/bot/test_found_tables.py::test_next_leads_to_the_game_that_has_waited_longest",
        ),
    ),
    Fault(
        name="limit-of-no-tables",
        harm="Nobody can open a table in a server.",
        module="bot.tables.servers",
        function="_checked",
        old="1 <= settings.most_tables",
        new="0 <= settings.most_tables",
        tests=(
            "tests/bot/test_moderation.py"
            "::test_a_limit_of_tables_that_nobody_could_keep_is_refused",
        ),
    ),
    Fault(
        name="request-carried-out-twice",
        harm="A press that Discord tells twice acts twice.",
        module="bot.store.writing",
        function="mark_seen",
        old="if not new:",
        new="if new > 1:",
        tests=(
            "tests/bot/test_written_together.py"
            "::test_a_game_begins_by_one_request_and_on_the_table_as_it_is",
        ),
    ),
    Fault(
        name="requests-forgotten-by-the-clock",
        harm="With a wrong clock a press that Discord repeats acts again.",
        module="bot.store.cleaning",
        function="clean",
        old="CAST(id AS INTEGER) <= ?",
        new="? NOT NULL",
        tests=(
            "tests/bot/test_cleaning.py"
            "::test_a_request_stays_for_a_day_by_discords_time_whatever_the_clock_said",
        ),
    ),
    Fault(
        name="upgrade-without-a-backup",
        harm="An upgrade changes the file without a copy of it.",
        module="bot.store.schema",
        function="migrate",
        old='if missing and _pragma(connection, "user_version"):',
        new="if not missing:",
        tests=("tests/bot/test_database.py::test_an_older_file_is_saved_and_brought_up_to_date",),
    ),
    Fault(
        name="begun-under-the-version-offered",
        harm="A table that was offered before an upgrade is folded by rules it was not played by.",
        module="bot.store.writing",
        function="write_beginning",
        old="(begun.place, begun.version) != (before.place, before.version)",
        new="begun.place != before.place",
        tests=(
            "tests/bot/test_rules_versions.py"
            "::test_a_game_begins_under_the_present_version_whenever_it_was_offered",
        ),
    ),
    Fault(
        name="upgrade-over-an-older-copy",
        harm="A second upgrade writes over the copy that the first one made.",
        module="bot.store.schema",
        function="_put_beside",
        old="if not name.exists():",
        new="if True:",
        tests=("tests/bot/test_database.py::test_a_copy_before_a_migration_is_never_written_over",),
    ),
    Fault(
        name="upgrade-with-an-unsynced-copy",
        harm="After a power cut the copy before an upgrade is empty, and so is the file.",
        module="bot.store.files",
        function="put",
        old="sync(part)",
        new="pass",
        tests=("tests/bot/test_database.py::test_a_copy_is_on_the_disk_before_a_migration_begins",),
    ),
    Fault(
        name="upgrade-of-a-damaged-file",
        harm="An upgrade makes a damaged file worse, and its copy looks like one in order.",
        module="bot.store.schema",
        function="_keep",
        old="faults = list(damage(Transaction(written)))",
        new="faults: list[str] = []",
        tests=("tests/bot/test_database.py::test_a_damaged_file_is_not_brought_up_to_date",),
    ),
    Fault(
        name="restore-of-an-older-version",
        harm="After an upgrade no backup from before it comes back.",
        module="bot.backups",
        function="restore",
        old="upgrade(part, MIGRATIONS)",
        new="pass",
        tests=("tests/bot/test_backups.py::test_a_copy_of_an_older_version_comes_back_up_to_date",),
    ),
    Fault(
        name="half-a-transaction",
        harm="What a failed transaction has written stays.",
        module="bot.store.transaction",
        function="_in_savepoint",
        old='connection.execute("ROLLBACK TO piece")',
        new="pass",
        tests=("tests/bot/test_database.py::test_statements_happen_together_or_not_at_all",),
    ),
    Fault(
        name="deferred-without-savepoint",
        harm="Half of what deferred work wrote before it failed stays.",
        module="bot.store.transaction",
        function="_ride_along",
        old="_in_savepoint(waiting[0], connection)",
        new="Outcome(waiting[0], waiting[0].work(Transaction(connection)))",
        tests=("tests/bot/test_deferred.py::test_what_can_never_be_done_is_dropped_alone",),
    ),
    Fault(
        name="deferred-lost-on-a-full-disk",
        harm="A card that was shown is not known, because the disk was full for a moment.",
        module="bot.store.transaction",
        function="_ride_along",
        old="if not passes:",
        new="if failure:",
        tests=(
            "tests/bot/test_deferred.py::test_what_fails_for_the_moment_waits_with_all_after_it",
        ),
    ),
    Fault(
        name="no-transaction-after-a-full-disk",
        harm="A move fails because the disk had no room for something else.",
        module="bot.store.transaction",
        function="commit",
        old="if not connection.in_transaction:\n            connection",
        new="if connection.in_transaction:\n            connection",
        tests=(
            "tests/bot/test_deferred.py"
            "::test_a_disk_that_is_full_for_deferred_work_is_not_for_others",
        ),
    ),
    Fault(
        name="read-during-a-commit",
        harm="A command sees a move that the table in memory does not have yet, or the reverse.",
        module="bot.store.transaction",
        function="commit",
        old="with turn:",
        new="with Lock():",
        tests=(
            "tests/bot/test_group_commit.py::test_no_read_sees_a_change_before_it_has_returned",
        ),
    ),
    Fault(
        name="cancelled-transaction-untold",
        harm="A timer or a message waits for a minute because its writer was cancelled.",
        module="bot.store.database",
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
        name="list-that-writes",
        harm="`/games` waits for a program that holds the database, and fails on a full disk.",
        module="bot.store.lists",
        function="Lists.of_user",
        old="rows = await self._db.rows(",
        new="await self._db.write('DELETE FROM drafts')\n        rows = await self._db.rows(",
        tests=("tests/bot/test_full_disk.py::test_a_command_that_only_reads_needs_no_writing",),
    ),
    Fault(
        name="full-disk-without-a-word",
        harm="On a full disk nobody is told that their move was not made.",
        module="bot.tables.tables",
        function="Tables.execute",
        old="if not is_passing(failure) or",
        new="if is_passing(failure) or",
        tests=("tests/bot/test_full_disk.py::test_a_move_that_finds_the_disk_full_is_refused",),
    ),
    Fault(
        name="waiting-without-a-word",
        harm="Somebody whose roll waits for the disk sees thinking… until the answer is dead.",
        module="bot.tables.commits",
        function="until_written",
        old="attempt == _TOLD_AFTER and",
        new="attempt == 0 and",
        tests=("tests/bot/test_full_disk.py::test_a_move_with_dice_waits_and_says_so",),
    ),
    Fault(
        name="ping-for-each-lead",
        harm="One reminder after an outage counts as several pings.",
        module="bot.store.pings",
        function="remind",
        old="if reminded not in named:",
        new="if reminded:",
        tests=(
            "tests/bot/test_reminders.py"
            "::test_one_message_is_one_ping_however_many_reminders_are_due",
        ),
    ),
    Fault(
        name="short-games-for-nothing",
        harm="Thousands of short games take several times the memory that they may.",
        module="bot.tables.cache",
        function="_size",
        old="_WITHOUT_PLIES +",
        new="1 +",
        tests=(
            "tests/bot/test_cache_size.py::test_the_tables_in_memory_take_what_their_bound_says",
        ),
    ),
    Fault(
        name="table-held-for-discord",
        harm="Nobody can do anything at a table while Discord makes its thread.",
        module="bot.tables.tables",
        function="Tables.open_in_thread",
        old="""                lobby.after(table, caller, MoveToThread(table.place), request)
            # Nothing else at the table waits for Discord, so it may have changed afterwards.
            channel_id = await make(table)""",
        new="""                lobby.after(table, caller, MoveToThread(table.place), request)
                channel_id = await make(table)""",
        tests=(
            "tests/bot/test_permissions.py"
            "::test_a_table_does_not_wait_for_the_thread_that_discord_makes",
        ),
    ),
    Fault(
        name="lines-that-nest",
        harm="A list of some hundred lines is answered with an apology.",
        module="bot.messages.words.text",
        function="_joined",
        old="""        pairs = zip(said[::2], said[1::2], strict=False)
        said = [*starmap(join, pairs), *said[len(said) // 2 * 2 :]]""",
        new="        said = [join(said[0], said[1]), *said[2:]]",
        tests=("tests/bot/test_joined_sentences.py::test_any_number_of_sentences_can_be_joined",),
    ),
    Fault(
        name="number-drawn-twice",
        harm="Two people are one: each sees the other's games, notes and plans.",
        module="bot.store.people",
        function="_meet",
        old="while (person := _find(tx, user_id)) is None:",
        new="if (person := _find(tx, user_id)) is None:\n        person = Person(5)",
        tests=("tests/bot/test_people.py::test_a_number_that_somebody_has_is_drawn_again",),
    ),
    Fault(
        name="short-numbers",
        harm="Who has the file without the list of people can try all numbers.",
        module="bot.store.people",
        function="_meet",
        old="secrets.randbits(_BITS)",
        new="secrets.randbits(_BITS // 2)",
        tests=("tests/bot/test_people.py::test_a_person_is_a_random_number_of_62_bits",),
    ),
    Fault(
        name="mute-by-the-number",
        harm="A menu shows who somebody is to whoever reads its values.",
        module="bot.messages.panels.notify",
        function="_unmute",
        old="str(mute.id)",
        new="str(mute.user.id)",
        tests=(
            "tests/bot/test_calm.py::test_decline_and_mute_reaches_in_all_places_until_it_is_taken_back",
        ),
    ),
    Fault(
        name="former-player-pinged",
        harm="A message that should ping somebody who is gone is never sent.",
        module="bot.delivery.views",
        function="_mentions",
        old="for each in message.pings if each in users]",
        new="for each in message.pings]",
        tests=("tests/bot/test_people.py::test_who_is_gone_is_not_pinged_in_a_running_game",),
    ),
    Fault(
        name="message-to-nobody",
        harm="A direct message to somebody who is gone is tried for ever.",
        module="bot.delivery.attempt",
        function="Attempt._place",
        old="raise Gone",
        new="raise NoWay",
        tests=("tests/bot/test_people.py::test_a_direct_message_to_who_is_gone_is_dropped",),
    ),
    Fault(
        name="rematch-with-a-former-player",
        harm="A rematch waits for somebody who can't come.",
        module="bot.interactions.components.menu",
        function="_rematch",
        old="if len(await bot.store.people.user_ids(invited)) < len(invited):",
        new="if not command:",
        tests=("tests/bot/test_people.py::test_who_is_gone_is_a_former_player",),
    ),
    Fault(
        name="reason-in-nobodys-name",
        harm="The reason of a moderator who wants to be forgotten isn't found.",
        module="bot.tables.moderation",
        function="after",
        old="Reason(caller.user.id, ",
        new="Reason(table.host_id, ",
        tests=(
            "tests/bot/test_moderation.py"
            "::test_only_a_moderator_without_a_part_decides_and_gives_a_reason",
        ),
    ),
    Fault(
        name="reason-beside-any-entry",
        harm="Words stand as a moderator's reason where no moderator decided anything.",
        module="bot.store.derived",
        function="_unneeded_reasons",
        old="table.reasons.keys() - decided",
        new="decided - table.reasons.keys()",
        tests=(
            "tests/bot/test_reconciling.py"
            "::test_a_reason_beside_an_entry_of_no_moderator_is_deleted",
        ),
    ),
    Fault(
        name="one-failure-undoes-all",
        harm="A move is lost because somebody else's was refused at the same moment.",
        module="bot.store.transaction",
        function="_tried",
        old="return Outcome(piece, error=error)",
        new="raise",
        tests=("tests/bot/test_group_commit.py::test_what_raises_is_undone_alone",),
    ),
    Fault(
        name="full-disk-fails-for-all",
        harm="A small change is refused because a large one found the disk full.",
        module="bot.store.transaction",
        function="commit",
        old="_one_by_one(asked, turn, report, connection)",
        new="raise sqlite3.OperationalError",
        tests=(
            "tests/bot/test_group_commit.py::test_on_a_full_disk_each_has_a_transaction_of_its_own",
        ),
    ),
    Fault(
        name="a-commit-each",
        harm="A hundred moves at once wait for a hundred commits.",
        module="bot.store.database",
        function="Database._begin",
        old="self._asked[:_MOST], self._asked[_MOST:]",
        new="self._asked[:1], self._asked[1:]",
        tests=(
            "tests/bot/test_group_commit.py::test_what_comes_together_shares_commits_in_its_order",
        ),
    ),
    Fault(
        name="counts-without-end",
        harm="With many waiting messages each look at the metrics holds up the reads of people.",
        module="bot.store.servers",
        function="_count",
        old=" LIMIT {MOST_COUNTED}",
        new="",
        tests=("tests/bot/test_every_read.py::test_every_read_takes_the_same_steps",),
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
)

"""Faults of a PostgreSQL database in the place of a file."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_COPYING: Final = "bot.store.sql.postgres.copying"
_TESTS: Final = "tests/postgres/test_copying.py"
_WHOLE: Final = (f"{_TESTS}::test_a_file_is_copied_whole",)
_NOTICED: Final = f"{_TESTS}::test_a_row_that_is_lost_or_changed_on_the_way_is_noticed"

FAULTS: Final = (
    Fault(
        name="copy-of-a-file-in-use",
        harm="Moves that are made while a file is copied are lost.",
        module="bot.copying",
        function="copy",
        old="with only_process(old), opened",
        new="with opened",
        tests=(f"{_TESTS}::test_a_file_that_is_not_there_or_in_use_is_not_copied",),
    ),
    Fault(
        name="copy-with-faults",
        harm="A copy that doesn't follow from its logs is put to use.",
        module="bot.copying",
        function="copy",
        old="if found := faults_of(target, now):",
        new="if found := []:",
        tests=(f"{_TESTS}::test_a_file_with_faults_is_copied_once_they_are_mended",),
    ),
    Fault(
        name="copy-among-others",
        harm="The games of two bots are mixed.",
        module=_COPYING,
        function="filled",
        old="_require_empty(tx, tables)",
        new="pass",
        tests=(f"{_TESTS}::test_a_database_in_which_something_is_stays_as_it_is",),
    ),
    Fault(
        name="copy-among-tables-of-others",
        harm="Tables are made in the database of another program.",
        module=_COPYING,
        function="filled",
        old="_require_free(session)",
        new="pass",
        tests=(f"{_TESTS}::test_a_database_of_another_program_stays_as_it_is",),
    ),
    Fault(
        name="copy-drops-pieces",
        harm="Of a large table, only the first rows are copied, and only they are compared.",
        module=_COPYING,
        function="_Table.rows",
        old="if len(rows) < _PIECE:",
        new="if True:",
        tests=_WHOLE,
    ),
    Fault(
        name="copy-at-once",
        harm="A large file doesn't fit into memory while it is copied.",
        module=_COPYING,
        function="_Table.rows",
        old=" LIMIT {_PIECE}",
        new="",
        tests=_WHOLE,
    ),
    Fault(
        name="copy-loses-rows",
        harm="Rows that are lost on the way are missed long after the file is gone.",
        module=_COPYING,
        function="_compare",
        old="zip_longest(table.rows(source), table.rows(target))",
        new="zip(table.rows(target), table.rows(target))",
        tests=(f"{_NOTICED}[lost]",),
    ),
    Fault(
        name="copy-changes-values",
        harm="Values that change on the way are told to players.",
        module=_COPYING,
        function="_compare",
        old=" or tuple(one) != tuple(other)",
        new="",
        tests=(f"{_NOTICED}[changed]",),
    ),
    Fault(
        name="copy-draws-numbers-again",
        harm="A message gets the number of an earlier one, and Discord takes it for that.",
        module=_COPYING,
        function="_go_on_drawing",
        old="max(most, last) + 1",
        new="most + 1",
        tests=(f"{_TESTS}::test_the_bot_goes_on_with_the_copy",),
    ),
    Fault(
        name="copy-without-references",
        harm="Rows can belong to rows that are not there, and nothing says so.",
        module=_COPYING,
        function="_copy",
        old="ADD CONSTRAINT {each['reference']} {each['meaning']}",
        new="ADD CONSTRAINT {each['reference']} {each['meaning']} NOT VALID",
        tests=(f"{_TESTS}::test_the_bot_goes_on_with_the_copy",),
    ),
    Fault(
        name="undone-counts-as-committed",
        harm="People are told that their move was made, and it is nowhere.",
        module="bot.store.sql.postgres.statements",
        function="PostgresSession.commit",
        old='.statusmessage != "COMMIT"',
        new=".statusmessage is None",
        tests=(
            "tests/postgres/test_postgres.py"
            "::test_a_transaction_that_the_server_undoes_has_not_been_committed",
        ),
    ),
    Fault(
        name="failure-takes-others-along",
        harm="One piece of work that hides an error undoes the moves of others.",
        module="bot.store.sql.commits",
        function="_in_savepoint",
        old='result = piece.work(transaction)\n        session.run("RELEASE piece")\n',
        new="result = piece.work(transaction)\n",
        tests=("tests/postgres/test_postgres.py::test_work_that_hides_a_failure_is_undone_alone",),
    ),
    Fault(
        name="limits-by-process",
        harm="Whoever acts in two places at once invites somebody more often than anybody may.",
        module="bot.store.tables.table_store",
        function="TableStore.create.write",
        old="take_turns_at(tx, table)",
        new="pass",
        tests=("tests/postgres/test_overlaps.py::test_no_limit_is_passed_in_two_processes",),
    ),
    Fault(
        name="follows-by-process",
        harm="Whoever presses in two places at once follows more games than anybody may.",
        module="bot.extensions.news.rows",
        function="NewsStore.follow.write",
        old="tx.take_turns([person])",
        new="pass",
        tests=("tests/postgres/test_overlaps.py::test_no_limit_is_passed_in_two_processes",),
    ),
    Fault(
        name="key-drawn-twice",
        harm="Two who are forgotten at the same time are not, or play rated games again at once.",
        module="bot.store.sql.metadata",
        function="drawn",
        old=" ON CONFLICT (key) DO NOTHING",
        new="",
        tests=("tests/postgres/test_overlaps.py::test_two_who_are_forgotten_first_get_one_key",),
    ),
    Fault(
        name="schema-changed-below-a-process",
        harm="A process of the version before writes into tables that have changed below it.",
        module="bot.store.sql.postgres.schema",
        function="migrate",
        old="if missing and applied:",
        new="if missing and not applied:",
        tests=(
            "tests/postgres/test_postgres.py"
            "::test_no_schema_changes_below_a_process_that_serves_it",
        ),
    ),
    Fault(
        name="mending-opens-a-closed-table",
        harm="A table that was closed while it was compared with its log is open again.",
        module="bot.store.tables.table_store",
        function="TableStore.mend.write",
        old="hold(tx, table_id)",
        new="pass",
        tests=("tests/postgres/test_overlaps.py::test_a_table_that_is_mended_stays_closed",),
    ),
    Fault(
        name="forgotten-rows-stay-in-tables",
        harm="Whoever reads the server's files finds what was deleted years ago.",
        module="bot.store.sql.postgres.server",
        function="PostgresServer.clear_deleted",
        old="await asyncio.to_thread(_vacuum, self._address, tables)",
        new="assert tables",
        tests=(
            "tests/postgres/test_postgres.py::test_who_is_forgotten_is_taken_out_of_the_tables",
        ),
    ),
    Fault(
        name="older-copy-brings-back",
        harm="A host puts an older copy in place, and who was forgotten is there again.",
        module="bot.store.people.accounts",
        function="People.forget_again",
        old="for person in await self.user_ids(listed):",
        new="for person in await self.user_ids([]):",
        tests=(
            "tests/bot/test_forgetting.py"
            "::test_an_older_file_that_is_put_in_place_by_hand_brings_nobody_back",
        ),
    ),
    Fault(
        name="server-without-a-list",
        harm="The list of who was forgotten is lost with the container of the bot.",
        module="bot.settings",
        function="Settings._listed",
        old="if path is None and isinstance",
        new="if path is not None and isinstance",
        tests=("tests/bot/test_settings.py::test_a_server_needs_a_list_of_who_was_forgotten",),
    ),
    Fault(
        name="pings-kept-for-ever",
        harm="Each reminder is a row that nobody deletes.",
        module="bot.store.cleaning",
        function="_useless",
        old='f"at < min(?, {oldest}) - ?"',
        new='f"number > 0 AND at < min(?, {oldest}) - ?"',
        tests=(
            "tests/bot/test_cleaning.py"
            "::test_pings_stay_until_the_message_that_they_belong_to_is_out",
        ),
    ),
    Fault(
        name="place-of-null-unsaid",
        harm="On PostgreSQL, `/board` shows a game that nobody's command began, however old it is.",
        module="bot.store.tables.places",
        function="PlaceStore.latest_in",
        old="begun_by DESC NULLS LAST",
        new="begun_by DESC",
        tests=("tests/bot/test_statements.py::test_an_order_says_where_null_comes",),
    ),
    Fault(
        name="text-that-holds-everything-up",
        harm="Once somebody sends what can't be stored, nothing deferred is written any more.",
        module="bot.store.sql.postgres.statements",
        function="as_ours",
        old="error.sqlstate is None and isinstance(error, psycopg.OperationalError)",
        new="error.sqlstate is None",
        tests=(
            "tests/postgres/test_postgres.py"
            "::test_what_can_never_be_stored_keeps_nothing_else_waiting",
        ),
    ),
)

"""Faults of the promises about several processes on PostgreSQL."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="shares-overlap",
        harm="Two processes carry out the timers of a table, and both send its messages.",
        module="bot.store.sql.transaction",
        function="and_mine",
        old="BETWEEN {shards.first} AND",
        new="BETWEEN 0 AND",
        tests=(
            "tests/bot/test_shard_ranges.py::test_each_sends_and_thinks_and_mends_at_its_own_tables",
        ),
    ),
    Fault(
        name="frozen-process-writes",
        harm="A process that slept carries out what another one has done meanwhile.",
        module="bot.store.sql.postgres.statements",
        function="PostgresSession._begun_as_holder",
        old="return bool(cursor.rowcount)",
        new="return cursor is not None",
        tests=(
            "tests/postgres/test_two_processes.py::test_without_its_lease_a_process_writes_nothing",
        ),
    ),
    Fault(
        name="frozen-process-sends",
        harm="A process that slept sends messages that another one has sent meanwhile.",
        module="bot.store.queues.queues",
        function="Queues.require_held",
        old="if not self.holds:",
        new="if self._db is None:",
        tests=(
            "tests/bot/test_shard_ranges.py::test_a_process_that_may_have_lost_its_shards_sends_nothing",
        ),
    ),
    Fault(
        name="deaf-process-goes-on",
        harm="After a bug, a process does nothing more for ever, and nothing restarts it.",
        module="bot.store.sql.postgres.lease",
        function="Lease.held.ended",
        old="lost()",
        new="assert lost if failure else lost()",
        tests=(
            "tests/postgres/test_two_processes.py::test_a_process_that_hears_nothing_more_ends",
        ),
    ),
    Fault(
        name="waiting-start-gives-up",
        harm="A process that waits for its shards ends with a bug if the database restarts.",
        module="bot.store.sql.postgres.lease",
        function="Lease._take",
        old="except psycopg.Error as",
        new="except psycopg.DataError as",
        tests=(
            "tests/postgres/test_two_processes.py::test_a_start_that_waits_for_shards_outlives_a_restart_of_the_server",
        ),
    ),
    Fault(
        name="others-changes-unheard",
        harm="A table stays as it was in the memory of its process after another one's command.",
        module="bot.tables.lookup",
        function="Lookup.forget",
        old="self.cache.drop(table_id)",
        new="assert table_id",
        tests=(
            "tests/postgres/test_two_processes.py::test_a_table_that_another_process_changes_is_forgotten",
        ),
    ),
    Fault(
        name="table-closed-and-begun",
        harm="A table begins a game after it was closed, by presses in two processes.",
        module="bot.store.tables.writing",
        function="require_unchanged",
        old="not is_same or ",
        new="",
        tests=("tests/postgres/test_overlaps.py::test_a_table_is_closed_or_begun[0]",),
    ),
    Fault(
        name="people-in-any-order",
        harm="Moves of two people wait a second for each other, in a circle.",
        module="bot.store.sql.postgres.statements",
        function="Statements.take_turns",
        old="sorted(set(keys))",
        new="[each for each in () if keys]",
        tests=(
            "tests/postgres/test_two_processes.py::test_those_who_name_the_same_people_follow_one_another",
        ),
    ),
    Fault(
        name="undone-counts-as-committed",
        harm="People are told that their move was made, and it is nowhere.",
        module="bot.store.sql.postgres.statements",
        function="PostgresSession.commit",
        old='.statusmessage != "COMMIT"',
        new=".statusmessage is None",
        tests=(
            "tests/postgres/test_postgres.py::test_a_transaction_that_the_server_undoes_has_not_been_committed",
        ),
    ),
    Fault(
        name="dead-process-hidden",
        harm="People lose on time while the process of their server is dead, but others live.",
        module="bot.store.servers.outages",
        function="_heart_of",
        old="shards.is_whole:",
        new="shards.count:",
        tests=(
            "tests/bot/test_shard_ranges.py::test_a_dead_process_stops_the_clocks_of_its_own_servers_alone",
        ),
    ),
    Fault(
        name="limits-of-all-each",
        harm="Four processes request four times as much as Discord allows a bot, which is a ban.",
        module="bot.delivery.requests",
        function="GlobalLimit.pace",
        old="per_second * self.part",
        new="per_second",
        tests=(
            "tests/bot/test_shard_ranges.py::test_processes_share_what_discord_allows_a_second",
        ),
    ),
    Fault(
        name="schema-changed-below-a-process",
        harm="A process of the version before writes into tables that have changed below it.",
        module="bot.store.sql.postgres.schema",
        function="migrate",
        old="if missing and applied:",
        new="if missing and not applied:",
        tests=(
            "tests/postgres/test_postgres.py::test_no_schema_changes_below_a_process_that_serves_it",
        ),
    ),
    Fault(
        name="copy-drops-pieces",
        harm="Of a large table, only the first rows are copied, and only they are compared.",
        module="bot.store.sql.postgres.copying",
        function="_Table.rows",
        old="if len(rows) < _PIECE:",
        new="if True:",
        tests=("tests/postgres/test_copying.py::test_a_file_is_copied_whole",),
    ),
)

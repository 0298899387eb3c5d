"""Faults of processes that share a database: two that do the same work, or none that does it."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_PROCESSES: Final = "tests/postgres/test_two_processes.py"
_OWNED: Final = "tests/bot/test_shares.py"

FAULTS: Final = (
    Fault(
        name="shares-overlap",
        harm="Two processes carry out the timers of a table, and both send its messages.",
        module="bot.store.shares",
        function="and_mine",
        old="BETWEEN {share.first} AND",
        new="BETWEEN 0 AND",
        tests=(f"{_OWNED}::test_each_sends_and_thinks_and_mends_at_its_own_tables",),
    ),
    Fault(
        name="others-leases-broken",
        harm="A start ends what other processes are doing, and their messages are sent twice.",
        module="bot.store.queues",
        function="Queues.break_leases",
        old="IS NOT NULL{mine}",
        new="IS NOT NULL",
        tests=(f"{_OWNED}::test_a_start_breaks_the_leases_of_its_own_shards_alone",),
    ),
    Fault(
        name="timers-of-all",
        harm="Timers are carried out by a process that doesn't know their server.",
        module="bot.store.queues",
        function="Queues.claim_due",
        old="{_FREE}{mine}",
        new="{_FREE}",
        tests=(f"{_OWNED}::test_each_carries_out_the_timers_of_its_own_servers",),
    ),
    Fault(
        name="frozen-process-writes",
        harm="A process that slept carries out what another one has done meanwhile.",
        module="bot.store.postgres.statements",
        function="PostgresSession._begun_as_holder",
        old="return bool(cursor.rowcount)",
        new="return cursor is not None",
        tests=(f"{_PROCESSES}::test_without_its_lease_a_process_writes_nothing",),
    ),
    Fault(
        name="held-shards-taken",
        harm="Two processes serve the same shards.",
        module="bot.store.postgres.others",
        function="Others._is_taken",
        old="first <= %s AND last >= %s",
        new="first > %s AND last < %s",
        tests=(f"{_PROCESSES}::test_shards_that_another_process_holds_are_waited_for",),
    ),
    Fault(
        name="others-changes-unheard",
        harm="A table stays as it was in the memory of its process after another one's command.",
        module="bot.tables.lookup",
        function="Lookup.forget",
        old="self.cache.drop(table_id)",
        new="assert table_id",
        tests=(f"{_PROCESSES}::test_a_table_that_another_process_changes_is_forgotten",),
    ),
    Fault(
        name="people-in-any-order",
        harm="Moves of two people wait a second for each other, in a circle.",
        module="bot.store.postgres.statements",
        function="Statements.take_turns",
        old="sorted(set(keys))",
        new="[each for each in () if keys]",
        tests=(f"{_PROCESSES}::test_those_who_name_the_same_people_follow_one_another",),
    ),
    Fault(
        name="frozen-process-sends",
        harm="A process that slept sends messages that another one has sent meanwhile.",
        module="bot.store.queues",
        function="Queues.require_held",
        old="if not self._db.holds:",
        new="if self._db is None:",
        tests=(f"{_OWNED}::test_a_process_that_may_have_lost_its_shards_sends_nothing",),
    ),
    Fault(
        name="dead-process-hidden",
        harm="People lose on time while the process of their server is dead, but others live.",
        module="bot.store.outages",
        function="_heart_of",
        old="share.is_whole:",
        new="share.count:",
        tests=(f"{_OWNED}::test_a_dead_process_stops_the_clocks_of_its_own_servers_alone",),
    ),
    Fault(
        name="sessions-at-once",
        harm="Discord refuses sessions of processes that start together.",
        module="bot.store.metadata",
        function="Metadata.turn",
        old="str(at + gap)",
        new="str(at)",
        tests=(f"{_OWNED}::test_processes_draw_turns_that_are_apart",),
    ),
    Fault(
        name="commands-registered-by-all",
        harm="Each process registers the commands, of which Discord allows few a day.",
        module="bot.interactions.command_sync",
        function="sync_commands",
        old="if 0 not in (client.shard_ids or (0,)):",
        new="if not client.shard_ids:",
        tests=(
            f"{_PROCESSES}::test_processes_start_their_sessions_in_turn_and_register_commands_once",
        ),
    ),
    Fault(
        name="servers-of-others-unseen",
        harm="People stop following games in servers of which another process hears.",
        module="bot.delivery.servers",
        function="_guild",
        old="return await client.fetch_guild(guild_id, with_counts=False)",
        new="return None",
        tests=(
            f"{_PROCESSES}"
            "::test_who_sees_a_channel_of_another_processes_server_is_asked_of_discord",
        ),
    ),
    Fault(
        name="rows-of-channels-nobodys",
        harm="Messages without a table are sent by a process that doesn't know their channel.",
        module="bot.store.queues",
        function="enqueue",
        old="coalesce(?, (SELECT guild_id FROM tables WHERE id = ?))",
        new="(SELECT guild_id FROM tables WHERE ? = 0 OR id = ?)",
        tests=(f"{_OWNED}::test_what_has_no_table_is_sent_by_the_process_of_its_server",),
    ),
    Fault(
        name="timers-of-servers-nobodys",
        harm="Puzzles and events are carried out by a process that doesn't know their server.",
        module="bot.store.queues",
        function="set_timer",
        old="coalesce(?, (SELECT guild_id FROM tables WHERE id = ?))",
        new="(SELECT guild_id FROM tables WHERE ? = 0 OR id = ?)",
        tests=(f"{_OWNED}::test_each_carries_out_the_timers_of_its_own_servers",),
    ),
)

"""Faults of processes that share a database: two that do the same work, or none that does it."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

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
        name="rows-of-channels-nobodys",
        harm="Messages without a table are sent by a process that doesn't know their channel.",
        module="bot.store.shares",
        function="message",
        old="coalesce({row}.guild_id, ",
        new="coalesce(",
        tests=(f"{_OWNED}::test_what_has_no_table_goes_by_its_server_or_its_channels_tables",),
    ),
)

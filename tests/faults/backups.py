"""Faults of backups: what a host believes to be safe, and is not."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_TESTS: Final = "tests/bot/test_backups.py"

FAULTS: Final = (
    Fault(
        name="backups-fill-the-disk",
        harm="A backup takes the room that the bot needs.",
        module="bot.backups",
        function="_back_up",
        old="if free < needed:",
        new="if free < needed / 3:",
        tests=(f"{_TESTS}::test_a_full_disk_gets_no_copy",),
    ),
    Fault(
        name="backups-are-readable",
        harm="Others on the machine read the secrets of dice in a backup.",
        module="bot.store.sql.sqlite.files",
        function="part_of",
        old="0o600",
        new="0o644",
        tests=(f"{_TESTS}::test_a_database_in_use_is_copied_whole",),
    ),
    Fault(
        name="database-is-readable",
        harm="Others on the machine read the secrets of dice in the database.",
        module="bot.store.sql.sqlite.file",
        function="_make",
        old="mode=0o600",
        new="mode=0o644",
        tests=("tests/bot/test_database.py::test_a_new_file_is_made_with_its_folder",),
    ),
    Fault(
        name="faulty-backups-count",
        harm="Copies with faults push out those in order.",
        module="bot.backups",
        function="_delete_old",
        old="sound = [each for each in found if _FAULTY not in each.name and each not in ahead]",
        new="sound = [each for each in found if each not in ahead]",
        tests=(f"{_TESTS}::test_a_copy_with_faults_pushes_out_none",),
    ),
    Fault(
        name="unchecked-backups",
        harm="A backup with faults looks like one in order.",
        module="bot.backups",
        function="_back_up",
        old="if faults := faults_in(part, now):",
        new="if faults := []:",
        tests=(f"{_TESTS}::test_a_copy_with_faults_has_another_name_and_replaces_none",),
    ),
    Fault(
        name="restored-with-faults",
        harm="A copy with faults takes the place of the database.",
        module="bot.backups",
        function="restore",
        old="if faults := faults_in(part, now):",
        new="if faults := []:",
        tests=(f"{_TESTS}::test_nothing_changes_where_a_copy_can_not_come_back",),
    ),
    Fault(
        name="restored-while-it-runs",
        harm="The database is replaced under the bot.",
        module="bot.backups",
        function="restore",
        old="with only_process(database), part_of(database) as part:",
        new="with part_of(database) as part:",
        tests=(f"{_TESTS}::test_nothing_changes_where_a_copy_can_not_come_back",),
    ),
    Fault(
        name="log-of-the-former-database-stays",
        harm="SQLite reads the log of the former database into the restored one.",
        module="bot.backups",
        function="restore",
        old="former = _kept(database, now) if database.exists() else None",
        new="former = None",
        tests=(
            f"{_TESTS}::test_a_copy_comes_back_and_what_was_there_stays",
            f"{_TESTS}::test_a_copy_replaces_a_damaged_database",
        ),
    ),
)

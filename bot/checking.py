"""`postboard check` and `postboard ratings`: compare a database with its logs and results."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.extensions.events.rows import repair_events, wrong_events
from bot.model.addresses import ServerAddress
from bot.startup_errors import TRY_AGAIN, WRONG_SETUP, DatabaseInUse, brief, only_process
from bot.store.sql.backends import damage, opened
from bot.store.sql.database import Transaction
from bot.store.sql.errors import Busy, MigrationError, Refused, ShardsTaken, StoreError
from bot.store.tables.counters import count_again, wrong_counters
from bot.store.tables.derived import differences, mend, read_stored
from bot.store.tables.loading import table_from_rows
from bot.store.tables.ratings import fold_again, pools, wrong_ratings
from bot.tables.advance import has_more_to_do

__all__ = ["UNUSABLE", "Report", "check", "check_ratings", "faults_in", "faults_of", "unusable"]


UNUSABLE: Final = (MigrationError, OSError, ShardsTaken, StoreError)
"""Errors of a database of another schema, or one that can't be read or written."""
_STATUSES: Final[Mapping[type, int]] = {Busy: TRY_AGAIN, Refused: WRONG_SETUP}


@dataclass(frozen=True, slots=True)
class Report:
    """The lines that a command about a database prints, and its exit status."""

    lines: list[str]
    status: int


def check(database: Path | ServerAddress, now: int, repairs: bool) -> Report:
    """Report everything in a database that is damaged or doesn't follow from a log.

    All entries of all logs are checked by the rules. With `repairs`, what doesn't follow from a log
    is written again in the same transaction; without, nothing is written. `now` is in Unix seconds.
    The status is 0 if no difference is left, 1 if some are, or one of `bot.startup_errors` if the
    database couldn't be checked.
    """
    if isinstance(database, Path) and not database.is_file():
        return Report([f"There is no file {database}."], WRONG_SETUP)
    try:
        with only_process(database), opened(database, "rw" if repairs else "ro") as tx:
            found = _faults(database, tx, now)
            if not found:
                return Report([f"{database} is in order."], 0)
            if not repairs:
                return Report(found, 1)
            _repair(tx, now)
            left = _faults(database, tx, now)
            last = f"Repaired: {len(found) - len(left)}. Left: {len(left)}."
            return Report([*found, last], 1 if left else 0)
    except DatabaseInUse:
        sentence = f"{database} is in use by another process. Stop that one, or check a copy."
        return Report([sentence], TRY_AGAIN)
    except UNUSABLE as error:
        return unusable(error, f"{database} can't be read")


def check_ratings(database: Path | ServerAddress, writes: bool) -> Report:
    """Report ratings, and steps of ratings, that don't follow from a database's results.

    Nothing else is read, and the bot can run. With `writes`, differing ratings are computed again;
    without, nothing is written. The status is 0 if no difference is left, 1 if some are, or one of
    `bot.startup_errors` if the database can't be used.
    """
    if isinstance(database, Path) and not database.is_file():
        return Report([f"There is no file {database}."], WRONG_SETUP)
    try:
        with opened(database, "ro") as tx:
            count, found = len(pools(tx)), _wrong_ratings(tx)
        if not found:
            return Report([f"The ratings in {database} match its results: {count} pools."], 0)
        if not writes:
            return Report(found, 1)
        with only_process(database), opened(database, "rw") as tx:
            _fold_ratings(tx)
        return Report([*found, "These ratings were computed again."], 0)
    except DatabaseInUse:
        sentence = f"{database} is in use by another process. Stop that one first."
        return Report([sentence], TRY_AGAIN)
    except UNUSABLE as error:
        return unusable(error, f"{database} can't be used")


def unusable(error: MigrationError | OSError | ShardsTaken | StoreError, failed: str) -> Report:
    """Report a database that can't be used. `failed` says what couldn't be done."""
    match error:
        case MigrationError():
            return Report([str(error)], WRONG_SETUP)
        case OSError():
            return Report([f"{error.filename} can't be used: {error.strerror}."], WRONG_SETUP)
        case ShardsTaken():
            return Report([str(error)], TRY_AGAIN)
        case StoreError():
            status = _STATUSES.get(type(error), 1)
            return Report([f"{failed}: {brief(error)}."], status)


def faults_in(database: Path | ServerAddress, now: int) -> list[str]:
    """Return a line for everything in a database that is damaged or doesn't follow from a log.

    `now` is in Unix seconds. Raises MigrationError for another schema, and StoreError if the
    database can't be read.
    """
    with opened(database, "ro") as tx:
        return _faults(database, tx, now)


def _faults(database: Path | ServerAddress, tx: Transaction, now: int) -> list[str]:
    return [*damage(database, tx)] or faults_of(tx, now)


def faults_of(tx: Transaction, now: int) -> list[str]:
    """Return a line for everything that doesn't follow from a log, as a transaction sees it."""
    found = [
        f"table {table_id}: {each}"
        for table_id in _tables(tx)
        for each in _differences(tx, table_id, now)
    ]
    found += _wrong_ratings(tx)
    found += wrong_events(tx)
    # Counters come last: a fault in a table shows in its counters, too.
    return found or wrong_counters(tx)


def _repair(tx: Transaction, now: int) -> None:
    for table_id in _tables(tx):
        mend(tx, table_id, now, has_more_to_do)
    _fold_ratings(tx)
    repair_events(tx)
    if wrong_counters(tx):
        count_again(tx)


def _wrong_ratings(tx: Transaction) -> list[str]:
    return [
        f"server {guild_id}, {pool}: {each}"
        for guild_id, pool in pools(tx)
        for each in wrong_ratings(tx, guild_id, pool)
    ]


def _fold_ratings(tx: Transaction) -> None:
    for guild_id, pool in pools(tx):
        if wrong_ratings(tx, guild_id, pool):
            fold_again(tx, guild_id, pool)


def _tables(tx: Transaction) -> list[int]:
    return [row["id"] for row in tx.do("SELECT id FROM tables ORDER BY id")]


def _differences(tx: Transaction, table_id: int, now: int) -> list[str]:
    stored = read_stored(tx, table_id)
    assert stored is not None, "no one deletes tables"
    table = table_from_rows(stored.rows, trusting=False)
    return differences(stored, table, now, has_more_to_do)

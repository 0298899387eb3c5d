"""`postboard backup` and `postboard restore`: checked copies of the database, and their return."""

import os
import re
import shutil
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.checking import UNUSABLE, Report, faults_in, unusable
from bot.model.caller import Person
from bot.model.retention import COPY_DAYS
from bot.startup_errors import TRY_AGAIN, WRONG_SETUP, DatabaseInUse, only_process
from bot.store.people.forgetting import erase
from bot.store.sql.errors import StoreError
from bot.store.sql.forgotten import file_of, forgotten
from bot.store.sql.side_files import note_backup
from bot.store.sql.sqlite.files import copy_database, empty_log, opened, part_of, put
from bot.store.sql.sqlite.schema import MIGRATIONS, upgrade
from rules.time.duration import DAY

__all__ = ["KEPT", "back_up", "restore"]

KEPT: Final = 7
"""Backups that stay in a folder: a week of daily ones."""
_ROOM: Final = 3
"""Copies that have to fit on the disk: one is made, and the bot needs room, too."""
_NAME: Final = re.compile(r"postboard-\d{8}T\d{6}Z\.sqlite3(\.faulty)?")
"""The names of our copies in a folder of backups. Other files are left alone."""
_FAULTY: Final = ".faulty"
_SLASHES: Final = (os.sep, os.altsep or os.sep)
"""End the name of a folder that may not exist yet."""


def back_up(database: Path, target: Path | str, now: int, days: int = COPY_DAYS) -> Report:
    """Copy a database, also while the bot runs, and check the copy.

    `target` is a new file or a folder; text that ends in a slash is a folder, made if needed. In a
    folder the copy is named after the time `now` (Unix seconds), and the newest `KEPT` copies stay
    for at most `days`. Only the file's owner can read it: it holds the secrets of dice. A copy with
    faults is kept under another name, and no older copy is deleted for it. The status is 0 if the
    copy is in order, 1 if it has faults, or one of `bot.startup_errors` if there is none. A file
    beside the database notes a failure, and the bot tells its owner.
    """
    if not database.is_file():
        return Report([f"There is no file {database}."], WRONG_SETUP)
    report = _back_up(database, target, now, days)
    with suppress(OSError):
        note_backup(database, now, failed=report.status != 0)
    return report


def _back_up(database: Path, named: Path | str, now: int, days: int) -> Report:
    target = Path(named)
    try:
        if str(named).endswith(_SLASHES):
            target.mkdir(mode=0o700, parents=True, exist_ok=True)
        copy = target / f"postboard-{_stamp(now)}.sqlite3" if target.is_dir() else target
        if copy.exists():
            return Report([f"{copy} already exists. Name another file, or a folder."], WRONG_SETUP)
        needed, free = _ROOM * _size(database), shutil.disk_usage(copy.parent).free
        if free < needed:
            sentence = (
                f"No backup was made: {copy.parent} has {_in_words(free)} left. It needs"
                f" {_in_words(needed)}, {_ROOM} times the size of the database."
            )
            return Report([sentence], TRY_AGAIN)
        with part_of(copy) as part:
            copy_database(database, part)
            if faults := faults_in(part, now):
                faulty = copy.with_name(copy.name + _FAULTY)
                put(part, faulty)
                return Report(
                    [*faults, f"{faulty} has these faults, and the database may, too."], 1
                )
            put(part, copy)
        deleted = _delete_old(target, now, days) if target.is_dir() else []
    except UNUSABLE as error:
        return unusable(error, f"{database} can't be copied")
    written = f"{copy} is in order ({_in_words(copy.stat().st_size)})."
    return Report([written, *(f"{old} was deleted." for old in deleted)], 0)


def restore(database: Path, copy: Path, now: int, listed: Path | None = None) -> Report:
    """Put a copy in place of a database that isn't in use.

    The copy is checked first, and stays where it is. What takes the place is upgraded to this
    version, and people forgotten since the copy was made (by the file `listed`) are erased from it.
    The former database stays beside it, with the time `now` (Unix seconds) in its name. The status
    is 0 if the copy is in place. After 1, for faults, or one of `bot.startup_errors`, nothing is
    changed.
    """
    if not copy.is_file():
        return Report([f"There is no file {copy}."], WRONG_SETUP)
    if database.exists() and copy.samefile(database):
        return Report([f"{copy} is the database itself."], WRONG_SETUP)
    try:
        with only_process(database), part_of(database) as part:
            copy_database(copy, part)
            upgrade(part, MIGRATIONS)
            if faults := faults_in(part, now):
                return Report([*faults, f"{copy} has these faults, so nothing was changed."], 1)
            _forget(part, forgotten(listed or file_of(database), now))
            former = _kept(database, now) if database.exists() else None
            put(part, database)
    except DatabaseInUse:
        return Report([f"The bot is using {database}. Stop the bot first."], TRY_AGAIN)
    except UNUSABLE as error:
        return unusable(error, f"{copy} can't be put in place")
    restored = f"{database} is now a copy of {copy}."
    return Report([restored, f"The former database is {former}."] if former else [restored], 0)


def _forget(part: Path, persons: list[Person]) -> None:
    """Erase people from a copy who were forgotten after it was made."""
    if not persons:
        return
    with opened(part) as tx:
        erase(tx, persons)


def _kept(database: Path, now: int) -> Path:
    """Keep a database under another name, too, and move its write-ahead log there.

    SQLite would apply that log to any file with the database's name.
    """
    kept = database.with_name(f"{database.name}.before-{_stamp(now)}")
    # What can't be written into the file stays in its log, which is kept, too.
    with suppress(StoreError):
        empty_log(database)
    try:
        os.link(database, kept)
    except OSError:  # FAT and some network file systems have no hard links.
        shutil.copy2(database, kept)
    for ending in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            database.with_name(database.name + ending).replace(kept.with_name(kept.name + ending))
    return kept


def _delete_old(folder: Path, now: int, days: int) -> list[Path]:
    """Delete all but the newest copies in a folder of backups, and return the deleted ones.

    No copy outlives the list of forgotten people, as it still holds them. A copy that a wrong clock
    dated in the future counts as none, and goes once there are enough others.
    """
    first, last = (f"postboard-{_stamp(moment)}" for moment in (now - days * DAY, now))
    found = sorted(file for file in folder.iterdir() if _NAME.fullmatch(file.name))
    ahead = {each for each in found if each.name[: len(last)] > last and _FAULTY not in each.name}
    sound = [each for each in found if _FAULTY not in each.name and each not in ahead]
    old = {file for file in found if file.name < first}
    if len(sound) >= KEPT:
        old |= {file for file in found if file < sound[-KEPT]} | ahead
    for file in old:
        file.unlink()
    return sorted(old)


def _size(database: Path) -> int:
    """Return the bytes of a database and its write-ahead log."""
    files = (database, database.with_name(f"{database.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def _stamp(now: int) -> str:
    """Write a time in Unix seconds so that later times sort later."""
    return f"{datetime.fromtimestamp(now, UTC):%Y%m%dT%H%M%SZ}"


def _in_words(size: int) -> str:
    """Write a number of bytes for people."""
    return f"{size / 1e6:,.1f} MB"

"""The files beside the database: three small ones, its copies, and locks.

The small ones note when a backup failed, that one was made, and what the owner was last told. They
are files rather than rows because a backup only reads the database, and because the time of a file
can be set even while the disk is full, so that the owner isn't told twice. A lock ends with the
process that holds it, however that ends. All times are Unix seconds.
"""

import errno
import os
import re
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from filelock import FileLock

__all__ = [
    "backup_failed_at",
    "delete_copies",
    "knows_backup",
    "lock",
    "note_backup",
    "note_backup_known",
    "note_told",
    "told",
]


def note_backup(database: Path, now: int, *, failed: bool) -> None:
    """Note whether the backup made now has failed. Raises OSError if that can't be noted."""
    file = _backup(database)
    if failed:
        file.touch()
        os.utime(file, (now, now))
    else:
        file.unlink(missing_ok=True)
        note_backup_known(database)


def note_backup_known(database: Path) -> None:
    """Note that a backup was made, or that the owner is told that none was. Raises OSError."""
    _known(database).touch()


def knows_backup(database: Path) -> bool:
    """Tell whether a backup was ever made or failed, or the owner knows that there is none."""
    return _known(database).exists() or _backup(database).exists()


def backup_failed_at(database: Path) -> int | None:
    """Return when the last backup failed, or None if it did not."""
    return _time(_backup(database))


def note_told(database: Path, now: int, summary: str) -> None:
    """Note what the owner is told now. The file is on the disk afterwards.

    On a full disk, only its time is set. Raises OSError if even that fails.
    """
    file = _told(database)
    file.touch()
    with suppress(OSError):
        file.write_text(summary, "utf-8")
    os.utime(file, (now, now))
    with file.open("rb") as written:
        os.fsync(written.fileno())


def told(database: Path) -> tuple[int, str] | None:
    """Return when the owner was last told something, and what, or None."""
    file = _told(database)
    at = _time(file)
    return None if at is None else (at, file.read_text("utf-8"))


def delete_copies(database: Path, before: float) -> list[Path]:
    """Delete the copies beside a database that are older than a moment in Unix seconds.

    They were made before migrations, or are what `postboard restore` replaced. Return the deleted
    ones.
    """
    copies = re.compile(rf"{re.escape(database.name)}\.before-[0-9TZ-]+(-wal|-shm)?")
    old = [
        file
        for file in sorted(database.parent.iterdir())
        # The time of copying: st_mtime is that of the data.
        if copies.fullmatch(file.name) and file.stat().st_ctime < before
    ]
    for file in old:
        file.unlink(missing_ok=True)
    return old


def _backup(database: Path) -> Path:
    return database.with_name(f"{database.name}.backup-failed")


def _known(database: Path) -> Path:
    return database.with_name(f"{database.name}.backup-known")


def _told(database: Path) -> Path:
    return database.with_name(f"{database.name}.told")


def _time(file: Path) -> int | None:
    try:
        return int(file.stat().st_mtime)
    except FileNotFoundError:
        return None


def lock(file: Path, patience: float = 0) -> AbstractContextManager[object]:
    """Take the lock beside a file; a `with` statement releases it.

    Raises filelock.Timeout if another process holds it for so many seconds more, or OSError if the
    folder isn't writable or has no locks.
    """
    beside = FileLock(file.with_name(f"{file.name}.lock"))
    try:
        return beside.acquire(timeout=patience)
    except NotImplementedError as error:
        code = errno.ENOLCK
        raise OSError(code, os.strerror(code), beside.lock_file) from error

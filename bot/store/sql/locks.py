"""Locks beside files, which end with the process that holds them, however that ends."""

import errno
import os
from contextlib import AbstractContextManager
from pathlib import Path

from filelock import FileLock

__all__ = ["lock"]


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

"""Commits that fail for the moment, such as on a full disk or a locked file."""

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from bot.store.faults import is_passing

__all__ = ["until_written"]

_log = logging.getLogger(__name__)
T = TypeVar("T")

_FIRST: Final = 0.2
_LONGEST: Final = 30.0
"""Seconds between two attempts, doubled after each."""


async def until_written(work: Callable[[], Awaitable[T]], must_be_written: Callable[[], bool]) -> T:
    """Return what `work` returns; while the file refuses it, try it again where it must be written.

    Somebody who has pressed can know the number of the press, and so the roll that it leads to: if
    the press were dropped, the next one would be a second try. Raises sqlite3.Error where it need
    not be written, or where waiting does not help.
    """
    pause = _FIRST
    while True:
        try:
            return await work()
        except sqlite3.Error as failure:
            if not is_passing(failure) or not must_be_written():
                raise
            _log.warning("The file can't be written; tried again in %.1f s: %s", pause, failure)
        await asyncio.sleep(pause)
        pause = min(2 * pause, _LONGEST)

"""Commits that fail temporarily, such as on a full disk or a locked database."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Final, TypeVar

from bot.store.sql.errors import Busy, StoreError

__all__ = ["until_written"]

_log = logging.getLogger(__name__)
T = TypeVar("T")

_FIRST: Final = 0.2
_LONGEST: Final = 30.0
"""Seconds between two attempts, doubled after every one."""
_TOLD_AFTER: Final = 5
"""Attempts after which a person is told that their press waits: about six seconds."""


async def until_written(
    work: Callable[[], Awaitable[T]],
    must_be_written: Callable[[], bool],
    waits: Callable[[], None] | None = None,
) -> T:
    """Return the result of `work`, repeating it while the database refuses a required write.

    `waits` is called once if that takes long.

    A person who has pressed can know the number of the press, and so the roll that it leads to: if
    the press were dropped, the next one would be a second try. Raises StoreError if the write isn't
    required, or if waiting doesn't help.
    """
    pause = _FIRST
    for attempt in count(1):
        try:
            return await work()
        except StoreError as failure:
            if not isinstance(failure, Busy) or not must_be_written():
                raise
            _log.warning("Can't write the database, trying again in %.1f s: %s", pause, failure)
        if attempt == _TOLD_AFTER and waits is not None:
            waits()
        await asyncio.sleep(pause)
        pause = min(2 * pause, _LONGEST)
    raise AssertionError("attempts have no end")

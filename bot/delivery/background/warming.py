"""Draws in advance what pictures share: boards, pieces, marks and letters.

A start doesn't wait for it. Only games in progress are drawn, most played first, one picture at a
time with a pause after every one, in the threads that draw for people.
"""

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.delivery.worker import BackgroundTasks
from bot.messages import pictures
from bot.store.servers.facts import ServerStore
from bot.store.sql.errors import StoreError, log_failure
from render.faces import joins_letters
from rules.contract.core import AnyGame
from rules.registry import all_games

__all__ = ["LEAST_MEMORY", "Warming", "memory"]

_log = logging.getLogger(__name__)

LEAST_MEMORY: Final = 300_000_000
"""Bytes of memory below which nothing is drawn in advance: a game's pictures keep 2 to 8 MB."""
_PAUSE: Final = 0.05
"""Seconds between two pictures."""
_OWN_GROUPS: Final = Path("/proc/self/cgroup")
_ROOT: Final = Path("/sys/fs/cgroup")


class Warming:
    """Draws pictures in advance, in the background."""

    def __init__(self, servers: ServerStore) -> None:
        self._servers = servers
        self._drawing = BackgroundTasks("warming")

    def begin(self, ready: Callable[[], Awaitable[object]]) -> None:
        """Start drawing once the bot is `ready`, given enough memory."""
        if not joins_letters():
            _log.warning(
                "libfribidi is missing, so pictures show colors in place of names in Arabic,"
                " Hebrew, Thai and the scripts of India. docs/hosting.md says what to install"
            )
        available = memory()
        if available is None or available >= LEAST_MEMORY:
            self._drawing.begin(self._draw(ready))

    async def stop(self) -> None:
        """Draw no more."""
        await self._drawing.stop()

    async def _draw(self, ready: Callable[[], Awaitable[object]]) -> None:
        await ready()
        try:
            running = await self._servers.games_running()
        except StoreError as failure:
            log_failure(_log, failure, "Can't draw pictures in advance")
            return
        games = all_games()
        for key in sorted(running, key=running.__getitem__, reverse=True):
            if key in games:
                await _draw_course(games[key])


async def _draw_course(game: AnyGame) -> None:
    loop, course = asyncio.get_running_loop(), pictures.warm_up(game)
    while await loop.run_in_executor(pictures.THREADS, next, course, False):  # noqa: ASYNC110
        await asyncio.sleep(_PAUSE)


def memory(groups: Path = _OWN_GROUPS, root: Path = _ROOT) -> int | None:
    """Return the bytes of memory this process can have, or None if the system doesn't say.

    On Linux, `groups` is the file with its control groups, which are folders below `root`.
    """
    found = list[int]()
    with suppress(OSError, ValueError, AttributeError):
        found.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    # The tightest limit counts: a container or service, and each group around it, has its own.
    with suppress(OSError):
        for line in groups.read_text(encoding="utf-8").splitlines():
            group = root / line.rpartition(":")[2].strip("/")
            for each in (group, *group.parents):
                with suppress(OSError, ValueError):
                    found.append(int((each / "memory.max").read_text(encoding="utf-8")))
    return min(found, default=None)

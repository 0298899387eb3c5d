"""Makes replays, one at a time, in a process of low priority that ends with its work."""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from bot.extensions.replays.film import Film
from bot.interactions.cooldowns import Cooldowns
from bot.model.errors import TableError
from engine.pool import FOLDER, environment
from rules.contract.sentence import say
from rules.time.duration import DAY

__all__ = ["Replays"]

_log = logging.getLogger(__name__)

_PROGRAM: Final = ("-m", "bot.extensions.replays.film")
_LONGEST: Final = 300.0
"""The most seconds for one film."""
_BETWEEN: Final = 30
"""Seconds between two replays for one person."""
_SHOWN: Final = 30 * DAY
"""Seconds until a game's replay may be shown to everyone again."""
_FAILED: Final = say("The replay couldn't be made, sorry. Please try again later.")


class Replays:
    """The replays of one bot: who just had one, and which games everyone has seen."""

    def __init__(self, now: Callable[[], float], packages: Sequence[str] = ()) -> None:
        """Make replays of the games of these packages as well; `now` returns Unix seconds."""
        self.had = Cooldowns(now, _BETWEEN)
        # In memory alone: a row of the database would spare a channel little.
        self.shown = Cooldowns(now, _SHOWN)
        self._named = [word for name in packages for word in ("--package", name)]
        self._free = asyncio.Lock()

    async def made(self, film: Film) -> bytes:
        """Return the GIF file of a film. Raises TableError."""
        async with self._free:
            process = await asyncio.create_subprocess_exec(
                sys.executable, *_PROGRAM, *self._named,
                stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=FOLDER, env=environment(),
            )  # fmt: skip
            try:
                async with asyncio.timeout(_LONGEST):
                    file, errors = await process.communicate(film.request)
            except TimeoutError as late:
                raise TableError(_FAILED) from late
            finally:
                # Usually it has ended by itself.
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if process.returncode:
            _log.error("A replay couldn't be made: %s", errors.decode(errors="replace")[-2000:])
            raise TableError(_FAILED)
        if not file:
            raise TableError(
                say("This replay is too large for this place. Choose fewer moves, such as 1-50.")
            )
        return file

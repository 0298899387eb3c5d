"""Times between two showings of a board, a profile or a replay that a person asks for."""

from collections.abc import Callable

__all__ = ["Cooldowns"]


class Cooldowns:
    """Lets something be shown once in a time: a board, a profile, or a replay.

    It is kept in memory, so that they can be shown while nothing can be written.
    """

    def __init__(self, now: Callable[[], float], between: int) -> None:
        """Allow one in `between` seconds per subject; `now` returns Unix seconds."""
        self._now = now
        self._between = between
        self._shown: dict[int, float] = {}

    def begin(self, subject: int) -> bool:
        """Return True if this may be shown now, for a table or a person, and note it.

        A time in the future, from a clock that was wrong, holds nothing back.
        """
        now = self._now()
        self._shown = {
            each: at for each, at in self._shown.items() if now - self._between < at <= now
        }
        if subject in self._shown:
            return False
        self._shown[subject] = now
        return True

    def forget(self, subject: int) -> None:
        """Note that it wasn't shown after all."""
        self._shown.pop(subject, None)

"""The boards and profiles that were just shown to everybody by request."""

from collections.abc import Callable

__all__ = ["Showings"]


class Showings:
    """Lets the board of a table, or the profile of a person, be shown to everybody once in a time.

    It is kept in memory, so that they can be shown while nothing can be written.
    """

    def __init__(self, now: Callable[[], float], between: int) -> None:
        """Allow one in `between` seconds; `now` returns Unix seconds."""
        self._now = now
        self._between = between
        self._shown: dict[int, float] = {}

    def begin(self, number: int) -> bool:
        """Return True if the board or profile with this number may be shown now, and note it.

        A time in the future, from a clock that was wrong, holds nothing back.
        """
        now = self._now()
        self._shown = {
            each: at for each, at in self._shown.items() if now - self._between < at <= now
        }
        if number in self._shown:
            return False
        self._shown[number] = now
        return True

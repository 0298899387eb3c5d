"""The boards that were just shown to everybody by request."""

from collections.abc import Callable

__all__ = ["Showings"]


class Showings:
    """Lets the board of a table be shown to everybody once in a time, whoever asks.

    It is kept in memory, so that a board can be shown while nothing can be written.
    """

    def __init__(self, now: Callable[[], float], between: int) -> None:
        """Allow one in `between` seconds; `now` returns Unix seconds."""
        self._now = now
        self._between = between
        self._shown: dict[int, float] = {}

    def begin(self, table_id: int) -> bool:
        """Return True if a table's board may be shown now, and note it.

        A time in the future, from a clock that was wrong, holds nothing back.
        """
        now = self._now()
        self._shown = {
            table: at for table, at in self._shown.items() if now - self._between < at <= now
        }
        if table_id in self._shown:
            return False
        self._shown[table_id] = now
        return True

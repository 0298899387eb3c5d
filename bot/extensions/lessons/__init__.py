"""The first minutes with a game: guided lessons, and practice against the computer.

Both are private, in one message that changes, so that a newcomer occupies no channel. It enters
these rooms of the core: studies, and the buttons that lead newcomers to a game.
"""

from collections.abc import Sequence

from bot.extensions.lessons.extension import setup
from bot.store.sql.privacy import Kept

__all__ = ["KEPT", "setup"]

KEPT: Sequence[Kept] = ()
"""Nothing: lessons and practice games are studies, which are rows of the core."""

"""The first minutes with a game: guided lessons, and practice against the computer.

Both are private, in one message that changes, so that a newcomer takes up no channel. It uses these
parts of the core: studies, and the buttons that lead newcomers to a game.
"""

from bot.extensions.lessons.extension import setup
from bot.extensions.lessons.rows import KEPT

__all__ = ["KEPT", "setup"]

"""The puzzle of the day.

A server gets one at its hour, from its own finished games or from the stock, and people solve it
alone in the Move panel. Streaks count. It uses these parts of the core: settings, timers, messages
that are kept up to date, studies, and the diagnosis of a server.
"""

from bot.extensions.puzzles.extension import setup
from bot.extensions.puzzles.rows import KEPT

__all__ = ["KEPT", "setup"]

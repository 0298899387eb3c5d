"""The weekly message of a server, on Sunday at the hour of its club.

One silent message praises what was worth seeing: the game of the week and its poster, a move, an
upset, a streak, newcomers, first meetings. It uses these parts of the core: settings, timers, the
outbox, and reports of the engine.
"""

from bot.extensions.week.extension import setup

__all__ = ["KEPT", "setup"]

KEPT = ()
"""Nothing: the core keeps results, reports and the rows of servers."""

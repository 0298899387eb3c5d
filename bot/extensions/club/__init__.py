"""The club board of a server.

One message in a channel of its choice shows the games that run, who is due, and the tables that
wait, and begins games. It enters these rooms of the core: settings, timers, messages that are kept
up to date, and the diagnosis of a server.
"""

from bot.extensions.club.extension import setup
from bot.extensions.club.rows import KEPT

__all__ = ["KEPT", "setup"]

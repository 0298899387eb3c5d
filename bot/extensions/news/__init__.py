"""The news that a person hears beyond the turn itself.

People follow games without playing in them, get a digest a day in place of pings, and a server has
a channel that is told how its games end. It enters these rooms of the core: preferences and
`/notify`, pings and reminders, timers, the outbox, and the transactions of entries and settings.
"""

from bot.extensions.news.extension import setup
from bot.extensions.news.rows import KEPT

__all__ = ["KEPT", "setup"]

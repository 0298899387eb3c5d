"""News that a person gets beyond the turn itself.

People follow games without playing in them and get a daily summary in place of pings, and a server
has a channel where results are posted. It uses these parts of the core: preferences and `/notify`,
pings and reminders, timers, the outbox, and the transactions of entries and settings.
"""

from bot.extensions.news.extension import setup
from bot.extensions.news.rows import KEPT

__all__ = ["KEPT", "setup"]

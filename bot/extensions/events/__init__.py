"""Events of clubs: groups with a final, seasons, and ladders.

People of a server join one on its card, and their games open by themselves in threads. Organizers
decide what the rules leave open. It uses these parts of the core: tables and their ends, timers,
the outbox, messages that are kept up to date, the settings of a server's club, and what ends with a
channel, a server or a person.
"""

from bot.extensions.events.extension import setup
from bot.extensions.events.rows import KEPT

__all__ = ["KEPT", "setup"]

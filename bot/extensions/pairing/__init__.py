"""Pairing: people of a server who are up for a game get opponents automatically.

A person says once which games they want, and how many at a time. One round a day, and one after
every such press, pairs the people who wait, and their games open in threads. It uses these parts of
the core: tables and their ends, timers, the settings of a server's club, and what ends with a
person.
"""

from bot.extensions.pairing.extension import setup
from bot.extensions.pairing.rows import KEPT

__all__ = ["KEPT", "setup"]

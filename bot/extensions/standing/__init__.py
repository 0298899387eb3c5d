"""Profiles, leaderboards, head to head, figures of games, corrections of ratings.

It reads what the core has counted and rated in the transactions of results, and lets moderators
decide about the ratings of finished games. It uses these parts of the core: the outbox, the panel
of moderators, the list of games, and the fold of ratings.
"""

from bot.extensions.standing.extension import setup
from bot.extensions.standing.rows import KEPT

__all__ = ["KEPT", "setup"]

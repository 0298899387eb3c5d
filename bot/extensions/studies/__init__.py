"""Studies of finished games.

A person looks through any position of a game, walks through their mistakes, or opens the game of a
file and learns whether it was played here (`/game verify`). Only they see it. It uses these parts
of the core: studies, whose mistakes are tasks in the Move panel, reports, and the commands of
`/game`.
"""

from collections.abc import Sequence

from bot.extensions.studies.extension import setup
from bot.store.sql.privacy import Kept

__all__ = ["KEPT", "setup"]

KEPT: Sequence[Kept] = ()
"""Nothing: studies are rows of the core."""

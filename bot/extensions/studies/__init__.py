"""Studies of games that are over.

A person looks through any position of a game, walks through their mistakes, or opens the game of a
file and hears whether it was played here (`/game verify`); they alone see it. It enters these rooms
of the core: studies, whose mistakes are tasks in the Move panel, reports, and the commands of
`/game`.
"""

from collections.abc import Sequence

from bot.extensions.studies.extension import setup
from bot.store.sql.privacy import Kept

__all__ = ["KEPT", "setup"]

KEPT: Sequence[Kept] = ()
"""Nothing: studies are rows of the core."""

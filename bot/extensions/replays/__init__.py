"""Replays and posters of games, and games as files.

A replay shows a game as a moving picture, the message of a game's end gets a poster and tells luck
from skill, and **Export** gives a game to take along. It uses these parts of the core: acts at a
table, the end of a game, timers, reports, and messages that were sent.
"""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bot.interactions.client import Postboard

__all__ = ["KEPT", "setup"]

KEPT: Final = ()
"""Nothing: the core keeps the games."""


async def setup(bot: "Postboard") -> None:
    """Add replays, posters and files to a bot."""
    # The process that makes a replay imports this package, and nothing of Discord.
    from bot.extensions.replays.extension import replays  # noqa: PLC0415

    await bot.add(replays(bot))

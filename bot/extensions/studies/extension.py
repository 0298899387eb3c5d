"""Adds studies of games that are over to a bot."""

from bot.extensions.studies.handlers import CONTROLS
from bot.extensions.studies.values import LEARN
from bot.extensions.studies.verify import verify_command
from bot.extensions.studies.walk import walk
from bot.interactions.client import Postboard
from bot.interactions.extension import Extension

__all__ = ["setup"]


async def setup(bot: Postboard) -> None:
    """Add studies to a bot."""
    await bot.add(
        Extension(
            name="studies",
            controls=[CONTROLS],
            game_commands=[verify_command()],
            tasks={LEARN: lambda _, study, game: walk(bot, study, game)},
        )
    )

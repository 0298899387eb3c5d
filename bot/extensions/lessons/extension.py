"""Adds lessons and practice to a bot."""

from bot.extensions.lessons.handlers import CONTROLS
from bot.interactions.client import Postboard
from bot.interactions.extension import Extension

__all__ = ["setup"]


async def setup(bot: Postboard) -> None:
    """Add lessons and practice to a bot."""
    await bot.add(Extension(name="lessons", controls=[CONTROLS]))

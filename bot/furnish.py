"""Furnishes a bot that has logged in: its commands, its buttons, and what it owes."""

import importlib
import pkgutil
from pathlib import Path
from typing import Final

from bot import sync
from bot.client import Postboard
from bot.presses import Component

__all__ = ["furnish"]

_DAY: Final = 24 * 60 * 60


async def furnish(bot: Postboard) -> None:
    """Find every room and cog, tell Discord of the commands, and begin to pay the outbox."""
    for room in _modules("rooms"):
        importlib.import_module(room)
    bot.add_dynamic_items(Component)
    for cog in _modules("cogs"):
        if cog not in bot.extensions:
            await bot.load_extension(cog)
    await sync.commands(bot, bot.store)
    await bot.store.forget_seen(int(bot.now()) - _DAY)
    bot.outbox.start()


def _modules(package: str) -> list[str]:
    folder = Path(__file__).with_name(package)
    return [module.name for module in pkgutil.iter_modules([str(folder)], f"bot.{package}.")]

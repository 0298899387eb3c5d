"""Registers commands and component handlers with a client that has logged in."""

import importlib
import pkgutil
from collections.abc import Iterable

from bot.interactions import command_sync, commands, components
from bot.interactions.client import Postboard
from bot.interactions.components.router import CORE, Component, on_modal_submit
from bot.interactions.components.table.acts import ACTS
from bot.interactions.errors import on_command_error
from bot.interactions.game_command import game
from bot.interactions.gateway.library_log import shorten_faults
from bot.interactions.gateway.outages import watch_outages
from bot.interactions.gateway.places import watch_places
from bot.interactions.installs import state_places, supported_installs
from bot.interactions.notify_command import notify

__all__ = ["add_core", "import_handlers", "register"]


async def register(bot: Postboard) -> None:
    """Answer what people press and type, sync the commands, and start the work."""
    bot.add_dynamic_items(Component)
    bot.add_listener(on_modal_submit, "on_interaction")
    watch_places(bot)
    watch_outages(bot)
    bot.tree.error(on_command_error)
    bot.tree.add_command(game(bot))
    bot.tree.add_command(notify(bot))
    state_places(bot.tree, supported_installs(bot))
    shorten_faults()
    await command_sync.require_commands(bot, bot.store.metadata)
    await bot.start_work()


async def add_core(bot: Postboard) -> None:
    """Add the component handlers and commands of the core, before those of extensions."""
    import_handlers()
    bot.additions.answer(CORE)
    bot.additions.perform(ACTS)
    for name in _modules(commands.__name__, commands.__path__):
        await importlib.import_module(name).setup(bot)


def import_handlers() -> None:
    """Import the modules whose handlers the router of the core is to know."""
    for name in _modules(components.__name__, components.__path__):
        importlib.import_module(name)


def _modules(package: str, path: Iterable[str]) -> list[str]:
    """Return the names of all modules of a package and its sub-packages."""
    return [module.name for module in pkgutil.walk_packages(path, f"{package}.")]

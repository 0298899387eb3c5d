"""Registers commands and component handlers with a client that has logged in.

Commands are registered with Discord only when they have changed: it allows few updates a day.
"""

import hashlib
import importlib
import json
import logging
import pkgutil
from collections.abc import Iterable
from typing import Final

import discord

from bot.delivery import command_mentions
from bot.delivery.requests import bounded
from bot.interactions import commands, components
from bot.interactions.client import Postboard
from bot.interactions.command_texts import CatalogueTranslator
from bot.interactions.components.router import CORE, Component, on_modal_submit
from bot.interactions.components.servers.set_up import add_room
from bot.interactions.components.table.acts import ACTS
from bot.interactions.errors import on_command_error
from bot.interactions.gateway.library_log import shorten_faults
from bot.interactions.gateway.outages import watch_outages
from bot.interactions.gateway.places import watch_places
from bot.interactions.installs import state_places, supported_installs
from bot.interactions.notify_command import notify
from bot.interactions.performances import game
from bot.messages.words.locale import has_translations

__all__ = ["add_core", "import_handlers", "register", "sync_commands"]

_log = logging.getLogger(__name__)

_LONGEST: Final = 120.0
"""The most seconds for the requests about commands, which Discord may let wait a minute."""


async def register(bot: Postboard) -> None:
    """Answer what people press and type, sync the commands, and start the work."""
    bot.add_dynamic_items(Component)
    # discord.py makes components from their custom_ids, but no forms.
    bot.add_listener(on_modal_submit, "on_interaction")
    watch_places(bot)
    watch_outages(bot)
    bot.tree.error(on_command_error)
    bot.tree.add_command(game(bot))
    bot.tree.add_command(notify(bot))
    state_places(bot.tree, supported_installs(bot))
    shorten_faults()
    # First of all, since messages mention commands by the ids that Discord gave them.
    await _require_commands(bot)
    await bot.start_work()


async def sync_commands(bot: Postboard) -> bool:
    """Register the commands if they differ from those registered last; return True if they did.

    Discord's own list is checked too: commands may have been removed outside the bot.
    """
    tree, metadata, key = bot.tree, bot.store.metadata, _key(bot)
    # discord.py translates every text into every language, which takes a third of the time of a
    # start.
    translator = CatalogueTranslator() if has_translations() else None
    await tree.set_translator(translator)
    wanted = [
        await each.get_translated_payload(tree, translator) if translator else each.to_dict(tree)
        for each in tree.get_commands()
    ]
    digest = hashlib.sha256(json.dumps(wanted, sort_keys=True).encode()).hexdigest()
    registered = await tree.fetch_commands()
    command_mentions.learn(registered)
    if 0 not in (bot.shard_ids or (0,)):  # Another process registers them.
        return False
    there = {command.name for command in registered}
    if await metadata.get(key) == digest and there == {command["name"] for command in wanted}:
        return False
    command_mentions.learn(await tree.sync())
    await metadata.set(key, digest)
    _log.info("Registered %d commands", len(wanted))
    return True


async def _require_commands(bot: Postboard) -> None:
    """Register the commands; if that fails, go on with those registered before, if any.

    Raises what discord.py raises if there are none, or TimeoutError.
    """
    try:
        await bounded(sync_commands(bot), _LONGEST, bot.limit)
    except (discord.DiscordException, TimeoutError) as failure:
        if await bot.store.metadata.get(_key(bot)) is None:
            raise
        _log.error("The commands stay as they were registered before: %s", failure)


def _key(bot: Postboard) -> str:
    return f"commands of {bot.application_id}"


async def add_core(bot: Postboard) -> None:
    """Add the component handlers and commands of the core, before the extensions'."""
    import_handlers()
    bot.additions.answer(CORE)
    bot.additions.perform(ACTS)
    add_room(bot)
    for name in _modules(commands.__name__, commands.__path__):
        await importlib.import_module(name).setup(bot)


def import_handlers() -> None:
    """Import the modules whose handlers the router of the core is to know."""
    for name in _modules(components.__name__, components.__path__):
        importlib.import_module(name)


def _modules(package: str, path: Iterable[str]) -> list[str]:
    """Return the names of all modules of a package and its sub-packages."""
    return [module.name for module in pkgutil.walk_packages(path, f"{package}.")]

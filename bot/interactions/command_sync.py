"""Registers the commands with Discord when they have changed, since it allows few updates a day."""

import hashlib
import json
import logging

import discord
from discord.ext import commands as ext

from bot.delivery import command_mentions
from bot.interactions.command_texts import CatalogueTranslator
from bot.messages.words.locale import has_translations
from bot.store.sql.metadata import Metadata

__all__ = ["require_commands", "sync_commands"]

_log = logging.getLogger(__name__)


async def sync_commands(client: ext.AutoShardedBot, metadata: Metadata) -> bool:
    """Register the commands if they differ from those registered last; return True if they did.

    Discord's own list is checked too: commands may have been removed outside the bot.
    """
    tree = client.tree
    key = _key(client)
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
    if 0 not in (client.shard_ids or (0,)):  # Another process registers them.
        return False
    there = {command.name for command in registered}
    if await metadata.get(key) == digest and there == {command["name"] for command in wanted}:
        return False
    command_mentions.learn(await tree.sync())
    await metadata.set(key, digest)
    _log.info("Registered %d commands", len(wanted))
    return True


async def require_commands(client: ext.AutoShardedBot, metadata: Metadata) -> None:
    """Register the commands; if that fails, go on with those registered before, if any.

    Raises what discord.py raises if there are none.
    """
    try:
        await sync_commands(client, metadata)
    except discord.DiscordException as failure:
        if await metadata.get(_key(client)) is None:
            raise
        _log.error("The commands stay as they were registered before: %s", failure)


def _key(client: ext.AutoShardedBot) -> str:
    return f"commands of {client.application_id}"

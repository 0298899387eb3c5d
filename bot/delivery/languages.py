"""The language in which each message is written: the one place that decides.

- What all read of a table is in the table's language, fixed when it opens (`Tables.open`): the
  server's, or else that of the person who opened it.
- Other messages in a server are in the server's language: the one chosen in its settings, or else
  a Community server's own, or else English.
- Direct messages are in the language in which the person used the bot last; private answers are in
  the reader's, as the interaction tells it.
"""

from dataclasses import replace

import discord

from bot.delivery.servers import community_locale
from bot.messages.controls.message import Message
from bot.messages.words.locale import DEFAULT
from bot.model.queues import OutboxItem
from bot.model.table import Table
from bot.store.people.accounts import People
from bot.store.servers.facts import ServerStore

__all__ = ["Languages", "spoken_in"]


class Languages:
    """The languages of servers and of people, by Discord's codes."""

    def __init__(self, client: discord.Client, servers: ServerStore, people: People) -> None:
        self._client = client
        self._servers = servers
        self._people = people

    async def of_server(self, guild_id: int) -> str:
        """Return the language of a server; English if it has none."""
        community = community_locale(self._client.get_guild(guild_id))
        return (await self._servers.settings(guild_id)).spoken(community) or DEFAULT

    async def of_row(self, item: OutboxItem, table: Table | None) -> str:
        """Return the language of a row of the outbox, at its table if it has one."""
        if table is not None:
            return table.locale
        if item.channel_id is None:
            assert item.person is not None, "a row has a channel or a person"
            return await self._people.locale_of(item.person) or DEFAULT
        guild_id = item.guild_id or self._guild_of(item.channel_id)
        return DEFAULT if guild_id is None else await self.of_server(guild_id)

    def _guild_of(self, channel_id: int) -> int | None:
        channel = self._client.get_channel(channel_id)
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return channel.guild.id
        return None


def spoken_in(post: Message, locale: str) -> Message:
    """Return a message that all read in this language, unless it is in another already.

    A message that is kept up to date changes with its language.
    """
    if post.locale is not None:
        return post
    digest = post.digest if locale == DEFAULT or not post.digest else f"{post.digest} {locale}"
    return replace(post, locale=locale, digest=digest)

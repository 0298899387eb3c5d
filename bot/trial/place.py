"""The private channel of a trial, with its posts until they are deleted."""

from collections.abc import AsyncGenerator, Awaitable
from contextlib import asynccontextmanager
from typing import Final

import discord

from bot.delivery.rendering import Rendered
from bot.delivery.requests import SEND_ERRORS
from bot.interactions.installs import PERMISSIONS
from bot.messages.controls.message import Message
from bot.messages.words.locale import DEFAULT
from bot.trial.report import Requests

__all__ = ["Place", "TrialError", "opened"]

_PRIVATE: Final = (
    "Use a text channel that only you and the bot can see. Everyone else there would see the trial."
)


class TrialError(Exception):
    """The channel can't be used. The message says why, and what to do."""


class Place:
    """The channel, and the trial's messages and threads there."""

    def __init__(
        self, client: discord.Client, channel: discord.TextChannel, requests: Requests
    ) -> None:
        self.client = client
        self.channel = channel
        self.requests = requests
        self.left_over: list[str] = []
        """Things that couldn't be deleted, in words."""
        self._messages: list[discord.Message] = []
        self._threads: list[discord.Thread] = []

    async def post(
        self, text: str, *, nonce: str | None = None, pings: discord.Object | None = None
    ) -> discord.Message:
        """Send words that ping no one but this user, to be deleted at the end."""
        allowed = discord.AllowedMentions(
            everyone=False, roles=False, users=[pings] if pings else []
        )
        if nonce is None:
            return self.keep(await self.channel.send(text, allowed_mentions=allowed))
        return self.keep(await self.channel.send(text, allowed_mentions=allowed, nonce=nonce))

    async def show(self, message: Message) -> discord.Message:
        """Send a message as games send theirs, to be deleted at the end."""
        return self.keep(await self.channel.send(**Rendered(message, {}, DEFAULT).to_send()))

    def keep(self, message: discord.Message) -> discord.Message:
        """Remember a message to delete at the end."""
        self._messages.append(message)
        return message

    async def thread(self, message: discord.Message, name: str) -> discord.Thread:
        """Open a thread under a message for a week, to be deleted at the end."""
        thread = await message.create_thread(name=name, auto_archive_duration=10080)
        self._threads.append(thread)
        return thread

    async def open_thread(self, name: str) -> discord.Thread:
        """Open a thread without a message, to be deleted at the end."""
        thread = await self.channel.create_thread(
            name=name, type=discord.ChannelType.public_thread, auto_archive_duration=10080
        )
        self._threads.append(thread)
        return thread

    async def read(self, message: discord.Message) -> discord.Message:
        """Return a message as Discord has it now."""
        return await message.channel.fetch_message(message.id)

    async def clean_up(self) -> None:
        """Delete everything. A thread that the bot can't delete is closed."""
        for message in reversed(self._messages):
            await self._end(message.delete(), "a message")
        for thread in self._threads:
            try:
                await thread.delete()
            except discord.Forbidden:
                await self._end(thread.edit(archived=True), "a thread")
                self.left_over.append(
                    f"the thread “{thread.name}”, closed, as the bot lacks Manage Threads"
                )

    async def _end(self, work: Awaitable[object], what: str) -> None:
        try:
            await work
        except discord.NotFound:
            pass
        except SEND_ERRORS as failure:
            self.left_over.append(f"{what} ({type(failure).__name__})")


@asynccontextmanager
async def opened(
    client: discord.Client, channel_id: int, requests: Requests
) -> AsyncGenerator[Place]:
    """Yield the channel, and clean it up afterwards. Raises TrialError."""
    place = Place(client, await _channel(client, channel_id), requests)
    try:
        yield place
    finally:
        await place.clean_up()


async def _channel(client: discord.Client, channel_id: int) -> discord.TextChannel:
    """Return the channel. Raises TrialError unless it is private, with the permissions of games."""
    try:
        found = await client.fetch_channel(channel_id)
        if not isinstance(found, discord.TextChannel):
            raise TrialError(f"{channel_id} isn't a text channel of a server. {_PRIVATE}")
        guild = await client.fetch_guild(found.guild.id)
        channel = await guild.fetch_channel(channel_id)
        assert client.user is not None, "the client has logged in"
        assert isinstance(channel, discord.TextChannel), "it is the same one"
        granted = channel.permissions_for(await guild.fetch_member(client.user.id))
    except (discord.NotFound, discord.Forbidden, discord.InvalidData) as error:
        raise TrialError(
            f"The bot can't see channel {channel_id}. Copy the channel's link, invite the bot to"
            " its server, and let it view the channel."
        ) from error
    if channel.permissions_for(guild.default_role).view_channel:
        raise TrialError(f"#{channel.name} isn't private. {_PRIVATE}")
    lacking = [name for name, needed in PERMISSIONS if needed and not getattr(granted, name)]
    if lacking:
        words = ", ".join(name.replace("_", " ").title() for name in lacking)
        raise TrialError(f"The bot needs these permissions in #{channel.name}: {words}.")
    return channel

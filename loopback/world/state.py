"""The state: users, guilds, channels, messages, and the permissions in them."""

from collections.abc import Iterator
from typing import Final

from loopback.addresses import Addresses
from loopback.clock import Clock
from loopback.model import permissions
from loopback.model.channels import Channel, ChannelType, Overwrite, Webhook
from loopback.model.messages import Attachment, Message
from loopback.model.people import Guild, Member, Role, User
from loopback.model.permissions import NONE, Permission
from loopback.payload import Payload
from loopback.snowflake import Snowflakes, named
from loopback.world.feed import (
    AvailabilityChanged,
    BotJoined,
    BotLeft,
    ChannelChanged,
    ChannelDeleted,
    ChannelOpened,
    Feed,
)

COLOURS = ("#5865f2", "#eb459e", "#f47b67", "#f8c300", "#45ddc0", "#9b84ec")
BOT_COLOUR = "#3ba55d"
APPLICATION_ID: Final = named("application")


class World:
    """The state of this Discord. Lookups raise KeyError with a readable reason."""

    def __init__(self, clock: Clock, feed: Feed, application: str) -> None:
        self.clock = clock
        self.feed = feed
        self.addresses = Addresses()
        self.ids = Snowflakes(clock)
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.webhooks: dict[int, Webhook] = {}
        self.uploads: dict[int, Attachment] = {}
        """The files that people gave commands; no message has them."""
        self.bot = User(
            APPLICATION_ID, application.lower(), application, bot=True, colour=BOT_COLOUR
        )
        self.users[self.bot.id] = self.bot
        self.installs: dict[int, Payload] = {0: {}, 1: {}}
        """The kinds of install that the application supports, with their settings."""
        self.portal: Payload = {}
        """Settings of the application in the developer portal that differ from the usual."""

    @property
    def install_types(self) -> list[int]:
        """The kinds of install that the application supports: to guilds (0), to users (1)."""
        return sorted(self.installs)

    @install_types.setter
    def install_types(self, supported: list[int]) -> None:
        self.installs = {each: {} for each in supported}

    @property
    def application_id(self) -> int:
        """The id of the bot's application: its user's, as on Discord since 2016."""
        return self.bot.id

    def add_user(self, name: str, **settings: bool | str) -> User:
        """Add a person; `settings` as in `User` (`accepts_dms=False`, `locale="de"`)."""
        colour = COLOURS[(len(self.users) - 1) % len(COLOURS)]
        user = User(named(f"user {name}"), name.lower().replace(" ", "_"), name, colour=colour)
        for key, value in settings.items():
            setattr(user, key, value)
        self.users[user.id] = user
        return user

    def add_guild(
        self,
        name: str,
        *people: User,
        bot_permissions: int | None = None,
        installed: bool = True,
        has_commands: bool = False,
    ) -> Guild:
        """Add a guild with `people` and, if `installed`, the bot; its owner is a stranger.

        `bot_permissions` are the permissions of the bot's own role, by default enough to post
        pictures. With `has_commands` and not `installed`, the guild has the bot's commands alone.
        """
        guild_id = named(f"guild {name}")
        everyone = Role(guild_id, "@everyone", permissions.EVERYONE, position=0)
        guild = Guild(guild_id, name, named("owner"), {guild_id: everyone})
        guild.has_commands = has_commands
        if installed:
            self._install(guild, bot_permissions)
        for user in people:
            guild.members[user.id] = Member(user, self.clock.now())
        self.guilds[guild.id] = guild
        return guild

    def _install(self, guild: Guild, bot_permissions: int | None) -> None:
        guild.has_commands = True
        granted = permissions.BOARDS if bot_permissions is None else bot_permissions
        role = guild.add_role(self.bot.name, int(granted))
        role.bot_id = self.bot.id
        guild.members[self.bot.id] = Member(self.bot, self.clock.now(), role_ids={role.id})

    def add_bot(self, guild: Guild, *, bot_permissions: int | None = None) -> None:
        """Add the bot to a guild that it is not in."""
        self._install(guild, bot_permissions)
        self.feed.publish(BotJoined(guild))

    def remove_bot(self, guild: Guild) -> None:
        """Remove the bot from a guild, with its commands and the role that Discord made for it."""
        guild.has_commands = False
        del guild.members[self.bot.id]
        for role in [each for each in guild.roles.values() if each.bot_id == self.bot.id]:
            del guild.roles[role.id]
        self.feed.publish(BotLeft(guild))

    def set_available(self, guild: Guild, *, available: bool) -> None:
        """End or begin an outage of a guild."""
        guild.unavailable = not available
        self.feed.publish(AvailabilityChanged(guild))

    def add_channel(
        self,
        guild: Guild,
        name: str,
        *,
        topic: str = "",
        type: ChannelType = ChannelType.TEXT,  # noqa: A002 - Discord's word
    ) -> Channel:
        """Add a channel below the others."""
        channel_id = named(f"channel {guild.id} {name}")
        channel = Channel(
            channel_id,
            type,
            name,
            guild.id,
            topic=topic,
            position=len(guild.channel_ids),
        )
        self.put_channel(channel)
        return channel

    def add_private_channel(self, *people: User, name: str = "") -> Channel:
        """Add direct messages of two people, or a group of more, without the bot."""
        group = len(people) > 2
        channel = Channel(
            self.ids.next(),
            ChannelType.GROUP_DM if group else ChannelType.DM,
            name or ", ".join(each.name for each in people),
            recipient_ids=tuple(each.id for each in people),
        )
        self.put_channel(channel)
        return channel

    def put_channel(self, channel: Channel) -> None:
        """Add a channel, thread or DM that was made elsewhere, and publish it."""
        self.channels[channel.id] = channel
        if channel.guild_id is not None:
            self.guilds[channel.guild_id].channel_ids.append(channel.id)
        self.feed.publish(ChannelOpened(channel))

    def set_overwrite(
        self,
        channel: Channel,
        target: User | Role,
        *,
        allow: int = 0,
        deny: int = 0,
    ) -> None:
        """Give or take permissions of a user or role in one channel."""
        channel.overwrites[target.id] = Overwrite(allow, deny, person=isinstance(target, User))
        self.feed.publish(ChannelChanged(channel))

    def user(self, name: str | int) -> User:
        """Return the user of this name, username or id."""
        for user in self.users.values():
            if name in (user.id, user.name, user.username):
                return user
        raise KeyError(f"there is no user {name!r}")

    def guild(self, name: str | int | None = None) -> Guild:
        """Return the guild of this name or id, or the first one."""
        for guild in self.guilds.values():
            if name is None or name in (guild.id, guild.name):
                return guild
        raise KeyError(f"there is no guild {name!r}")

    def channel(self, name: str | int | Channel | None = None) -> Channel:
        """Return the channel or thread of this name (a leading # is fine) or id.

        Of several with one name it is the newest. None is the first channel of the first guild.
        """
        if name is None:
            name = next(iter(self.guild().channel_ids), 0)
        if isinstance(name, Channel):
            return name
        if isinstance(name, int):
            if name in self.channels:
                return self.channels[name]
            raise KeyError(f"there is no channel {name}")
        wanted = name.removeprefix("#")
        for channel in reversed(self.channels.values()):
            if channel.name == wanted and channel.type is not ChannelType.DM:
                return channel
        raise KeyError(f"there is no channel {name!r}")

    def is_installed_in(self, guild_id: int | None) -> bool:
        """Return whether the bot is a member of a guild."""
        return guild_id is not None and self.bot.id in self.guilds[guild_id].members

    def has_commands_in(self, guild_id: int | None) -> bool:
        """Return whether a guild has the bot's commands, with the bot or without it."""
        return guild_id is not None and self.guilds[guild_id].has_commands

    def installed_guilds(self) -> list[Guild]:
        """Return the guilds that the bot is a member of."""
        return [each for each in self.guilds.values() if self.bot.id in each.members]

    def guild_of(self, channel: Channel) -> Guild | None:
        """Return the guild of a channel, or None for direct messages."""
        return None if channel.guild_id is None else self.guilds[channel.guild_id]

    def threads_of(self, guild: Guild) -> Iterator[Channel]:
        """Iterate over a guild's threads, archived ones too."""
        for channel_id in guild.channel_ids:
            if self.channels[channel_id].thread is not None:
                yield self.channels[channel_id]

    def permissions(self, user_id: int, channel: Channel) -> Permission:
        """Return a user's permissions in a channel; a thread takes its parent's overwrites."""
        guild = self.guild_of(channel)
        if guild is None:
            return permissions.DIRECT if user_id in channel.recipient_ids else NONE
        if channel.thread is None or channel.parent_id is None:
            return self._granted(guild, channel, user_id)
        granted = self._granted(guild, self.channels[channel.parent_id], user_id)
        hidden = (
            channel.type is ChannelType.PRIVATE_THREAD
            and user_id not in channel.thread.member_ids
            and Permission.MANAGE_THREADS not in granted
        )
        return NONE if hidden else granted

    def _granted(self, guild: Guild, channel: Channel, user_id: int) -> Permission:
        granted = permissions.in_channel(guild, channel, user_id)
        return granted & permissions.OF_THE_SILENT if self.is_silent(guild, user_id) else granted

    def is_silent(self, guild: Guild, user_id: int) -> bool:
        """Return whether a member is timed out, which no one with ADMINISTRATOR ever is."""
        member = guild.members.get(user_id)
        if member is None or member.silent_until <= self.clock.now():
            return False
        return not permissions.in_guild(guild, user_id) & Permission.ADMINISTRATOR

    def may_send(self, user_id: int, channel: Channel) -> bool:
        """Return whether a user may write in a channel or thread."""
        right = (
            Permission.SEND_MESSAGES
            if channel.thread is None
            else Permission.SEND_MESSAGES_IN_THREADS
        )
        return right in self.permissions(user_id, channel)

    def may_see(self, user_id: int, channel: Channel) -> bool:
        """Return whether a user sees a channel."""
        return Permission.VIEW_CHANNEL in self.permissions(user_id, channel)

    def history(self, channel: Channel, user_id: int) -> list[Message]:
        """Return the messages of a channel that a user sees, oldest first."""
        return [
            message
            for message in (self.messages[each] for each in channel.message_ids)
            if message.audience is None or message.audience == user_id
        ]

    def remove_channel(self, channel: Channel, *, with_parent: bool = False) -> None:
        """Delete a channel or thread with its messages and threads, and publish all deletions.

        The channels of a category stay.

        `with_parent`: the channel of this thread is being deleted.
        """
        for child in [each for each in self.channels.values() if each.parent_id == channel.id]:
            if channel.type is ChannelType.CATEGORY:
                child.parent_id = None
                self.feed.publish(ChannelChanged(child))
            else:
                self.remove_channel(child, with_parent=True)
        for webhook in [each for each in self.webhooks.values() if each.channel_id == channel.id]:
            del self.webhooks[webhook.id]
        for message_id in channel.message_ids:
            del self.messages[message_id]
        del self.channels[channel.id]
        if channel.guild_id is not None:
            self.guilds[channel.guild_id].channel_ids.remove(channel.id)
        self.feed.publish(ChannelDeleted(channel, with_parent))

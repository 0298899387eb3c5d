"""The gateway events for changes of the world (reference, "Gateway Events", "Intents")."""

from loopback import wire
from loopback.gateway.service import Gateway
from loopback.gateway.session import Intent, Session
from loopback.model.channels import Channel
from loopback.model.messages import Message
from loopback.model.people import Guild
from loopback.payload import Payload, timestamp
from loopback.world.feed import (
    AvailabilityChanged,
    BanChanged,
    BotJoined,
    BotLeft,
    ChannelChanged,
    ChannelDeleted,
    ChannelOpened,
    Event,
    MemberChanged,
    MemberJoined,
    MemberLeft,
    MessageDeleted,
    MessageEdited,
    MessagePosted,
    MessagesDeleted,
    PinsChanged,
    ReactionChanged,
    ReactionsCleared,
    RoleChanged,
    RoleCreated,
    RoleDeleted,
    ThreadMembersChanged,
    Typing,
    WebhooksChanged,
)
from loopback.world.state import World

_VEILED = ("content", "embeds", "attachments", "components")


class Broadcast:
    """The feed, translated for the gateway. Bots get no events of ephemeral messages."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self._world = world
        self._gateway = gateway
        world.feed.listen(self._hear)

    def _hear(self, event: Event) -> None:
        if not self._gateway.sessions:
            return
        if isinstance(event, MessagePosted):
            self._message("MESSAGE_CREATE", event.message)
        elif isinstance(event, MessageEdited):
            self._message("MESSAGE_UPDATE", event.message)
        elif isinstance(event, MessageDeleted | MessagesDeleted):
            self._deleted(event)
        elif isinstance(event, ChannelOpened):
            self._channel("CREATE", event.channel)
        elif isinstance(event, ChannelChanged):
            self._channel("UPDATE", event.channel)
        elif isinstance(event, ChannelDeleted) and not event.with_parent:
            self._channel("DELETE", event.channel)
        elif isinstance(event, ThreadMembersChanged):
            self._thread_members(event)
        elif isinstance(event, Typing):
            self._typing(event)
        elif isinstance(event, BotJoined | BotLeft | AvailabilityChanged):
            self._guild(event.guild, is_new=isinstance(event, BotJoined))
        else:
            self._hear_of_members(event)

    def _hear_of_members(self, event: Event) -> None:
        if isinstance(event, MemberJoined | MemberChanged | MemberLeft):
            self._member(event)
        elif isinstance(event, BanChanged):
            name = f"GUILD_BAN_{'ADD' if event.banned else 'REMOVE'}"
            data = Payload(user=wire.user(event.user))
            self._of_guild(name, event.guild, data, Intent.GUILD_MODERATION)
        elif isinstance(event, RoleCreated | RoleChanged | RoleDeleted):
            self._role(event)
        elif isinstance(event, ReactionChanged | ReactionsCleared):
            self._reaction(event)
        elif isinstance(event, PinsChanged | WebhooksChanged):
            self._of_channel(event)

    def _of_channel(self, event: PinsChanged | WebhooksChanged) -> None:
        """Send that something in a channel is not as it was, which names the channel alone."""
        channel, name, intent = event.channel, "WEBHOOKS_UPDATE", Intent.GUILD_WEBHOOKS
        if not self._sees(channel):
            return
        data: Payload = {"channel_id": str(channel.id)}
        if channel.guild_id is not None:
            data["guild_id"] = str(channel.guild_id)
        if isinstance(event, PinsChanged):
            name, last = "CHANNEL_PINS_UPDATE", channel.last_pin
            data["last_pin_timestamp"] = None if last is None else timestamp(last)
            intent = Intent.DIRECT_MESSAGES if channel.guild_id is None else Intent.GUILDS
        self._gateway.dispatch(name, data, guild_id=channel.guild_id, intent=intent)

    def _sees(self, channel: Channel) -> bool:
        guild = self._world.guild_of(channel)
        if guild is not None and guild.unavailable:
            return False
        return self._world.may_see(self._world.bot.id, channel)

    def _message(self, name: str, message: Message) -> None:
        channel = self._world.channels[message.channel_id]
        if message.audience is not None or not self._sees(channel):
            return
        in_dm = channel.guild_id is None
        intent = Intent.DIRECT_MESSAGES if in_dm else Intent.GUILD_MESSAGES
        if not any(each.intents & intent for each in self._gateway.sessions):
            return
        whole = wire.message_event(self._world, message)
        bot = self._world.bot
        open_to_bot = in_dm or message.author is bot or bot.id in message.mentions

        def altered(session: Session) -> Payload:
            if open_to_bot or session.intents & Intent.MESSAGE_CONTENT:
                return whole
            return whole | {key: "" if key == "content" else [] for key in _VEILED}

        alter = None if open_to_bot else altered
        self._gateway.dispatch(name, whole, guild_id=channel.guild_id, intent=intent, alter=alter)

    def _deleted(self, event: MessageDeleted | MessagesDeleted) -> None:
        """Send that a message is gone, or several at once, which is told once."""
        if isinstance(event, MessagesDeleted):
            name, channel = "MESSAGE_DELETE_BULK", event.channel
            data = Payload(ids=[str(each) for each in event.ids])
        elif event.with_others or event.message.audience is not None:
            return
        else:
            name, channel = "MESSAGE_DELETE", self._world.channels[event.message.channel_id]
            data = Payload(id=str(event.message.id))
        if not self._sees(channel):
            return
        data["channel_id"] = str(channel.id)
        intent = Intent.DIRECT_MESSAGES
        if channel.guild_id is not None:
            data["guild_id"] = str(channel.guild_id)
            intent = Intent.GUILD_MESSAGES
        self._gateway.dispatch(name, data, guild_id=channel.guild_id, intent=intent)

    def _guild(self, guild: Guild, *, is_new: bool) -> None:
        """Send that a guild came, went or is unavailable (gateway-events.mdx, "Guilds").

        `unavailable` is absent where the bot joins (discord-api-docs pull request 5124).
        """
        guild_id = str(guild.id)
        if self._world.bot.id not in guild.members:
            name, data = "GUILD_DELETE", Payload(id=guild_id)
        elif guild.unavailable:
            name, data = "GUILD_DELETE", Payload(id=guild_id, unavailable=True)
        else:
            self._guild_create(guild, is_new=is_new)
            return
        self._gateway.dispatch(name, data, guild_id=guild.id, intent=Intent.GUILDS)

    def _guild_create(self, guild: Guild, *, is_new: bool) -> None:
        def written(session: Session) -> Payload:
            data = session.guild_create(self._world, guild)
            if is_new:
                del data["unavailable"]
            return data

        self._gateway.dispatch(
            "GUILD_CREATE", {}, guild_id=guild.id, intent=Intent.GUILDS, alter=written
        )

    def _reaction(self, event: ReactionChanged | ReactionsCleared) -> None:
        message = event.message
        channel = self._world.channels[message.channel_id]
        if message.audience is not None or not self._sees(channel):
            return
        data: Payload = {"channel_id": str(channel.id), "message_id": str(message.id)}
        intent = Intent.DIRECT_MESSAGE_REACTIONS
        guild = self._world.guild_of(channel)
        if guild is not None:
            data["guild_id"] = str(guild.id)
            intent = Intent.GUILD_MESSAGE_REACTIONS
        if event.emoji is not None:
            data["emoji"] = {"id": None, "name": event.emoji}
        name = "MESSAGE_REACTION_REMOVE_ALL"
        if isinstance(event, ReactionChanged):
            name = f"MESSAGE_REACTION_{'ADD' if event.added else 'REMOVE'}"
            data |= {"user_id": str(event.user.id), "burst": False, "type": 0}
            if event.added:
                data["message_author_id"] = str(message.author.id)
            member = guild.members.get(event.user.id) if guild and event.added else None
            if member is not None:
                data["member"] = wire.member_of_guild(member)
        elif event.emoji is not None:
            name = "MESSAGE_REACTION_REMOVE_EMOJI"
        self._gateway.dispatch(name, data, guild_id=channel.guild_id, intent=intent)

    def _of_guild(self, name: str, guild: Guild, data: Payload, intent: int) -> None:
        """Send an event of a guild that the bot is in."""
        if not guild.unavailable and self._world.bot.id in guild.members:
            written = {"guild_id": str(guild.id)} | data
            self._gateway.dispatch(name, written, guild_id=guild.id, intent=intent)

    def _member(self, event: MemberJoined | MemberChanged | MemberLeft) -> None:
        """Send that a member came, changed or went; a change lacks mute and deaf.

        The bot hears of its own changes without any intent (gateway.mdx, "Caveats").
        """
        intent: int = Intent.GUILD_MEMBERS
        if isinstance(event, MemberLeft):
            name, data = "GUILD_MEMBER_REMOVE", Payload(user=wire.user(event.user))
        else:
            data = wire.member_with_user(event.member)
            name = "GUILD_MEMBER_ADD"
        if isinstance(event, MemberChanged):
            name = "GUILD_MEMBER_UPDATE"
            del data["mute"], data["deaf"]
            intent = 0 if event.member.user is self._world.bot else intent
        self._of_guild(name, event.guild, data, intent)

    def _role(self, event: RoleCreated | RoleChanged | RoleDeleted) -> None:
        data = Payload(role=wire.role(event.role))
        if isinstance(event, RoleDeleted):
            name, data = "GUILD_ROLE_DELETE", Payload(role_id=str(event.role.id))
        else:
            name = f"GUILD_ROLE_{'CREATE' if isinstance(event, RoleCreated) else 'UPDATE'}"
        self._of_guild(name, event.guild, data, Intent.GUILDS)

    def _channel(self, what: str, channel: Channel) -> None:
        """Send a channel, also one that the bot does not see, or a thread that it sees."""
        guild = self._world.guild_of(channel)
        if guild is None or guild.unavailable or self._world.bot.id not in guild.members:
            return
        if channel.thread is not None and not self._sees(channel):
            return
        data = wire.channel(self._world, channel)
        if channel.thread is not None and what == "CREATE":
            data["newly_created"] = True
        kind = "CHANNEL" if channel.thread is None else "THREAD"
        self._gateway.dispatch(
            f"{kind}_{what}", data, guild_id=channel.guild_id, intent=Intent.GUILDS
        )

    def _thread_members(self, event: ThreadMembersChanged) -> None:
        """Send who joined and left; a bot that was added is sent the thread first.

        About others it is told with the intent GUILD_MEMBERS alone. See gateway-events.mdx, "Thread
        Create" and "Thread Members Update".
        """
        channel = event.channel
        if channel.thread is None or not self._sees(channel):
            return
        bot_id = self._world.bot.id
        if bot_id in event.added:
            self._gateway.dispatch(
                "THREAD_CREATE",
                wire.channel(self._world, channel)
                | {"member": wire.thread_member(channel, bot_id)},
                guild_id=channel.guild_id,
                intent=Intent.GUILDS,
            )
        data: Payload = {
            "id": str(channel.id),
            "guild_id": str(channel.guild_id),
            "member_count": len(channel.thread.member_ids),
            "added_members": [wire.thread_member(channel, each) for each in event.added],
            "removed_member_ids": [str(each) for each in event.removed],
        }
        is_own = bot_id in event.added or bot_id in event.removed
        intent = Intent.GUILDS if is_own else Intent.GUILD_MEMBERS
        self._gateway.dispatch(
            "THREAD_MEMBERS_UPDATE", data, guild_id=channel.guild_id, intent=intent
        )

    def _typing(self, event: Typing) -> None:
        channel = event.channel
        if event.user is self._world.bot or not self._sees(channel):
            return
        data: Payload = {
            "channel_id": str(channel.id),
            "user_id": str(event.user.id),
            "timestamp": int(self._world.clock.now()),
        }
        intent = Intent.DIRECT_MESSAGE_TYPING
        if channel.guild_id is not None:
            data["guild_id"] = str(channel.guild_id)
            intent = Intent.GUILD_MESSAGE_TYPING
        self._gateway.dispatch("TYPING_START", data, guild_id=channel.guild_id, intent=intent)

"""The view of the chat page, in the JSON that `protocol.md` describes."""

from loopback import wire
from loopback.interactions import commands
from loopback.interactions.commands import Leaf
from loopback.interactions.lifecycle import Interaction
from loopback.model.channels import Channel, ChannelType
from loopback.model.messages import Attachment, Message, MessageFlag, MessageType
from loopback.model.people import LOCALES, User
from loopback.payload import Payload, as_payloads, is_list, is_payload, timestamp
from loopback.platform import Platform
from loopback.validation.messages import FILE_LIMIT
from loopback.world import mentions

_TYPES = {
    ChannelType.TEXT: "text",
    ChannelType.CATEGORY: "text",
    ChannelType.ANNOUNCEMENT: "text",
    ChannelType.VOICE: "text",
    ChannelType.STAGE: "text",
    ChannelType.FORUM: "text",
    ChannelType.MEDIA: "text",
    ChannelType.DM: "dm",
    ChannelType.GROUP_DM: "dm",
    ChannelType.ANNOUNCEMENT_THREAD: "thread",
    ChannelType.PUBLIC_THREAD: "thread",
    ChannelType.PRIVATE_THREAD: "private_thread",
}


class PageView:
    """The world as one person sees it."""

    def __init__(self, platform: Platform, me: User) -> None:
        self._platform = platform
        self._world = platform.world
        self._me = me

    def state(self) -> Payload:
        """Write everything but messages and commands."""
        world = self._world
        dms = [
            each
            for each in world.channels.values()
            if each.guild_id is None and self._me.id in each.recipient_ids
        ]
        return {
            "me": str(self._me.id),
            "application": {
                "id": str(world.application_id),
                "name": world.bot.name,
                "online": self._platform.gateway.online,
            },
            "people": [
                user(each) for each in sorted(world.users.values(), key=lambda each: each.bot)
            ],
            "guilds": [
                {
                    "id": str(guild.id),
                    "name": guild.name,
                    "channels": self._channels(guild.channel_ids),
                    "roles": [
                        {"id": str(role.id), "name": role.name.removeprefix("@")}
                        for role in guild.roles.values()
                    ],
                }
                for guild in world.guilds.values()
                if self._me.id in guild.members
            ],
            "dms": [self.channel(each) for each in dms],
            "attachment_size_limit": FILE_LIMIT,
            "locales": list(LOCALES),
        }

    def _channels(self, channel_ids: list[int]) -> list[Payload]:
        visible = [
            channel
            for channel in (self._world.channels[each] for each in channel_ids)
            if self._world.may_see(self._me.id, channel)
        ]
        visible.sort(key=lambda each: (each.thread is not None, each.position, each.id))
        return [self.channel(each) for each in visible]

    def channel(self, what: Channel) -> Payload:
        """Write a channel, thread or DM."""
        thread = what.thread
        name = what.name
        if what.type is ChannelType.DM:
            others = [each for each in what.recipient_ids if each != self._me.id]
            name = self._world.users[others[0]].name
        return {
            "id": str(what.id),
            "guild_id": _id(what.guild_id),
            "type": _TYPES[what.type],
            "name": name,
            "topic": what.topic,
            "parent_id": _id(what.parent_id if thread else None),
            "archived": thread is not None and thread.archived,
            "locked": thread is not None and thread.locked,
            "joined": thread is None or self._me.id in thread.member_ids,
            "can_write": self._world.may_send(self._me.id, what),
            "last_message_id": _id(what.last_message_id),
            "message_id": _id(thread.message_id if thread else None),
        }

    def message(self, what: Message) -> Payload:
        """Write a message with the names of all that it mentions."""
        channel = self._world.channels[what.channel_id]
        urls = {
            f"attachment://{each.filename}": wire.attachment_path(channel.id, each)
            for each in what.attachments
        }
        embeds = [wire.with_urls(each, urls) for each in what.embeds]
        components = [wire.with_urls(each, urls) for each in what.raw_components]
        text = "\n".join([what.content, *_texts([*embeds, *components])])
        return {
            "id": str(what.id),
            "channel_id": str(channel.id),
            "created": timestamp(what.created),
            "edited": None if what.edited is None else timestamp(what.edited),
            "author": user(what.author),
            "content": what.content,
            "names": mentions.names(self._world, channel, text),
            "ephemeral": what.ephemeral,
            "loading": what.loading,
            "starts_thread": what.type == MessageType.THREAD_CREATED,
            "silent": MessageFlag.SUPPRESS_NOTIFICATIONS in what.flags,
            "pinned": what.pinned,
            "components_v2": MessageFlag.COMPONENTS_V2 in what.flags,
            "pings_me": self._me.id in what.pings,
            "names_me": self._is_named(what, channel),
            "command": self._command(what),
            "reply_to": self._reply_to(what),
            "thread": self._thread(what),
            "attachments": [_attachment(channel, each) for each in what.attachments],
            "embeds": embeds,
            "components": components,
        }

    def _is_named(self, what: Message, channel: Channel) -> bool:
        """Return True if a message names this person now, be it by a role; an edit changes that."""
        guild = self._world.guild_of(channel)
        member = guild.members.get(self._me.id) if guild else None
        roles = member.role_ids if member else frozenset[int]()
        by_role = what.mention_everyone or not roles.isdisjoint(what.mention_roles)
        return self._me.id in what.mentions or (by_role and what.author.id != self._me.id)

    def _command(self, what: Message) -> Payload | None:
        source = what.source
        if source is not None and source.opened_by is not None:
            source = source.opened_by
        if source is None or source.name is None:
            return None
        of_menu = source.target_user_id or source.target_message_id
        name = source.name if of_menu else f"/{source.name}"
        return {"name": name, "user": user(self._world.users[source.user_id])}

    def _reply_to(self, what: Message) -> Payload | None:
        original = self._world.messages.get(what.reply_to or 0)
        if original is None or original.audience not in (None, self._me.id):
            return None
        return {
            "id": str(original.id),
            "author": original.author.name,
            "content": original.content,
        }

    def _thread(self, what: Message) -> Payload | None:
        thread = self._world.channels.get(what.thread_id or 0)
        if thread is None or thread.thread is None:
            return None
        return {"id": str(thread.id), "name": thread.name, "archived": thread.thread.archived}

    def interaction(self, what: Interaction) -> Payload:
        """Write an interaction as it is now."""
        return {
            "id": str(what.id),
            "channel_id": str(what.channel.id),
            "kind": what.kind.name.lower().replace("command", "slash"),
            "label": what.label,
            "user_id": str(what.user.id),
            "message_id": _id(what.message_id),
            "custom_id": what.custom_id,
            "status": str(what.status),
            "failed": what.failed,
            "response_id": _id(what.response_id),
            "modal": what.modal,
            "acknowledged_after": what.acknowledged_after,
        }


def command(leaf: Leaf, locale: str) -> Payload:
    """Write a command as a person types it, with its texts in one language."""
    bounds = ("min_value", "max_value", "min_length", "max_length")
    return {
        "path": leaf.path,
        "id": str(leaf.command.id),
        "description": commands.in_language(leaf.raw, "description", locale),
        "options": [
            {
                "name": option.name,
                "type": commands.TYPES[option.type],
                "description": commands.in_language(option.raw, "description", locale),
                "required": option.required,
                "autocomplete": option.autocomplete,
                "choices": [
                    {"name": commands.in_language(each, "name", locale), "value": each["value"]}
                    for each in as_payloads(option.raw.get("choices"))
                ],
            }
            | {key: option.raw.get(key) for key in bounds}
            for option in leaf.options
        ],
    }


def user(who: User) -> Payload:
    """Write a person or the bot."""
    return {
        "id": str(who.id),
        "name": who.name,
        "username": who.username,
        "bot": who.bot,
        "colour": who.colour,
        "locale": who.locale,
    }


def _id(value: int | None) -> str | None:
    return None if value is None else str(value)


def _attachment(channel: Channel, what: Attachment) -> Payload:
    return {
        "id": str(what.id),
        "filename": what.filename,
        "description": what.description,
        "content_type": what.content_type,
        "size": what.size,
        "width": what.width,
        "height": what.height,
        "spoiler": what.spoiler,
        "url": wire.attachment_path(channel.id, what),
    }


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if is_list(value):
        return [text for each in value for text in _texts(each)]
    if is_payload(value):
        return [text for each in value.values() for text in _texts(each)]
    return []

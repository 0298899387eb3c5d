"""The world in Discord's JSON."""

import hashlib
import hmac
from dataclasses import replace

from loopback.model.channels import Channel, ThreadState
from loopback.model.messages import Attachment, Flag, Message, MessageType
from loopback.model.people import Guild, Member, Role, User
from loopback.payload import Payload, as_payload, is_list, is_payload, timestamp
from loopback.snowflake import created
from loopback.world.state import World

CDN = "https://cdn.discordapp.com"
_URL_LIFE = 24 * 3600
_URL_KEY = b"loopback attachment urls"


def user(who: User) -> Payload:
    """Write a user."""
    return {
        "id": str(who.id),
        "username": who.username,
        "global_name": None if who.bot else who.name,
        "discriminator": "0",
        "avatar": None,
        "avatar_decoration_data": None,
        "bot": who.bot,
        "system": False,
        "public_flags": 0,
    }


def member(who: Member, *, with_user: bool = True) -> Payload:
    """Write a member of a guild."""
    written: Payload = {
        "nick": who.nick,
        "avatar": None,
        "roles": [str(each) for each in sorted(who.role_ids)],
        "joined_at": timestamp(who.joined),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
    }
    if with_user:
        written["user"] = user(who.user)
    return written


def role(what: Role) -> Payload:
    """Write a role."""
    return {
        "id": str(what.id),
        "name": what.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": what.position,
        "permissions": str(what.permissions),
        "managed": False,
        "mentionable": what.mentionable,
        "flags": 0,
    }


def channel(world: World, what: Channel, *, viewer: int | None = None) -> Payload:
    """Write a channel; with `viewer`, also what that user may do there."""
    last = what.last_message_id
    written: Payload = {
        "id": str(what.id),
        "type": int(what.type),
        "last_message_id": None if last is None else str(last),
        "flags": 0,
    }
    if what.guild_id is None:
        others = [each for each in what.recipient_ids if each != world.bot.id]
        written["recipients"] = [user(world.users[each]) for each in others]
    else:
        written |= {
            "guild_id": str(what.guild_id),
            "name": what.name,
            "parent_id": None if what.parent_id is None else str(what.parent_id),
            "rate_limit_per_user": what.slowmode,
            "nsfw": False,
        }
        written |= _thread(what.thread) if what.thread else _text(what)
    if viewer is not None:
        written["permissions"] = str(int(world.permissions(viewer, what)))
    return written


def _text(what: Channel) -> Payload:
    return {
        "position": what.position,
        "topic": what.topic or None,
        "permission_overwrites": [
            {
                "id": str(target),
                "type": int(overwrite.person),
                "allow": str(int(overwrite.allow)),
                "deny": str(int(overwrite.deny)),
            }
            for target, overwrite in what.overwrites.items()
        ],
    }


def _thread(thread: ThreadState) -> Payload:
    return {
        "owner_id": str(thread.owner_id),
        "message_count": thread.sent,
        "member_count": len(thread.member_ids),
        "total_message_sent": thread.sent,
        "thread_metadata": {
            "archived": thread.archived,
            "locked": thread.locked,
            "invitable": thread.invitable,
            "auto_archive_duration": thread.auto_archive_minutes,
            "archive_timestamp": timestamp(thread.changed),
            "create_timestamp": timestamp(thread.created),
        },
    }


def thread_member(what: Channel, user_id: int) -> Payload:
    """Write who is in a thread since when."""
    return {
        "id": str(what.id),
        "user_id": str(user_id),
        "join_timestamp": timestamp(what.thread.changed if what.thread else created(what.id)),
        "flags": 0,
    }


def partial_guild(what: Guild) -> Payload:
    """Write what an interaction says of its guild."""
    return {"id": str(what.id), "locale": what.locale, "features": []}


def guild(what: Guild) -> Payload:
    """Write a guild as REST gives it."""
    return {
        "id": str(what.id),
        "name": what.name,
        "icon": None,
        "splash": None,
        "owner_id": str(what.owner_id),
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": [role(each) for each in what.roles.values()],
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "premium_tier": 0,
        "preferred_locale": what.locale,
        "nsfw_level": 0,
        "nsfw": False,
        "premium_progress_bar_enabled": False,
        "description": None,
        "banner": None,
        "public_updates_channel_id": None,
        "vanity_url_code": None,
        "approximate_member_count": len(what.members),
    }


def guild_create(world: World, what: Guild) -> Payload:
    """Write a guild as the gateway gives it to a bot without privileged intents."""
    mine = what.members[world.bot.id]
    channels = [world.channels[each] for each in what.channel_ids]
    return guild(what) | {
        "joined_at": timestamp(mine.joined),
        "large": False,
        "unavailable": False,
        "member_count": len(what.members),
        "members": [member(mine)],
        "channels": [channel(world, each) for each in channels if each.thread is None],
        "threads": [
            channel(world, each)
            for each in channels
            if each.thread and not each.thread.archived and world.may_see(world.bot.id, each)
        ],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def attachment_path(channel_id: int, what: Attachment) -> str:
    """Return where on the CDN an attachment lies."""
    return f"/attachments/{channel_id}/{what.id}/{what.filename}"


def signature(path: str, expiry: str) -> str:
    """Sign a path of the CDN until a moment (hexadecimal Unix seconds)."""
    return hmac.new(_URL_KEY, f"{path}?{expiry}".encode(), hashlib.sha256).hexdigest()


def attachment_url(world: World, channel_id: int, what: Attachment) -> str:
    """Return a signed address that works for a day (reference, "Signed Attachment CDN URLs")."""
    path = attachment_path(channel_id, what)
    now = int(world.clock.now())
    expiry = f"{now + _URL_LIFE:x}"
    return f"{CDN}{path}?ex={expiry}&is={now:x}&hm={signature(path, expiry)}"


def attachment(world: World, channel_id: int, what: Attachment, *, ephemeral: bool) -> Payload:
    """Write an attachment."""
    url = attachment_url(world, channel_id, what)
    written: Payload = {
        "id": str(what.id),
        "filename": what.filename,
        "size": what.size,
        "url": url,
        "proxy_url": url.replace("cdn.discordapp.com", "media.discordapp.net"),
        "content_type": what.content_type,
    }
    if what.description is not None:
        written["description"] = what.description
    if what.width is not None:
        written |= {"width": what.width, "height": what.height}
    if ephemeral:
        written["ephemeral"] = True
    return written


def message(world: World, what: Message, *, for_gateway: bool = False) -> Payload:
    """Write a message; the gateway adds the guild and the author's membership."""
    written: Payload = {
        "id": str(what.id),
        "channel_id": str(what.channel_id),
        "type": what.type,
        "author": user(what.author),
        "content": what.content,
        "timestamp": timestamp(what.created),
        "edited_timestamp": None if what.edited is None else timestamp(what.edited),
        "tts": what.tts,
        "pinned": what.pinned,
        "flags": int(what.flags),
        "mention_everyone": what.mention_everyone,
        "mentions": [user(world.users[each]) for each in what.mentions],
        "mention_roles": [str(each) for each in what.mention_roles],
        "attachments": [
            attachment(world, what.channel_id, each, ephemeral=what.ephemeral)
            for each in what.attachments
        ],
        "embeds": _resolved(world, what, what.embeds),
        "components": (
            _resolved(world, what, what.raw_components)
            if Flag.COMPONENTS_V2 in what.flags
            else list(what.raw_components)
        ),
    }
    if what.nonce is not None:
        written["nonce"] = what.nonce
    if what.application_id is not None:
        written["application_id"] = str(what.application_id)
    if what.through_webhook:
        written["webhook_id"] = str(what.application_id)
    _write_origin(world, what, written)
    place = world.channels[what.channel_id]
    if for_gateway and place.guild_id is not None:
        written["guild_id"] = str(place.guild_id)
        author = world.guilds[place.guild_id].members.get(what.author.id)
        if author is not None:
            written["member"] = member(author, with_user=False)
    if what.thread_id is not None and what.thread_id in world.channels:
        written["thread"] = channel(world, world.channels[what.thread_id])
    return written


def _resolved(world: World, what: Message, parts: tuple[Payload, ...]) -> list[Payload]:
    """Put addresses in place of `attachment://name`, as Discord does when it shows a message."""
    if not what.attachments or not parts:
        return list(parts)
    urls = {
        f"attachment://{each.filename}": attachment_url(world, what.channel_id, each)
        for each in what.attachments
    }
    return [as_payload(with_urls(part, urls)) for part in parts]


def with_urls(value: object, urls: dict[str, str]) -> object:
    """Return JSON with every string that is a key of `urls` replaced."""
    if isinstance(value, str):
        return urls.get(value, value)
    if is_list(value):
        return [with_urls(each, urls) for each in value]
    if is_payload(value):
        return {key: with_urls(each, urls) for key, each in value.items()}
    return value


def _write_origin(world: World, what: Message, written: Payload) -> None:
    if what.source is not None:
        source = what.source
        metadata: Payload = {
            "id": str(source.interaction_id),
            "type": source.kind,
            "user": user(world.users[source.user_id]),
            "authorizing_integration_owners": {},
        }
        if source.name is not None:
            metadata["name"] = source.name
            written["interaction"] = {
                "id": metadata["id"],
                "type": source.kind,
                "name": source.name,
                "user": metadata["user"],
            }
        if source.message_id is not None:
            metadata["interacted_message_id"] = str(source.message_id)
        written["interaction_metadata"] = metadata
    if what.reply_to is not None:
        place = world.channels[what.channel_id]
        reference = {
            "type": 0,
            "message_id": str(what.reply_to),
            "channel_id": str(what.channel_id),
        }
        if place.guild_id is not None:
            reference["guild_id"] = str(place.guild_id)
        written["message_reference"] = reference
        original = world.messages.get(what.reply_to)
        if what.type == MessageType.REPLY and original is None:
            written["referenced_message"] = None
        elif original is not None and original.audience is None:
            written["referenced_message"] = _without_references(world, original)


def _without_references(world: World, what: Message) -> Payload:
    written = message(world, replace(what, reply_to=None))
    written.pop("thread", None)
    return written

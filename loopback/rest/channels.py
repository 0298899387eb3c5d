"""Channels, threads and guilds."""

from loopback import wire
from loopback.errors import ApiError, ErrorCode
from loopback.interactions.responses import check_new
from loopback.model.channels import (
    AUTO_ARCHIVE_MINUTES,
    WITH_POSTS,
    Channel,
    ChannelType,
    ThreadState,
)
from loopback.model.messages import Message, MessageFlag
from loopback.model.people import User
from loopback.model.permissions import Permission
from loopback.payload import Payload, is_payload, snowflake
from loopback.rest.call import Call, Route
from loopback.validation.channels import apply, check, check_thread, overwrite, overwrites
from loopback.validation.form import REQUIRED, Form
from loopback.validation.messages import flags_of
from loopback.world import archiving, posting, threads
from loopback.world.feed import ChannelChanged


async def fetch(call: Call) -> Payload:
    """Return a channel."""
    return wire.channel(call.world, call.channel())


async def change(call: Call) -> Payload:
    """Change a channel, or a thread's name and archiving."""
    channel = call.channel()
    body = await call.body()
    form = Form()
    if "name" in body:
        form.text(body, "name", 1, 100)
    if channel.thread is not None:
        check_thread(form, body)
        form.finish()
        _change_thread(call, channel, channel.thread, body)
    else:
        call.need(channel, Permission.MANAGE_CHANNELS)
        check(form, body, channel)
        if body.get("type") not in (None, channel.type):
            form.at("type").wrong("NOT_SUPPORTED", "The loopback changes no channel's type.")
        parent_id = _category(call, form, body)
        given = overwrites(form, body)
        form.finish()
        channel.name = body.get("name", channel.name)
        apply(channel, body)
        channel.parent_id = parent_id if "parent_id" in body else channel.parent_id
        channel.overwrites = channel.overwrites if given is None else given
    call.platform.feed.publish(ChannelChanged(channel))
    return wire.channel(call.world, channel)


def _category(call: Call, form: Form, body: Payload) -> int | None:
    """Read the id of a category, if it is there."""
    parent_id = form.id(body, "parent_id")
    parent = call.world.channels.get(parent_id or 0)
    if parent_id and (parent is None or parent.type is not ChannelType.CATEGORY):
        form.at("parent_id").wrong("CHANNEL_PARENT_INVALID", "Not a category")
    return parent_id


def _change_thread(call: Call, channel: Channel, thread: ThreadState, body: Payload) -> None:
    """Change a thread: its owner may, but locking needs MANAGE_THREADS ("Modify Channel").

    An archived thread can only be unarchived (ApiError 50083).
    """
    granted = call.world.permissions(call.world.bot.id, channel)
    manages = Permission.MANAGE_THREADS in granted
    opening = body.get("archived") is False
    owns = thread.owner_id == call.world.bot.id
    if not manages and (thread.locked or bool(body.get("locked", thread.locked)) != thread.locked):
        raise ApiError(ErrorCode.MISSING_PERMISSIONS)
    if not manages and not owns and not (opening and set(body) == {"archived"}):
        raise ApiError(ErrorCode.MISSING_PERMISSIONS)
    if thread.archived and not opening and set(body) - {"archived", "locked"}:
        raise ApiError(ErrorCode.ARCHIVED_THREAD)
    channel.name = body.get("name", channel.name)
    channel.slowmode = body.get("rate_limit_per_user", channel.slowmode) or 0
    if "auto_archive_duration" in body:
        thread.auto_archive_minutes = body["auto_archive_duration"]
        thread.changed = call.world.clock.now()
        archiving.note_activity(call.world, channel)
    thread.locked = bool(body.get("locked", thread.locked))
    thread.invitable = bool(body.get("invitable", thread.invitable))
    archived = bool(body.get("archived", thread.archived))
    archiving.set_archived(call.world, channel, archived=archived)


async def delete(call: Call) -> Payload:
    """Delete a thread, or a channel with its messages; a DM is only closed for the bot."""
    channel = call.channel()
    if channel.type is not ChannelType.DM:
        thread = channel.thread is not None
        call.need(channel, Permission.MANAGE_THREADS if thread else Permission.MANAGE_CHANNELS)
        call.world.remove_channel(channel)
    return wire.channel(call.world, channel)


async def open_on_message(call: Call) -> Payload:
    """Open the thread of a message."""
    channel = call.channel(Permission.CREATE_PUBLIC_THREADS)
    body = await call.body()
    minutes = _check_thread(channel, body)
    message = call.message(channel)
    return wire.channel(call.world, _opened(call, channel, body, minutes, message=message))


async def open_alone(call: Call) -> Payload:
    """Open a thread without a message: public (11), private (12) or of announcements (10).

    Only text channels have private ones (topics/threads.mdx). A forum takes a message
    with the thread.
    """
    channel = call.channel()
    body = await call.body()
    if channel.type in WITH_POSTS:
        return _open_post(call, channel, body)
    form = Form()
    kind = form.choice(body, "type", (10, 11, 12), default=12)
    form.finish()
    announces = channel.type is ChannelType.ANNOUNCEMENT
    if announces != (kind == ChannelType.ANNOUNCEMENT_THREAD):
        raise ApiError(ErrorCode.WRONG_CHANNEL_TYPE)
    private = kind == ChannelType.PRIVATE_THREAD
    call.need(
        channel,
        Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS,
    )
    minutes = _check_thread(channel, body)
    return wire.channel(call.world, _opened(call, channel, body, minutes, private=private))


def _open_post(call: Call, channel: Channel, body: Payload) -> Payload:
    """Open a post of a forum, which needs SEND_MESSAGES (resources/channel.mdx)."""
    call.need(channel, Permission.SEND_MESSAGES)
    minutes = _check_name_and_time(body)
    first = body.get("message")
    if not is_payload(first):
        raise Form(("message",)).refusal(*REQUIRED)
    flags = flags_of(first, MessageFlag.SUPPRESS_EMBEDS | MessageFlag.COMPONENTS_V2)
    check_new(Form(("message",)), first, call.files, flags)
    thread = _opened(call, channel, body, minutes)
    message = posting.post(call.world, thread, call.world.bot, first, call.files, flags=flags)
    return wire.channel(call.world, thread) | {"message": wire.message(call.world, message)}


def _opened(
    call: Call,
    parent: Channel,
    body: Payload,
    minutes: int,
    *,
    message: Message | None = None,
    private: bool = False,
) -> Channel:
    call.keep_pace(parent)
    thread = threads.open_thread(
        call.world,
        parent,
        str(body["name"]),
        call.world.bot,
        message=message,
        private=private,
        auto_archive_minutes=minutes,
    )
    call.status = 201
    return thread


def _check_thread(channel: Channel, body: Payload) -> int:
    if channel.type not in (ChannelType.TEXT, ChannelType.ANNOUNCEMENT):
        raise ApiError(ErrorCode.WRONG_CHANNEL_TYPE)
    return _check_name_and_time(body)


def _check_name_and_time(body: Payload) -> int:
    form = Form()
    form.text(body, "name", 1, 100)
    allowed = AUTO_ARCHIVE_MINUTES
    minutes = form.choice(body, "auto_archive_duration", allowed, default=1440)
    form.finish()
    return minutes or 1440


def _thread(call: Call) -> tuple[Channel, ThreadState]:
    channel = call.channel()
    if channel.thread is None:
        raise ApiError(ErrorCode.WRONG_CHANNEL_TYPE)
    return channel, channel.thread


def _open_thread(call: Call) -> tuple[Channel, ThreadState]:
    channel, thread = _thread(call)
    if thread.archived:
        raise ApiError(ErrorCode.ARCHIVED_THREAD)
    return channel, thread


def _user(call: Call) -> User:
    if call.request.match_info.get("user", "@me") == "@me":
        return call.world.bot
    return call.user()


async def join(call: Call) -> None:
    """Add the bot to a thread, or a user if the bot may write there."""
    channel, thread = _open_thread(call)
    user = _user(call)
    if user is not call.world.bot:
        call.need(channel, Permission.SEND_MESSAGES_IN_THREADS)
    guild = call.world.guild_of(channel)
    if guild is None or user.id not in guild.members:
        raise ApiError(ErrorCode.UNKNOWN_MEMBER)
    threads.join(call.world, channel, thread, user)


async def leave(call: Call) -> None:
    """Remove the bot from a thread, or a user with MANAGE_THREADS or in the bot's private one."""
    channel, thread = _open_thread(call)
    user = _user(call)
    own = channel.type is ChannelType.PRIVATE_THREAD and thread.owner_id == call.world.bot.id
    if user is not call.world.bot and not own:
        call.need(channel, Permission.MANAGE_THREADS)
    threads.leave(call.world, channel, thread, user)


async def thread_members(call: Call) -> list[Payload]:
    """Return the members of a thread, in pages if `with_member` asks for their membership too."""
    channel, thread = _thread(call)
    found = sorted(thread.member_ids)
    if call.flag("with_member"):
        limit, after = call.limit(100, default=100), call.query_id("after") or 0
        found = [each for each in found if each > after][:limit]
    return [_thread_member(call, channel, each) for each in found]


async def thread_member(call: Call) -> Payload:
    """Return a member of a thread."""
    channel, thread = _thread(call)
    user = _user(call)
    if user.id not in thread.member_ids:
        raise ApiError(ErrorCode.UNKNOWN_MEMBER)
    return _thread_member(call, channel, user.id)


def _thread_member(call: Call, channel: Channel, user_id: int) -> Payload:
    written = wire.thread_member(channel, user_id)
    guild = call.world.guild_of(channel)
    member = guild.members.get(user_id) if guild and call.flag("with_member") else None
    return written if member is None else written | {"member": wire.member_of_rest(member)}


async def active_threads(call: Call) -> Payload:
    """Return a guild's threads that are not archived."""
    guild = call.guild()
    bot_id = call.world.bot.id
    found = [
        each
        for each in call.world.threads_of(guild)
        if each.thread and not each.thread.archived and call.world.may_see(bot_id, each)
    ]
    mine = [each for each in found if each.thread and bot_id in each.thread.member_ids]
    return {
        "threads": [wire.channel(call.world, each) for each in found],
        "members": [wire.thread_member(each, bot_id) for each in mine],
        "has_more": False,
    }


async def archived_threads(call: Call) -> Payload:
    """Return a channel's archived public threads, the latest first."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    return _archived(call, channel, ChannelType.PUBLIC_THREAD, ChannelType.ANNOUNCEMENT_THREAD)


async def private_threads(call: Call) -> Payload:
    """Return a channel's archived private threads, the latest first."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY, Permission.MANAGE_THREADS)
    return _archived(call, channel, ChannelType.PRIVATE_THREAD)


def _archived(call: Call, channel: Channel, *kinds: ChannelType) -> Payload:
    found = [
        (each.thread.changed, each)
        for each in call.world.channels.values()
        if each.parent_id == channel.id
        and each.type in kinds
        and each.thread
        and each.thread.archived
    ]
    found.sort(key=lambda each: each[0], reverse=True)
    written = [wire.channel(call.world, each) for _, each in found]
    return {"threads": written, "members": [], "has_more": False}


async def guild(call: Call) -> Payload:
    """Return a guild, with the number of its members if that is asked for."""
    found = call.guild()
    return wire.guild(found) | call.counts(found)


_MADE = (
    ChannelType.TEXT,
    ChannelType.VOICE,
    ChannelType.CATEGORY,
    ChannelType.ANNOUNCEMENT,
    ChannelType.STAGE,
    ChannelType.FORUM,
    ChannelType.MEDIA,
)


async def create(call: Call) -> Payload:
    """Create a channel in a guild, perhaps in a category."""
    guild = call.guild()
    call.need_in(guild, Permission.MANAGE_CHANNELS)
    body = await call.body()
    form = Form()
    form.text(body, "name", 1, 100)
    kind = ChannelType(form.choice(body, "type", _MADE, default=ChannelType.TEXT) or 0)
    position = len(guild.channel_ids)
    channel = Channel(call.world.ids.next(), kind, "", guild.id, position=position)
    check(form, body, channel)
    channel.parent_id = _category(call, form, body)
    channel.overwrites = overwrites(form, body) or {}
    form.finish()
    channel.name = body["name"]
    apply(channel, {key: value for key, value in body.items() if value is not None})
    call.world.put_channel(channel)
    call.status = 201
    return wire.channel(call.world, channel)


async def set_overwrite(call: Call) -> None:
    """Give or take permissions of a role or member in a channel."""
    channel = call.channel(Permission.MANAGE_ROLES)
    form, target = Form(), call.id("overwrite")
    given = overwrite(form, await call.body())
    form.finish()
    channel.overwrites[target] = given
    call.platform.feed.publish(ChannelChanged(channel))


async def remove_overwrite(call: Call) -> None:
    """Remove what a channel gives to a role or member, and takes from them."""
    channel = call.channel(Permission.MANAGE_ROLES)
    if channel.overwrites.pop(call.id("overwrite"), None) is None:
        raise ApiError(ErrorCode.UNKNOWN_OVERWRITE)
    call.platform.feed.publish(ChannelChanged(channel))


async def guild_channels(call: Call) -> list[Payload]:
    """Return a guild's channels without threads."""
    channels = [call.world.channels[each] for each in call.guild().channel_ids]
    return [wire.channel(call.world, each) for each in channels if each.thread is None]


async def move_channels(call: Call) -> None:
    """Change the positions of channels, and their categories."""
    guild = call.guild()
    call.need_in(guild, Permission.MANAGE_CHANNELS)
    form, moves = Form(), list[tuple[Channel, Payload]]()
    for place, move in form.each({"": await call.json()}, "", 0, 500):
        channel = call.world.channels.get(place.id(move, "id", required=True) or 0)
        place.number(move, "position", 0, 2**31 - 1, default=0)
        place.not_kept(move, ("lock_permissions",))
        _category(call, place, move)
        if channel is not None and channel.guild_id == guild.id:
            moves.append((channel, move))
    form.finish()
    for channel, move in moves:
        if move.get("position") is not None:
            channel.position = move["position"]
        if "parent_id" in move:
            channel.parent_id = snowflake(move["parent_id"])
        call.platform.feed.publish(ChannelChanged(channel))


async def emojis(call: Call) -> list[Payload]:
    """Return the emojis of a guild, which has none."""
    call.guild()
    return []


_CHANNEL, _GUILD = ("channel",), ("guild",)
_MEMBERS = "/channels/{channel}/thread-members"

ROUTES = (
    Route("GET", "/channels/{channel}", fetch, _CHANNEL),
    Route("PATCH", "/channels/{channel}", change, _CHANNEL),
    Route("DELETE", "/channels/{channel}", delete, _CHANNEL),
    Route("POST", "/channels/{channel}/messages/{message}/threads", open_on_message, _CHANNEL),
    Route("POST", "/channels/{channel}/threads", open_alone, _CHANNEL),
    Route("GET", "/channels/{channel}/threads/archived/public", archived_threads, _CHANNEL),
    Route("GET", "/channels/{channel}/threads/archived/private", private_threads, _CHANNEL),
    Route("GET", _MEMBERS, thread_members, _CHANNEL),
    Route("GET", _MEMBERS + "/{user}", thread_member, _CHANNEL),
    Route("PUT", _MEMBERS + "/{user}", join, _CHANNEL),
    Route("DELETE", _MEMBERS + "/{user}", leave, _CHANNEL),
    Route("PUT", "/channels/{channel}/permissions/{overwrite}", set_overwrite, _CHANNEL),
    Route("DELETE", "/channels/{channel}/permissions/{overwrite}", remove_overwrite, _CHANNEL),
    Route("POST", "/guilds/{guild}/channels", create, _GUILD),
    Route("PATCH", "/guilds/{guild}/channels", move_channels, _GUILD),
    Route("GET", "/guilds/{guild}/emojis", emojis, _GUILD),
    Route("GET", "/guilds/{guild}", guild, _GUILD),
    Route("GET", "/guilds/{guild}/channels", guild_channels, _GUILD),
    Route("GET", "/guilds/{guild}/threads/active", active_threads, _GUILD),
)

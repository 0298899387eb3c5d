"""Opening, closing, joining and leaving threads."""

from dataclasses import replace

from loopback.errors import ApiError, ErrorCode
from loopback.model.channels import MOST_IN_THREAD, WITH_POSTS, Channel, ChannelType, ThreadState
from loopback.model.messages import Message, MessageFlag, MessageType
from loopback.model.people import User
from loopback.world import archiving, posting
from loopback.world.feed import ChannelChanged, ThreadMembersChanged
from loopback.world.restrictions import is_blocked
from loopback.world.state import World

MOST_ACTIVE = 1000
"""The threads of a guild that aren't archived, by reports: Discord doesn't publish the number."""


def open_thread(
    world: World,
    parent: Channel,
    name: str,
    owner: User,
    *,
    message: Message | None = None,
    private: bool = False,
    auto_archive_minutes: int = 1440,
) -> Channel:
    """Open a thread on a message or alone; its owner is a member.

    A message's thread has the message's id, and there is only one (ApiError 160004). ApiError
    160006 or 160007 if the guild has too many that aren't archived, 200001 if AutoMod blocks the
    name.
    """
    if message is not None and message.id in world.channels:
        raise ApiError(ErrorCode.THREAD_EXISTS)
    if is_blocked(world, parent, owner.id, name):
        raise ApiError(ErrorCode.BLOCKED_TITLE)
    _check_number(world, parent)
    now = world.clock.now()
    thread = Channel(
        id=world.ids.next() if message is None else message.id,
        type=_type(parent, private=private),
        name=name,
        guild_id=parent.guild_id,
        parent_id=parent.id,
        thread=ThreadState(
            owner.id,
            created=now,
            changed=now,
            message_id=None if message is None else message.id,
            auto_archive_minutes=auto_archive_minutes,
            member_ids={owner.id},
        ),
    )
    world.put_channel(thread)
    archiving.note_activity(world, thread)
    if message is not None:
        marked = replace(message, thread_id=thread.id, flags=message.flags | MessageFlag.HAS_THREAD)
        posting.store(world, marked)
    elif not private and parent.type not in WITH_POSTS:
        posting.post(
            world,
            parent,
            owner,
            {"content": name},
            {},
            type=MessageType.THREAD_CREATED,
            thread_id=thread.id,
        )
    return thread


def _check_number(world: World, parent: Channel) -> None:
    """Raise ApiError if a guild can't have another thread, or another one of announcements."""
    guild = world.guild_of(parent)
    if guild is None:
        return
    announces = parent.type is ChannelType.ANNOUNCEMENT
    active = [
        each
        for each in world.threads_of(guild)
        if each.thread
        and not each.thread.archived
        and (each.type is ChannelType.ANNOUNCEMENT_THREAD) == announces
    ]
    if len(active) >= MOST_ACTIVE:
        raise ApiError(
            ErrorCode.TOO_MANY_ANNOUNCEMENT_THREADS if announces else ErrorCode.TOO_MANY_THREADS
        )


def _type(parent: Channel, *, private: bool) -> ChannelType:
    if parent.type is ChannelType.ANNOUNCEMENT:
        return ChannelType.ANNOUNCEMENT_THREAD
    return ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD


def join(world: World, channel: Channel, thread: ThreadState, user: User) -> None:
    """Add a user to a thread; do nothing if they are in it. ApiError 30033 if it is full."""
    if user.id not in thread.member_ids:
        if len(thread.member_ids) >= MOST_IN_THREAD:
            raise ApiError(ErrorCode.TOO_MANY_THREAD_MEMBERS)
        thread.member_ids.add(user.id)
        world.feed.publish(ThreadMembersChanged(channel, added=(user.id,)))
        world.feed.publish(ChannelChanged(channel))


def leave(world: World, channel: Channel, thread: ThreadState, user: User) -> None:
    """Remove a user from a thread."""
    if user.id in thread.member_ids:
        thread.member_ids.remove(user.id)
        world.feed.publish(ThreadMembersChanged(channel, removed=(user.id,)))
        world.feed.publish(ChannelChanged(channel))


def open_dm(world: World, user: User) -> Channel:
    """Return the direct messages of a user and the bot; open them if need be."""
    for channel in world.channels.values():
        if channel.type is ChannelType.DM and {user.id, world.bot.id} == set(channel.recipient_ids):
            return channel
    channel = Channel(
        world.ids.next(), ChannelType.DM, user.name, recipient_ids=(user.id, world.bot.id)
    )
    world.put_channel(channel)
    return channel

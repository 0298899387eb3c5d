"""Archiving of threads by time and by request, and unarchiving (topics/threads.mdx)."""

from loopback.model.channels import Channel
from loopback.model.permissions import Permission
from loopback.world.feed import ChannelChanged
from loopback.world.state import World


def note_activity(world: World, channel: Channel) -> None:
    """Restart the time of inactivity of a thread; do nothing in other channels.

    Activity is a message, unarchiving, and a change of the duration. Discord archives "usually not
    below" the duration that a thread stays in the channel list. Here it does so at once after it.
    """
    thread = channel.thread
    if thread is None:
        return
    if thread.alarm is not None:
        thread.alarm.cancel()
    end = world.clock.now() + 60 * thread.auto_archive_minutes
    thread.alarm = world.clock.alarm(end, lambda: _expire(world, channel))


def _expire(world: World, channel: Channel) -> None:
    if channel.id in world.channels:
        set_archived(world, channel, archived=True)
        world.feed.publish(ChannelChanged(channel))


def set_archived(world: World, channel: Channel, *, archived: bool) -> None:
    """Archive a thread or unarchive it; the caller publishes the change."""
    thread = channel.thread
    if thread is None or thread.archived == archived:
        return
    thread.archived = archived
    thread.changed = world.clock.now()
    if archived and thread.alarm is not None:
        thread.alarm.cancel()
    elif not archived:
        note_activity(world, channel)


def is_locked_for(world: World, channel: Channel, user_id: int) -> bool:
    """Return whether a thread is locked for a user, as for all without MANAGE_THREADS."""
    if channel.thread is None or not channel.thread.locked:
        return False
    return Permission.MANAGE_THREADS not in world.permissions(user_id, channel)


def takes_no_webhook(world: World, channel: Channel) -> bool:
    """Return whether a thread refuses what comes through the webhook of an interaction.

    Posts of a bot open an archived thread. Follow-ups and edits don't, nor may they change one that
    is locked (discord-api-docs issues 3197 and 6884).
    """
    if channel.thread is None:
        return False
    return channel.thread.archived or is_locked_for(world, channel, world.bot.id)

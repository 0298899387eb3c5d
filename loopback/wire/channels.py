"""Channels and threads in Discord's JSON."""

from loopback.model.channels import WITH_VOICE, Channel, ChannelType, ThreadState
from loopback.payload import Payload, timestamp
from loopback.snowflake import created
from loopback.wire.people import user, user_of_rest
from loopback.world.state import World


def channel(world: World, what: Channel, *, viewer: int | None = None) -> Payload:
    """Write a channel as REST and events have it.

    With `viewer` it is as in an interaction: it has the permissions of that user there, and no
    overwrites.
    """
    last = what.last_message_id
    written: Payload = {
        "id": str(what.id),
        "type": int(what.type),
        "last_message_id": None if last is None else str(last),
        "flags": 0,
    }
    if what.type is ChannelType.GROUP_DM:
        owner = what.recipient_ids[0]
        written |= {"name": what.name, "icon": None, "owner_id": str(owner)}
    if what.guild_id is None:
        others = [each for each in what.recipient_ids if each != world.bot.id]
        users = user_of_rest if viewer is None else user
        written["recipients"] = [users(world.users[each]) for each in others]
    else:
        written |= {
            "guild_id": str(what.guild_id),
            "name": what.name,
            "parent_id": None if what.parent_id is None else str(what.parent_id),
            "rate_limit_per_user": what.slowmode,
        }
        written |= _thread(what, what.thread) if what.thread else _text(what)
        if what.type in WITH_VOICE:
            limits = {"bitrate": what.bitrate, "user_limit": what.user_limit}
            written |= limits | {"rtc_region": None}
    if viewer is not None:
        written["permissions"] = str(int(world.permissions(viewer, what)))
        written.pop("permission_overwrites", None)
    return written


def channel_of_guild(world: World, what: Channel) -> Payload:
    """Write a channel as GUILD_CREATE has it, which names the guild once for all."""
    written = channel(world, what) | {"version": 0}
    del written["guild_id"], written["theme_color"]
    if not what.nsfw:
        del written["nsfw"]
    return written


def _text(what: Channel) -> Payload:
    minutes = what.auto_archive_minutes
    archiving = {} if minutes is None else {"default_auto_archive_duration": minutes}
    return archiving | {
        "position": what.position,
        "nsfw": what.nsfw,
        "topic": what.topic or None,
        "theme_color": None,
        "icon_emoji": None,
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


def _thread(what: Channel, thread: ThreadState) -> Payload:
    metadata: Payload = {
        "archived": thread.archived,
        "locked": thread.locked,
        "auto_archive_duration": thread.auto_archive_minutes,
        "archive_timestamp": timestamp(thread.changed),
        "create_timestamp": timestamp(thread.created),
    }
    if what.type is ChannelType.PRIVATE_THREAD:
        metadata["invitable"] = thread.invitable
    return {
        "owner_id": str(thread.owner_id),
        "message_count": thread.sent,
        "member_count": len(thread.member_ids),
        "total_message_sent": thread.sent,
        "thread_metadata": metadata,
    }


def thread_member(what: Channel, user_id: int) -> Payload:
    """Write a member of a thread, with the time of joining."""
    return {
        "id": str(what.id),
        "user_id": str(user_id),
        "join_timestamp": timestamp(what.thread.changed if what.thread else created(what.id)),
        "flags": 0,
    }

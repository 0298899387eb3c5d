"""Users, members and roles in Discord's JSON."""

from loopback.model.people import Member, Role, User
from loopback.payload import Payload, timestamp


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
        "flags": 0,
        "primary_guild": None,
    }


def member(who: Member, *, with_user: bool = True) -> Payload:
    """Write a member of a guild."""
    written: Payload = {
        "nick": who.nick,
        "avatar": None,
        "banner": None,
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

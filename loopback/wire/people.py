"""Users, members and roles in Discord's JSON."""

from loopback.model.people import Member, Role, User
from loopback.payload import Payload, timestamp


def user(who: User) -> Payload:
    """Write a user as events and interactions have them: `bot` is there for bots alone."""
    written: Payload = {
        "id": str(who.id),
        "username": who.username,
        "global_name": None if who.bot else who.name,
        "discriminator": "0",
        "avatar": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "display_name_styles": None,
        "public_flags": 0,
        "clan": None,
        "primary_guild": None,
    }
    return written | {"bot": True} if who.bot else written


def user_of_rest(who: User) -> Payload:
    """Write a user as REST gives them."""
    return user(who) | {"accent_color": None, "banner": None, "banner_color": None, "flags": 0}


def own_user(who: User) -> Payload:
    """Write the bot's user as READY gives it."""
    return {
        "id": str(who.id),
        "username": who.username,
        "global_name": None,
        "discriminator": "0",
        "avatar": None,
        "bot": True,
        "clan": None,
        "email": None,
        "flags": 0,
        "mfa_enabled": False,
        "primary_guild": None,
        "verified": True,
    }


def member(who: Member) -> Payload:
    """Write a member of a guild without the user."""
    return {
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
        "communication_disabled_until": (timestamp(who.silent_until) if who.silent_until else None),
    }


_RARE: Payload = {
    "collectibles": None,
    "display_name_styles": None,
    "unusual_dm_activity_until": None,
}


def member_with_user(who: Member) -> Payload:
    """Write a member as events and interactions have them."""
    return member(who) | _RARE | {"user": user(who.user)}


def member_of_rest(who: Member) -> Payload:
    """Write a member as REST gives them."""
    return member(who) | _RARE | {"user": user_of_rest(who.user)}


def member_of_guild(who: Member) -> Payload:
    """Write a member as GUILD_CREATE has them, which says of everyone whether it is a bot."""
    written = user(who.user)
    del written["clan"]
    shown = {"bot": who.user.bot, "display_name": written["global_name"]}
    return member(who) | {"user": written | shown}


def role(what: Role) -> Payload:
    """Write a role. A bot's is managed by Discord."""
    written: Payload = {
        "id": str(what.id),
        "name": what.name,
        "color": what.colour,
        "colors": {
            "primary_color": what.colour,
            "secondary_color": None,
            "tertiary_color": None,
        },
        "hoist": what.hoist,
        "icon": None,
        "unicode_emoji": None,
        "position": what.position,
        "permissions": str(what.permissions),
        "managed": what.bot_id is not None,
        "mentionable": what.mentionable,
        "flags": 0,
    }
    return written if what.bot_id is None else written | {"tags": {"bot_id": str(what.bot_id)}}


def role_of_rest(what: Role) -> Payload:
    """Write a role as REST gives it."""
    return role(what) | {"description": None}

"""The mentions of a message: users to highlight and to notify, and readable texts."""

import re
from dataclasses import dataclass

from loopback.model.channels import Channel
from loopback.model.permissions import Permission
from loopback.payload import Payload, as_list, as_payload, snowflake
from loopback.world.state import World

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")
_ANY = re.compile(r"<(@!?|@&|#|/[^:>]+:)(\d+)>")


@dataclass(frozen=True, slots=True)
class Mentions:
    """Users and roles that are highlighted, and everyone who is notified."""

    users: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    everyone: bool = False
    notified: frozenset[int] = frozenset()


def find(
    world: World,
    channel: Channel,
    author_id: int,
    text: str,
    allowed: object,
    *,
    replied_to: int | None = None,
) -> Mentions:
    """Read the mentions of a text that `allowed_mentions` allows.

    Without `allowed_mentions` all count. `parse` lists the kinds to read from the text, `users` and
    `roles` the only ids that count, and `replied_user` decides on the author of the message that is
    replied to (reference, "Allowed Mentions Object"). Only users who see the channel, or the one
    above a thread, are notified; a mention adds them to the thread.
    """
    if "@" not in text and replied_to is None:
        return Mentions()
    rules = None if allowed is None else as_payload(allowed)
    users = [each for each in _ids(_USER, text, rules, "users") if each in world.users]
    if replied_to is not None and (rules is None or rules.get("replied_user", False)):
        users.append(replied_to)
    guild = world.guild_of(channel)
    roles: list[int] = []
    everyone = False
    may_mention_all = Permission.MENTION_EVERYONE in world.permissions(author_id, channel)
    if guild is not None:
        roles = [
            each
            for each in _ids(_ROLE, text, rules, "roles")
            if each in guild.roles and (guild.roles[each].mentionable or may_mention_all)
        ]
        everyone = bool(_EVERYONE.search(text)) and may_mention_all and _parsed(rules, "everyone")
    named = set(users)
    if guild is not None and (everyone or roles):
        chosen = set(roles)
        for member in guild.members.values():
            if everyone or member.role_ids & chosen:
                named.add(member.user.id)
    named.discard(author_id)
    parent = world.channels.get(channel.parent_id or 0) if channel.thread else None

    def hears(user_id: int) -> bool:
        """Return whether a user sees the message, if need be because it adds them to a thread."""
        place = parent if parent is not None and user_id in users else channel
        return world.may_see(user_id, place)

    notified = frozenset(each for each in named if hears(each))
    return Mentions(tuple(dict.fromkeys(users)), tuple(roles), everyone, notified)


def _parsed(rules: Payload | None, kind: str) -> bool:
    return rules is None or kind in as_list(rules.get("parse"))


def _ids(pattern: re.Pattern[str], text: str, rules: Payload | None, kind: str) -> list[int]:
    found = list(dict.fromkeys(int(each) for each in pattern.findall(text)))
    if _parsed(rules, kind):
        return found
    named = {snowflake(each) for each in as_list((rules or {}).get(kind))}
    return [each for each in found if each in named]


def names(world: World, channel: Channel, text: str) -> dict[str, str]:
    """Return the readable text of every mention in a text: `{"<@1>": "@Ann"}`."""
    return {
        match.group(0): _read(world, channel, match.group(1), int(match.group(2)))
        for match in _ANY.finditer(text)
    }


def _read(world: World, channel: Channel, sign: str, snowflake_id: int) -> str:
    guild = world.guild_of(channel)
    if sign.startswith("/"):
        return sign.removesuffix(":")
    if sign == "#":
        target = world.channels.get(snowflake_id)
        return f"#{target.name}" if target else "#unknown"
    if sign == "@&":
        role = guild.roles.get(snowflake_id) if guild else None
        return f"@{role.name}" if role else "@unknown-role"
    user = world.users.get(snowflake_id)
    if user is None:
        return "@unknown-user"
    return f"@{guild.shown_name(user) if guild else user.name}"


def read(world: World, channel: Channel, text: str) -> str:
    """Return a text as people see it, with names in place of ids."""
    for sign, name in names(world, channel, text).items():
        text = text.replace(sign, name)
    return text

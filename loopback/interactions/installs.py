"""The places where a command can be used, by its installs (application-commands.mdx, "Contexts").

An application is installed to a guild, with its bot or with its commands alone, or to a user, who
then can use it everywhere. In the bot's direct messages both count; in other private channels only
the user's.
"""

from collections.abc import Collection
from enum import IntEnum

from loopback.model.channels import Channel
from loopback.model.people import User
from loopback.model.permissions import Permission
from loopback.world.state import World


class Install(IntEnum):
    """Discord's numbers for the two kinds of install."""

    GUILD = 0
    USER = 1


class Context(IntEnum):
    """Discord's numbers for the kinds of place where interactions begin."""

    GUILD = 0
    BOT_DM = 1
    PRIVATE_CHANNEL = 2


_WITH_MESSAGES = (
    Permission.ATTACH_FILES
    | Permission.EMBED_LINKS
    | Permission.MENTION_EVERYONE
    | Permission.SEND_POLLS
)


def context_of(world: World, channel: Channel) -> Context:
    """Return the kind of a channel."""
    if channel.guild_id is not None:
        return Context.GUILD
    with_bot = world.bot.id in channel.recipient_ids
    return Context.BOT_DM if with_bot else Context.PRIVATE_CHANNEL


def owners(world: World, channel: Channel, user: User, installs: Collection[int]) -> dict[str, str]:
    """Return `authorizing_integration_owners`: which of `installs` let a user begin here.

    It is empty if none does (receiving-and-responding.mdx, "Authorizing Integration Owners
    Object").
    """
    found: dict[str, str] = {}
    context = context_of(world, channel)
    installed_here = context is Context.BOT_DM or world.has_commands_in(channel.guild_id)
    if Install.GUILD in installs and installed_here:
        found[str(int(Install.GUILD))] = str(channel.guild_id or 0)
    if Install.USER in installs and user.has_installed:
        found[str(int(Install.USER))] = str(user.id)
    return found


def is_only_users(owned_by: Collection[str]) -> bool:
    """Return whether an interaction rests on a user's install alone."""
    return set(owned_by) == {str(int(Install.USER))}


def app_permissions(world: World, channel: Channel) -> Permission:
    """Return `app_permissions` of an interaction.

    For private channels see the note at the interaction object (receiving-and-responding.mdx). In a
    guild without the bot they are as in the bot's direct messages, whatever the user may do, as
    Discord sent them in 2025 to an application that the user had installed.
    """
    if world.is_installed_in(channel.guild_id):
        return world.permissions(world.bot.id, channel)
    if context_of(world, channel) is Context.PRIVATE_CHANNEL:
        return _WITH_MESSAGES
    return _WITH_MESSAGES | Permission.USE_EXTERNAL_EMOJIS


def must_be_ephemeral(
    world: World, channel: Channel, user: User, owned_by: Collection[str]
) -> bool:
    """Return whether only the user may see an answer.

    In a guild, an application that only the user installed answers publicly if the user may write
    there and has USE_EXTERNAL_APPS (permissions.mdx).
    """
    if not is_only_users(owned_by) or channel.guild_id is None:
        return False
    granted = world.permissions(user.id, channel)
    return Permission.USE_EXTERNAL_APPS not in granted or not world.may_send(user.id, channel)

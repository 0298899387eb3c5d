"""The people, roles and channels that a person chose, as the bot gets them in `resolved`."""

from loopback import wire
from loopback.model.channels import Channel
from loopback.model.messages import Attachment
from loopback.model.people import Role, User
from loopback.payload import Payload
from loopback.world.state import World


def add_user(world: World, place: Channel, user: User, resolved: Payload) -> None:
    """Add a user and, in a guild, their membership with their permissions in `place`."""
    resolved.setdefault("users", {})[str(user.id)] = wire.user(user)
    guild = world.guild_of(place)
    member = guild.members.get(user.id) if guild else None
    if member is not None:
        written = wire.member(member)
        written["permissions"] = str(int(world.permissions(user.id, place)))
        resolved.setdefault("members", {})[str(user.id)] = written


def add_attachment(world: World, place: Channel, what: Attachment, resolved: Payload) -> None:
    """Add a file that was given to a command."""
    world.uploads[what.id] = what
    written = wire.attachment(world, place.id, what, ephemeral=True)
    resolved.setdefault("attachments", {})[str(what.id)] = written


def add_role(role: Role, resolved: Payload) -> None:
    """Add a role."""
    resolved.setdefault("roles", {})[str(role.id)] = wire.role(role)


def add_channel(world: World, channel: Channel, resolved: Payload) -> None:
    """Add a channel with the bot's permissions in it."""
    written = wire.channel(world, channel, viewer=world.bot.id)
    resolved.setdefault("channels", {})[str(channel.id)] = written

"""The data that the bot gets when a command in the menu of a message or user is used."""

from loopback import wire
from loopback.interactions.commands import Command
from loopback.model.messages import Message
from loopback.model.people import Guild, User
from loopback.payload import Payload
from loopback.world.state import World


def of_message(world: World, command: Command, target: Message) -> Payload:
    """Write the `data` of a command that was used on a message."""
    written = wire.message_of_interaction(world, target)
    return _data(command, target.id) | {"resolved": {"messages": {str(target.id): written}}}


def of_user(world: World, guild: Guild | None, command: Command, target: User) -> Payload:
    """Write the `data` of a command that was used on a user; a member is resolved as one."""
    resolved: Payload = {"users": {str(target.id): wire.user(target)}}
    member = guild.members.get(target.id) if guild else None
    if member is not None and guild is not None:
        written = wire.member(member)
        channel = world.channels[guild.channel_ids[0]]
        written["permissions"] = str(int(world.permissions(target.id, channel)))
        resolved["members"] = {str(target.id): written}
    return _data(command, target.id) | {"resolved": resolved}


def _data(command: Command, target_id: int) -> Payload:
    written: Payload = {
        "id": str(command.id),
        "name": command.raw["name"],
        "type": int(command.type),
        "target_id": str(target_id),
    }
    if command.guild_id is not None:
        written["guild_id"] = str(command.guild_id)
    return written

"""The values that a person chooses in a select, and the data that the bot gets."""

from collections.abc import Sequence

from loopback import wire
from loopback.errors import CannotDo
from loopback.model.channels import Channel
from loopback.model.components import Component, ComponentType
from loopback.payload import Payload, snowflake
from loopback.world.state import World


def data(world: World, place: Channel, select: Component, values: Sequence[str]) -> Payload:
    """Write the chosen values; CannotDo for an unknown option, too few, or too many.

    `place` is the channel of the interaction: members come with their permissions there.
    """
    name = select.placeholder or select.custom_id
    least, most = select.bounds
    if len(set(values)) != len(values):
        raise CannotDo(f"{name!r}: a value can be chosen only once")
    if not least <= len(values) <= most:
        raise CannotDo(f"{name!r} takes {least} to {most} values, not {len(values)}")
    if select.kind is ComponentType.STRING_SELECT:
        known = [each.value for each in select.options]
        for value in values:
            if value not in known:
                raise CannotDo(f"{name!r} has no option {value!r}; it has: {known}")
        return {"values": list(values)}
    resolved: Payload = {}
    for value in values:
        _resolve(world, place, select, value, resolved)
    return {"values": list(values), "resolved": resolved}


def _resolve(
    world: World, place: Channel, select: Component, value: str, resolved: Payload
) -> None:
    guild = world.guild_of(place)
    number = snowflake(value) or 0
    people = select.kind in (ComponentType.USER_SELECT, ComponentType.MENTIONABLE_SELECT)
    roles = select.kind in (ComponentType.ROLE_SELECT, ComponentType.MENTIONABLE_SELECT)
    if people and number in world.users:
        resolved.setdefault("users", {})[value] = wire.user(world.users[number])
        if guild is not None and number in guild.members:
            member = wire.member(guild.members[number], with_user=False)
            member["permissions"] = str(int(world.permissions(number, place)))
            resolved.setdefault("members", {})[value] = member
    elif roles and guild is not None and number in guild.roles:
        resolved.setdefault("roles", {})[value] = wire.role(guild.roles[number])
    elif select.kind is ComponentType.CHANNEL_SELECT and number in world.channels:
        channel = wire.channel(world, world.channels[number], viewer=world.bot.id)
        resolved.setdefault("channels", {})[value] = channel
    else:
        raise CannotDo(f"{select.placeholder or select.custom_id!r} cannot take {value!r}")

"""The values that a person chooses in a select, and the data that the bot gets."""

from collections.abc import Sequence

from loopback.client.resolved import add_channel, add_role, add_user
from loopback.errors import CannotDo
from loopback.model.channels import Channel
from loopback.model.components import Component, ComponentType
from loopback.payload import Payload, as_list, snowflake
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
        add_user(world, place, world.users[number], resolved)
    elif roles and guild is not None and number in guild.roles:
        add_role(guild.roles[number], resolved)
    elif select.kind is ComponentType.CHANNEL_SELECT and _fits(world, select, number):
        add_channel(world, world.channels[number], resolved)
    else:
        raise CannotDo(f"{select.placeholder or select.custom_id!r} cannot take {value!r}")


def _fits(world: World, select: Component, channel_id: int) -> bool:
    """Return whether a channel is of a kind that the select takes; without a list it takes all."""
    channel, kinds = world.channels.get(channel_id), as_list(select.raw.get("channel_types"))
    return channel is not None and (not kinds or channel.type in kinds)

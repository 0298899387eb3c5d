"""The options of a command as a person fills them in, and the data that the bot gets."""

import re
from collections.abc import Mapping

from loopback.client.resolved import add_attachment, add_channel, add_role, add_user
from loopback.errors import CannotDo
from loopback.interactions.commands import TYPES, Leaf, Option, Value
from loopback.model.channels import Channel
from loopback.model.messages import Attachment
from loopback.model.people import Guild, User
from loopback.payload import Payload
from loopback.validation.messages import Upload
from loopback.world.state import World


def filled_in(
    world: World,
    place: Channel,
    leaf: Leaf,
    values: Mapping[str, Value],
    *,
    focused: str | None = None,
) -> Payload:
    """Write the `data` of a command interaction; CannotDo if a client would not send it.

    With `focused` it is an autocomplete request: options may be missing and unfinished.
    """
    for name in values:
        leaf.option(name)
    resolved: Payload = {}
    options: list[Payload] = []
    for option in leaf.options:
        if option.name in values:
            written: Payload = {"name": option.name, "type": option.type}
            if option.name == focused:
                written |= {"value": str(values[option.name]), "focused": True}
            else:
                value = _checked(
                    world,
                    place,
                    f"/{leaf.path} {option.name}",
                    option,
                    value=values[option.name],
                    resolved=resolved,
                )
                written["value"] = value
            options.append(written)
        elif option.required and focused is None:
            raise CannotDo(f"/{leaf.path} needs the option {option.name!r}")
    for name, kind in reversed(leaf.branches):
        options = [{"name": name, "type": kind, "options": options}]
    body: Payload = {
        "id": str(leaf.command.id),
        "name": leaf.command.raw["name"],
        "type": 1,
    }
    if options:
        body["options"] = options
    if leaf.command.guild_id is not None:
        body["guild_id"] = str(leaf.command.guild_id)
    if resolved:
        body["resolved"] = resolved
    return body


def _checked(
    world: World,
    place: Channel,
    where: str,
    option: Option,
    *,
    value: Value,
    resolved: Payload,
) -> Value:
    kind = TYPES[option.type]
    if kind in ("user", "mentionable"):
        return _user(world, place, where, value, resolved)
    if kind == "channel":
        return _channel(world, where, value, resolved)
    if kind == "role":
        return _role(world.guild_of(place), where, value, resolved)
    if kind == "attachment":
        return _attachment(world, place, where, value, resolved)
    if kind == "string":
        if not isinstance(value, str):
            raise CannotDo(f"{where} takes a string, not {value!r}")
        _within(where, "length", len(value), option.raw, ("min_length", "max_length"), most=6000)
    elif kind == "boolean":
        if not isinstance(value, bool):
            raise CannotDo(f"{where} takes true or false, not {value!r}")
    elif kind in ("integer", "number"):
        if not isinstance(value, int if kind == "integer" else int | float) or isinstance(
            value, bool
        ):
            raise CannotDo(f"{where} takes {kind} values, not {value!r}")
        _within(where, "value", value, option.raw, ("min_value", "max_value"), most=2**53)
    _among(where, option, value)
    return value


def _among(where: str, option: Option, value: Value) -> None:
    allowed = [each.value for each in option.choices]
    if allowed and value not in allowed:
        raise CannotDo(f"{where} takes one of {allowed}, not {value!r}")


def _within(
    where: str, what: str, value: float, raw: Payload, bounds: tuple[str, str], *, most: int
) -> None:
    low, high = bounds
    least = raw.get(low)
    greatest = raw.get(high)
    greatest = most if greatest is None else greatest
    if (least is not None and value < least) or value > greatest:
        floor = "any" if least is None else least
        raise CannotDo(f"{where}: {what} {value} is not between {floor} and {greatest}")


def _id(value: Value) -> int | None:
    if isinstance(value, User | Channel):
        return value.id
    return int(value) if isinstance(value, int | str) and str(value).isdigit() else None


def _user(world: World, place: Channel, where: str, value: Value, resolved: Payload) -> str:
    user = world.users.get(_id(value) or 0)
    if user is None:
        raise CannotDo(f"{where} takes a user, not {value!r}")
    add_user(world, place, user, resolved)
    return str(user.id)


def _channel(world: World, where: str, value: Value, resolved: Payload) -> str:
    channel = world.channels.get(_id(value) or 0)
    if channel is None:
        raise CannotDo(f"{where} takes a channel, not {value!r}")
    add_channel(world, channel, resolved)
    return str(channel.id)


def _attachment(world: World, place: Channel, where: str, value: Value, resolved: Payload) -> str:
    if not isinstance(value, Upload):
        raise CannotDo(f"{where} takes a file (loopback.Upload), not {value!r}")
    filename = re.sub(r"[^\w.-]", "_", value.filename)
    added = Attachment(world.ids.next(), filename, value.content_type, value.content)
    add_attachment(world, place, added, resolved)
    return str(added.id)


def _role(guild: Guild | None, where: str, value: Value, resolved: Payload) -> str:
    role = guild.roles.get(_id(value) or 0) if guild else None
    if role is None:
        raise CannotDo(f"{where} takes a role, not {value!r}")
    add_role(role, resolved)
    return str(role.id)

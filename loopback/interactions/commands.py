"""The commands that a bot has registered, with their options."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, TypeAlias

from loopback.errors import CannotDo
from loopback.interactions import installs
from loopback.interactions.installs import Install
from loopback.model.channels import Channel
from loopback.model.people import User
from loopback.model.permissions import Permission
from loopback.payload import Payload, as_list, as_payload, as_payloads
from loopback.snowflake import Snowflakes
from loopback.validation.messages import Upload
from loopback.world.feed import Event
from loopback.world.state import World

Value: TypeAlias = "str | int | float | bool | User | Channel | Upload"
"""The values that an option can have."""

TYPES = {
    3: "string",
    4: "integer",
    5: "boolean",
    6: "user",
    7: "channel",
    8: "role",
    9: "mentionable",
    10: "number",
    11: "attachment",
}
_SUBCOMMANDS = (1, 2)
_OF_COMMANDS = frozenset(
    {
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "type",
        "options",
        "default_member_permissions",
        "dm_permission",
        "nsfw",
        "contexts",
        "integration_types",
    }
)
_OF_OPTIONS = frozenset(
    {
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "type",
        "required",
        "autocomplete",
        "choices",
        "options",
        "channel_types",
        "min_value",
        "max_value",
        "min_length",
        "max_length",
    }
)
_OF_CHOICES = frozenset({"name", "name_localizations", "value"})


class CommandType(IntEnum):
    """Discord's numbers for the kinds of command: typed, or in the menu of a user or message."""

    SLASH = 1
    USER = 2
    MESSAGE = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of an option: the name that is shown and the value that is sent."""

    name: str
    value: str | int | float


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command."""

    raw: Payload

    @property
    def name(self) -> str:
        """The name."""
        return str(self.raw["name"])

    @property
    def type(self) -> int:
        """Discord's number for the type of its values."""
        return int(self.raw["type"])

    @property
    def required(self) -> bool:
        """True if the command cannot be sent without it."""
        return bool(self.raw.get("required", False))

    @property
    def autocomplete(self) -> bool:
        """True if the bot suggests values."""
        return bool(self.raw.get("autocomplete", False))

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The only values that it takes, if it has choices."""
        return tuple(
            Choice(str(each["name"]), each["value"])
            for each in as_payloads(self.raw.get("choices"))
        )


@dataclass(frozen=True, slots=True)
class Command:
    """A registered command, for one guild or (None) everywhere."""

    id: int
    version: int
    guild_id: int | None
    raw: Payload

    @property
    def type(self) -> CommandType:
        """The kind of command."""
        return CommandType(self.raw.get("type") or 1)

    def payload(self, application_id: int) -> Payload:
        """Write the command as Discord does, with defaults filled in."""
        filled: Payload = {
            "type": 1,
            "description": "",
            "default_member_permissions": None,
            "nsfw": False,
            "options": [],
            "contexts": None,
            "integration_types": [0],
            "dm_permission": True,
            "name_localizations": None,
            "description_localizations": None,
        }
        filled |= _known(self.raw, _OF_COMMANDS)
        filled["options"] = _options(self.raw)
        needed = filled["default_member_permissions"]
        filled |= {
            "default_member_permissions": None if needed is None else str(needed),
            "id": str(self.id),
            "application_id": str(application_id),
            "version": str(self.version),
        }
        if self.guild_id is not None:
            filled["guild_id"] = str(self.guild_id)
        return filled


def _known(raw: Payload, keys: frozenset[str]) -> Payload:
    """Return what Discord keeps: no key that it does not know, and no null."""
    return {key: value for key, value in raw.items() if key in keys and value is not None}


def _options(raw: Payload) -> list[Payload]:
    written: list[Payload] = []
    for each in as_payloads(raw.get("options")):
        option = _known(each, _OF_OPTIONS)
        if "choices" in option:
            option["choices"] = [
                _known(choice, _OF_CHOICES) for choice in as_payloads(each["choices"])
            ]
        if "options" in option:
            option["options"] = _options(each)
        written.append(option)
    return written


@dataclass(frozen=True, slots=True)
class Leaf:
    """A command as a person types it.

    `path` is "play czech"; `branches` are the names and types of the subcommands on the way.
    """

    path: str
    command: Command
    branches: tuple[tuple[str, int], ...]
    raw: Payload
    options: tuple[Option, ...]

    @property
    def description(self) -> str:
        """The description, in the language in which the bot registered it."""
        return str(self.raw.get("description", ""))

    def option(self, name: str) -> Option:
        """Return the option of this name; CannotDo lists the names."""
        for option in self.options:
            if option.name == name:
                return option
        known = ", ".join(option.name for option in self.options) or "none"
        raise CannotDo(f"/{self.path} has no option {name!r}; it has: {known}")


def in_language(raw: Payload, key: str, locale: str) -> str:
    """Return a text of a command, an option or a choice as a person of this language sees it."""
    translated = as_payload(raw.get(f"{key}_localizations"))
    return str(translated.get(locale, raw.get(key, "")))


@dataclass(frozen=True, slots=True)
class CommandsChanged(Event):
    """The bot changed its commands."""


SECONDS_TO_REGISTER: Final = 3.0
"""As long a person waits for a command that is not registered yet: many bots register theirs only
once they are connected."""


@dataclass(slots=True)
class Commands:
    """Every registered command; `changed` is set at every registration."""

    ids: Snowflakes
    registered: dict[tuple[int | None, int, str], Command] = field(
        default_factory=dict[tuple[int | None, int, str], Command]
    )
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    _next: asyncio.Event = field(default_factory=asyncio.Event)

    async def appears(self, kind: CommandType, name: str) -> None:
        """Wait until a command of this name is registered anywhere, but not for ever."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_REGISTER):
                while not any(
                    each.type is kind and each.raw["name"] == name
                    for each in self.registered.values()
                ):
                    await self._next.wait()

    def replace(self, guild_id: int | None, raw: list[Payload]) -> list[Command]:
        """Replace all commands of a scope with these; a known name keeps its id."""
        old = {key: each for key, each in self.registered.items() if key[0] == guild_id}
        for key in old:
            del self.registered[key]
        found: list[Command] = []
        for each in raw:
            key = (guild_id, int(each.get("type") or 1), str(each["name"]))
            before = old.get(key)
            same = before is not None and before.raw == each
            command = Command(
                before.id if before else self.ids.next(),
                before.version if before and same else self.ids.next(),
                guild_id,
                each,
            )
            self.registered[key] = command
            found.append(command)
        self.changed.set()
        self._next.set()
        self._next = asyncio.Event()
        return found

    def of(self, guild_id: int | None) -> list[Command]:
        """Return the commands of a scope."""
        return [each for each in self.registered.values() if each.guild_id == guild_id]

    def usable(
        self, world: World, channel: Channel, user: User, name: str | None = None
    ) -> Iterator[Leaf]:
        """Iterate over the slash commands that a user may use in a channel, as leaves.

        `name`: only those that are this command or part of it.
        """
        for command in self.offered(world, channel, user, CommandType.SLASH, name):
            yield from _leaves(command, command.raw, (), str(command.raw["name"]))

    def offered(
        self,
        world: World,
        channel: Channel,
        user: User,
        kind: CommandType,
        name: str | None = None,
    ) -> Iterator[Command]:
        """Iterate over the commands of a kind, or of one name, that a user may use there."""
        context = installs.context_of(world, channel)
        granted = world.permissions(user.id, channel)
        if Permission.USE_APPLICATION_COMMANDS not in granted:
            return
        for command in self.registered.values():
            if command.type is not kind or name not in (None, command.raw["name"]):
                continue
            contexts = command.raw.get("contexts")
            needed = command.raw.get("default_member_permissions")
            hidden = (
                (command.guild_id is not None and command.guild_id != channel.guild_id)
                or (contexts is not None and context not in as_list(contexts))
                or (context and command.raw.get("dm_permission") is False)
                or not self.owners(world, command, channel, user)
                or (needed is not None and not _granted(granted, int(needed)))
            )
            if not hidden:
                yield command

    def owners(
        self, world: World, command: Command, channel: Channel, user: User
    ) -> dict[str, str]:
        """Return the installs by which a user may use a command in a channel, perhaps none."""
        if command.guild_id is not None:
            return installs.owners(world, channel, user, [Install.GUILD])
        types = command.raw.get("integration_types") or world.install_types
        return installs.owners(world, channel, user, as_list(types))

    def leaf(self, world: World, channel: Channel, user: User, path: str) -> Leaf:
        """Return the command that a person types; CannotDo lists all."""
        words = path.removeprefix("/").split()
        wanted = " ".join(words)
        for leaf in self.usable(world, channel, user, words[0] if words else ""):
            if leaf.path == wanted:
                return leaf
        known = ", ".join(f"/{leaf.path}" for leaf in self.usable(world, channel, user)) or "none"
        raise CannotDo(f"there is no command /{wanted} here; there are: {known}")

    def menu(
        self, world: World, channel: Channel, user: User, kind: CommandType, name: str
    ) -> Command:
        """Return the command in the menu of a user or message; CannotDo lists all."""
        offered = list(self.offered(world, channel, user, kind))
        for command in offered:
            if command.raw["name"] == name:
                return command
        known = ", ".join(repr(each.raw["name"]) for each in offered) or "none"
        raise CannotDo(f"this menu has no command {name!r}; it has: {known}")


def _granted(granted: Permission, needed: int) -> bool:
    if Permission.ADMINISTRATOR in granted:
        return True
    return needed != 0 and int(granted) & needed == needed


def _leaves(
    command: Command, raw: Payload, branches: tuple[tuple[str, int], ...], path: str
) -> Iterator[Leaf]:
    held = as_payloads(raw.get("options"))
    if any(each["type"] in _SUBCOMMANDS for each in held):
        for each in held:
            branch = (str(each["name"]), int(each["type"]))
            yield from _leaves(command, each, (*branches, branch), f"{path} {each['name']}")
        return
    yield Leaf(
        path,
        command,
        branches,
        raw,
        tuple(Option(each) for each in held),
    )

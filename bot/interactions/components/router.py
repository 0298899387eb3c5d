"""Buttons, menus and forms: every event finds its handler by the verb in its custom_id.

One dynamic item answers every component that the bot has ever sent, so presses survive restarts and
nothing is kept per message. A module registers the handlers of its verbs with `component`.
"""

import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeAlias, TypeVar

import discord
from discord import ui

from bot.delivery.panels import PanelKind
from bot.delivery.people import shown_name
from bot.delivery.response import DeferKind, Response
from bot.interactions.client import Answered, Interaction, Postboard
from bot.interactions.context import caller_of, can_see
from bot.interactions.errors import responding
from bot.messages.controls.custom_ids import CustomId, CustomIdError, Verb, decode
from bot.messages.controls.message import Message
from bot.model.errors import LostPosition, TableError
from bot.model.position import PositionId, holds
from bot.model.table import Table
from bot.tables.checks import require_here, require_readable
from rules.contract.sentence import Stranger, say

__all__ = ["Component", "ComponentEvent", "Handler", "component", "on_modal_submit"]


_WORN_OUT: Final = say("This control doesn't work any more. `/board` shows a new one.")
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,18}")
_GREATEST: Final = 2**63 - 1
"""The greatest integer that the database holds, above all of Discord's ids."""


E = TypeVar("E", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class ComponentEvent:
    """A button pressed, a menu used or a form sent in: its custom_id, and the values."""

    custom_id: CustomId
    named_table: Table | None = None
    values: tuple[str, ...] = ()
    people: tuple[discord.User | discord.Member, ...] = ()
    """The people chosen in a menu of people."""
    in_server: bool = False

    @property
    def person(self) -> discord.User | discord.Member:
        """The person chosen. Raises TableError for a bot, CustomIdError for nobody."""
        if not self.people:
            raise CustomIdError(_WORN_OUT)
        chosen = self.people[0]
        if chosen.bot:
            name = Stranger(shown_name(chosen))
            raise TableError(say("{name} is a bot and doesn't play. Choose a person.", name=name))
        return chosen

    @property
    def is_unseeing(self) -> bool:
        """True in a server if the person chosen can't see the table's channel."""
        return self.in_server and not can_see(self.people[0])

    @property
    def table(self) -> Table:
        """The table of a verb that is about one, in its state when the event came."""
        assert self.named_table is not None, f"{self.custom_id.verb.word} has no table"
        return self.named_table

    @property
    def position(self) -> PositionId:
        """The position, or the offer, of a verb that is about one."""
        assert self.custom_id.position is not None, f"{self.custom_id.verb.word} has no position"
        return self.custom_id.position

    @property
    def choice(self) -> str:
        """The word chosen: in a menu, or by a button that names it."""
        return self.values[0] if self.values else self.custom_id.text(0)

    @property
    def value(self) -> str:
        """The text that was chosen or written. Raises CustomIdError if there is none."""
        if not self.values:
            raise CustomIdError(_WORN_OUT)
        return self.values[0]

    @property
    def number(self) -> int:
        """The chosen number. Raises CustomIdError if no menu of the bot offers it."""
        return _number(self.value)

    def one_of(self, kind: type[E]) -> E:
        """Return the chosen member. Raises CustomIdError if no menu of the bot offers it."""
        try:
            return kind(self.value)
        except ValueError:
            raise CustomIdError(_WORN_OUT) from None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The chosen numbers, perhaps none. Raises CustomIdError like `number`."""
        return tuple(map(_number, self.values))


def _number(text: str) -> int:
    """Return a number in a menu's value, such as an id, that a database can store."""
    if not _NUMBER.fullmatch(text) or int(text) > _GREATEST:
        raise CustomIdError(_WORN_OUT)
    return int(text)


Handler: TypeAlias = Callable[[Postboard, Response, ComponentEvent], Awaitable[Message | None]]
"""Returns the message that `Response.show` shows the person; None where it has answered itself."""
H = TypeVar("H", bound=Handler)

_handlers: Final[dict[Verb, tuple[Handler, DeferKind, PanelKind | None, bool]]] = {}


def component(
    verb: Verb,
    defer_kind: DeferKind = DeferKind.PRIVATE,
    panel: PanelKind | None = None,
    *,
    in_turn: bool = False,
) -> Callable[[H], H]:
    """Register the handler of a verb; `defer_kind` is the way to defer a slow answer.

    The message that it returns is a `panel` of this kind, if any. `in_turn` means that the event
    may change a table, so those of a channel are decided in order of arrival. Raises ValueError
    for a verb that is taken.
    """

    def register(handler: H) -> H:
        if verb in _handlers:
            raise ValueError(f"the verb {verb.word!r} has a handler already")
        _handlers[verb] = (handler, defer_kind, panel, in_turn)
        return handler

    return register


async def _handle(
    interaction: Interaction,
    text: str,
    values: tuple[str, ...] = (),
    people: tuple[discord.User | discord.Member, ...] = (),
) -> None:
    """Answer a component with this custom_id; one that doesn't fit is refused in a sentence."""
    client, custom_id = interaction.client, None

    async def take_turn(response: Response) -> None:
        nonlocal custom_id
        custom_id = decode(text)
        _, response.defer_kind, _, in_turn = _handlers[custom_id.verb]
        if in_turn:
            await client.arrivals.take_turn(response, _channel_of(custom_id))

    with suppress(Answered):
        async with responding(interaction, take_turn) as response:
            assert custom_id is not None, "it was decoded first"
            handler, _, panel, _ = _handlers[custom_id.verb]
            if interaction.message is not None and not response.is_from_private:
                await client.outbox.arrived(interaction.message)
            table = await _table(client, response, custom_id)
            in_server = interaction.guild_id is not None
            event = ComponentEvent(custom_id, table, values, people, in_server)
            shown = await handler(client, response, event)
            if shown is not None:
                await response.show(shown, panel, custom_id.table)


def _channel_of(custom_id: CustomId) -> int | None:
    """Return the channel of the table, where a press in another one names it; `_table` checks it.

    So its turn is taken there before anything is looked up.
    """
    return custom_id.number(0) if custom_id.verb is Verb.JOIN_LISTED else None


async def _table(client: Postboard, response: Response, custom_id: CustomId) -> Table | None:
    """Return the table of a press, which must belong to the place of the press.

    Lists can be used in any channel. Raises TableError in another channel than the table's or if
    its log can't be read, and LostPosition if the log doesn't contain the position of the
    custom_id.
    """
    if custom_id.table is None:
        return None
    lookup = client.lookup
    table = await lookup.get(custom_id.table)
    if custom_id.verb is not Verb.JOIN_LISTED:
        require_here(table, caller_of(response))
    elif _channel_of(custom_id) != table.channel_id:
        raise TableError(
            say(
                "This table has moved since this list was made. `/games show:open` shows a new one."
            )
        )
    require_readable(table)
    if custom_id.position is None or _holds(table, custom_id.position):
        return table
    table = await lookup.reread(custom_id.table)
    if not _holds(table, custom_id.position):
        raise LostPosition(table)
    return table


def _holds(table: Table, position: PositionId) -> bool:
    return table.match is not None and holds(table.match, position)


class Component(ui.DynamicItem[ui.Item[Any]], template=r"(?s:pb[0-9]*:.*)"):
    """Any button or menu of the bot, made from its custom_id when it is used."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], _match: re.Match[str], /
    ) -> "Component":
        """Wrap the button or menu that a message shows."""
        return cls(item)

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let each event through once: Discord may deliver it twice."""
        client: Postboard = interaction.client
        return client.is_new(interaction.id)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Pass the event to the handler registered for its verb."""
        if isinstance(self.item, ui.UserSelect):
            await _handle(interaction, self.custom_id, people=tuple(self.item.values))
            return
        values: tuple[str, ...] = ()
        if isinstance(self.item, ui.Select):
            values = tuple(self.item.values)
        elif isinstance(self.item, ui.ChannelSelect | ui.RoleSelect):
            values = tuple(str(each.id) for each in self.item.values)
        await _handle(interaction, self.custom_id, values)


async def on_modal_submit(interaction: Interaction) -> None:
    """Pass a submitted form to the handler of its verb; ignore everything else."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return
    data: Any = interaction.data
    if interaction.client.is_new(interaction.id):
        await _handle(interaction, data["custom_id"], tuple(_written(data["components"])))


def _written(components: list[Any]) -> Iterator[str]:
    """Yield what a form's fields hold, each with a label around it: a text, or chosen values."""
    for component in components:
        field = component["component"]
        yield from field["values"] if "values" in field else [field["value"]]

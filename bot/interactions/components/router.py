"""Buttons, menus and forms: every event finds its handler by the verb in its name.

One dynamic item answers every component that the bot has ever sent, so presses survive restarts
and nothing is kept per message. A room of the bot registers its verbs with `on`.
"""

import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import discord
from discord import ui

from bot.delivery.response import DeferKind, Response
from bot.interactions.client import Interaction, Postboard
from bot.interactions.errors import responding
from bot.messages import custom_ids
from bot.model.errors import TableError

__all__ = ["Component", "ComponentEvent", "Handler", "component", "on_modal_submit"]


@dataclass(frozen=True, slots=True)
class ComponentEvent:
    """A button pressed, a menu used or a form sent in: the words of its name, and the values."""

    args: tuple[str, ...]
    values: tuple[str, ...] = ()

    @property
    def table(self) -> int:
        """The table that the name gives first."""
        return int(self.args[0])

    @property
    def position_number(self) -> int:
        """The position, or the event, that the name gives second."""
        return int(self.args[1])


Handler: TypeAlias = Callable[[Postboard, Response, ComponentEvent], Awaitable[None]]

_handlers: Final[dict[str, tuple[Handler, DeferKind]]] = {}


def component(verb: str, defer_kind: DeferKind = DeferKind.PRIVATE) -> Callable[[Handler], Handler]:
    """Register the handler of a verb; `defer_kind` says how a slow answer is deferred.

    Raises ValueError for a verb that is taken.
    """

    def register(handler: Handler) -> Handler:
        if verb in _handlers:
            raise ValueError(f"the verb {verb!r} has a handler already")
        _handlers[verb] = (handler, defer_kind)
        return handler

    return register


async def _handle(interaction: Interaction, custom_id: str, values: tuple[str, ...]) -> None:
    verb, *args = custom_ids.words(custom_id)
    handler, defer_kind = _handlers.get(verb, (_outdated, DeferKind.PRIVATE))
    async with responding(interaction, defer_kind) as response:
        await handler(interaction.client, response, ComponentEvent(tuple(args), values))


async def _outdated(_bot: Postboard, _reply: Response, _press: ComponentEvent) -> None:
    raise TableError(
        "This button was made by another version of the bot. `/board` shows a new one."
    )


class Component(ui.DynamicItem[ui.Item[Any]], template=r"pb:[a-z]+(?::[^:]*)*"):
    """Any button or menu of the bot, made anew from its name when it is used."""

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
        values = tuple(self.item.values) if isinstance(self.item, ui.Select) else ()
        await _handle(interaction, self.custom_id, values)


async def on_modal_submit(interaction: Interaction) -> None:
    """Hand a form that was sent in to the room that registered its verb; ignore all else."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return
    data: Any = interaction.data
    if interaction.client.is_new(interaction.id):
        await _handle(interaction, data["custom_id"], tuple(_written(data["components"])))


def _written(components: list[Any]) -> Iterator[str]:
    """Yield what stands in the lines of a form, each of which has a label around it."""
    for component in components:
        yield component["component"]["value"]

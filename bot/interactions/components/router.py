"""Buttons, menus and forms: every press finds its handler by the verb in its custom_id.

One dynamic item answers every component that the bot has ever sent, so presses survive restarts and
nothing is kept per message. A module registers the handlers of its verbs with `component`.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import discord
from discord import ui

from bot.delivery.answering.response import Response
from bot.interactions.client import Answered, Interaction, Postboard
from bot.interactions.context import caller_of
from bot.interactions.controls import AnsweredWith, Controls, Press
from bot.interactions.errors import responding
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import CustomId, decode
from bot.model.errors import LostPosition, TableError
from bot.model.position import PositionId, holds
from bot.model.table import Table
from bot.tables.checks import require_here, require_readable
from rules.contract.sentence import say

__all__ = ["CORE", "Component", "Press", "component", "on_modal_submit"]


CORE: Final = Controls()
"""The verbs of the core."""
component: Final = CORE.component


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
        custom_id = decode(text, client.additions.verbs)
        control = client.additions.controls[custom_id.verb]
        response.defer_kind = control.defer_kind
        if control.in_turn:
            await client.serving.arrivals.take_turn(response, _channel_of(custom_id))

    with suppress(Answered):
        async with responding(interaction, take_turn) as response:
            assert custom_id is not None, "it was decoded first"
            control = client.additions.controls[custom_id.verb]
            if interaction.message is not None and not response.is_from_private:
                await client.outbox.arrived(interaction.message)
            table = response.table = await _table(client, response, custom_id)
            in_server = interaction.guild_id is not None
            press = Press(custom_id, table, values, people, in_server)
            try:
                shown = await control.handler(client, response, press)
            except AnsweredWith as instead:
                shown = instead.message
            if shown is not None:
                await response.show(shown, control.panel, custom_id.table)


def _channel_of(custom_id: CustomId) -> int | None:
    """Return the channel of the table, where a press in another one names it; `_table` checks it.

    So its turn is taken there before anything is looked up.
    """
    return custom_id.number(0) if custom_id.verb is verbs.JOIN_LISTED else None


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
    if custom_id.verb is not verbs.JOIN_LISTED:
        require_here(table, caller_of(response))
    elif _channel_of(custom_id) != table.channel_id:
        raise TableError(say("That game has changed. `/games show:open` shows the latest."))
    require_readable(table)
    if custom_id.position is None or _holds(table, custom_id.position):
        return table
    table = await lookup.reread(custom_id.table)
    if not _holds(table, custom_id.position):
        raise LostPosition(table)
    return table


def _holds(table: Table, position: PositionId) -> bool:
    return table.match is not None and holds(table.match, position)


# Controls of other versions match as well, and are refused in a sentence.
class Component(ui.DynamicItem[ui.Item[Any]], template=r"(?s:pb[0-9]*:.*)"):
    """Any button or menu of the bot, made from its custom_id when it is used."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], _match: re.Match[str], /
    ) -> "Component":
        """Wrap the button or menu that a message shows."""
        return cls(item)

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let a press through once: Discord may deliver it twice."""
        client: Postboard = interaction.client
        return client.serving.is_new(interaction.id)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Pass the press to the handler registered for its verb."""
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
    if interaction.client.serving.is_new(interaction.id):
        await _handle(interaction, data["custom_id"], tuple(_written(data["components"])))


def _written(components: list[Any]) -> Iterator[str]:
    """Yield what a form's fields hold, below their labels: a text, or chosen values."""
    # What a form shows, such as a text between its fields, holds none.
    for field in (each["component"] for each in components if "component" in each):
        yield from field["values"] if "values" in field else [field["value"]]

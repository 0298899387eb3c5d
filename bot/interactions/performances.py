"""The ways to carry acts out: for a subcommand of `/game`, and for the same act's button."""

import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

from discord import app_commands

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import DeferKind, Response
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.context import channel_of
from bot.interactions.controls import Controls, Press
from bot.interactions.errors import responding
from bot.messages.controls.acts import Act
from bot.messages.controls.message import Message
from bot.model.table import Table
from rules.contract.sentence import Sentence, say

__all__ = ["Performance", "Performances", "game", "latest", "playing"]

_ASKING: Final = inspect.Parameter(
    "interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction
)

Perform: TypeAlias = Callable[..., Awaitable[Message | None]]
"""Carries an act out with the bot, the response, the table, and the command's options by name, if
any; returns the message to show the person."""
P = TypeVar("P", bound=Perform)
Find: TypeAlias = Callable[[Postboard, Response], Awaitable[Table]]
"""Finds the table that a command in a channel is about. Raises TableError."""


@dataclass(frozen=True, slots=True)
class Performance:
    """The way to carry an act out."""

    perform: Perform
    find: Find
    panel: PanelKind | None
    in_turn: bool
    """True if it may change a table, so that a channel's presses are decided in order of
    arrival."""
    options: Mapping[str, Sentence]
    """The descriptions of the command's options."""

    @property
    def parameters(self) -> tuple[inspect.Parameter, ...]:
        """The options of the command, as Python describes parameters."""
        return tuple(inspect.signature(self.perform).parameters.values())[3:]


async def playing(bot: Postboard, response: Response) -> Table:
    """Return the running game of the channel. Raises TableError if there is none."""
    return await bot.lookup.playing_in(channel_of(response.interaction))


async def latest(bot: Postboard, response: Response) -> Table:
    """Return the channel's running game, or else its last one. Raises TableError if none is."""
    return await bot.lookup.latest_in(channel_of(response.interaction))


class Performances:
    """The acts that the core, or one extension, carries out."""

    def __init__(self, controls: Controls) -> None:
        """Answer the buttons of the acts among these controls."""
        self._controls = controls
        self._acts: dict[Act, Performance] = {}

    def __iter__(self) -> Iterator[tuple[Act, Performance]]:
        return iter(self._acts.items())

    def act(
        self,
        named: Act,
        defer_kind: DeferKind = DeferKind.PANEL,
        panel: PanelKind | None = None,
        find: Find = playing,
        *,
        in_turn: bool = False,
        **options: Sentence,
    ) -> Callable[[P], P]:
        """Register the function that carries an act out, for its command and for its button.

        `options` describe the command's options; the others are as for `component`.
        """

        def register(perform: P) -> P:
            async def pressed(bot: Postboard, response: Response, press: Press) -> Message | None:
                return await perform(bot, response, press.table)

            self._controls.component(named.verb, defer_kind, panel, in_turn=in_turn)(pressed)
            self._acts[named] = Performance(perform, find, panel, in_turn, options)
            return perform

        return register


def game(bot: Postboard) -> app_commands.Group:
    """Return the command with all that the core and its extensions can do."""
    group = app_commands.Group(
        name="game", description=text(say("Everything else about this channel's game"))
    )
    for act in Act:
        if act in bot.additions.acts:
            group.add_command(_command(act, bot.additions.acts[act]))
    for more in bot.additions.game_commands:
        group.add_command(more)
    return group


def _command(act: Act, done: Performance) -> app_commands.Command[Any, ..., None]:
    """Return the subcommand of an act; it has the parameters of the function that performs it."""

    async def typed(interaction: Interaction, **options: Any) -> None:  # noqa: ANN401
        client = interaction.client
        first = client.serving.arrivals.take_turn if done.in_turn else None
        async with responding(interaction, first) as response:
            table = await done.find(client, response)
            shown = await done.perform(client, response, table, **options)
            if shown is not None:
                await response.show(shown, done.panel, table.id)

    vars(typed)["__signature__"] = inspect.Signature([_ASKING, *done.parameters])
    app_commands.describe(**{name: text(each) for name, each in done.options.items()})(typed)
    return app_commands.Command(name=act.word, description=text(act.description), callback=typed)

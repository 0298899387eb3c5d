"""`/game`: a subcommand for every act at the channel's game."""

import inspect
from typing import Any, Final

from discord import app_commands

from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.errors import responding
from bot.interactions.performances import Performance
from bot.messages.controls.acts import Act
from rules.contract.sentence import say

__all__ = ["game"]

_ASKING: Final = inspect.Parameter(
    "interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction
)


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

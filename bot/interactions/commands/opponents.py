"""`/start`, `/opponents`, `/analysis`: playing the computer, and learning from a game."""

from discord import app_commands
from discord.ext import commands

from bot.delivery.panels import PanelKind
from bot.interactions import first_game
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.commands.info import game_titles
from bot.interactions.components.advice import report
from bot.interactions.context import channel_of
from bot.interactions.errors import responding
from bot.messages.controls.message import Message
from bot.messages.panels import opponents
from rules.contract.sentence import say
from rules.registry import all_games, familiar_game

__all__ = ["Opponents", "setup"]


class Opponents(commands.Cog):
    """The computer as an opponent and as a teacher."""

    @app_commands.command(
        description=text(say("Play your first game at once: a gentle computer, with hints"))
    )
    @app_commands.describe(game=text(say("Which game; left out, an easy one to begin with")))
    @app_commands.choices(game=game_titles())
    async def start(self, interaction: Interaction, game: str | None = None) -> None:
        """Seat a newcomer opposite the gentlest level."""
        async with responding(interaction) as response:
            chosen = all_games()[game] if game else familiar_game()
            await first_game.begin(interaction.client, response, chosen)

    @app_commands.command(
        description=text(say("The computer's levels: how they play, and how they fared"))
    )
    @app_commands.describe(game=text(say("Which game they play")))
    @app_commands.choices(game=game_titles())
    async def opponents(self, interaction: Interaction, game: str) -> None:
        """List the levels of the computer."""
        async with responding(interaction) as response:
            bot, played = interaction.client, all_games()[game]
            records = await bot.store.engines.records(game)
            exact = bot.lookup.has_exact_values(played)
            await response.private(Message(opponents.listed(played, records, exact=exact)))

    @app_commands.command(
        description=text(say("What each move of this channel's last game was worth"))
    )
    async def analysis(self, interaction: Interaction) -> None:
        """Show the report on the game that ended last."""
        async with responding(interaction) as response:
            table = await interaction.client.lookup.latest_in(channel_of(interaction))
            shown = await report(interaction.client, table, private=True)
            await response.show(shown, PanelKind.ADVICE, table.id)


async def setup(bot: Postboard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Opponents())

"""`/start`, `/opponents`, `/analysis`: playing the computer, and learning from a game."""

from discord import app_commands
from discord.ext import commands

from bot.interactions.client import Interaction, Postboard
from bot.interactions.commands.info import game_titles
from bot.interactions.commands.play import open_table
from bot.interactions.components.advice import give_report
from bot.interactions.context import channel_of
from bot.interactions.errors import responding
from bot.messages import opponents
from bot.messages.message import Message
from bot.model.table import Status, Terms
from bot.tables.commands import Open
from engine.levels import LEVELS
from rules.core import AnyGame, Dice
from rules.registry import all_games

__all__ = ["Opponents", "setup"]


class Opponents(commands.Cog):
    """The computer as an opponent and as a teacher."""

    @app_commands.command(description="Play your first game at once: a gentle computer, with hints")
    @app_commands.describe(game="Which game; left out, an easy one to begin with")
    @app_commands.choices(game=game_titles())
    @app_commands.guild_only()
    async def start(self, interaction: Interaction, game: str | None = None) -> None:
        """Seat a newcomer opposite the gentlest level."""
        async with responding(interaction) as response:
            chosen = all_games()[game] if game else _first_game()
            spec = chosen.spec
            options = {option.key: option.default for option in spec.options}
            side = next(each.key for each in spec.sides if each.key in spec.seatings[0][0])
            rivals = len(spec.seatings[0]) - 1
            terms = Terms(spec.key, options, hints=True)
            command = Open(terms, (), side, (LEVELS[0].number,) * rivals)
            table = await open_table(interaction.client, response, command)
            if table.status is not Status.OFFERED:
                await response.private(Message(opponents.first_steps(table)))

    @app_commands.command(description="The computer's levels: how they play, and how they fared")
    @app_commands.describe(game="Which game they play")
    @app_commands.choices(game=game_titles())
    async def opponents(self, interaction: Interaction, game: str) -> None:
        """List the levels of the computer."""
        async with responding(interaction) as response:
            bot, played = interaction.client, all_games()[game]
            records = await bot.store.engine_records(game)
            exact = bot.tables.has_exact_values(played)
            await response.private(Message(opponents.listed(played, records, exact=exact)))

    @app_commands.command(description="What each move of this channel's last game was worth")
    @app_commands.guild_only()
    async def analysis(self, interaction: Interaction) -> None:
        """Show the report on the game that ended last."""
        async with responding(interaction) as response:
            table = await interaction.client.tables.latest_in(channel_of(interaction))
            await give_report(interaction.client, response, table)


def _first_game() -> AnyGame:
    """Return the first game without dice, which begins without a press more."""
    games = list(all_games().values())
    return next((g for g in games if not isinstance(g.turn(g.start()), Dice)), games[0])


async def setup(bot: Postboard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Opponents())

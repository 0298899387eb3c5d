"""`/board`, `/history`, `/rules`, `/games`, `/help`: commands that change nothing."""

from discord import app_commands
from discord.ext import commands

from bot.delivery.panels import PanelKind
from bot.interactions import publish
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.context import caller_of, channel_of
from bot.interactions.errors import responding
from bot.messages.channel import score_card
from bot.messages.controls.message import Message
from bot.messages.panels import guide, history, rulebook
from bot.messages.panels.own_view import own_view
from bot.model.errors import NoGame, TableError
from rules.contract.core import AnyGame
from rules.contract.sentence import Sentence, one_of, say
from rules.registry import all_games, is_experimental

__all__ = ["Reading", "game_titles", "setup"]


def game_titles() -> list[app_commands.Choice[str]]:
    """Return the games to choose from."""
    games = list(all_games().values())
    assert len(games) <= 25, "Discord offers at most 25 choices"
    return [app_commands.Choice(name=text(_title(game)), value=game.spec.key) for game in games]


def _title(game: AnyGame) -> Sentence:
    if is_experimental(game.spec.key):
        return say("{game} (experimental)", game=game.spec.title)
    return game.spec.title


class Reading(commands.Cog):
    """Boards, records and rules to look at."""

    @app_commands.command(description=text(say("Show the board of this channel's game")))
    @app_commands.describe(private=text(say("Show it to me alone, from my own side")))
    async def board(self, interaction: Interaction, *, private: bool = False) -> None:
        """Show the present board, to all or to one."""
        async with responding(interaction) as response:
            bot = interaction.client
            table = await bot.lookup.latest_in(channel_of(interaction))
            if private:
                view = await own_view(table, response.user.id)
                await response.show(view, PanelKind.VIEW, table.id)
            else:
                await publish.show_again(bot, response, table)

    @app_commands.command(
        description=text(say("The moves so far, and the board after any of them"))
    )
    @app_commands.describe(move=text(say("Show the board after this move, such as 12 or 12 white")))
    async def history(
        self, interaction: Interaction, move: app_commands.Range[str, 1, 20] | None = None
    ) -> None:
        """Show the record."""
        async with responding(interaction) as response:
            table = await interaction.client.lookup.latest_in(channel_of(interaction))
            match = table.started
            count = history.after_move(match, move) if move else len(match.plies)
            shown = await history.at_ply(table, count, table.seat(response.user.id))
            await response.show(shown, PanelKind.READING, table.id)

    @app_commands.command(description=text(say("The score of this channel's series of games")))
    async def series(self, interaction: Interaction) -> None:
        """Show the score card."""
        async with responding(interaction) as response:
            table = await interaction.client.lookup.latest_in(channel_of(interaction))
            if table.terms.series_format is None:
                raise TableError(
                    say("This is a single game. `/play` with `series` plays a series.")
                )
            await response.show(Message(score_card.full(table)), PanelKind.READING, table.id)

    @app_commands.command(description=text(say("How a game is played, and its full rules")))
    @app_commands.describe(game=text(say("Which game; left out, the one of this channel")))
    @app_commands.choices(game=game_titles())
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the first page of a rulebook."""
        async with responding(interaction) as response:
            key = game or await _game_here(interaction)
            await response.show(await rulebook.page(key, 0), PanelKind.RULES)

    @app_commands.command(description=text(say("The games that you play, and whose turn it is")))
    async def games(self, interaction: Interaction) -> None:
        """List the person's unfinished tables."""
        async with responding(interaction) as response:
            games = await publish.games_of(interaction.client, response.user.id)
            await response.show(games, PanelKind.GAMES)

    @app_commands.command(description=text(say("How to play here")))
    async def help(self, interaction: Interaction) -> None:
        """Explain the bot."""
        async with responding(interaction) as response:
            caller = caller_of(response)
            table = await interaction.client.lookup.present_in(caller.place.channel_id)
            await response.private(await guide.guide(guide.Situation(caller, table)))


async def _game_here(interaction: Interaction) -> str:
    """Return the game that runs in the channel, or was played there last. Raises NoGame."""
    try:
        return (await interaction.client.lookup.latest_in(channel_of(interaction))).terms.game
    except NoGame:
        names = one_of(game.spec.title for game in all_games().values())
        raise NoGame(
            say("No game has been played here, so say which one you mean: {games}.", games=names)
        ) from None


async def setup(bot: Postboard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Reading())

"""`/board`, `/games`, `/rules`, `/help`: commands that change nothing."""

from dataclasses import replace
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import Response
from bot.delivery.people import shown_name
from bot.interactions import publish
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.context import caller_of, channel_of
from bot.interactions.errors import responding
from bot.interactions.game_choice import games_meant, suggest_games
from bot.interactions.games_list import games_page
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import CustomId, for_text
from bot.messages.controls.message import Message
from bot.messages.panels.lists.games_list import Show, Wanted, to
from bot.messages.panels.lists.which_game import ask, ask_which
from bot.messages.panels.newcomers import guide, rulebook
from bot.messages.panels.table.own_view import own_view
from bot.messages.words.locale import locale_of
from bot.model.caller import User
from bot.model.errors import NoGame, TableError
from rules.contract.sentence import Stranger, say
from rules.registry import all_games

__all__ = ["Reading", "setup"]

_LISTS = [
    app_commands.Choice(name=text(name), value=show.value)
    for show, name in (
        (Show.MINE, say("My games")),
        (Show.OPEN, say("Open games")),
        (Show.RUNNING, say("Games in progress")),
        (Show.FINISHED, say("Finished games")),
    )
]


class Reading(commands.Cog):
    """Boards, lists and rules to look at."""

    @app_commands.command(description=text(say("Show the board of this channel's game")))
    @app_commands.describe(private=text(say("Show it only to me, from my side")))
    async def board(self, interaction: Interaction, *, private: bool = False) -> None:
        """Show the present board, to all or to one."""
        async with responding(interaction) as response:
            bot = interaction.client
            table = await bot.lookup.latest_in(channel_of(interaction))
            if private:
                view = own_view(table, response.user.id)
                await response.show(view, PanelKind.VIEW, table.id)
            else:
                await publish.show_again(bot, response, table)

    @app_commands.command(description=text(say("Your games, and this server's games")))
    @app_commands.describe(
        show=text(say("Which games; default: yours")),
        game=text(say("Only this game")),
        person=text(say("Only games with this person")),
    )
    @app_commands.choices(show=_LISTS)
    @app_commands.autocomplete(game=suggest_games)
    async def games(
        self,
        interaction: Interaction,
        show: Literal["mine", "open", "running", "finished"] = "mine",
        game: app_commands.Range[str, 1, 100] | None = None,
        person: discord.User | None = None,
    ) -> None:
        """List the person's unfinished tables, or games of the server, to the person alone."""
        async with responding(interaction) as response:
            bot = interaction.client
            wanted = await _wanted(bot, response, Show(show), person)
            if game is not None:
                found = games_meant(game, locale_of(response.locale))
                if len(found) != 1:
                    asked = ask_which(game, found, lambda key: to(replace(wanted, game=key)))
                    await response.show(asked, PanelKind.GAMES)
                    return
                wanted = replace(wanted, game=found[0].spec.key)
            page = await games_page(bot, interaction, response.user.id, wanted)
            await response.show(page, PanelKind.GAMES)

    @app_commands.command(description=text(say("Learn a game, or read its full rules")))
    @app_commands.describe(game=text(say("Which game; default: this channel's")))
    @app_commands.autocomplete(game=suggest_games)
    async def rules(
        self, interaction: Interaction, game: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        """Show the first page of a rulebook, or ask which game is meant."""
        async with responding(interaction) as response:
            if game is None:
                page = await _rules_here(interaction)
            else:
                page = await _rules_of(game, response.locale)
            await response.show(page, PanelKind.RULES)

    @app_commands.command(description=text(say("How to play here, and your first game")))
    async def help(self, interaction: Interaction) -> None:
        """Explain the bot."""
        async with responding(interaction) as response:
            caller = caller_of(response)
            bot = interaction.client
            table = await bot.lookup.present_in(caller.place.channel_id)
            await response.private(await guide.guide(caller, table))


async def _wanted(
    bot: Postboard, response: Response, show: Show, named: discord.User | None
) -> Wanted:
    """Return the list that is asked for. Raises TableError for a bot, or a person without games."""
    if show is Show.FINISHED and response.interaction.guild_id is None:
        show = Show.OWN
    if named is None or (named.id == response.interaction.user.id and show is Show.MINE):
        return Wanted(show)
    known = None if named.bot else await bot.store.people.find(named.id)
    row = None if known is None else await bot.store.lists.row_of(known)
    if known is None or row is None:
        name = Stranger(shown_name(named))
        raise TableError(say("{name} hasn't played here yet.", name=name))
    return Wanted(show, None, User(known, shown_name(named)), row)


async def _rules_here(interaction: Interaction) -> Message:
    """Return the rules of the channel's game, or the question which game's if there was none."""
    try:
        table = await interaction.client.lookup.latest_in(channel_of(interaction))
    except NoGame:
        asked = say("Which rules would you like to read?")
        return ask(asked, all_games().values(), _rules)
    return await rulebook.page(table.terms.game, 0)


async def _rules_of(typed: str, locale: str) -> Message:
    found = games_meant(typed, locale_of(locale))
    if len(found) != 1:
        return ask_which(typed, found, _rules)
    return await rulebook.page(found[0].spec.key, 0)


def _rules(key: str) -> CustomId:
    """Return the custom_id of the button that shows a game's rules."""
    return for_text(verbs.RULES, key, 0)


async def setup(bot: Postboard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Reading())

"""`/play`: a new game of any kind, against people or the computer."""

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery.answering.panels import PanelKind
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.context import place_of
from bot.interactions.errors import responding
from bot.interactions.game_choice import choices, game_typed, games_meant, suggest_games
from bot.interactions.opening import open_game, series_title, sides_by_name
from bot.interactions.wishes import Wish
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.panels.lists.which_game import ask_which
from bot.messages.panels.newcomers.opponents import level_choices
from bot.messages.words.game_names import fitting, variant_title, variants_like
from bot.messages.words.locale import Locale, locale_of
from bot.messages.words.time import time_choices
from bot.model.caller import PlaceKind
from bot.tables.setup import Variant, variants
from rules.contract.core import AnyGame
from rules.contract.folding import folded
from rules.contract.sentence import say
from rules.match.series import formats
from rules.registry import familiar_game
from rules.time.time_control import LONGEST_TEXT

__all__ = ["Playing", "setup"]

_OPPONENTS: Final = ("opponent", "opponent2")
_NAME: Final = 100
"""Characters of a choice's name."""
_Typed = app_commands.Range[str, 1, 100]


class Playing(commands.Cog):
    """New games."""

    @app_commands.command(
        description=text(say("Start a game with a friend, with anyone, or against the computer"))
    )
    @app_commands.describe(
        game=text(say("Which game, such as checkers or backgammon")),
        variant=text(say("Board size, number of players and so on; default: the usual")),
        opponent=text(say("Who to play; pick this bot for the computer; default: anyone can join")),
        opponent2=text(say("The third player, in games for three")),
        time=text(say("Time per move, such as 3 days or 12 hours; default: 7 days")),
        level=text(say("Computer level, 1 to 5; default: 2")),
        series=text(say("A series of games; default: one game")),
        rated=text(say("Rated or not; default: as this server chose")),
        side=text(say("The side you'd like; default: random")),
        thread=text(say("Play in a separate thread")),
    )
    @app_commands.autocomplete(game=suggest_games)
    async def play(
        self,
        interaction: Interaction,
        game: _Typed,
        *,
        variant: _Typed | None = None,
        opponent: discord.User | None = None,
        opponent2: discord.User | None = None,
        time: app_commands.Range[str, 1, LONGEST_TEXT] | None = None,
        level: int | None = None,
        series: _Typed | None = None,
        rated: bool | None = None,
        side: _Typed | None = None,
        thread: bool = False,
    ) -> None:
        """Open a table, or ask which game is meant."""
        async with responding(interaction) as response:
            named = tuple(user for user in (opponent, opponent2) if user is not None)
            wish = Wish(variant, named, time, level, series, rated, side, thread)
            found = games_meant(game, locale_of(response.locale))
            if len(found) == 1:
                await open_game(interaction.client, response, found[0], wish)
                return
            interaction_id = interaction.id
            interaction.client.wishes.keep(interaction_id, interaction.user.id, wish)
            asked = ask_which(
                game, found, lambda key: for_text(verbs.PLAY_GAME, key, interaction_id)
            )
            await response.show(asked, PanelKind.QUESTION)

    @play.autocomplete("variant")
    async def _variants(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        game, locale = game_typed(interaction), locale_of(str(interaction.locale))
        if game is None:
            return []
        found = [each for kind in variants_like(typed, variants(game), locale) for each in kind]
        named = sum(getattr(interaction.namespace, each, None) is not None for each in _OPPONENTS)
        found.sort(key=lambda each: each.seats <= named)
        return choices(((variant_title(each), each.text) for each in found), locale)

    @play.autocomplete("time")
    async def _times(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer time controls in words; in a private place, none that end the game themselves."""
        is_private = place_of(interaction).kind is PlaceKind.PRIVATE
        offered = time_choices(typed, str(interaction.locale), hard=not is_private)
        return [app_commands.Choice(name=words, value=value) for words, value in offered]

    @play.autocomplete("level")
    async def _levels(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        """Offer the levels of the computer, by number and name."""
        game = game_typed(interaction) or familiar_game()
        exact = interaction.client.lookup.has_exact_values(game)
        offered = level_choices(str(interaction.locale), game, exact=exact)
        wanted = folded(typed.strip())
        return [
            app_commands.Choice(name=words, value=number)
            for words, number in offered
            if wanted in folded(words)
        ]

    @play.autocomplete("series")
    async def _series(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        game, locale = (
            game_typed(interaction) or familiar_game(),
            locale_of(str(interaction.locale)),
        )
        offered = (
            (each, (each.key, locale.label(each.title, _NAME))) for each in formats(game.spec)
        )
        found = [each for kind in fitting(typed, offered) for each in kind]
        return choices(((series_title(each), each.key) for each in found), locale)

    @play.autocomplete("side")
    async def _sides(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        game, locale = game_typed(interaction), locale_of(str(interaction.locale))
        if game is None:
            return []
        spec = game.configured(_variant(interaction, game, locale).options).spec
        found = sides_by_name(spec, typed, locale)
        return choices(((side.title, side.key) for side in spec.sides if side.key in found), locale)


def _variant(interaction: Interaction, game: AnyGame, locale: Locale) -> Variant:
    """Return the variant that the options chosen so far mean; the usual one if they don't say."""
    every = variants(game)
    typed = getattr(interaction.namespace, "variant", None)
    whole = variants_like(typed, every, locale)[0] if typed else ()
    return whole[0] if whole else every[0]


async def setup(bot: Postboard) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Playing())

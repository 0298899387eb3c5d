"""The option that names a game: suggestions while it is typed, and what was typed read."""

from discord import app_commands

from bot.interactions.client import Interaction
from bot.messages.words.game_names import games_like, games_spelled_like, title_of
from bot.messages.words.locale import Locale, locale_of
from bot.model.errors import TableError
from rules.contract.core import AnyGame
from rules.contract.sentence import say
from rules.registry import all_games

__all__ = ["game_offered", "games_meant", "suggest_games"]

_CHOICES = 25
_NAME = 100
"""Characters of a choice's name."""


async def suggest_games(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Return the games that the text may mean, the best first; with no text, all of them.

    Mistyped words find games only here: nothing is opened on a guess.
    """
    locale = locale_of(str(interaction.locale))
    games = all_games().values()
    found = [game for kind in games_like(typed, games, locale) for game in kind]
    found = found or games_spelled_like(typed, games, locale)
    return [
        app_commands.Choice(name=locale.label(title_of(game), _NAME), value=game.spec.key)
        for game in found[:_CHOICES]
    ]


def games_meant(typed: str, locale: Locale) -> list[AnyGame]:
    """Return the games that a text names equally well: none, the one meant, or several."""
    whole, begun, within = games_like(typed, all_games().values(), locale)
    return whole or begun or within


def game_offered(key: str) -> AnyGame:
    """Return the game that a button names by its key. Raises TableError if it isn't offered now."""
    game = all_games().get(key)
    if game is None:
        raise TableError(say("This game isn't offered here any more. `/rules` lists the games."))
    return game

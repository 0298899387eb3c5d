"""The options that name a game or a variant: suggestions while they are typed, and the reading."""

from collections.abc import Iterable
from itertools import islice

from discord import app_commands

from bot.interactions.client import Interaction
from bot.messages.words.game_names import (
    games_like,
    games_spelled_like,
    title_of,
    variant_title,
    variants_like,
)
from bot.messages.words.locale import Locale, locale_of
from bot.model.errors import TableError
from bot.tables.setup import variants
from rules.contract.core import AnyGame
from rules.contract.sentence import Sentence, say
from rules.registry import all_games

__all__ = [
    "choices",
    "game_offered",
    "game_typed",
    "games_meant",
    "suggest_games",
    "suggest_variants",
]

# Discord shows no more suggestions.
_CHOICES = 25
_NAME = 100
"""Characters of a choice's name."""
_SEATS = 2


async def suggest_games(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Return the games that the text may mean, the best first; with no text, all of them.

    Mistyped words find games only here: nothing is opened on a guess.
    """
    locale = locale_of(str(interaction.locale))
    games = all_games().values()
    found = [game for kind in games_like(typed, games, locale) for game in kind]
    found = found or games_spelled_like(typed, games, locale)
    return choices(((title_of(game), game.spec.key) for game in found), locale)


def games_meant(typed: str, locale: Locale) -> list[AnyGame]:
    """Return the games that a text names equally well: none, the one meant, or several."""
    whole, begun, within = games_like(typed, all_games().values(), locale)
    return whole or begun or within


def game_offered(key: str) -> AnyGame:
    """Return the game that a button names by its key. Raises TableError if it isn't offered now."""
    game = all_games().get(key)
    if game is None:
        raise TableError(say("This game isn't available here any more. `/rules` lists the games."))
    return game


async def suggest_variants(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Return the variants between two that the text may mean, of the game named so far."""
    game, locale = game_typed(interaction), locale_of(str(interaction.locale))
    if game is None:
        return []
    two = [each for each in variants(game) if each.seats == _SEATS]
    found = (each for kind in variants_like(typed, two, locale) for each in kind)
    return choices(((variant_title(each), each.text) for each in found), locale)


def game_typed(interaction: Interaction) -> AnyGame | None:
    """Return the game that the options chosen so far name, if they name one."""
    typed = getattr(interaction.namespace, "game", None) or ""
    found = games_meant(typed, locale_of(str(interaction.locale)))
    return found[0] if typed and len(found) == 1 else None


def choices(
    named: Iterable[tuple[Sentence, str]], locale: Locale
) -> list[app_commands.Choice[str]]:
    """Return as many suggestions as Discord shows, of names with their values."""
    return [
        app_commands.Choice(name=locale.label(name, _NAME), value=value)
        for name, value in islice(named, _CHOICES)
    ]

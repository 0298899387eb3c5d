"""The option that names a variant of the game chosen: suggestions while it is typed."""

from discord import app_commands

from bot.interactions.client import Interaction
from bot.interactions.game_choice import games_meant
from bot.messages.words.game_names import variant_title, variants_like
from bot.messages.words.locale import locale_of
from bot.tables.setup import variants

__all__ = ["suggest_variants"]

_CHOICES = 25
_NAME = 100
"""Characters of a choice's name."""
_SEATS = 2


async def suggest_variants(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Return the variants between two that the text may mean, of the game named so far."""
    locale = locale_of(str(interaction.locale))
    named = getattr(interaction.namespace, "game", None) or ""
    games = games_meant(named, locale)
    if not named or len(games) != 1:
        return []
    two = [each for each in variants(games[0]) if each.seats == _SEATS]
    return [
        app_commands.Choice(name=locale.label(variant_title(each), _NAME), value=each.text)
        for kind in variants_like(typed, two, locale)
        for each in kind
    ][:_CHOICES]

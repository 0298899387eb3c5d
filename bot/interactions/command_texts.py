"""Texts of slash commands: sentences, registered in English and translated by Discord.

Discord shows everyone the text in their own language, so a command is registered with its texts
in every language that has a catalogue.
"""

from typing import Final

import discord
from discord import app_commands

from bot.messages.words.locale import DEFAULT, locale_of
from rules.contract.sentence import Sentence

__all__ = ["CatalogueTranslator", "text"]

_LONGEST: Final = 100
"""Characters that Discord allows in a description or the name of a choice."""


def text(sentence: Sentence) -> app_commands.locale_str:
    """Return a description or the name of a choice, cut if it is too long."""
    return app_commands.locale_str(locale_of(DEFAULT).label(sentence, _LONGEST), sentence=sentence)


class CatalogueTranslator(app_commands.Translator):
    """Takes translations from the catalogues of all other messages."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002 - the same everywhere
    ) -> str | None:
        """Return the text in this language, or None if it is the same as in English."""
        sentence = string.extras.get("sentence")
        words = locale_of(str(locale))
        # Discord has some thirty languages, of which few have a catalogue.
        if words is locale_of(DEFAULT) or not isinstance(sentence, Sentence):
            return None
        translated = words.label(sentence, _LONGEST)
        return None if translated == string.message else translated

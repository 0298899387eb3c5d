"""The one place where sentences become text, in one locale.

Catalogues are gettext's: `locales/<locale>/LC_MESSAGES/postboard.mo`, made from the templates that
`make messages` collects. Templates that no catalogue translates stay in
English.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from string import Formatter
from typing import Final

from babel import Locale as BabelLocale
from babel import UnknownLocaleError
from babel.lists import format_list
from babel.numbers import format_decimal, get_decimal_symbol
from babel.support import Translations

from bot.messages.words.escaping import escaped_notation, escaped_stranger, without_controls
from rules.contract.sentence import ENGLISH, Conjunction, Renderer, Sentence

__all__ = [
    "DEFAULT", "MOST_CHARACTERS", "Catalogues", "Locale", "has_translations", "languages",
    "locale_of",
]  # fmt: skip

_log = logging.getLogger(__name__)

DEFAULT: Final = "en-US"
"""Discord's code for the language of the templates."""

_DOMAIN: Final = "postboard"
_FOLDER: Final = Path(__file__).parents[1] / "locales"
MOST_CHARACTERS: Final = 2000
"""Characters that Discord allows in a message."""


@dataclass(frozen=True, slots=True)
class _Discord:
    """The parts of sentences for one reader: in a message, or as the plain text of a label.

    Where markdown has no effect, such as in a picture's description, nothing is marked as bold.
    """

    locale: BabelLocale
    translations: NullTranslations
    is_markdown: bool
    _known: dict[str, str] = field(default_factory=dict[str, str])
    """The templates without a count that are already translated; the program has a limited
    number of them."""

    def template(self, sentence: Sentence) -> str:
        """Return the translated template, or the English one if the translation's names differ."""
        if sentence.count is not None:
            return self._translated(sentence)
        known = self._known.get(sentence.template)
        if known is None:
            known = self._known[sentence.template] = self._translated(sentence)
        return known

    def _translated(self, sentence: Sentence) -> str:
        if not sentence.template:
            return ""  # gettext keeps the catalogue's own header under the empty text
        if sentence.count is None:
            text = self.translations.gettext(sentence.template)
        else:
            text = self.translations.ngettext(sentence.template, sentence.plural, sentence.count)
        if text not in (sentence.template, sentence.plural) and not _fits(text, sentence):
            _log.error("The translation %r of %r has other placeholders", text, sentence.template)
            text = ENGLISH.template(sentence)
        return text if self.is_markdown else text.replace("*", "")

    def number(self, number: int) -> str:
        """Return a number in Latin digits, without separators of thousands."""
        if number >= 0:
            return str(number)
        return format_decimal(number, locale=self.locale, group_separator=False)

    def decimal(self, text: str) -> str:
        """Return a number with a fraction, with the language's own sign for the point."""
        return text.replace(".", get_decimal_symbol(self.locale))

    def notation(self, text: str) -> str:
        """Return our own text, escaped so that no sign in it acts as markdown."""
        return escaped_notation(text) if self.is_markdown else text

    def stranger(self, text: str) -> str:
        """Return a person's text as it was typed."""
        return escaped_stranger(text) if self.is_markdown else without_controls(text)

    def listed(self, words: Sequence[str], conjunction: Conjunction, *, cut: bool) -> str:
        """Return the words as a list in the locale's style."""
        if self.locale.language == "en" or conjunction is Conjunction.NONE or cut:
            return ENGLISH.listed(words, conjunction, cut=cut)
        if conjunction is Conjunction.AND:
            return format_list(words, "standard", self.locale)
        return format_list(words, "or", self.locale)


class Locale:
    """Turns sentences into text for people with one locale."""

    def __init__(self, locale: BabelLocale, translations: NullTranslations) -> None:
        self.babel: Final = locale
        self._markdown = _Discord(locale, translations, is_markdown=True)
        self._plain = _Discord(locale, translations, is_markdown=False)

    @property
    def plain(self) -> Renderer:
        """The renderer of words in which markdown has no effect, such as those in a picture."""
        return self._plain

    def message(self, sentence: Sentence) -> str:
        """Return a message's text. Lines for which Discord has no room are omitted."""
        text = sentence.rendered(self._markdown)
        while len(text) > MOST_CHARACTERS:
            text = text.removesuffix("\n…").rpartition("\n")[0] + "\n…"
        return text

    def label(self, sentence: Sentence, longest: int) -> str:
        """Return the text of a control, in which markdown has no effect, cut to this length."""
        text = sentence.rendered(self._plain)
        return text if len(text) <= longest else text[: longest - 1] + "…"


class Catalogues:
    """The translations in a folder, read once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._locales: dict[str, Locale] = {}

    @property
    def codes(self) -> list[str]:
        """Discord's codes of the languages that have a catalogue."""
        found = self._folder.glob(f"*/LC_MESSAGES/{_DOMAIN}.mo")
        return sorted(each.parents[1].name.replace("_", "-") for each in found)

    def locale(self, code: str) -> Locale:
        """Return one of Discord's locales by its code, such as `en-GB` or `cs`.

        Without a catalogue, or for an unknown locale, it is English.
        """
        if code not in self._locales:
            self._locales[code] = self._read(code)
        return self._locales[code]

    def _read(self, code: str) -> Locale:
        try:
            known = BabelLocale.parse(code, sep="-")
        except (ValueError, UnknownLocaleError):
            return self.locale(DEFAULT)
        names = [str(known), known.language]
        translations = Translations.load(self._folder, names, _DOMAIN)
        if not isinstance(translations, Translations) and known.language != "en":
            return self.locale(DEFAULT)
        return Locale(known, translations)


@cache
def _catalogues() -> Catalogues:
    return Catalogues(_FOLDER)


def locale_of(code: str) -> Locale:
    """Return one of Discord's locales by its code, with the bot's own catalogues."""
    return _catalogues().locale(code)


def has_translations() -> bool:
    """Return True if the bot comes with a catalogue in any language."""
    return bool(_catalogues().codes)


def languages() -> dict[str, str]:
    """Map Discord's codes of the languages that the bot speaks to their own names for them."""
    spoken = [BabelLocale.parse(code, sep="-") for code in _catalogues().codes]
    names = {str(each).replace("_", "-"): each.get_display_name() or "" for each in spoken}
    return {DEFAULT: "English"} | {
        code: name[:1].upper() + name[1:] for code, name in names.items()
    }


def _fits(template: str, sentence: Sentence) -> bool:
    """Return True if a translation names only arguments of the sentence."""
    try:
        fields = [(name, form, way) for _, name, form, way in Formatter().parse(template)]
    except ValueError:
        return False
    known = {name for name, _ in sentence.arguments}
    return all(name is None or (name in known and not form and not way)
               for name, form, way in fields)  # fmt: skip

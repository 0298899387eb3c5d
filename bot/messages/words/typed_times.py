"""Times that people type in their own language, put into English, which the rules read."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Final

from babel.units import format_unit

from bot.messages.words.locale import Locale
from rules.contract.folding import folded
from rules.contract.sentence import Sentence
from rules.time.duration import DAY, HOUR, MINUTE, in_words
from rules.time.time_control import LONGEST_TEXT, Bank, PerTurn, TimeControl

__all__ = ["in_english", "units_of"]

_UNITS: Final = ("month", "week", "day", "hour", "minute")
_ENGLISH: Final = frozenset({"d", "h", "m", "mo", "w", *_UNITS})
_SECONDS: Final = {"day": DAY, "hour": HOUR, "minute": MINUTE}
_COUNTS: Final = (1, 2, 5, 1.5)
"""Numbers after which languages have different forms."""
_SAMPLES: Final = (
    TimeControl(Bank(7 * DAY, DAY, 14 * DAY), hard=True),
    TimeControl(Bank(7 * DAY, 0, 7 * DAY)),
    TimeControl(PerTurn(DAY + HOUR)),
    TimeControl(),
)
"""Time controls whose words have all the sentences that are said of one."""
_LETTER: Final = r"[^\W\d_]"


# At each key that a person presses, some twenty texts are read for suggestions. It took 12 to 23
# ms of CPU time when the words of the language were collected for each, and takes 2 ms now.
@cache
def units_of(locale: Locale) -> Mapping[str, str]:
    """Map the units of time in a language, folded, to the English ones; English needs none."""
    if locale.babel.language == "en":
        return {}
    written = (
        (re.sub(r"[\d.,]|\s", "", folded(text)), unit)
        for unit in _UNITS
        for text in _forms(unit, locale)
    )
    return {word: unit for word, unit in written if word.isalpha() and word not in _ENGLISH}


def _forms(unit: str, locale: Locale) -> Iterator[str]:
    """Yield numbers of a unit as Babel writes them, and as the bot does."""
    for count in _COUNTS:
        yield format_unit(count, f"duration-{unit}", length="long", locale=locale.babel)
        yield format_unit(count, f"duration-{unit}", length="short", locale=locale.babel)
        if unit in _SECONDS:
            yield in_words(int(count * _SECONDS[unit])).rendered(locale.plain)


def in_english(typed: str, locale: Locale) -> str:
    """Return a time that was typed in a language, or in English, in English.

    A text in which nothing is of the language is returned as it is, and so is one that is too long.
    """
    if len(typed) > LONGEST_TEXT:
        return typed
    plain = " ".join(folded(typed).split())
    said = _translated(plain, _sentences_of(locale), units_of(locale), locale)
    return typed if said == plain else said


@cache
def _sentences_of(locale: Locale) -> Sequence[Sentence]:
    """Return the sentences about time that have words of their own in a language."""
    sentences = dict.fromkeys(each for sample in _SAMPLES for each in _parts(sample.words))
    # What only puts lengths side by side says nothing that could be translated.
    return [each for each in sentences if _says(locale.plain.template(each))]


def _says(template: str) -> bool:
    return any(any(map(str.isalpha, words)) for words, *_ in Formatter().parse(template))


def _parts(said: Sentence) -> Iterator[Sentence]:
    """Yield a sentence and those in it, but those that only count a unit."""
    if said.count is None:
        yield said
        for _, argument in said.arguments:
            if isinstance(argument, Sentence):
                yield from _parts(argument)


def _translated(
    text: str, sentences: Sequence[Sentence], units: Mapping[str, str], locale: Locale
) -> str:
    """Return a text that is one of the sentences in English, with its parts; else its units."""
    for sentence in sentences:
        written = locale.plain.template(sentence)
        parts = _pattern(written).fullmatch(text)
        if parts is not None and written != sentence.template:
            rest = [each for each in sentences if each is not sentence]
            return sentence.template.format_map(
                {
                    name: _translated(part, rest, units, locale)
                    for name, part in parts.groupdict().items()
                }
            )
    for word in sorted(units, key=len, reverse=True):
        text = re.sub(rf"(?<!{_LETTER}){word}(?!{_LETTER})\.?", units[word], text)
    return text


def _pattern(template: str) -> re.Pattern[str]:
    """Return what finds the parts of a translated sentence, folded."""
    return re.compile(
        "".join(
            re.escape(folded(words)) + (f"(?P<{name}>.+?)" if name else "")
            for words, name, _, _ in Formatter().parse(template)
        )
    )

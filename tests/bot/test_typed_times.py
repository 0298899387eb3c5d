"""Times as people type them in their own language, read alike as the English ones."""

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Final

import pytest
from babel import Locale as BabelLocale

from bot.messages.panels.table.time_panel import read_days
from bot.messages.words.locale import Locale, languages, locale_of
from bot.messages.words.time import time_choices, time_typed
from bot.messages.words.typed_times import in_english
from rules.contract.core import RulesError
from rules.time.time_control import OFFERED, TimeControl, read_time_control

TYPED: Final = {
    "cs": ["3 dny", "3 DNY", "12 hodin", "týden", "tyden", "1 týden", "5 dní + 1 den"],
    "tr": ["3 gün", "3 gun", "12 saat", "1 hafta", "1 hafta", "1 hafta", "5 gün + 1 gün"],
    "de": ["3 Tage", "3 tage", "12 Std.", "Woche", "woche", "1 Woche", "5 Tage + 1 Tag"],
    "fr": ["3 jours", "3j", "12 heures", "semaine", "1 sem.", "1 semaine", "5 jours + 1 jour"],
    "es-ES": ["3 días", "3 dias", "12 horas", "semana", "Semana", "1 semana", "5 días + 1 día"],
}
MEANT: Final = ["3d", "3d", "12h", "7d", "7d", "7d", "5d+1d"]
OWN: Final = ("1d12h", "5d+0h", "2d+12h<=5d hard", "8d hard")
CONTROLS: Final = (*OFFERED, *map(read_time_control, OWN))


def spoken(code: str) -> Locale:
    """Return a language with its catalogue, or without one if the bot doesn't speak it yet."""
    known = BabelLocale.parse(code, sep="-")
    return locale_of(code) if code in languages() else Locale(known, NullTranslations())


def read(typed: str, code: str) -> TimeControl:
    return read_time_control(in_english(typed, spoken(code)))


@pytest.mark.parametrize("code", TYPED)
def test_units_of_a_language_are_read_beside_the_english_ones(code: str) -> None:
    for typed, meant in zip(TYPED[code], MEANT, strict=True):
        assert read(typed, code) == read_time_control(meant), typed
    for english in ("3 days", "1d12h", "7d+1d<=14d hard", "no time limit", "a week", "12 HOURS"):
        assert read(english, code) == read_time_control(english)


@pytest.mark.parametrize("code", languages())
def test_what_is_suggested_is_read_as_its_name_and_as_its_value(code: str) -> None:
    offered: Sequence[tuple[str, str]] = time_choices("", code)
    assert len(offered) == len(OFFERED)
    for name, value in offered:
        assert time_typed(name, code) == read_time_control(value), name
    for control in CONTROLS:
        name = locale_of(code).label(control.words, 100)
        assert time_typed(name, code) == control, name


@pytest.mark.parametrize("code", sorted(languages().keys() & TYPED.keys()))
def test_the_beginning_of_a_unit_is_completed(code: str) -> None:
    typed = TYPED[code][0][:-1]
    assert "3d" in {value for _, value in time_choices(typed, code)}


def test_pauses_are_read_in_a_persons_language() -> None:
    assert read_days("3 dny", "cs") == read_days("3 gün", "tr") == read_days("3", "cs") == 3


def test_what_isnt_a_time_is_quoted_as_it_was_typed() -> None:
    with pytest.raises(RulesError, match="Brzy!"):
        time_typed("Brzy!", "cs")


@pytest.mark.parametrize("typed", ["na tah " * 28, "a " * 99, "{time} na tah", "x" * 500, "", "+"])
def test_any_text_is_translated_at_once(typed: str) -> None:
    assert isinstance(in_english(typed, locale_of("cs")), str)

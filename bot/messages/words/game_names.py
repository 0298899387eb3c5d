"""Games, and the ways to play them, by the names that people type."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final, TypeVar

from bot.messages.words.locale import DEFAULT, Locale, locale_of
from bot.messages.words.text import dotted, lines
from bot.tables.setup import Variant
from rules.contract.core import AnyGame
from rules.contract.folding import folded
from rules.contract.sentence import Argument, Notation, Sentence, say
from rules.registry import all_games, is_experimental

__all__ = [
    "fitting",
    "games_like",
    "games_spelled_like",
    "pool_title",
    "title_of",
    "title_or_key",
    "variant_list",
    "variant_title",
    "variants_like",
]

_LONGEST: Final = 100
"""Characters of a name."""

_ALIKE: Final = 0.75
"""The likeness of a mistyped word to the one that is meant, from 0 to 1: "chekers" has 0.93."""

T = TypeVar("T")


def fitting(
    typed: str, candidates: Iterable[tuple[T, Iterable[str]]]
) -> tuple[list[T], list[T], list[T]]:
    """Return the candidates that a text fits, by how well. They come with their names.

    First come whole names, then names in which every typed word begins a word, then
    those with the text anywhere in a name. Capitals, accents, signs and, in the last case, blanks
    don't matter. No text fits all of them a little.
    """
    text = _plain(typed)
    whole, begun, within = list[T](), list[T](), list[T]()
    for candidate, names in candidates:
        plain = [_plain(name) for name in names]
        words = [word for name in plain for word in name.split()]
        if text and text in plain:
            whole.append(candidate)
        elif text and all(any(w.startswith(part) for w in words) for part in text.split()):
            begun.append(candidate)
        elif any(text.replace(" ", "") in name.replace(" ", "") for name in plain):
            within.append(candidate)
    return whole, begun, within


def games_like(
    typed: str, games: Iterable[AnyGame], locale: Locale
) -> tuple[list[AnyGame], list[AnyGame], list[AnyGame]]:
    """Return the games that a text fits, by how well, as `fitting` does."""
    return fitting(typed, ((game, _names(game, locale)) for game in games))


def games_spelled_like(typed: str, games: Iterable[AnyGame], locale: Locale) -> list[AnyGame]:
    """Return the games with words in their names spelled almost like the text, or its words."""
    written = _plain(typed).split()
    spelled = ((game, " ".join(map(_plain, _names(game, locale))).split()) for game in games)
    return [
        game
        for game, known in spelled
        if _is_like("".join(written), known) or all(_is_like(each, known) for each in written)
    ]


def _is_like(word: str, known: Sequence[str]) -> bool:
    return bool(get_close_matches(word, known, 1, _ALIKE))


def variants_like(
    typed: str, variants: Sequence[Variant], locale: Locale
) -> tuple[list[Variant], list[Variant], list[Variant]]:
    """Return the variants that a text fits, by how well, as `fitting` does.

    `key=value` pairs fit wholly where all hold, and so does the whole of one choice's title.
    """
    pairs = _pairs(typed)
    if pairs:
        return [each for each in variants if pairs.items() <= each.choices.items()], [], []
    titles = ((each, [locale.label(title, _LONGEST) for title in each.titles]) for each in variants)
    named = ((each, (*told, *each.choices.values())) for each, told in titles)
    return fitting(typed, named)


def title_of(game: AnyGame) -> Sentence:
    """Return a game's title, marked if the game is experimental."""
    if is_experimental(game.spec.key):
        return say("{game} (experimental)", game=game.spec.title)
    return game.spec.title


def title_or_key(key: str) -> Argument:
    """Return the title of a game by its key, or the key of a game that this bot has no more."""
    games = all_games()
    return games[key].spec.title if key in games else Notation(key)


def pool_title(pool: str) -> Sentence:
    """Return the title of a pool: its game's, with the number of players unless it is two."""
    games = all_games()
    if pool in games:
        return title_of(games[pool])
    key, _, players = pool.rpartition("-")
    if key in games and players.isdecimal():
        return say("{game}, {count} players", game=title_of(games[key]), count=int(players))
    return say("{pool}", pool=Notation(pool))  # A game that this bot has no more.


def variant_title(variant: Variant) -> Sentence:
    """Return what was chosen in a variant, in words, or none if its game has nothing to choose."""
    return dotted(*variant.titles)


def variant_list(variants: Iterable[Variant]) -> Sentence:
    """Return variants for a person to choose from, one a line: their titles have commas."""
    return lines(*(say("- {variant}", variant=variant_title(each)) for each in variants))


def _names(game: AnyGame, locale: Locale) -> list[str]:
    spec = game.spec
    titles = (each.label(spec.title, _LONGEST) for each in (locale, locale_of(DEFAULT)))
    return [spec.key, *titles, *spec.also]


def _pairs(typed: str) -> Mapping[str, str]:
    """Return the pairs of a text that consists of `key=value` pairs, or none for any other."""
    parts = [part.partition("=") for part in typed.replace(",", " ").split()]
    return {key: value for key, _, value in parts} if all(sign for _, sign, _ in parts) else {}


def _plain(text: str) -> str:
    """Return words in small letters, without accents and with one blank for all other signs."""
    return " ".join("".join(s if s.isalnum() else " " for s in folded(text)).split())

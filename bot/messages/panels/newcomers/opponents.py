"""The computer's levels, as shown to one person."""

from collections.abc import Sequence
from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Row, Style
from bot.messages.words.locale import locale_of
from bot.messages.words.text import NOTHING, lines, own
from bot.model.engines import EngineRecord
from engine.levels import LEVELS, Level
from rules.contract.core import AnyGame
from rules.contract.sentence import Sentence, say

__all__ = ["learn_button", "level_choices", "listed", "ways_to_play"]

_LINE: Final = 100
"""The most characters of a line that can be chosen."""


def level_choices(code: str, game: AnyGame, *, exact: bool) -> list[tuple[str, int]]:
    """Return the levels in lines of at most 100 characters, with their numbers.

    `exact` is true if engines have the exact values of the game.
    """
    locale = locale_of(code)
    worded = (_level(level, game, exact=exact) for level in LEVELS)
    return [
        (locale.label(line, _LINE), level.number)
        for line, level in zip(worded, LEVELS, strict=True)
    ]


def ways_to_play(game: AnyGame) -> Row:
    """Return the buttons that teach this game and list its levels."""
    levels = for_text(verbs.OPPONENTS, game.spec.key)
    return learn_button(game, Style.PRIMARY), Button(say("Computer"), levels)


def learn_button(game: AnyGame, style: Style = Style.SECONDARY) -> Button:
    """Return the button that teaches a game, by lessons if it has any."""
    lesson = game.spec.lesson
    label = say("Learn by playing") if lesson and lesson.steps else say("Play the computer")
    return Button(label, for_text(verbs.FIRST_GAME, game.spec.key), style)


def listed(game: AnyGame, records: Sequence[EngineRecord], *, exact: bool) -> Sentence:
    """Return every level with its strength, and its results against people here."""
    fared = {record.level: record for record in records}
    untried = say("No one here has finished a game against the computer yet.")
    return lines(
        say("**{game}** against the computer:", game=game.spec.title),
        *(
            _level_line(_level(level, game, exact=exact), fared.get(level.number))
            for level in LEVELS
        ),
        NOTHING if records else untried,
        say("-# Computer games are unrated. Start one with `/play level:`."),
    )


def _level_line(level: Sentence, record: EngineRecord | None) -> Sentence:
    if record is None:
        return say("{level}.", level=level)
    return say(
        "{level}. Against players here: {won} won, {drawn} drawn, {lost} lost.",
        level=level, won=record.won, drawn=record.drawn, lost=record.lost,
    )  # fmt: skip


def _level(level: Level, game: AnyGame, *, exact: bool) -> Sentence:
    return say(
        "{number} · {name}, {how}",
        number=level.number, name=own(level.name), how=level.explained(game, exact=exact),
    )  # fmt: skip

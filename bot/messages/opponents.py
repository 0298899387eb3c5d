"""Computer opponents in words."""

from typing import Final

from bot.messages.custom_ids import Verb, for_table
from bot.messages.locale import reader
from bot.messages.message import Menu, MenuChoice
from bot.messages.text import NOTHING, code, in_a_row, named, own
from bot.model.table import Player, Table
from engine.levels import LEVELS, find_level
from rules.capabilities import Solvable
from rules.core import AnyGame
from rules.sentence import Sentence, say

__all__ = ["described", "level_choices", "level_menu"]

_LINE: Final = 100
"""Characters of a line that can be chosen."""


def level_choices(game: AnyGame, locale: str, *, exact: bool) -> list[tuple[str, int]]:
    """Return each level in a line of at most 100 characters, with its number.

    `exact` if engines have the exact values of the game.
    """
    words = reader(locale)
    lines = (
        say(
            "{number} · {how}",
            number=level.number,
            how=level.described(game, exact=exact),
        )
        for level in LEVELS
    )
    return [
        (words.label(line, _LINE), level.number) for line, level in zip(lines, LEVELS, strict=True)
    ]


def described(game: AnyGame, player: Player, *, exact: bool) -> Sentence:
    """Return who the computer opponent is and how it chooses its moves.

    `exact` if it has the exact values of the game.
    """
    assert player.level is not None, "an engine has a level"
    level = find_level(player.level)
    who = say("{who}, a computer opponent", who=named(player.user))
    missing = NOTHING
    if isinstance(game, Solvable) and not exact:
        missing = say(
            "This server has no table of exact values, with which it would play perfectly: "
            "{command} makes one.",
            command=code("make exact"),
        )
    how = in_a_row(level.described(game, exact=exact), missing)
    return say("{who}. {how}", who=who, how=how)


def level_menu(table: Table) -> Menu:
    """Return the menu from which the host of a table picks how well the computer plays."""
    game = table.terms.configured
    choices = tuple(
        MenuChoice(
            say("{number} · {name}", number=level.number, name=own(level.name)),
            str(level.number),
            level.described(game, exact=table.exact),
        )
        for level in LEVELS
    )
    return Menu(say("How well shall the computer play?"), choices, for_table(Verb.LEVEL, table))

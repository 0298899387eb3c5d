"""The choices of a step as a phone shows them: numbered buttons, or a menu if there are many.

Below a board, a phone of 400 by 800 pixels has room for four lines of buttons. A line holds four
buttons that name a cell, or three that name a move; those are long, so they have three lines.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.interactions.components.table.move_panel.state import Turn, other_ways
from bot.messages import pictures
from bot.messages.controls.custom_ids import Verb
from bot.messages.controls.message import (
    MOST_CHOICES,
    Button,
    Menu,
    MenuChoice,
    Message,
    Row,
    in_rows,
)
from bot.messages.words.text import NOTHING
from rules.contract.sentence import Argument, Notation, Sentence, each_of, say
from rules.contract.view import BoardView
from rules.geometry import Cell

__all__ = [
    "CELLS", "MOST", "MOVES", "Choice", "are_buttons", "asking", "choosing", "second_step",
]  # fmt: skip

MOST: Final = MOST_CHOICES
"""The most choices of one step."""
CELLS: Final = 4
"""The buttons of a line that name a cell."""
MOVES: Final = 3
"""The buttons of a line that name a move or a claim."""
_LINES: Final = {CELLS: 4, MOVES: 3}


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a step, by its label after the number, and its word in custom_ids."""

    label: Sentence
    word: str
    told: Sentence | None = None
    """The choice in a description of the picture, or None if the label says it."""


def are_buttons(count: int, a_line: int, needed: int = 0) -> bool:
    """Return True if so many choices are buttons, `a_line` in a line, and not a menu.

    `needed` is the number of buttons that can't be left out beside them.
    """
    lines = _LINES[a_line]
    return count <= a_line * (lines - 1) or count + needed <= a_line * lines


def choosing(
    turn: Turn,
    view: BoardView,
    words: Sentence,
    verb: Verb,
    choices: Sequence[Choice],
    *,
    a_line: int,
    before: str = "",
    clicked: Sequence[Cell] = (),
    chosen: Notation | None = None,
    extra: Sequence[Button] = (),
) -> Message:
    """Return a step that offers these choices, whose picture or menu says what to do.

    `clicked` are the clicks so far, `before` the word for them in a menu, and `chosen` what they or
    the part of the board are called. An `extra` button stands beside the other ways.
    """
    labels = [
        say("{number} {choice}", number=number, choice=each.label)
        for number, each in enumerate(choices, 1)
    ]
    rows: tuple[Row, ...]
    ways = other_ways(turn, clicked, *extra)
    if are_buttons(len(choices), a_line, len(ways)):
        named = zip(labels, choices, strict=True)
        buttons = [Button(label, turn.says(verb, each.word)) for label, each in named]
        if len(buttons) <= a_line * (_LINES[a_line] - 1):
            rows = (*in_rows(buttons, a_line), ways)
        else:
            rows = in_rows([*buttons, *ways], a_line)
    else:
        listed = zip(labels, choices, strict=True)
        items = tuple(MenuChoice(label, each.word) for label, each in listed)
        menu = Menu(words, items, turn.says(verb, before))
        rows = ([menu], other_ways(turn, clicked, *extra, typing=True))
    told = each_of(
        say("{number} {choice}", number=number, choice=each.told or each.label)
        for number, each in enumerate(choices, 1)
    )
    return asking(turn, view, words, *rows, alt=second_step(chosen, told) if chosen else None)


def second_step(chosen: Argument, choices: Argument) -> Sentence:
    """Return the description of a step after the first, whose position has been described."""
    return say(
        "{chosen} chosen. Choices: {choices}. Board unchanged.", chosen=chosen, choices=choices
    )


def asking(
    turn: Turn,
    view: BoardView,
    words: Sentence,
    *rows: Row,
    opening: Sentence | None = None,
    alt: Sentence | None = None,
) -> Message:
    """Return a step whose picture says what the person is asked.

    Its description opens with these words, or with those given, unless it is given whole as `alt`.
    """
    side = turn.match.turn
    assert isinstance(side, str), "a panel is about the turn of a side"
    picture = pictures.asking(
        view, turn.table, side, words, opening or say("{words}.", words=words)
    )
    if alt:
        picture = replace(picture, alt=alt)
    return Message(NOTHING, picture, tuple(row for row in rows if row))

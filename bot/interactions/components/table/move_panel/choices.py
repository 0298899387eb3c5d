"""The choices of a step as a phone shows them: numbered buttons, or a menu if there are many.

Below a board, a phone of 400 by 800 pixels has room for four lines of buttons. A line holds four
buttons that name a cell, or three that name a move; those are long, so they have three lines.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.interactions.components.table.move_panel.state import Turn
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
from rules.contract.sentence import Sentence, say
from rules.contract.view import BoardView

__all__ = ["CELLS", "MOST", "MOVES", "Choice", "are_buttons", "asking", "choosing"]

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
    needed: Sequence[Button] = (),
    more: Sequence[Button] = (),
) -> Message:
    """Return a step that offers these choices, whose picture or menu says what to do.

    `before` is the word for the clicks so far. The buttons `needed` are always there, and `more`
    where a line is left for them.
    """
    labels = [
        say("{number} {choice}", number=number, choice=each.label)
        for number, each in enumerate(choices, 1)
    ]
    rows: tuple[Row, ...]
    ways = [*needed, *more]
    if are_buttons(len(choices), a_line, len(needed)):
        named = zip(labels, choices, strict=True)
        buttons = [Button(label, turn.says(verb, each.word)) for label, each in named]
        if len(buttons) <= a_line * (_LINES[a_line] - 1):
            rows = (*in_rows(buttons, a_line), ways)
        else:
            rows = in_rows([*buttons, *needed], a_line)
    else:
        listed = zip(labels, choices, strict=True)
        items = tuple(MenuChoice(label, each.word) for label, each in listed)
        rows = ([Menu(words, items, turn.says(verb, before))], ways)
    return asking(turn, view, words, *rows)


def asking(
    turn: Turn, view: BoardView, words: Sentence, *rows: Row, opening: Sentence | None = None
) -> Message:
    """Return a step whose picture says what the person is asked.

    Its description opens with these words, or with those given.
    """
    side = turn.match.turn
    assert isinstance(side, str), "a panel is about the turn of a side"
    picture = pictures.asking(view, turn.table, side, words, opening or words)
    return Message(NOTHING, picture, tuple(rows))

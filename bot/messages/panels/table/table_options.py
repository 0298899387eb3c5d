"""The form with which a host changes what few people change, before the game begins."""

from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_table
from bot.messages.controls.message import ChoiceForm, MenuChoice, RadioGroup
from bot.model.boards import Boards
from bot.model.errors import TableError
from bot.model.table import Table
from rules.contract.sentence import say

__all__ = ["form", "read"]

_ON: Final = "yes"
_OFF: Final = "no"
_AS_SERVER: Final = "server"
_BOARDS: Final = {_AS_SERVER: None, **{each.value: each for each in Boards}}


def form(table: Table) -> ChoiceForm:
    """Return the form; it shows what is set."""
    terms = table.terms
    return ChoiceForm(
        say("Settings of this game"),
        (
            RadioGroup(
                say("Hints"),
                (
                    MenuChoice(say("No"), _OFF),
                    MenuChoice(say("Yes: everyone can ask for the best move"), _ON),
                ),
                _word(is_on=terms.hints),
            ),
            RadioGroup(
                say("Vacation"),
                (
                    MenuChoice(say("It stops the clock"), _ON),
                    MenuChoice(say("It doesn't stop the clock"), _OFF),
                ),
                _word(is_on=terms.vacation),
            ),
            RadioGroup(
                say("Old boards"),
                (
                    MenuChoice(say("As this server chose"), _AS_SERVER),
                    MenuChoice(say("Shrink to one line"), Boards.RECORD.value),
                    MenuChoice(say("Keep their pictures"), Boards.ALL.value),
                    MenuChoice(say("Delete them"), Boards.NEWEST.value),
                ),
                terms.boards.value if terms.boards else _AS_SERVER,
            ),
        ),
        for_table(verbs.SET_OPTIONS, table),
    )


def read(values: tuple[str, ...]) -> tuple[bool, bool, Boards | None]:
    """Return what was chosen: hints, vacation, and what becomes of earlier boards.

    Raises TableError for anything that the form doesn't offer.
    """
    if len(values) != 3 or not {*values[:2]} <= {_ON, _OFF} or values[2] not in _BOARDS:
        raise TableError(say("This form has expired. Press **Options** again."))
    hints, vacation, boards = values
    return hints == _ON, vacation == _ON, _BOARDS[boards]


def _word(*, is_on: bool) -> str:
    return _ON if is_on else _OFF

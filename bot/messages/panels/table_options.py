"""The form with which a host changes what few people change, before the game begins."""

from typing import Final

from bot.messages.controls.custom_ids import Verb, for_table
from bot.messages.controls.message import ChoiceForm, FormMenu, MenuChoice
from bot.model.errors import TableError
from bot.model.table import Table
from rules.contract.sentence import say

__all__ = ["form", "read"]

_ON: Final = "yes"
_OFF: Final = "no"


def form(table: Table) -> ChoiceForm:
    """Return the form; it shows what is set."""
    terms = table.terms
    return ChoiceForm(
        say("Options of this table"),
        (
            FormMenu(
                say("Hints for everybody"),
                (
                    MenuChoice(say("No"), _OFF),
                    MenuChoice(say("Yes: everybody may ask for the best move"), _ON),
                ),
                _word(is_on=terms.hints),
            ),
            FormMenu(
                say("Vacation"),
                (
                    MenuChoice(say("It counts: clocks stand still"), _ON),
                    MenuChoice(say("It doesn't count"), _OFF),
                ),
                _word(is_on=terms.vacation),
            ),
            FormMenu(
                say("Earlier boards"),
                (
                    MenuChoice(say("Keep their pictures"), _OFF),
                    MenuChoice(say("Delete them"), _ON),
                ),
                _word(is_on=terms.quiet),
            ),
        ),
        for_table(Verb.SET_OPTIONS, table),
    )


def read(values: tuple[str, ...]) -> tuple[bool, bool, bool]:
    """Return what was chosen: hints, vacation, and whether earlier boards are deleted.

    Raises TableError for anything that the form doesn't offer.
    """
    if len(values) != 3 or not {*values} <= {_ON, _OFF}:
        raise TableError(say("This form can't be read. Press **Options** again."))
    hints, vacation, quiet = (value == _ON for value in values)
    return hints, vacation, quiet


def _word(*, is_on: bool) -> str:
    return _ON if is_on else _OFF

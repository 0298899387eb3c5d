"""The menu of the computer's levels."""

from bot.messages.controls.custom_ids import CustomId
from bot.messages.controls.message import Menu, MenuChoice
from bot.messages.words.text import own
from bot.model.table import Table
from engine.levels import LEVELS
from rules.contract.sentence import say

__all__ = ["level_menu"]


def level_menu(table: Table, custom_id: CustomId) -> Menu:
    """Return the menu from which a person picks the computer's level."""
    game = table.terms.configured
    choices = tuple(
        MenuChoice(
            say("{number} · {name}", number=level.number, name=own(level.name)),
            str(level.number),
            level.explained(game, exact=table.exact),
        )
        for level in LEVELS
    )
    return Menu(say("Pick a level"), choices, custom_id)

"""The position that a message shows, by its mark, as one person reads it.

Buttons are removed once a newer board is shown, but a picture stays with its message and keeps its
name.
"""

import asyncio

from bot.messages import pictures
from bot.messages.controls.message import Message
from bot.messages.panels.table import history, own_view
from bot.messages.words.text import box, lines
from bot.model.caller import Person
from bot.model.errors import TableError
from bot.model.position import PositionId, holds, match_after
from bot.model.table import Table
from rules.contract.core import Seat
from rules.contract.sentence import say

__all__ = ["as_text", "from_own_side"]


async def from_own_side(table: Table, shown: PositionId, person: Person) -> Message:
    """Return the position after an entry of the log, from the person's own side.

    Raises TableError if the table's game has no such position.
    """
    count, seat = await asyncio.to_thread(_count, table, shown), table.seat(person)
    if count == len(table.started.plies):
        return own_view.own_view(table, person)
    return history.at_ply(table, count, seat)


async def as_text(table: Table, shown: PositionId, person: Person) -> Message:
    """Return the position after an entry of the log in letters and in words.

    Raises TableError if the table's game has no such position.
    """
    return await asyncio.to_thread(_in_letters, table, shown, table.seat(person))


def _count(table: Table, shown: PositionId) -> int:
    """Return the number of plies up to the position after an entry of the log."""
    match = table.started
    if holds(match, shown):
        plies = match_after(table, shown.number).plies
        count = len(plies)
        if match.plies[count - 1 : count] == plies[-1:]:
            return count
    raise TableError(
        say(
            "I can't tell which position this picture shows. It may have been taken back since."
            " `/board` shows the present one."
        )
    )


def _in_letters(table: Table, shown: PositionId, seat: Seat | None) -> Message:
    view = pictures.at_ply(table, _count(table, shown), seat)
    return Message(lines(box(pictures.Letters(view)), pictures.in_words(view, table)))

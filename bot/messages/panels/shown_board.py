"""The position that a message shows, found by its alt text, and how one person reads it.

Buttons go once a newer board is shown, but the alt text of a picture stays with its message and
says all that the picture does.
"""

import asyncio

from bot.messages import pictures
from bot.messages.controls.message import Message
from bot.messages.panels import history, own_view
from bot.messages.words.text import box, lines
from bot.model.errors import TableError
from bot.model.table import Table
from render import text_board
from rules.contract.core import Seat
from rules.contract.sentence import say

__all__ = ["as_text", "from_own_side"]


async def from_own_side(table: Table, alt: str, user_id: int) -> Message:
    """Return the position of a picture with this alt text, from the person's own side.

    Raises TableError where the table's game has no such position.
    """
    count, seat = await _count(table, alt), table.seat(user_id)
    if count == len(table.started.plies):
        return await own_view.own_view(table, user_id)
    return await history.at_ply(table, count, seat)


async def as_text(table: Table, alt: str, user_id: int) -> Message:
    """Return the position of a picture with this alt text in letters and in words.

    Raises TableError where the table's game has no such position.
    """
    count, seat = await _count(table, alt), table.seat(user_id)
    return await asyncio.to_thread(_in_letters, table, count, seat)


async def _count(table: Table, alt: str) -> int:
    """Return after how many plies the game stood as the alt text says."""
    count = await asyncio.to_thread(pictures.count_of, table, alt)
    if count is None:
        raise TableError(
            say(
                "I can't tell which position this picture shows. It may have been taken back since."
                " `/board` shows the present one."
            )
        )
    return count


def _in_letters(table: Table, count: int, seat: Seat | None) -> Message:
    view = pictures.at_ply(table, count, seat)
    return Message(lines(box(text_board(view)), pictures.in_words(view)))

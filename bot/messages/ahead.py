"""Boards that are drawn ahead of the commit of their position.

A position is shown once the disk has it. What its picture looks like is certain before, so it is
drawn meanwhile; where the commit fails nobody asks for it.
"""

import asyncio
from collections import OrderedDict
from concurrent.futures import Future
from typing import Final

from bot.messages import pictures
from bot.messages.message import Picture
from bot.model.table import Table

__all__ = ["begin", "drawn"]

_KEPT: Final = 64
"""Tables whose picture is kept for who asks for it next."""

_BEGUN: Final[OrderedDict[int, tuple[Table, Future[Picture]]]] = OrderedDict()


def begin(table: Table) -> None:
    """Begin to draw the present position of a table as all see it."""
    _BEGUN[table.id] = table, pictures.THREADS.submit(_drawn, table)
    if len(_BEGUN) > _KEPT:
        _BEGUN.popitem(last=False)


async def drawn(table: Table) -> Picture:
    """Return the present position as all see it; it is drawn now unless this table was begun."""
    of, picture = _BEGUN.pop(table.id, (None, None))
    if picture is None or of is not table:
        picture = pictures.THREADS.submit(_drawn, table)
    return picture.result() if picture.done() else await asyncio.wrap_future(picture)


def _drawn(table: Table) -> Picture:
    return pictures.drawn(pictures.board(table))

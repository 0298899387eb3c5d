"""Marks, by which a delivered message is recognised, whatever has happened to its table since.

A mark names the message's subject: `entry-17-42-k3x7qa` is the 42nd entry of table 17, in a log
with this digest. It contains no row's id and no person's, so any code that builds or edits the
message knows the mark from the table. Discord keeps it in the name of the message's picture, or in
a button.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.model.position import PositionId, position_id
from bot.model.queues import ItemKind, OutboxItem
from bot.model.table import Table

__all__ = ["Mark", "MarkKind", "entry_mark", "mark_of", "read_mark"]

# Numbers of rows are below 2 to the 63rd, so they have 19 digits at most.
_NUMBER: Final = "0|[1-9][0-9]{0,18}"
_MARK: Final = re.compile(
    rf"(?:(entry)-({_NUMBER})-({_NUMBER})-([A-Za-z0-9_-]{{6}})(-again)?"
    rf"|(card|declined|seat|display|results|week)-({_NUMBER})-({_NUMBER}))"
)


class MarkKind(StrEnum):
    """The kind of subject that a message shows."""

    ENTRY = "entry"
    """An entry of the log: a board, an offer, a missed deadline."""
    CARD = "card"
    """One of the cards of a table, counted from 1."""
    DECLINED = "declined"
    """The question who gets the place of a person who declined, counted from 1."""
    SEAT = "seat"
    """A vacant seat."""
    DISPLAY = "display"
    """One of the messages of a display, counted from 1."""
    RESULTS = "results"
    """Ends of games of a server, of which the first is that by an entry of a table's log."""
    WEEK = "week"
    """The week of a server up to a Sunday, whose date is the number."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The subject of a message."""

    kind: MarkKind
    subject: int
    """The number of its table, its display, or its server."""
    number: int
    digest: str | None = None
    """The six characters that identify the log up to the entry, or None for other subjects."""
    is_again: bool = False
    """True if the message shows again what another one has shown."""

    def __str__(self) -> str:
        parts = [self.kind.value, str(self.subject), str(self.number)]
        parts += [self.digest] if self.digest else []
        return "-".join([*parts, "again"] if self.is_again else parts)

    @property
    def row(self) -> str:
        """The name of the row of the outbox that asks for the message, or how that begins."""
        return f"{self.kind.value}:{self.subject}.{self.number}"

    @property
    def position(self) -> PositionId:
        """The entry of the log."""
        assert self.digest is not None, f"{self} is no entry"
        return PositionId(self.number, self.digest)


def read_mark(text: str) -> Mark | None:
    """Return the mark written in this text, or None for any other text."""
    found = _MARK.fullmatch(text)
    if found is None:
        return None
    kind, table, number, digest, again, other, its_table, its_number = found.groups()
    if other:
        return Mark(MarkKind(other), int(its_table), int(its_number))
    return Mark(MarkKind(kind), int(table), int(number), digest, is_again=again is not None)


def entry_mark(table: Table, number: int | None = None) -> Mark:
    """Return the mark of the message that shows an entry, by default the newest."""
    match = table.started
    entry = position_id(match, len(match.entries) if number is None else number)
    return Mark(MarkKind.ENTRY, table.id, entry.number, entry.digest)


def mark_of(item: OutboxItem, table: Table | None) -> Mark | None:
    """Return the mark of the message that a row of the outbox asks for, or None if it has none."""
    match item.kind:
        case (
            ItemKind.BOARD | ItemKind.OFFER | ItemKind.OVERDUE | ItemKind.TURNOVER
            | ItemKind.HANDOVER
        ):  # fmt: skip
            if table is None or table.match is None:
                return None
            return entry_mark(table, item.number)
        case ItemKind.CARD | ItemKind.DECLINED:
            assert item.table_id is not None, "a card belongs to a table"
            assert item.number is not None, "the cards of a table are counted"
            return Mark(MarkKind(item.kind), item.table_id, item.number)
        case ItemKind.SEAT:
            assert item.table_id is not None, "a seat belongs to a table"
            return Mark(MarkKind.SEAT, item.table_id, item.contents)
        case ItemKind.DISPLAY:
            assert item.number is not None, "the messages of a display are counted"
            return Mark(MarkKind.DISPLAY, item.contents, item.number)
        case _:
            return None

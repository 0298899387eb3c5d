"""Messages of a table that change once a later one is there, boards above all."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["BoardKind", "Boards", "NewestBoard", "TableMessage"]


class Boards(StrEnum):
    """The remains of the earlier boards of a table."""

    RECORD = "record"
    """Earlier boards become one line, so that the channel reads as the record of the game."""
    ALL = "all"
    """They keep words and picture, and lose their buttons."""
    NEWEST = "newest"
    """They are deleted."""


class BoardKind(StrEnum):
    """The kind of a message with a board."""

    BOARD = "board"
    HANDOVER = "handover"
    """It tells also who took a seat."""
    TURNOVER = "turnover"
    """It tells also how the game before ended."""
    AGAIN = "again"
    """It shows what another message has told."""


@dataclass(frozen=True, slots=True)
class NewestBoard:
    """The newest board of a table."""

    message_id: int
    channel_id: int
    kind: BoardKind
    first: int
    """The first of the entries whose boards it has shown."""
    number: int
    """The last of them."""
    boards: Boards
    """The choice of the table or its server."""
    is_last: bool
    """True if no other table has a board below it."""
    uncertain: int | None
    """The last entry whose board may stand below it: its message was sent, but may not have
    arrived."""


@dataclass(frozen=True, slots=True)
class TableMessage:
    """A replaced board, or a question, until no more changes of it are due."""

    table_id: int
    message_id: int
    channel_id: int
    kind: str
    """The `BoardKind` of a board, or the kind of the row that it was in the outbox."""
    first: int
    """The first of the entries whose boards it has shown; of a seat, the seat."""
    number: int
    """The last entry that it shows; for a card, the card's own number."""
    due: int
    """The number of messages that have come since it was looked at."""
    is_told: bool
    """True if a press has changed it already, so that it tells of the later ones."""
    is_newest: bool
    """True if no later message is of the same kind and begins with the same."""
    boards: Boards
    """The wish of the table or its server for earlier boards."""
    is_shown_again: bool
    """True if the newest board of the table shows the same entry."""

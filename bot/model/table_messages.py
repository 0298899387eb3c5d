"""Messages of a table that change once a later message of it is there."""

from dataclasses import dataclass

from bot.model.boards import Boards

__all__ = ["TableMessage"]


@dataclass(frozen=True, slots=True)
class TableMessage:
    """A board that was replaced, or what asked something, until it is as it is to be."""

    table_id: int
    message_id: int
    channel_id: int
    kind: str
    """The `BoardKind` of a board, or the kind of the row that it was in the outbox."""
    first: int
    """The first of the entries whose boards it has shown; of a seat, the seat."""
    number: int
    """The newest entry that it shows; of a card, its own number."""
    due: int
    """The messages that have come since it was looked at."""
    is_told: bool
    """True if a press has changed it already, so that it tells of them."""
    is_newest: bool
    """True if no later message is of the same kind and begins with the same."""
    boards: Boards
    """The wish of the table or its server for earlier boards."""
    is_shown_again: bool
    """True if the newest board of the table shows the same entry."""

"""Public boards, and what becomes of one once a newer one is shown."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["BoardKind", "Boards", "NewestBoard"]


class Boards(StrEnum):
    """The remains of the earlier boards of a table."""

    RECORD = "record"
    """Each becomes one line, so that the channel reads as the record of the game."""
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
    """The newest of them."""
    boards: Boards
    """The choice of the table or its server."""
    is_last: bool
    """True if no other table has a board below it."""
    uncertain: int | None
    """The last entry whose board may stand below it: its message was sent, but did it arrive?"""

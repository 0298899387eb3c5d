"""Messages of a table once later ones have overtaken them.

A board becomes a line of the record, keeps its picture, or is deleted. An offer, a seat's wish to
resign, a missed deadline and an open seat say how they were settled. A card links to a newer one,
or loses its buttons.

A channel then reads as the record of its game, with one board below it. The lines are made from the
log alone: what people did, numbered as in `/game history`, without mentions.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.messages.channel import cards, deadlines, offers, resignations, seats
from bot.messages.channel.boards import looking_back
from bot.messages.controls.message import Message, Row
from bot.messages.words.turns import in_short, told_since
from bot.model.boards import BoardKind, Boards, TableMessage
from bot.model.queues import ItemKind
from bot.model.table import Status, Table
from rules.contract.core import Seat
from rules.contract.sentence import Sentence
from rules.log.events import ResignWanted

__all__ = ["Deleted", "Left", "Present", "Trimmed", "as_it_stands", "left_of", "line", "present"]


@dataclass(frozen=True, slots=True)
class Trimmed:
    """A message keeps its words."""

    rows: tuple[Row, ...] = ()
    """The buttons it keeps or gets."""
    has_picture: bool = True
    """False if its pictures are removed."""


@dataclass(frozen=True, slots=True)
class Deleted:
    """The message is deleted."""


Left: TypeAlias = Message | Trimmed | Deleted
"""The remains of a message."""


@dataclass(frozen=True, slots=True)
class Present:
    """The present form of a message."""

    left: Left | None
    """None means that it stays as it is."""
    is_last: bool = True
    """False if later messages may change it once more."""


_WAITS: Final = Present(None, is_last=False)
_STAYS: Final = Present(None)
_BOARDS: Final = frozenset(BoardKind)


def present(table: Table, message: TableMessage, before: Table | None) -> Present:
    """Return what becomes of a table's message now. `before` is the game before in its series."""
    if message.kind == ItemKind.CARD:
        return Present(_card(table, message))
    if table.match is None:
        return _STAYS
    match message.kind:
        case ItemKind.OFFER:
            return _question(table, message.number)
        case ItemKind.OVERDUE:
            settled = deadlines.settled(table, message.number)
            return Present(settled) if settled else _WAITS
        case ItemKind.SEAT:
            seat = Seat(message.first)
            # The newest message of a seat stays as long as the seat is vacant.
            if message.is_newest and seats.is_looking(table, seat):
                return _WAITS
            return Present(seats.settled(table, seat))
        case kind if kind in _BOARDS:
            return Present(left_of(table, message, before))
        case _:  # A later version knows it.
            return _WAITS


def as_it_stands(table: Table, number: int) -> Message:
    """Return the present content of the message of an offer, or of a wish to resign.

    `number` is the entry that made it. This folds the log.
    """
    event = table.started.events[number - 1]
    if isinstance(event, ResignWanted):
        return resignations.as_it_stands(table, number, event)
    return offers.as_it_stands(table, number)


def _card(table: Table, message: TableMessage) -> Left | None:
    if table.status is Status.CLOSED:
        return Trimmed()
    if message.number < table.cards:
        change = table.terms_change
        return cards.REPLACED if change and message.number < change.card else Trimmed()
    return cards.card(table) if table.status is Status.OPEN else None


def _question(table: Table, number: int) -> Present:
    match = table.started
    event = match.events[number - 1]
    if isinstance(event, ResignWanted):
        if resignations.waits(table, event):
            return _WAITS
    elif match.offer is not None and match.offer.number == number:
        # While others are to answer, it tells who has.
        has_answers = match.offer.accepted > {match.offer.by}
        return Present(as_it_stands(table, number), is_last=False) if has_answers else _WAITS
    return Present(as_it_stands(table, number))


def left_of(table: Table, board: TableMessage, before: Table | None) -> Left:
    """Return what remains of a replaced board of a started game.

    No later message tells how a game ended or who took a seat, so such words are never removed. If
    the board also told how the game `before` ended, its buttons to look back stay.
    """
    is_end = table.started.outcome is not None and board.number == len(table.started.entries)
    if is_end or board.kind == BoardKind.TURNOVER or board.boards is Boards.ALL:
        return Trimmed(looking_back(before) if before and before.match else ())
    if board.kind == BoardKind.HANDOVER:
        return Trimmed(has_picture=False)
    if board.kind == BoardKind.AGAIN:
        return Deleted()
    if board.boards is Boards.NEWEST and not board.is_shown_again:
        return Deleted()
    return Message(line(table, board.first, board.number))


def line(table: Table, first: int, number: int) -> Sentence:
    """Return the one-line record for a message that has shown the boards of these entries.

    It covers the entries since the message before, or only the latest if there isn't room.
    """
    return in_short(table, told_since(table, first), number)

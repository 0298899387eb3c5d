"""Which messages show a table: its card, its newest board, its last offer, and vacant seats.

They are written when a row of the outbox was delivered, in the transaction that deletes the row.
"""

from dataclasses import dataclass

from bot.model.queues import ItemKind, OutboxItem
from bot.store.database import Transaction

__all__ = ["Replaced", "ShownOffer", "ShownSeat", "strike"]


@dataclass(frozen=True, slots=True)
class ShownOffer:
    """The entry of the log that made an offer, and the message that shows it."""

    number: int
    message_id: int


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A seat that looked for somebody, and the message that shows it."""

    seat: int
    message_id: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """What a message leaves behind: the board before it, and an offer made before it."""

    board: int | None = None
    offer: ShownOffer | None = None
    seats: bool = False
    """Whether messages show seats of the table that look for somebody, or did so."""


def strike(tx: Transaction, item: OutboxItem, message_id: int | None) -> Replaced:
    """Delete a row, and return which messages its own message leaves behind."""
    tx.do("DELETE FROM outbox WHERE dedupe = ?", item.dedupe)
    if item.table_id is None:
        return Replaced()
    offer = _earlier_offer(tx, item)
    if item.kind is ItemKind.SEAT and message_id is not None:
        tx.do(
            "INSERT OR REPLACE INTO seat_posts (table_id, message_id, seat) VALUES (?, ?, ?)",
            item.table_id, message_id, int(item.payload or 0),
        )  # fmt: skip
    seats = bool(tx.do("SELECT 1 FROM seat_posts WHERE table_id = ? LIMIT 1", item.table_id))
    if message_id is None:
        return Replaced(offer=offer, seats=seats)
    if item.kind is ItemKind.CARD:
        tx.do("UPDATE tables SET card_id = ? WHERE id = ?", message_id, item.table_id)
    if item.kind is ItemKind.OFFER:
        tx.do(
            "UPDATE tables SET offer_number = ?, offer_id = ? WHERE id = ?",
            item.number, message_id, item.table_id,
        )  # fmt: skip
    if item.kind not in {ItemKind.BOARD, ItemKind.TURNOVER}:
        return Replaced(offer=offer, seats=seats)
    return Replaced(_board_before(tx, item, message_id), offer, seats)


def _earlier_offer(tx: Transaction, item: OutboxItem) -> ShownOffer | None:
    """Return the offer that is shown and that the row's entry came after."""
    rows = tx.do(
        "SELECT offer_number, offer_id FROM tables"
        " WHERE id = ? AND offer_id IS NOT NULL AND offer_number < ?",
        item.table_id, item.number,
    )  # fmt: skip
    return ShownOffer(rows[0]["offer_number"], rows[0]["offer_id"]) if rows else None


def _board_before(tx: Transaction, item: OutboxItem, message_id: int) -> int | None:
    """Write which message shows the board now, and return the one before."""
    if item.kind is ItemKind.TURNOVER:
        tx.do(
            "UPDATE tables SET board_id = ?, board_channel_id = ? WHERE board_id IS NULL AND"
            " (series_id, game_number) = (SELECT series_id, game_number + 1 FROM tables"
            " WHERE id = ?)",
            message_id, item.channel_id, item.table_id,
        )  # fmt: skip
    rows = tx.do(
        "SELECT board_id FROM tables WHERE id = ? AND coalesce(board_id, 0) < ?",
        item.table_id, message_id,
    )  # fmt: skip
    tx.do(
        "UPDATE tables SET board_id = ?, board_channel_id = ?"
        " WHERE id = ? AND coalesce(board_id, 0) < ?",
        message_id, item.channel_id, item.table_id, message_id,
    )  # fmt: skip
    return rows[0]["board_id"] if rows else None

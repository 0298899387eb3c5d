"""The messages that show a table: its card, newest board, vacant seats and latest question.

They are stored when a row of the outbox has been delivered, in the transaction that deletes the
row, and when somebody shows the board to everybody again.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.model.caller import Person
from bot.model.queues import ItemKind, OutboxItem
from bot.model.table import Table
from bot.store.database import Database, Transaction

__all__ = ["Replaced", "Shown", "ShownEntry", "ShownSeat", "strike"]

_STAYING: Final = frozenset({ItemKind.HANDOVER, ItemKind.TURNOVER})
"""Boards with something that no later message shows: a new player, or the end of the last game."""
_BOARDS: Final = _STAYING | {ItemKind.BOARD}
_ENTRIES: Final = _BOARDS | {ItemKind.OFFER, ItemKind.ANSWER, ItemKind.OVERDUE}
"""The messages of entries."""


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """The entry of the log that asked a question, and the message that shows it."""

    number: int
    message_id: int


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A seat that was vacant, and the message that shows it."""

    seat: int
    message_id: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """The messages that a new one supersedes: the board before it, and the earlier question."""

    board: int | None = None
    offer: ShownEntry | None = None
    overdue: ShownEntry | None = None
    """The missed deadline for which rivals may, or might, claim the game."""
    seats: bool = False
    """True if messages show seats of the table that are vacant, or were."""
    is_board_unwanted: bool = False
    """True if that board is to be deleted: the server or the table's host wants it so, and its
    message shows nothing else."""
    waits: bool = False
    """True if other messages wait for the same channel or person."""


class Shown:
    """The messages that show tables; changes of them ride with the next transaction."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def pinged(self, table_id: int, number: int) -> frozenset[Person] | None:
        """Return the people pinged by an entry's message; None if that wasn't decided."""
        sql = "SELECT person, silent FROM pings WHERE table_id = ? AND number = ?"
        rows = await self._db.rows(sql, table_id, number)
        return frozenset(row["person"] for row in rows if not row["silent"]) if rows else None

    async def is_muted(self, person: Person, by_player: int) -> bool:
        """Return True if somebody has muted the person of a row of `players`."""
        rows = await self._db.rows(
            "SELECT 1 FROM players JOIN mutes ON mutes.muted = players.person"
            " WHERE players.id = ? AND mutes.person = ?",
            by_player, person,
        )  # fmt: skip
        return bool(rows)

    def mark_again(
        self, table: Table, message_id: int, replaced: Callable[[int | None], None]
    ) -> None:
        """Remember with the next transaction that a message shows a table's board again.

        `replaced` is then called with the message that did so before, or None if that one stays.
        """
        self._db.defer(partial(_note_again, table=table, message_id=message_id), replaced)

    def forget_question(self, table_id: int, shown: ShownEntry) -> None:
        """Forget with the next transaction the message that asks about an offer or a deadline.

        It was settled there.
        """
        sql = """UPDATE tables
            SET offer_id = nullif(offer_id, ?), overdue_id = nullif(overdue_id, ?) WHERE id = ?"""
        message_id = shown.message_id
        self._db.defer(lambda tx: tx.do(sql, message_id, message_id, table_id))

    async def seat_posts(self, table_id: int) -> list[ShownSeat]:
        """Return the messages that show seats of a table, oldest first."""
        sql = "SELECT seat, message_id FROM seat_posts WHERE table_id = ? ORDER BY message_id"
        return [ShownSeat(*row) for row in await self._db.rows(sql, table_id)]

    def forget_seat_post(self, table_id: int, shown: ShownSeat) -> None:
        """Forget with the next transaction the message that shows a seat: it was settled."""
        sql = "DELETE FROM seat_posts WHERE table_id = ? AND message_id = ?"
        self._db.defer(lambda tx: tx.do(sql, table_id, shown.message_id))


def strike(tx: Transaction, item: OutboxItem, message_id: int | None) -> Replaced:
    """Delete a row, and return the messages that its own message supersedes."""
    tx.do("DELETE FROM outbox WHERE dedupe = ?", item.dedupe)
    waits = bool(tx.do("SELECT 1 FROM outbox WHERE lane = ? AND parked = 0 LIMIT 1", item.lane))
    replaced = Replaced() if item.table_id is None else _note_shown(tx, item, message_id)
    return replace(replaced, waits=waits)


def _note_shown(tx: Transaction, item: OutboxItem, message_id: int | None) -> Replaced:
    """Store the message that shows a table; return those that it supersedes."""
    _note_done(tx, item)
    if item.kind is ItemKind.SEAT and message_id is not None:
        tx.do(
            "INSERT OR REPLACE INTO seat_posts (table_id, message_id, seat) VALUES (?, ?, ?)",
            item.table_id, message_id, int(item.payload or 0),
        )  # fmt: skip
    shown = _shown_before(tx, item)
    if message_id is None:
        return replace(shown, board=None)
    if item.kind is ItemKind.CARD:
        tx.do("UPDATE tables SET card_id = ? WHERE id = ?", message_id, item.table_id)
    if item.kind is ItemKind.OFFER:
        tx.do(
            "UPDATE tables SET offer_number = ?, offer_id = ? WHERE id = ?",
            item.number, message_id, item.table_id,
        )  # fmt: skip
    if item.kind is ItemKind.OVERDUE:
        tx.do(
            "UPDATE tables SET overdue_number = ?, overdue_id = ? WHERE id = ?",
            item.number, message_id, item.table_id,
        )  # fmt: skip
    if item.kind not in _BOARDS:
        return replace(shown, board=None)
    _note_board(tx, item, message_id)
    return shown if shown.board is None or shown.board < message_id else replace(shown, board=None)


def _note_done(tx: Transaction, item: OutboxItem) -> None:
    """Store that nothing is owed any more for a card or an entry, and for those before it."""
    if item.kind is ItemKind.CARD:
        tx.do("UPDATE tables SET card_number = ? WHERE id = ?", item.number, item.table_id)
    if item.kind in _ENTRIES:
        tx.do(
            "UPDATE tables SET shown_number = max(shown_number, ?) WHERE id = ?",
            item.number, item.table_id,
        )  # fmt: skip
    if item.kind is ItemKind.TURNOVER:
        tx.do(
            "UPDATE tables SET shown_number = max(shown_number, position_number, 1) WHERE"
            " (series_id, game_number) = (SELECT series_id, game_number + 1 FROM tables"
            " WHERE id = ?)",
            item.table_id,
        )


def _note_again(tx: Transaction, table: Table, message_id: int) -> int | None:
    """Store that a message shows a table's board again; return the one that did so before.

    Return None if the game has gone on meanwhile: then there is a newer board, or will be.
    """
    rows = tx.do(
        "SELECT board_id FROM tables WHERE id = ? AND entry_count = ? AND board_id < ?",
        table.id, len(table.started.entries), message_id,
    )  # fmt: skip
    if not rows:
        return None
    tx.do(
        "UPDATE tables SET board_id = ?, board_channel_id = ?, board_stays = 0 WHERE id = ?",
        message_id, table.channel_id, table.id,
    )  # fmt: skip
    return int(rows[0]["board_id"])


def _shown_before(tx: Transaction, item: OutboxItem) -> Replaced:
    """Return the earlier messages that show the table, with the earlier question."""
    rows = tx.do(
        "SELECT board_id, CASE WHEN offer_number < ? THEN offer_id END AS offer_id, offer_number,"
        " CASE WHEN overdue_number < ? THEN overdue_id END AS overdue_id, overdue_number,"
        " board_stays = 0 AND (quiet OR EXISTS (SELECT 1 FROM guilds"
        " WHERE guilds.guild_id = tables.guild_id"
        " AND json_extract(settings, '$.quiet_boards'))) AS is_board_unwanted,"
        " EXISTS (SELECT 1 FROM seat_posts WHERE table_id = tables.id) AS seats"
        " FROM tables WHERE id = ?",
        item.number, item.number, item.table_id,
    )  # fmt: skip
    if not rows:
        return Replaced()
    row = rows[0]
    return Replaced(
        row["board_id"],
        _shown(row["offer_number"], row["offer_id"]),
        _shown(row["overdue_number"], row["overdue_id"]),
        seats=bool(row["seats"]),
        is_board_unwanted=bool(row["is_board_unwanted"]),
    )


def _shown(number: int, message_id: int | None) -> ShownEntry | None:
    return None if message_id is None else ShownEntry(number, message_id)


def _note_board(tx: Transaction, item: OutboxItem, message_id: int) -> None:
    """Store the message that shows the board now, unless a newer one does."""
    stays = int(item.kind in _STAYING)
    if item.kind is ItemKind.TURNOVER:
        tx.do(
            "UPDATE tables SET board_id = ?, board_channel_id = ?, board_stays = ?"
            " WHERE board_id IS NULL AND"
            " (series_id, game_number) = (SELECT series_id, game_number + 1 FROM tables"
            " WHERE id = ?)",
            message_id, item.channel_id, stays, item.table_id,
        )  # fmt: skip
    tx.do(
        "UPDATE tables SET board_id = ?, board_channel_id = ?, board_stays = ?"
        " WHERE id = ? AND coalesce(board_id, 0) < ?",
        message_id, item.channel_id, stays, item.table_id, message_id,
    )  # fmt: skip

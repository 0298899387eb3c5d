"""The messages that show a table: its card, boards, vacant seats and latest question.

They are stored when a row of the outbox has been delivered, in the transaction that deletes the
row, and when somebody shows the board to everybody again.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.model.boards import BoardKind, Boards, NewestBoard, ReplacedBoard
from bot.model.caller import Person
from bot.model.queues import ItemKind, OutboxItem, display_of
from bot.model.table import Table
from bot.store.database import Database, Row, Transaction, marks
from bot.store.loading import settings_of
from bot.store.shares import and_mine

__all__ = [
    "DISPLAYS",
    "REPLACED",
    "Overtaken",
    "Sent",
    "Shown",
    "ShownEntry",
    "ShownSeat",
    "strike",
]

DISPLAYS: Final = "displays"
"""The topic announced when a message that is kept up to date is to be looked at."""
REPLACED: Final = "replaced boards"
"""The topic announced when a board is replaced."""
_BOARDS: Final = (ItemKind.BOARD, ItemKind.HANDOVER, ItemKind.TURNOVER)
_ENTRIES: Final = frozenset({*_BOARDS, ItemKind.OFFER, ItemKind.ANSWER, ItemKind.OVERDUE})
"""The messages of entries."""
_AT_ONCE: Final = 100
"""The most replaced boards that are read at once."""


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
class Sent:
    """A message that has arrived."""

    message_id: int
    board: int | None = None
    """The newest entry whose board it shows; None if it shows none."""
    digest: str | None = None
    """The digest of what it shows, if that is known and it is kept up to date."""


@dataclass(frozen=True, slots=True)
class Overtaken:
    """The questions that a later message may have settled, and whether others wait."""

    card: ShownEntry | None = None
    """An earlier card of the table, by its number."""
    offer: ShownEntry | None = None
    overdue: ShownEntry | None = None
    """The missed deadline for which rivals may, or might, claim the game."""
    seats: bool = False
    """True if messages show seats of the table that are vacant, or were."""
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

    async def boards_of(self, table_id: int) -> Boards:
        """Return what becomes of earlier boards of a table."""
        sql = f"SELECT boards, {_SETTINGS} AS settings FROM tables WHERE id = ?"  # noqa: S608
        row = await self._db.row(sql, table_id)
        return _boards(row) if row else Boards.RECORD

    async def newest_board(self, table_id: int) -> NewestBoard | None:
        """Return the newest board of a table; None if it has none yet."""
        row = await self._db.row(
            "SELECT board_id, board_channel_id, board_kind, board_first, board_number,"  # noqa: S608
            f" boards, {_SETTINGS} AS settings, NOT EXISTS (SELECT 1 FROM tables AS other"
            " WHERE other.board_channel_id = tables.board_channel_id"
            " AND other.board_id > tables.board_id) AS is_last,"
            " (SELECT max(number) FROM outbox WHERE outbox.table_id = tables.id"
            f" AND after IS NOT NULL AND kind IN ({marks(_BOARDS)})) AS uncertain"
            " FROM tables WHERE id = ? AND board_id IS NOT NULL",
            *(kind.value for kind in _BOARDS),
            table_id,
        )
        if row is None:
            return None
        return NewestBoard(
            row["board_id"], row["board_channel_id"], BoardKind(row["board_kind"]),
            row["board_first"], row["board_number"], _boards(row), bool(row["is_last"]),
            row["uncertain"],
        )  # fmt: skip

    async def last_offer(self, table_id: int) -> ShownEntry | None:
        """Return the message of a table's last offer, unless it is settled there."""
        sql = "SELECT offer_number, offer_id FROM tables WHERE id = ? AND offer_id IS NOT NULL"
        row = await self._db.row(sql, table_id)
        return None if row is None else ShownEntry(row["offer_number"], row["offer_id"])

    def mark_again(self, table: Table, message_id: int) -> None:
        """Remember with the next transaction that a message shows a table's board again."""
        self._db.defer(partial(_note_again, table=table, message_id=message_id))

    def listen(self, listener: Callable[[int], None]) -> None:
        """Call the listener after each commit by which a board was replaced."""
        self._db.listen(REPLACED, listener)

    async def replaced_boards(self) -> list[ReplacedBoard]:
        """Return the oldest boards that are now to be made what is to be left of them, in order."""
        mine = and_mine(self._db.share, "tables.guild_id")
        rows = await self._db.rows(
            "SELECT replaced_boards.*, board_number, boards,"  # noqa: S608
            f" {_SETTINGS} AS settings"
            f" FROM replaced_boards JOIN tables ON tables.id = table_id WHERE due = 1{mine}"
            " ORDER BY message_id LIMIT ?",
            _AT_ONCE,
        )  # fmt: skip
        return [_replaced(row) for row in rows]

    async def done(self, board: ReplacedBoard) -> None:
        """Forget a replaced board: its message is as it is to be, or can't be changed."""
        sql = "DELETE FROM replaced_boards WHERE table_id = ? AND message_id = ?"
        await self._db.transact(lambda tx: tx.do(sql, board.table_id, board.message_id))

    async def put_off(self, board: ReplacedBoard, *, refused: bool) -> None:
        """Leave a replaced board until the next one of its table, or for good if refused twice."""

        def write(tx: Transaction) -> None:
            which = board.table_id, board.message_id
            if refused:
                tx.do(
                    "DELETE FROM replaced_boards"
                    " WHERE table_id = ? AND message_id = ? AND refused = 1",
                    *which,
                )
            tx.do(
                "UPDATE replaced_boards SET due = 0, refused = max(refused, ?)"
                " WHERE table_id = ? AND message_id = ?",
                int(refused), *which,
            )  # fmt: skip

        await self._db.transact(write)

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


def strike(tx: Transaction, item: OutboxItem, sent: Sent | None) -> Overtaken:
    """Delete a row, note its message, and return what follows for other messages."""
    tx.do("DELETE FROM outbox WHERE dedupe = ?", item.dedupe)
    waits = bool(tx.do("SELECT 1 FROM outbox WHERE lane = ? AND parked = 0 LIMIT 1", item.lane))
    if item.kind == ItemKind.DISPLAY and sent is not None:
        _note_display(tx, item, sent)
    overtaken = Overtaken() if item.table_id is None else _note_shown(tx, item, sent)
    return replace(overtaken, waits=waits)


def _note_display(tx: Transaction, item: OutboxItem, sent: Sent) -> None:
    """Store the message of a display, which is looked at once more.

    There may be a message before it, or a change since it was made.
    """
    tx.do(
        "UPDATE displays SET message_id = ?, digest = ?, due_at = posted_at"
        " WHERE id = ? AND number = ?",
        sent.message_id, sent.digest, display_of(item), item.number,
    )  # fmt: skip
    tx.announce(DISPLAYS)


def _note_shown(tx: Transaction, item: OutboxItem, sent: Sent | None) -> Overtaken:
    """Store the message that shows a table; return the questions that it may have settled."""
    overtaken = _overtaken(tx, item)
    _note_done(tx, item)
    if sent is None:
        return overtaken
    match item.kind:
        case ItemKind.SEAT:
            tx.do(
                "INSERT INTO seat_posts (table_id, message_id, seat) VALUES (?, ?, ?)"
                " ON CONFLICT (table_id, message_id) DO UPDATE SET seat = excluded.seat",
                item.table_id, sent.message_id, int(item.payload or 0),
            )  # fmt: skip
        case ItemKind.CARD:
            tx.do("UPDATE tables SET card_id = ? WHERE id = ?", sent.message_id, item.table_id)
        case ItemKind.OFFER:
            tx.do(
                "UPDATE tables SET offer_number = ?, offer_id = ? WHERE id = ?",
                item.number, sent.message_id, item.table_id,
            )  # fmt: skip
        case ItemKind.OVERDUE:
            tx.do(
                "UPDATE tables SET overdue_number = ?, overdue_id = ? WHERE id = ?",
                item.number, sent.message_id, item.table_id,
            )  # fmt: skip
        case kind if kind in _BOARDS and sent.board is not None:
            _note_board(tx, item, sent.message_id, sent.board)
        case _:
            pass
    return overtaken


def _note_done(tx: Transaction, item: OutboxItem) -> None:
    """Store that nothing is owed any more for a card or an entry, and for those before it."""
    if item.kind == ItemKind.CARD:
        tx.do("UPDATE tables SET card_number = ? WHERE id = ?", item.number, item.table_id)
    if item.kind in _ENTRIES:
        tx.do(
            "UPDATE tables SET shown_number = max(shown_number, ?) WHERE id = ?",
            item.number, item.table_id,
        )  # fmt: skip
    if item.kind == ItemKind.TURNOVER:
        tx.do(
            "UPDATE tables SET shown_number = max(shown_number, position_number, 1) WHERE"
            " (series_id, game_number) = (SELECT series_id, game_number + 1 FROM tables"
            " WHERE id = ?)",
            item.table_id,
        )


def _note_again(tx: Transaction, table: Table, message_id: int) -> None:
    """Store that a message shows a table's board again.

    If the game has gone on meanwhile, there is a newer board, or will be, which replaces it.
    """
    number = len(table.started.entries)
    again = _Board(table.id, message_id, table.channel_id, BoardKind.AGAIN, number, number)
    if tx.do("SELECT 1 FROM tables WHERE id = ? AND entry_count = ?", table.id, number):
        _show(tx, again)
    else:
        _replace(tx, again)


def _overtaken(tx: Transaction, item: OutboxItem) -> Overtaken:
    """Return the earlier questions of a table that a row of it may have settled."""
    rows = tx.do(
        "SELECT CASE WHEN ? = 1 AND card_number < ? THEN card_id END AS card_id, card_number,"
        " CASE WHEN offer_number < ? THEN offer_id END AS offer_id, offer_number,"
        " CASE WHEN overdue_number < ? THEN overdue_id END AS overdue_id, overdue_number,"
        " EXISTS (SELECT 1 FROM seat_posts WHERE table_id = tables.id) AS seats"
        " FROM tables WHERE id = ?",
        int(item.kind == ItemKind.CARD), item.number, item.number, item.number, item.table_id,
    )  # fmt: skip
    if not rows:
        return Overtaken()
    row = rows[0]
    return Overtaken(
        _shown(row["card_number"], row["card_id"]),
        _shown(row["offer_number"], row["offer_id"]),
        _shown(row["overdue_number"], row["overdue_id"]),
        seats=bool(row["seats"]),
    )


def _shown(number: int, message_id: int | None) -> ShownEntry | None:
    return None if message_id is None else ShownEntry(number, message_id)


def _note_board(tx: Transaction, item: OutboxItem, message_id: int, number: int) -> None:
    """Store that a message shows the board after the entry with this number."""
    assert item.table_id is not None, "a board belongs to a table"
    assert item.channel_id is not None, "a board is shown in a channel"
    kind = BoardKind(item.kind)
    if kind is BoardKind.TURNOVER:
        tx.do(
            "UPDATE tables SET board_id = ?, board_channel_id = ?, board_kind = ?,"
            " board_first = max(position_number, 1), board_number = max(position_number, 1)"
            " WHERE board_id IS NULL AND"
            " (series_id, game_number) = (SELECT series_id, game_number + 1 FROM tables"
            " WHERE id = ?)",
            message_id, item.channel_id, kind.value, item.table_id,
        )  # fmt: skip
    _show(tx, _Board(item.table_id, message_id, item.channel_id, kind, number, number))


@dataclass(frozen=True, slots=True)
class _Board:
    """A board's message as it is stored."""

    table_id: int
    message_id: int
    channel_id: int
    kind: BoardKind
    first: int
    number: int


def _show(tx: Transaction, board: _Board) -> None:
    """Store the newest board of a table; the one before it is replaced.

    A board that comes late, when a newer one stands, is replaced at once.
    """
    (row,) = tx.do(
        "SELECT board_id, board_channel_id, board_kind, board_first, board_number FROM tables"
        " WHERE id = ?",
        board.table_id,
    )
    before = None if row["board_id"] is None else _Board(board.table_id, *row)
    if before is not None and before.message_id == board.message_id:
        was_told = before.kind != BoardKind.AGAIN or before.number >= board.number
        after = before if was_told else board
        tx.do(
            "UPDATE tables SET board_kind = ?, board_first = ?, board_number = ? WHERE id = ?",
            after.kind, after.first, max(board.number, before.number), board.table_id,
        )  # fmt: skip
        return
    if before and (before.number, before.message_id) > (board.number, board.message_id):
        _replace(tx, board)
        return
    tx.do(
        "UPDATE tables SET board_id = ?, board_channel_id = ?, board_kind = ?, board_first = ?,"
        " board_number = ? WHERE id = ?",
        board.message_id, board.channel_id, board.kind, board.first, board.number, board.table_id,
    )  # fmt: skip
    if before is not None:
        _replace(tx, before)


def _replace(tx: Transaction, board: _Board) -> None:
    """Store a replaced board; those of its table that were put off are tried once more."""
    tx.do(
        "INSERT INTO replaced_boards (table_id, message_id, channel_id, kind, first, number)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, message_id) DO UPDATE SET"
        " channel_id = excluded.channel_id, kind = excluded.kind, first = excluded.first,"
        " number = excluded.number, refused = 0",
        board.table_id, board.message_id, board.channel_id, board.kind, board.first, board.number,
    )  # fmt: skip
    tx.do("UPDATE replaced_boards SET due = 1 WHERE table_id = ?", board.table_id)
    tx.announce(REPLACED)


def _replaced(row: Row) -> ReplacedBoard:
    return ReplacedBoard(
        row["table_id"], row["message_id"], row["channel_id"], BoardKind(row["kind"]),
        row["first"], row["number"], _boards(row), row["board_number"] == row["number"],
    )  # fmt: skip


_SETTINGS: Final = "(SELECT settings FROM guilds WHERE guilds.guild_id = tables.guild_id)"


def _boards(row: Row) -> Boards:
    """Return what becomes of earlier boards of a table, as was agreed or as its server says."""
    agreed = row["boards"]
    return settings_of(row).boards if agreed is None else Boards(agreed)

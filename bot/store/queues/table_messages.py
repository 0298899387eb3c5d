"""Messages that show tables: cards, boards, questions and open seats.

They are stored when a row of the outbox has been delivered, in the transaction that deletes the
row, and when a person shows the board to everyone again. Messages that change once later ones
arrive are rows of `table_messages` until nothing is left to do.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.model.boards import BoardKind, Boards, NewestBoard, TableMessage
from bot.model.caller import Person
from bot.model.queues import ItemKind, OutboxItem
from bot.model.server import read_settings
from bot.model.table import Table
from bot.store.sql.database import Database, Row, Transaction, and_mine, marks

__all__ = ["DISPLAYS", "TABLE_MESSAGES", "Sent", "TableMessageStore", "strike"]

DISPLAYS: Final = "displays"
"""The topic announced when a message that is kept up to date is to be looked at."""
TABLE_MESSAGES: Final = "table messages"
"""The topic announced when a message of a table has to change, or may have to."""
_BOARDS: Final = (ItemKind.BOARD, ItemKind.HANDOVER, ItemKind.TURNOVER)
_ENTRIES: Final = frozenset({*_BOARDS, ItemKind.OFFER, ItemKind.ANSWER, ItemKind.OVERDUE})
"""The messages of entries."""
_AT_ONCE: Final = 100
"""The most messages that are read at once."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that has arrived."""

    message_id: int
    board: int | None = None
    """The newest entry whose board it shows, or None if it shows none."""
    digest: str | None = None
    """The digest of what it shows, if that is known and it is kept up to date."""


class TableMessageStore:
    """The messages that show tables; changes of them ride with the next transaction."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def pinged(self, table_id: int, number: int) -> frozenset[Person] | None:
        """Return the people pinged by an entry's message, or None if that wasn't decided."""
        sql = "SELECT person, silent FROM pings WHERE table_id = ? AND number = ?"
        rows = await self._db.rows(sql, table_id, number)
        return frozenset(row["person"] for row in rows if not row["silent"]) if rows else None

    async def is_muted(self, person: Person, by_player: int) -> bool:
        """Return True if a person has muted the person of a row of `players`."""
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
        """Return the newest board of a table, or None if it has none yet."""
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

    async def last_offer(self, table_id: int) -> TableMessage | None:
        """Return the message of a table's last offer, unless it is settled there."""
        row = await self._db.row(
            f"SELECT {_MESSAGES} WHERE table_id = ? AND kind = ? ORDER BY number DESC LIMIT 1",
            table_id, ItemKind.OFFER.value,
        )  # fmt: skip
        return None if row is None else _message(row)

    def mark_again(self, table: Table, message_id: int) -> None:
        """Remember with the next transaction that a message shows a table's board again."""
        self._db.defer(partial(_note_again, table=table, message_id=message_id))

    def look_at_card(self, table_id: int) -> None:
        """Queue a look at a table's newest card: its table was closed, or someone has left."""
        self._db.defer(partial(_look_at_card, table_id=table_id))

    def look_at_seats(self, table_id: int) -> None:
        """Queue a look at the messages of a table's open seats: a seat was taken."""
        self._db.defer(lambda tx: _overtake(tx, table_id, 1, None, is_answer=False))

    def listen(self, listener: Callable[[int], None]) -> None:
        """Call the listener after every commit by which messages of a table may have to change."""
        self._db.listen(TABLE_MESSAGES, listener)

    async def overtaken(self, besides: Collection[int] = ()) -> list[TableMessage]:
        """Return messages that may have to change now, by channel, except in `besides`."""
        mine = and_mine(self._db.shards, "tables.guild_id")
        sql = (
            f"SELECT {_MESSAGES} WHERE due > 0{mine}"
            f" AND table_messages.channel_id NOT IN ({marks([*besides])})"
            " ORDER BY message_id LIMIT ?"
        )
        found = [_message(row) for row in await self._db.rows(sql, *besides, _AT_ONCE)]
        return sorted(found, key=lambda message: message.channel_id)

    async def done(self, message: TableMessage) -> None:
        """Forget a message that is finished, or can't be changed."""
        sql = "DELETE FROM table_messages WHERE table_id = ? AND message_id = ?"
        await self._db.write(sql, message.table_id, message.message_id)

    async def put_off(self, message: TableMessage, *, refused: bool = False) -> None:
        """Leave a message until a later one of its table arrives, or for good after two refusals.

        If a later one is there already, it is looked at once more.
        """

        def write(tx: Transaction) -> None:
            which = message.table_id, message.message_id
            if refused:
                tx.do(
                    "DELETE FROM table_messages"
                    " WHERE table_id = ? AND message_id = ? AND refused = 1",
                    *which,
                )
            tx.do(
                "UPDATE table_messages SET due = CASE WHEN due = ? THEN 0 ELSE due END, told = 0,"
                " refused = max(refused, ?) WHERE table_id = ? AND message_id = ?",
                message.due, int(refused), *which,
            )  # fmt: skip

        await self._db.transact(write)


def strike(tx: Transaction, item: OutboxItem, sent: Sent | None, turned: int | None = None) -> bool:
    """Delete a row, note its message, and have those before it looked at.

    `turned` is an older message that was changed to show it. Return True if other rows wait for the
    same channel or person.
    """
    tx.do("DELETE FROM outbox WHERE dedupe = ?", item.dedupe)
    waits = bool(tx.do("SELECT 1 FROM outbox WHERE lane = ? AND parked = 0 LIMIT 1", item.lane))
    if item.kind == ItemKind.DISPLAY and sent is not None:
        _note_display(tx, item, sent)
    if item.table_id is not None:
        _note_shown(tx, item, sent, turned)
    return waits


def _note_display(tx: Transaction, item: OutboxItem, sent: Sent) -> None:
    """Store the message of a display, which is looked at once more.

    An older message may have to go, or a change may have come since it was made.
    """
    tx.do(
        "UPDATE displays SET message_id = ?, digest = ?, due_at = posted_at"
        " WHERE id = ? AND number = ?",
        sent.message_id, sent.digest, item.contents, item.number,
    )  # fmt: skip
    tx.announce(DISPLAYS)


def _note_shown(tx: Transaction, item: OutboxItem, sent: Sent | None, turned: int | None) -> None:
    """Store the message that shows a table. It overtakes earlier ones."""
    assert item.table_id is not None, "it shows a table"
    _overtake(tx, item.table_id, item.number or 1, turned, is_answer=item.kind == ItemKind.ANSWER)
    if item.kind == ItemKind.CARD:
        _look_at_card(tx, item.table_id, item.number, turned)
    _note_done(tx, item)
    if sent is None:
        return
    match item.kind:
        case ItemKind.SEAT:
            _keep(tx, item, sent.message_id, first=item.contents)
        case ItemKind.CARD:
            tx.do("UPDATE tables SET card_id = ? WHERE id = ?", sent.message_id, item.table_id)
        case ItemKind.OFFER | ItemKind.OVERDUE:
            _keep(tx, item, sent.message_id, number=item.number or 0)
        case kind if kind in _BOARDS and sent.board is not None:
            _note_board(tx, item, sent.message_id, sent.board)
        case _:
            pass


def _overtake(
    tx: Transaction, table_id: int, number: int, turned: int | None, *, is_answer: bool
) -> None:
    """Queue a look at a table's messages from before an entry's message.

    A press may have changed one of them (`turned`) so that it tells of later ones already, except
    of an answer that came in another way.
    """
    overtaken = tx.change(
        "UPDATE table_messages SET due = due + 1,"
        " told = CASE WHEN message_id = ? THEN 1 WHEN ? = 1 THEN 0 ELSE told END"
        " WHERE table_id = ? AND number < ?",
        turned, int(is_answer), table_id, number,
    )  # fmt: skip
    if overtaken:
        tx.announce(TABLE_MESSAGES)


def _look_at_card(
    tx: Transaction, table_id: int, number: int | None = None, turned: int | None = None
) -> None:
    """Queue a look at a table's newest card. A card with this `number` replaces it."""
    tx.do(
        "INSERT INTO table_messages (table_id, message_id, channel_id, kind, number, due)"
        " SELECT id, card_id, channel_id, ?, card_number, 1 FROM tables WHERE id = ?"
        " AND card_id IS NOT NULL AND card_id <> coalesce(?, 0)"
        " AND card_number < coalesce(?, card_number + 1)"
        " ON CONFLICT (table_id, message_id) DO UPDATE SET due = table_messages.due + 1",
        ItemKind.CARD.value, table_id, turned, number,
    )  # fmt: skip
    tx.announce(TABLE_MESSAGES)


def _keep(
    tx: Transaction, item: OutboxItem, message_id: int, *, first: int = 0, number: int = 0
) -> None:
    """Store a message that asks something, until it says how that was settled."""
    tx.do(
        "INSERT INTO table_messages (table_id, message_id, channel_id, kind, first, number)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, message_id) DO UPDATE SET"
        " kind = excluded.kind, first = excluded.first, number = excluded.number",
        item.table_id, message_id, item.channel_id, item.kind, first, number,
    )  # fmt: skip


def _note_done(tx: Transaction, item: OutboxItem) -> None:
    """Store that a card or an entry, with everything before it, needs no message any more."""
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
    _overtake(tx, table.id, number, None, is_answer=False)
    if tx.do("SELECT 1 FROM tables WHERE id = ? AND entry_count = ?", table.id, number):
        _show(tx, again)
    else:
        _replace(tx, again)


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
    """Store a replaced board."""
    tx.do(
        "INSERT INTO table_messages (table_id, message_id, channel_id, kind, first, number, due)"
        " VALUES (?, ?, ?, ?, ?, ?, 1) ON CONFLICT (table_id, message_id) DO UPDATE SET"
        " channel_id = excluded.channel_id, kind = excluded.kind, first = excluded.first,"
        " number = excluded.number, due = table_messages.due + 1, refused = 0",
        board.table_id, board.message_id, board.channel_id, board.kind, board.first, board.number,
    )  # fmt: skip
    tx.announce(TABLE_MESSAGES)


def _message(row: Row) -> TableMessage:
    return TableMessage(
        row["table_id"], row["message_id"], row["channel_id"], row["kind"], row["first"],
        row["number"], row["due"], bool(row["told"]), bool(row["is_newest"]), _boards(row),
        row["board_number"] == row["number"],
    )  # fmt: skip


_SETTINGS: Final = "(SELECT settings FROM guilds WHERE guilds.guild_id = tables.guild_id)"
_MESSAGES: Final = (
    f"table_messages.*, board_number, boards, {_SETTINGS} AS settings,"  # noqa: S608
    " NOT EXISTS (SELECT 1 FROM table_messages AS later"
    " WHERE later.table_id = table_messages.table_id AND later.kind = table_messages.kind"
    " AND later.first = table_messages.first AND later.message_id > table_messages.message_id)"
    " AS is_newest FROM table_messages JOIN tables ON tables.id = table_id"
)


def _boards(row: Row) -> Boards:
    """Return what becomes of earlier boards of a table, as was agreed or as its server says."""
    agreed = row["boards"]
    return read_settings(row["settings"] or "{}").boards if agreed is None else Boards(agreed)

"""The messages that are kept up to date.

`post`, `ask`, `drop` and `remove` belong in the transaction of what changes: `post` lets a new
message show a subject, `ask` says that what it shows has changed, and `ask_all` what all messages
of a server show; `drop` leaves the message as it is, and `remove` has it deleted.
"""

from dataclasses import fields
from typing import Any

from bot.model.displays import (
    GONE,
    OLD_WAIT,
    Display,
    DisplayKind,
    eased_wait,
    next_edit,
    refused_wait,
)
from bot.model.queues import display_item
from bot.store.queues.queues import among, enqueue
from bot.store.queues.table_messages import DISPLAYS
from bot.store.sql.database import Database, Row, Transaction, and_mine

__all__ = ["DisplayStore", "ask", "ask_all", "drop", "post", "remove"]


def post(
    tx: Transaction, kind: DisplayKind, subject: int, *, guild_id: int, channel_id: int, now: int
) -> None:
    """Queue a new message that shows a subject in this channel of a server.

    The message that shows it already is deleted once the new one is there. One that still waits
    isn't sent.
    """
    # A post that is still to be sent is replaced by the new one.
    if before := _find(tx, kind, subject):
        tx.do("DELETE FROM outbox WHERE dedupe = ?", display_item(before, now).dedupe)
    tx.do(
        "INSERT INTO displays (kind, subject, guild_id, channel_id, number, posted_at, edited_at,"
        " wait) VALUES (?, ?, ?, ?, 1, ?, ?, ?) ON CONFLICT (kind, subject) DO UPDATE SET"
        " old_channel_id = CASE WHEN displays.message_id IS NULL THEN displays.old_channel_id"
        " ELSE displays.channel_id END,"
        " old_message_id = coalesce(displays.message_id, displays.old_message_id),"
        " message_id = NULL, channel_id = excluded.channel_id, number = displays.number + 1,"
        " posted_at = excluded.posted_at, edited_at = excluded.edited_at, digest = NULL,"
        " wait = excluded.wait, refused_at = 0",
        kind.word, subject, guild_id, channel_id, now, now, OLD_WAIT,
    )  # fmt: skip
    after = _find(tx, kind, subject)
    assert after is not None, "it has just been written"
    enqueue(tx, display_item(after, now))


def ask(
    tx: Transaction, kind: DisplayKind, subject: int, now: int, *, is_urgent: bool = False
) -> None:
    """Queue an edit of a subject's message, if it has one.

    An urgent edit is made now, however recent the last one was.
    """
    display = _find(tx, kind, subject)
    if display is None:
        return
    due, edited_at = next_edit(display, now), display.edited_at
    if is_urgent:
        due, edited_at = now, 0
    tx.do(
        "UPDATE displays SET asks = asks + 1, due_at = min(coalesce(due_at, ?), ?), edited_at = ?"
        " WHERE id = ?",
        due, due, edited_at, display.id,
    )  # fmt: skip
    tx.announce(DISPLAYS, due)


def ask_all(tx: Transaction, guild_id: int, now: int) -> None:
    """Queue an edit of every message of a server."""
    tx.do("UPDATE displays SET asks = asks + 1, due_at = ? WHERE guild_id = ?", now, guild_id)
    tx.announce(DISPLAYS, now)


def drop(tx: Transaction, kind: DisplayKind, subject: int, now: int) -> Display | None:
    """Stop keeping a subject's message up to date. Return its last state, or None."""
    display = _find(tx, kind, subject)
    if display is not None:
        tx.do("DELETE FROM displays WHERE id = ?", display.id)
        tx.do("DELETE FROM outbox WHERE dedupe = ?", display_item(display, now).dedupe)
    return display


def remove(tx: Transaction, kind: DisplayKind, subject: int, now: int) -> None:
    """Queue the deletion of a subject's message, if it has one."""
    display = _find(tx, kind, subject)
    if display is None or display.message_id is None:
        drop(tx, kind, subject, now)
        return
    tx.do(
        "UPDATE displays SET kind = ?, subject = message_id, due_at = ? WHERE id = ?",
        GONE.word, now, display.id,
    )  # fmt: skip
    tx.announce(DISPLAYS, now)


class DisplayStore:
    """The messages that are kept up to date, as their worker sees them."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self.kinds = {GONE.word: GONE}
        """The kinds that this process keeps up to date, by their words; it leaves others alone."""

    async def get(self, display_id: int) -> Display | None:
        """Return the display with this id, if there still is one."""
        row = await self._db.row("SELECT * FROM displays WHERE id = ?", display_id)
        kind = None if row is None else self.kinds.get(row["kind"])
        return None if row is None or kind is None else _display(row, kind)

    async def find(self, kind: DisplayKind, subject: int) -> Display | None:
        """Return the display of a subject, or None."""
        return await self._db.snapshot(lambda tx: _find(tx, kind, subject))

    async def due(self, now: int, limit: int) -> tuple[list[Display], int | None]:
        """Return messages to look at now, the longest waiting first, and when others are due."""
        also = f" AND {among(self.kinds)}{and_mine(self._db.shards)}"

        def read(tx: Transaction) -> tuple[list[Display], int | None]:
            due = tx.do(
                "SELECT * FROM displays WHERE due_at <= ? AND message_id IS NOT NULL"  # noqa: S608
                f"{also} ORDER BY due_at LIMIT ?",
                now, limit,
            )  # fmt: skip
            (later,) = tx.do(
                "SELECT min(due_at) AS at FROM displays"  # noqa: S608
                f" WHERE due_at > ? AND message_id IS NOT NULL{also}",
                now,
            )
            return [_display(row, self.kinds[row["kind"]]) for row in due], later["at"]

        return await self._db.snapshot(read)

    async def edited(self, display: Display, digest: str, now: int, again_at: int | None) -> None:
        """Store what the message shows now, and when to look again if nothing changes."""

        def write(tx: Transaction) -> None:
            tx.do(
                "UPDATE displays SET digest = ?, edited_at = ?, wait = ?,"
                " refused_at = CASE WHEN wait = ? THEN refused_at ELSE ? END"
                " WHERE id = ? AND number = ?",
                digest, now, eased_wait(display, now), eased_wait(display, now), now, display.id,
                display.number,
            )  # fmt: skip
            _settle(tx, display, now, again_at)

        await self._db.transact(write)

    async def unchanged(self, display: Display, now: int, again_at: int | None) -> None:
        """Store that the message is up to date, and when to look again if nothing changes."""
        await self._db.transact(lambda tx: _settle(tx, display, now, again_at))

    async def refused(self, display: Display, now: int) -> None:
        """Store that Discord refuses to edit an old message for the moment."""
        wait = refused_wait(display.wait)
        await self._db.write(
            "UPDATE displays SET wait = ?, refused_at = ?, edited_at = ?, due_at = ?"
            " WHERE id = ? AND number = ?",
            wait, now, now, now + wait, display.id, display.number,
        )  # fmt: skip

    async def put_off(self, display: Display, until: int) -> None:
        """Look at a message again at this moment."""
        sql = "UPDATE displays SET due_at = ? WHERE id = ? AND number = ?"
        await self._db.write(sql, until, display.id, display.number)

    async def is_gone(self, display: Display) -> None:
        """Store that a message is deleted and won't be replaced."""
        await self._db.write("DELETE FROM displays WHERE id = ?", display.id)

    async def old_is_gone(self, display: Display) -> None:
        """Store that the previous message is deleted."""
        await self._db.write(
            "UPDATE displays SET old_channel_id = NULL, old_message_id = NULL"
            " WHERE id = ? AND old_message_id = ?",
            display.id, display.old_message_id,
        )  # fmt: skip


def _settle(tx: Transaction, display: Display, now: int, again_at: int | None) -> None:
    """Store when to look again: at `again_at`, or soon after a change or a newer message."""
    is_same = tx.change(
        "UPDATE displays SET due_at = ? WHERE id = ? AND kind = ? AND number = ? AND asks = ?",
        again_at, display.id, display.kind.word, display.number, display.asks,
    )  # fmt: skip
    present = None if is_same else _find(tx, display.kind, display.subject)
    if present is not None:
        due = next_edit(present, now)
        tx.do("UPDATE displays SET due_at = ? WHERE id = ?", due, display.id)


def _find(tx: Transaction, kind: DisplayKind, subject: int) -> Display | None:
    rows = tx.do("SELECT * FROM displays WHERE kind = ? AND subject = ?", kind.word, subject)
    return _display(rows[0], kind) if rows else None


def _display(row: Row, kind: DisplayKind) -> Display:
    values: dict[str, Any] = {field.name: row[field.name] for field in fields(Display)}
    values["kind"] = kind
    return Display(**values)

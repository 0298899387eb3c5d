"""Messages of a table that change once a later one is there: how they are stored and looked at."""

import asyncio
import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest

from bot.interactions.client import Postboard
from bot.model.queues import ItemKind, entry_item
from bot.store.queues.table_messages import Sent, strike
from bot.store.sql.database import Database
from bot.store.sql.errors import Busy
from bot.store.store import Store
from loopback import Loopback
from tests.bot.game_driver import sit_down
from tests.bot.kept_file import KeptFile, kept_files
from tests.bot.seat_changes import CZECH, playing
from tests.bot.table_service import Service
from tests.loopback.waiting import until
from tests.stored import rows

_ASKING: Final = (
    "UPDATE tables SET offer_number = 3, offer_id = 71, overdue_number = 4, overdue_id = 72"
    " WHERE id = {table}",
    "INSERT INTO seat_posts (table_id, message_id, seat) VALUES ({table}, 73, 1)",
    "INSERT INTO replaced_boards (table_id, message_id, channel_id, kind, first, number, refused,"
    " due) VALUES ({table}, 74, 5, 'handover', 1, 2, 1, 0)",
)
"""What a version before kept of a table's messages."""


@pytest.mark.file("a file of an older version")
@pytest.mark.parametrize("kept", kept_files()[-1:], ids=lambda kept: kept.version)
async def test_what_a_version_before_kept_of_messages_is_still_known(
    kept: KeptFile, tmp_path: Path
) -> None:
    file = tmp_path / "kept.sqlite3"
    kept.lay_out(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        if not connection.execute("PRAGMA table_info(replaced_boards)").fetchall():
            pytest.skip("that version kept them as this one does")
        ((table_id, channel_id),) = connection.execute(
            "SELECT id, channel_id FROM tables WHERE status = 'playing' LIMIT 1"
        )
        for sql in _ASKING:
            connection.execute(sql.format(table=table_id))
    async with Database.open(file) as opened:
        shown = Store(opened).table_messages
        offer = await shown.last_offer(table_id)
        assert offer is not None
        assert (offer.message_id, offer.number) == (71, 3)
        assert await shown.overtaken() == [], "nothing has come since"
        shown.look_at_seats(table_id)
        await opened.flush()
        (seat,) = await shown.overtaken()
        assert (seat.message_id, seat.kind, seat.first) == (73, "seat", 1)
    found = rows(
        file,
        "SELECT message_id, channel_id, kind, first, number, refused FROM table_messages"
        " WHERE table_id = ? AND message_id BETWEEN 71 AND 74 ORDER BY message_id",
        table_id,
    )
    assert found == [
        (71, channel_id, "offer", 0, 3, 0),
        (72, channel_id, "overdue", 0, 4, 0),
        (73, channel_id, "seat", 1, 0, 0),
        (74, 5, "handover", 1, 2, 1),
    ]


async def test_a_message_that_can_not_be_made_keeps_no_other_waiting(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """An entry that doesn't ask anything counts as an offer, as after damage to the file."""
    driver = await sit_down(server, bot, database)
    first = driver.board
    await bot.store.queues.transact(
        lambda tx: tx.do(
            "INSERT INTO table_messages (table_id, message_id, channel_id, kind, number, due)"
            " VALUES (?, 1, ?, 'offer', 1, 1)",
            driver.table_id, server.world.channel("lobby").id,
        )
    )  # fmt: skip
    await driver.move("c3-d4")
    await driver.bot.store.queues.flush()
    await bot.outbox.table_messages.worker.rests()
    assert not driver.due.present(first).attachments
    assert rows(database, "SELECT message_id, refused FROM table_messages") == [(1, 1)]


async def test_a_database_that_is_busy_cuts_off_no_request_for_another_channel(
    bot: Postboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request that is cut off in a limit of the whole bot would leave all others waiting."""
    messages, asked, answered = bot.outbox.table_messages, asyncio.Event(), asyncio.Event()
    ends = list[str]()
    due = {1: SimpleNamespace(channel_id=1), 2: SimpleNamespace(channel_id=2)}

    async def overtaken(besides: Collection[int]) -> list[SimpleNamespace]:
        return [each for channel, each in due.items() if channel not in besides]

    async def look(message: SimpleNamespace) -> None:
        if message.channel_id == 1:
            await asked.wait()
            ends.append("busy")
            raise Busy("planted")
        asked.set()
        try:
            await answered.wait()
        except asyncio.CancelledError:
            ends.append("cut off")
            raise
        ends.append("answered")
        due.clear()

    monkeypatch.setattr(messages, "_messages", SimpleNamespace(overtaken=overtaken))
    monkeypatch.setattr(messages, "_look", look)
    messages.worker.wake()
    await until(lambda: "busy" in ends)
    for _ in range(20):
        await asyncio.sleep(0)
    answered.set()
    await messages.worker.rests()
    assert "cut off" not in ends
    assert ends.count("answered") == 1


async def test_messages_that_a_look_did_not_change_rest_before_the_next_look(
    bot: Postboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages, looks = bot.outbox.table_messages, list[int]()

    async def overtaken(besides: Collection[int]) -> list[SimpleNamespace]:
        return [each for each in (unchanged,) if each.channel_id not in besides]

    async def look(message: SimpleNamespace) -> None:
        looks.append(message.channel_id)

    unchanged = SimpleNamespace(channel_id=1)
    monkeypatch.setattr(messages, "_messages", SimpleNamespace(overtaken=overtaken))
    monkeypatch.setattr(messages, "_look", look)
    rests: list[int] = []
    monkeypatch.setattr(messages, "_resting", SimpleNamespace(
        begin=rests.append, resting=lambda: dict.fromkeys(rests, 600.0)
    ))  # fmt: skip
    messages.worker.wake()
    await until(lambda: bool(rests) or len(looks) > 1)
    await messages.worker.rests()
    assert (looks, rests) == ([1], [1])


@pytest.mark.parametrize(
    ("kind", "board"), [(ItemKind.BOARD, None), (ItemKind.ANSWER, 1), (ItemKind.OFFER, 1)]
)
async def test_only_a_message_with_a_board_is_noted_as_one(
    service: Service, kind: ItemKind, board: int | None
) -> None:
    """A board that could not be drawn is none, and neither is the answer to an offer."""
    table = await playing(service, CZECH)
    shown, now = service.store.table_messages, 1

    async def sent(kind: ItemKind, message: int, board: int | None) -> None:
        item = entry_item(table.id, 1, table.channel_id, None, now, kind=kind)
        await service.store.queues.transact(lambda tx: strike(tx, item, Sent(message, board)))

    await sent(kind, 77, board)
    assert await shown.newest_board(table.id) is None
    await sent(ItemKind.BOARD, 78, 1)
    newest = await shown.newest_board(table.id)
    assert newest is not None
    assert newest.message_id == 78

"""Channels that take no messages are known, and time stands still there meanwhile."""

from typing import Final

from bot.delivery.closed_channels import ClosedChannels
from bot.store.queues.queues import Queues
from bot.store.sql.database import Database

CLOSED: Final = 7
MISSING_PERMISSIONS: Final = 50013
NOW: Final = 1_000_000.0


async def outages(opened: Database) -> list[tuple[int, int | None]]:
    rows = await opened.rows("SELECT starts, ends FROM outages ORDER BY starts")
    return [(row["starts"], row["ends"]) for row in rows]


async def test_a_channel_is_closed_from_its_first_refusal_on(opened: Database) -> None:
    closed = ClosedChannels(Queues(opened), lambda: NOW)
    for since, code in ((int(NOW) - 60, 50001), (None, MISSING_PERMISSIONS)):
        await closed.note(CLOSED, since, code)
    assert closed.refusal(CLOSED) == (NOW - 60, MISSING_PERMISSIONS)
    assert await outages(opened) == [(NOW - 60, None)]
    await closed.forget(None)
    await closed.forget(CLOSED + 1)
    assert closed.refusal(CLOSED) is not None
    await closed.forget(CLOSED)
    assert closed.refusal(CLOSED) is None
    assert await outages(opened) == [(NOW - 60, NOW)]


async def test_a_person_who_takes_no_messages_closes_no_channel(opened: Database) -> None:
    closed = ClosedChannels(Queues(opened), lambda: NOW)
    await closed.note(None, None, 50007)
    assert await outages(opened) == []


async def test_a_closed_channel_is_known_after_a_restart(opened: Database) -> None:
    await ClosedChannels(Queues(opened), lambda: NOW).note(CLOSED, None, MISSING_PERMISSIONS)
    closed = ClosedChannels(Queues(opened), lambda: NOW + 60)
    await closed.load()
    assert closed.refusal(CLOSED) == (NOW, None)

"""What is deleted once nobody needs it: rows stay bounded, and what a turn looks back to stays."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.delivery.background.cleaning import cleaning_at
from bot.model.preferences import Preferences
from bot.model.quiet_hours import QuietHours
from bot.model.study import EXPLORE
from bot.model.table import Request, Terms
from bot.store.cleaning import PIECE, clean
from bot.store.people.pings import mute
from bot.store.people.preferences import quiet_hours_before
from bot.store.people.vacations import draw_vacation, vacation_left
from bot.store.queues.queues import set_timer
from bot.store.servers.outages import OutageCause, OutageScope, add_outage
from bot.store.sql.database import Transaction
from bot.store.tables.studies import StudyStore
from bot.store.tables.writing import mark_seen
from bot.tables.commands import Play, Resign
from loopback.snowflake import EPOCH_MS
from rules.records.transcript import Transcript
from rules.time.clock import Stretch
from rules.time.duration import DAY, HOUR
from rules.time.time_control import read_time_control
from tests.bot.table_service import ANN, BO
from tests.bot.timed_host import NOON, Host, host_on


@pytest.fixture
async def host(tmp_path: Path) -> AsyncGenerator[Host]:
    async with host_on(tmp_path) as opened:
        yield opened


async def cleaned(host: Host, days: float) -> None:
    """Let so many days after noon be the time, and the daily cleaning come."""
    host.clock.time = NOON + int(days * DAY)
    number = _number(host.clock.time - DAY)
    await host.database.transact(lambda tx: clean(tx, int(host.clock.time), number))


def _number(moment: float) -> int:
    """Return a number as Discord gives it at that time."""
    return int(moment * 1000 - EPOCH_MS) << 22


async def count(host: Host, name: str) -> int:
    row = await host.database.row(f"SELECT count(*) AS n FROM {name}")
    assert row is not None
    return int(row["n"])


async def down(host: Host, starts: int, ends: int | None) -> None:
    """Write an outage from and to so many seconds after noon."""
    lost = Stretch(NOON + starts, None if ends is None else NOON + ends)
    await host.database.transact(
        lambda tx: add_outage(tx, lost, OutageScope.ALL, None, OutageCause.DOWN)
    )


async def test_pings_stay_until_the_message_that_they_belong_to_is_out(host: Host) -> None:
    table = await host.game("5d")
    await host.prefers(BO.id, Preferences(pings=False))
    await host.do(table, ANN, Play("c3-d4"))
    assert await host.store.table_messages.pinged(table.id, 2) == frozenset()
    await cleaned(host, 30)
    await host.database.write(
        "INSERT INTO pings (table_id, person, position, about, at, silent)"
        " VALUES (?, 5, 2, 'soon', ?, 0)",
        table.id, NOON,
    )  # fmt: skip
    kept = await host.store.table_messages.pinged(table.id, 2)
    assert kept == frozenset(), "the board waits in the outbox"
    await host.database.write("DELETE FROM outbox")
    await cleaned(host, 31)
    assert await count(host, "pings") == 0


async def test_a_request_stays_for_a_day_by_discords_time_whatever_the_clock_said(
    host: Host,
) -> None:
    """A clock that was two days ahead had them deleted, and Discord may still repeat them."""
    old, young, later = _number(NOON), _number(NOON + DAY + HOUR), NOON + 2 * DAY
    own = {"timer:a", "timer:whose name is longer than a number"}

    def write(tx: Transaction) -> None:
        for request in (str(old), str(young), *own):
            mark_seen(tx, Request(request), 1, NOON)

    table = await host.game("5d")
    assert table.id == 1
    await host.database.transact(write)
    await host.database.transact(lambda tx: clean(tx, later, _number(later - DAY)))
    rows = await host.database.rows("SELECT id FROM requests WHERE at = ?", NOON)
    assert {row["id"] for row in rows} & {str(old), str(young), *own} == {str(young)}


async def test_many_rows_are_deleted_a_piece_at_a_time(host: Host) -> None:
    await host.game("none")
    await host.database.write(
        "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)"
        " INSERT INTO requests (id, table_id, at) SELECT 'timer:' || n, 1, 0 FROM numbers",
        3 * PIECE,
    )
    before = await count(host, "requests")
    await cleaned(host, 1)
    assert await count(host, "requests") == before - PIECE
    await host.database.transact(lambda tx: set_timer(tx, cleaning_at(NOON + DAY)))
    host.clock.time = NOON + DAY
    await host.scheduler.run_due()
    assert await count(host, "requests") < PIECE


async def test_an_outage_stays_as_long_as_a_turn_runs_that_it_is_part_of(host: Host) -> None:
    await down(host, -7 * DAY, -6 * DAY)
    table = await host.game("5d")
    await host.do(table, ANN, Play("c3-d4"))
    await down(host, HOUR, 2 * HOUR)
    await down(host, 3 * HOUR, None)
    await cleaned(host, 3)
    now = await host.lookup.reread(table.id)
    kept = await host.store.times.outages(now.id, now.place, 0, int(host.clock.time))
    assert [(s.start - NOON, s.end) for s in kept[:2]] == [
        (HOUR, NOON + 2 * HOUR), (3 * HOUR, None),
    ]  # fmt: skip
    await host.do(table, BO, Resign())
    await cleaned(host, 9)
    assert await count(host, "outages") == 1, "the one that lasts"


async def test_without_a_time_limit_an_outage_stays_for_over_a_week(host: Host) -> None:
    """A ladder counts by the week."""
    await host.game("none")
    await down(host, HOUR, 2 * HOUR)
    await cleaned(host, 8)
    assert await count(host, "outages") == 1
    await cleaned(host, 9)
    assert await count(host, "outages") == 0


async def test_quiet_hours_stay_while_a_turn_uses_them(host: Host) -> None:
    old = QuietHours("UTC", 22 * 60, 7 * 60)
    chosen = Preferences(zone="UTC", quiet=old)
    await host.prefers(ANN.id, chosen)
    host.clock.time += HOUR
    table = await host.game("5d")
    begun = table.turn_since
    assert begun is not None
    for hour in range(20):
        host.clock.time += HOUR
        night = QuietHours("UTC", hour * 60, (hour + 1) * 60)
        await host.prefers(ANN.id, replace(chosen, quiet=night))
    found = await host.database.transact(lambda tx: quiet_hours_before(tx, ANN.id, begun))
    assert found == old
    await host.do(table, ANN, Play("c3-d4"))
    host.clock.time += HOUR
    await host.prefers(ANN.id, chosen)
    host.clock.time += HOUR
    await host.prefers(ANN.id, replace(chosen, quiet=None))
    assert await count(host, "quiet_hours") == 2, "the present ones, and those of just before"


async def test_vacation_of_more_than_a_year_ago_is_forgotten(host: Host) -> None:
    for start in (0, 10 * DAY):
        row = Stretch(NOON + start, NOON + start + 12 * HOUR)
        await host.database.transact(lambda tx, row=row: draw_vacation(tx, ANN.id, row))  # type: ignore[misc]
    await cleaned(host, 366)
    now = int(host.clock.time)
    left = await host.database.transact(lambda tx: vacation_left(tx, ANN.id, now))
    assert (await count(host, "vacations"), left) == (1, 468 * HOUR)


async def test_a_game_that_is_over_leaves_no_reminders_and_nothing_muted(host: Host) -> None:
    table = await host.game("5d")
    now = int(host.clock.time)
    await host.database.transact(lambda tx: mute(tx, BO.id, table.id, now, muted=True))
    await host.at(4 * DAY + HOUR)
    assert await count(host, "reminders") == 1
    await host.do(table, ANN, Resign())
    await cleaned(host, 5)
    assert await count(host, "reminders") == 0
    assert await count(host, "muted") == 0


async def test_no_message_of_a_game_that_is_over_waits_for_a_next_one_for_ever(host: Host) -> None:
    """An archived thread isn't woken to tidy it up, and nothing more comes in it."""
    table, number = await host.game("5d"), _number(NOON)
    left = (
        "INSERT INTO table_messages (table_id, message_id, channel_id, kind, due)"
        " VALUES (?, ?, 1, 'board', ?)"
    )
    for message_id, due in ((number, 0), (number + 1, 1), (_number(NOON + 9 * DAY), 0)):
        await host.database.write(left, table.id, message_id, due)
    await cleaned(host, 3)
    assert await count(host, "table_messages") == 3, "the game goes on"
    await host.do(table, ANN, Resign())
    await host.database.write("UPDATE outbox SET table_id = ?", table.id)
    await cleaned(host, 3)
    assert await count(host, "table_messages") == 3, "the last board is still to be sent"
    await host.database.write("DELETE FROM outbox")
    await cleaned(host, 3)
    assert await count(host, "table_messages") == 2, "one is to be looked at, one is young"


async def test_who_has_muted_a_game_is_not_pinged_by_the_next_one_of_its_series(
    host: Host,
) -> None:
    time = read_time_control("5d")
    table = await host.playing(Terms("rematch", {}, time=time, series_format="first-to-2"))
    now = int(host.clock.time)
    for user in (ANN, BO):
        await host.database.transact(
            lambda tx, user=user: mute(tx, user.id, table.id, now, muted=True)  # type: ignore[misc]
        )
    await host.do(table, ANN, Resign())
    following = await host.lookup.running_in(table.channel_id)
    assert following is not None
    assert following.due is not None
    number = len(following.started.entries)
    assert await host.store.table_messages.pinged(following.id, number) == frozenset()


async def test_a_study_stays_for_a_month_after_it_was_used(host: Host) -> None:
    studies = StudyStore(host.database)
    study = await studies.begin(ANN.id, EXPLORE, NOON, transcript=Transcript("czech"))
    await studies.keep_line(study.id, 0, ("c3-d4",), NOON + 10 * DAY)
    await cleaned(host, 40)
    assert await studies.find(study.id) is not None
    await cleaned(host, 40.1)
    assert await studies.find(study.id) is None

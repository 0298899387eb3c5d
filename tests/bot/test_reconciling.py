"""What follows from a log is compared with it, and mended: each kind of row, deleted or changed."""

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from bot.model.queues import ItemKind, OutboxItem, TimerKind, channel_retry
from bot.model.table import Table, Terms
from bot.store.queues.queues import enqueue, set_timer
from bot.store.queues.table_messages import Sent, strike
from bot.store.tables.writing import bounds_of, columns_of
from bot.tables import reconciling
from bot.tables.commands import Propose, Resign
from rules.log.events import OfferKind
from rules.time.duration import DAY, HOUR
from tests.bot.table_service import ANN, BO, CHANNEL
from tests.bot.timed_games import asked_again, asked_for_seat, full, paused, running
from tests.bot.timed_host import NOON, Host, host_on
from tests.stored import allow

Prepare: TypeAlias = Callable[[Host], Awaitable[Table]]
PAUSED: Final = partial(paused, days=5)
Rows: TypeAlias = list[list[tuple[object, ...]]]


@pytest.fixture
async def host(tmp_path: Path) -> AsyncGenerator[Host]:
    async with host_on(tmp_path) as opened:
        yield opened


async def rows(host: Host) -> Rows:
    """Return everything that follows from the logs, without the numbers of rows."""
    statements = (
        "SELECT * FROM tables ORDER BY id",
        "SELECT dedupe, kind, due, table_id, person FROM timers ORDER BY 1",
        "SELECT * FROM results ORDER BY 1, 2, 3",
        "SELECT id, past FROM players ORDER BY 1",
        "SELECT * FROM reasons ORDER BY 1, 2",
        "SELECT dedupe, kind, number FROM outbox ORDER BY 1",
    )
    return [[tuple(row) for row in await host.database.rows(each)] for each in statements]


async def overdue(host: Host) -> Table:
    table = await running(host)
    await host.at(DAY + HOUR)
    return table


async def refused(host: Host) -> Table:
    """Return a game whose channel has refused a message."""
    table = await running(host)
    now = int(host.clock.time)
    item = OutboxItem(
        kind=ItemKind.BOARD, dedupe="x", created_at=now, table_id=table.id, channel_id=CHANNEL
    )
    await host.database.transact(lambda tx: enqueue(tx, item))
    await host.database.write("UPDATE outbox SET parked = 1")
    await host.database.transact(lambda tx: set_timer(tx, channel_retry(CHANNEL, None, now)))
    return table


async def over(host: Host) -> Table:
    table = await running(host)
    return await host.do(table, ANN, Resign())


async def waiting(host: Host) -> Table:
    return await host.opened()


TIMERS: Final[Mapping[TimerKind, Prepare]] = {
    TimerKind.DEADLINE: running,
    TimerKind.PAUSE_END: PAUSED,
    TimerKind.REST: partial(running, time="none"),
    TimerKind.ABANDONED: overdue,
    TimerKind.SEAT_ANSWER: asked_for_seat,
    TimerKind.AGREEMENT: asked_again,
    TimerKind.REMINDERS: running,
    TimerKind.TABLE_EXPIRES: waiting,
    TimerKind.GO_ON: full,
    TimerKind.CHANNEL_RETRY: refused,
}
"""The timers that belong to tables, and a table that needs each."""


def test_every_kind_of_timer_that_a_game_needs_is_mended() -> None:
    """But for those that belong to no game.

    A process sets the timer of the cleaning when it starts.
    """
    others = {
        TimerKind.CLEANING, TimerKind.FORGET,
    }  # fmt: skip
    assert set(TIMERS) == set(TimerKind) - others


async def mended(host: Host, table: Table, damage: str) -> Sequence[str]:
    """Damage a file, and see that it is as before once it is reconciled; return what differed."""
    assert await host.services.reconciling.reconcile(table.id) == [], "nothing differs at first"
    before = await rows(host)
    await host.database.write(damage)
    assert await rows(host) != before
    host.restart()
    found = await host.services.reconciling.reconcile(table.id)
    assert await rows(host) == before
    assert await host.services.reconciling.reconcile(table.id) == []
    return found


async def test_a_reason_beside_an_entry_of_no_moderator_is_deleted(host: Host) -> None:
    table = await running(host)
    damage = (
        f"INSERT INTO reasons (table_id, number, person, text) VALUES ({table.id}, 1, 7, 'why')"
    )
    assert await mended(host, table, damage) == [
        "a reason stands beside entry 1, which is no moderator's"
    ]


@pytest.mark.parametrize("kind", list(TIMERS))
async def test_a_timer_that_is_lost_or_wrong_is_set_again(host: Host, kind: TimerKind) -> None:
    table = await TIMERS[kind](host)
    (found,) = await mended(host, table, f"DELETE FROM timers WHERE kind = '{kind.value}'")
    assert "timer" in found or "refused" in found
    if kind == TimerKind.CHANNEL_RETRY:
        return
    later = f"UPDATE timers SET due = due + {2 * DAY} WHERE kind = '{kind.value}'"
    assert len(await mended(host, table, later)) == 1
    if kind not in {TimerKind.REMINDERS, TimerKind.GO_ON}:
        sooner = f"UPDATE timers SET due = due - 1 WHERE kind = '{kind.value}'"
        assert len(await mended(host, table, sooner)) == 1
        other = f"UPDATE timers SET kind = 'other' WHERE kind = '{kind.value}'"
        assert len(await mended(host, table, other)) == 1


@pytest.mark.parametrize("kind", [TimerKind.DEADLINE, TimerKind.PAUSE_END, TimerKind.TABLE_EXPIRES])
@pytest.mark.parametrize("prepare", [PAUSED, over, waiting, running, asked_for_seat])
async def test_a_timer_that_is_not_needed_is_dropped(
    host: Host, kind: TimerKind, prepare: Prepare
) -> None:
    table = await prepare(host)
    name = f"{kind.value}:{table.id}".replace("table_expires", "expires")
    if await host.database.rows("SELECT 1 FROM timers WHERE dedupe = ?", name):
        return
    extra = (
        f"INSERT INTO timers (due, kind, table_id, dedupe) VALUES (5, '{kind.value}', {table.id},"
        f" '{name}')"
    )
    assert await mended(host, table, extra) == [f"the timer {name} isn't needed"]


STATES: Final[tuple[Prepare, ...]] = (running, overdue, PAUSED, over, waiting)
WRONG: Final[Mapping[str, tuple[str, ...]]] = {
    "due_kind": ("NULL", "'engine'"),
    "status": ("'open'", "'playing'", "'over'"),
    "outcome": ("NULL", "'void'"),
    "log_digest": ("''", "'abc'"),
    "outcome_rule": ("NULL", "'x'"),
}
"""Wrong values of columns; of others, these are numbers."""


@pytest.mark.parametrize("prepare", STATES)
async def test_each_column_that_follows_from_the_log_is_mended(
    host: Host, prepare: Prepare
) -> None:
    table = await prepare(host)
    columns = columns_of(table) | bounds_of(table, None)
    tried = 0
    allow(host.database.path, "players_are_past", "tables")
    (row,) = await host.database.rows("SELECT * FROM tables")
    for name in columns:
        for wrong in WRONG.get(name, ("5", "0", "NULL")):
            if str(row[name]) == wrong.strip("'") or (row[name] is None and wrong == "NULL"):
                continue
            if wrong == "NULL" and name in {
                "entry_count",
                "position_number",
                "engine_due",
                "round",
            }:
                continue
            if name == "status" and (prepare is waiting or wrong == "'over'"):
                continue
            found = await mended(host, table, f"UPDATE tables SET {name} = {wrong}")
            assert [each.split()[0] for each in found if not each.startswith("its pl")] == [name]
            tried += 1
    assert tried > 20


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM results",
        "DELETE FROM results WHERE seat = 0",
        "UPDATE results SET rank = 3 - rank",
        "UPDATE results SET entry = 1 WHERE seat = 0",
        "UPDATE players SET past = 0",
    ],
)
async def test_results_are_mended(host: Host, damage: str) -> None:
    table = await over(host)
    assert len(await mended(host, table, damage)) == 1


async def offered(host: Host) -> Table:
    return await host.do(await running(host), BO, Propose(OfferKind.DRAW))


MESSAGES: Final[Mapping[str, tuple[Prepare, str]]] = {
    "the first board": (lambda host: host.game("1d"), "entry:1.1"),
    "a board": (running, "entry:1.3"),
    "an offer": (offered, "entry:1.4"),
    "a card": (waiting, "card:1.1"),
}


@pytest.mark.parametrize("message", list(MESSAGES))
async def test_a_message_that_nothing_shows_is_owed_again(host: Host, message: str) -> None:
    prepare, name = MESSAGES[message]
    table = await prepare(host)
    found = await mended(host, table, f"DELETE FROM outbox WHERE dedupe = '{name}'")
    assert found == [f"nothing shows {name}"]


@pytest.mark.parametrize("message", list(MESSAGES))
async def test_a_message_that_was_shown_is_not_owed(host: Host, message: str) -> None:
    """Not even if Discord told no number of it, or there was nothing left to show."""
    table = await MESSAGES[message][0](host)
    items = [item for item in await host.queues.waiting() if item.table_id == table.id]
    await host.database.transact(lambda tx: [strike(tx, item, None) for item in items])
    assert await host.services.reconciling.reconcile(table.id) == []
    assert await host.queues.waiting() == []


async def test_the_first_board_of_the_next_game_is_owed_only_if_nothing_shows_it(
    host: Host,
) -> None:
    """The message about the end of the game before shows it too."""
    terms = Terms("czech", {}, series_format="best-of-3")
    over = await host.do(await host.playing(terms), ANN, Resign())
    following = await host.lookup.game_after(over)
    assert following is not None
    assert await host.services.reconciling.reconcile(following.id) == []
    (turnover,) = [i for i in await host.queues.waiting() if i.kind == ItemKind.TURNOVER]
    await host.database.write("DELETE FROM outbox WHERE kind = 'turnover'")
    name = f"nothing shows entry:{following.id}.1"
    assert await host.services.reconciling.reconcile(following.id) == [name]
    await host.database.write("DELETE FROM outbox")
    await host.database.transact(lambda tx: enqueue(tx, turnover))
    await host.database.transact(lambda tx: strike(tx, turnover, Sent(77, turnover.number)))
    assert await host.services.reconciling.reconcile(following.id) == []


async def test_a_file_in_order_stays_as_it_is_without_a_word(
    host: Host, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reconciling, "_PAUSE", 0.0)
    monkeypatch.setattr(reconciling, "_SLICE", 2)
    for prepare in (waiting, running, waiting, over, asked_for_seat, waiting):
        await prepare(host)
        await host.database.write("UPDATE tables SET channel_id = id")
        host.restart()
    before = await rows(host)
    caplog.clear()
    assert await host.services.reconciling.reconcile_all() == 0
    assert await rows(host) == before
    assert caplog.records == []
    await host.database.write("DELETE FROM timers")
    assert await host.services.reconciling.reconcile_all() == 5
    assert await rows(host) == before
    told = [each for each in caplog.records if each.levelno == logging.WARNING]
    assert {each.args[0] for each in told if isinstance(each.args, tuple)} == {1, 2, 3, 5, 6}


async def test_a_deadline_that_waits_for_the_end_of_an_outage_is_in_order(host: Host) -> None:
    await running(host)
    (due,) = [t.due for t in await host.queues.timers() if t.kind == TimerKind.DEADLINE]
    host.clock.time = due + HOUR
    await host.database.write(f"UPDATE timers SET due = {due + DAY} WHERE kind = 'deadline'")
    assert await host.services.reconciling.reconcile(1) == []
    host.clock.time = due - HOUR
    assert len(await host.services.reconciling.reconcile(1)) == 1


async def test_a_pause_whose_end_was_lost_ends_at_the_next_start(host: Host) -> None:
    table = await paused(host, 5)
    await host.database.write("DELETE FROM timers")
    host.clock.time = NOON + 400 * DAY
    await host.lived()
    host.restart()
    await host.services.reconciling.reconcile_all()
    await host.scheduler.run_due()
    assert not (await host.lookup.get(table.id)).clock.paused

"""A table that can't be read waits, with all that belongs to it, and goes on once it can be."""

import logging
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.delivery.outbox.composing import Composer
from bot.model.errors import TableError
from bot.model.queues import ItemKind, TimerKind
from bot.model.table import Status, Table, Terms
from bot.store.queues.queues import OUTBOX
from bot.store.tables import loading
from bot.store.tables.engines import EngineStore
from bot.tables.commands import Accept, Answer, ClaimTime, Close, Play, Propose, Resign
from bot.tables.plans import Queue, Try
from rules.contract.core import AnyGame
from rules.contract.sentence import say
from rules.log.events import Grant, Granted, OfferKind, Resumed
from rules.registry import UnknownGame, find
from rules.time.duration import DAY, HOUR
from tests.bot.table_service import ANN, BO, CHANNEL, caller
from tests.bot.timed_host import NOON, Host, host_on, messages, opening


@pytest.fixture
async def host(tmp_path: Path) -> AsyncGenerator[Host]:
    async with host_on(tmp_path) as opened:
        yield opened


class Missing:
    """Games whose modules this process doesn't have."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.games = set[str]()
        patch.setattr(loading, "find", self._find)

    def _find(self, key: str, version: int | None = None) -> AnyGame:
        if key in self.games:
            raise UnknownGame(say("There's no game {game}.", game=1))
        return find(key, version)


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> Missing:
    return Missing(monkeypatch)


async def apart(host: Host, missing: Missing, table: Table) -> None:
    """Start a process without the game, which sets the table apart."""
    missing.games.add(table.terms.game)
    host.restart()
    assert (await host.lookup.get(table.id)).set_apart


async def back(host: Host, missing: Missing, table: Table) -> Table:
    """Start a process that has all games."""
    missing.games.clear()
    host.restart()
    found = await host.lookup.get(table.id)
    assert found.set_apart is None
    return found


async def test_a_table_goes_on_in_the_first_process_that_can_read_it(
    host: Host, missing: Missing, caplog: pytest.LogCaptureFixture
) -> None:
    table = await host.game("3d")
    await opening(host, table)
    await apart(host, missing, table)
    with pytest.raises(TableError, match="This game is stuck: I can't read its moves"):
        await host.do(table, ANN, Play("d4-c5"))
    with pytest.raises(TableError, match="Nothing is lost"):
        await host.lookup.playing_in(CHANNEL)
    with pytest.raises(TableError, match="Nothing is lost"):
        await host.lookup.latest_in(CHANNEL)
    host.restart()
    assert (await host.lookup.get(table.id)).set_apart, "each process judges for itself"
    found = await back(host, missing, table)
    moved = await host.do(found, ANN, Play("d4-c5"))
    assert len(moved.started.plies) == 3
    assert await host.lookup.running_in(CHANNEL) == moved
    levels = [each.levelno for each in caplog.records if each.name == "bot.store.tables.set_apart"]
    assert levels == [logging.ERROR, logging.WARNING], "each is told once"


async def test_any_error_of_a_fold_sets_its_table_apart(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await host.game("3d")

    def raising(_row: object) -> object:
        raise TypeError("a fault of a release")

    with monkeypatch.context() as patch:
        patch.setattr(loading, "_entry", raising)
        host.restart()
        assert (await host.lookup.get(table.id)).set_apart == "TypeError: a fault of a release"
    host.restart()
    assert (await host.lookup.get(table.id)).match == table.match


DAMAGES = {
    "a plan": "INSERT INTO plans SELECT id, (SELECT min(id) FROM players), 1, '', '{', 0"
    " FROM tables",
    "options of another kind": "UPDATE tables SET options = '[]'",
    "an option of another kind": "UPDATE tables SET options = '{\"rule\": [1]}'",
    "an empty log": "DELETE FROM entries",
    "a time control": "UPDATE tables SET time_control = ''",
}  # fmt: skip


@pytest.mark.parametrize("damage", list(DAMAGES))
async def test_whatever_can_not_be_read_is_set_apart(host: Host, damage: str) -> None:
    table = await host.game("3d")
    await host.database.write(DAMAGES[damage])
    host.restart()
    assert (await host.lookup.get(table.id)).set_apart
    with pytest.raises(TableError, match="This game is stuck"):
        await host.lookup.playing_in(CHANNEL)


async def test_the_time_in_which_a_table_is_apart_costs_nobody_the_game(
    host: Host, missing: Missing
) -> None:
    table = await host.game("1d hard")
    await opening(host, table)
    host.clock.time = NOON + 6 * HOUR
    await apart(host, missing, table)
    await host.at(5 * DAY)
    assert [timer.kind for timer in await host.queues.timers() if timer.table_id == table.id] == [
        TimerKind.DEADLINE
    ]
    found = await back(host, missing, table)
    assert found.status is Status.PLAYING
    await host.at(5 * DAY + 1)
    found = await host.lookup.get(table.id)
    assert found.started.events[-1] == Granted(
        found.started.seats[0], 5 * DAY - 6 * HOUR, Grant.OUTAGE
    )
    assert found.clock.left(int(host.clock.time)) == 18 * HOUR - 1
    await host.at(5 * DAY + 18 * HOUR + 61)
    assert (await host.lookup.get(table.id)).status is Status.OVER


async def test_no_claim_is_granted_for_time_that_ran_out_while_a_table_was_apart(
    host: Host, missing: Missing
) -> None:
    table = await host.game("1d")
    await opening(host, table)
    await apart(host, missing, table)
    host.clock.time = NOON + 3 * DAY
    await host.lived()
    found = await back(host, missing, table)
    with pytest.raises(Exception, match="After that you can claim the win"):
        await host.do(found, BO, ClaimTime())
    assert await host.until(table) == 4 * DAY


async def test_a_pause_that_was_over_meanwhile_ends_when_the_table_is_back(
    host: Host, missing: Missing
) -> None:
    table = await host.game("1d")
    await opening(host, table)
    asked = await host.do(table, BO, Propose(OfferKind.PAUSE, 1))
    await host.do(table, ANN, Answer(len(asked.started.entries), agree=True))
    await apart(host, missing, table)
    await host.at(3 * DAY)
    await back(host, missing, table)
    await host.at(3 * DAY + 1)
    assert (await host.events(table))[-1] == Resumed()
    assert await host.until(table) == 4 * DAY


async def test_messages_and_plans_and_engines_wait_too(host: Host, missing: Missing) -> None:
    table = await host.game("1d")
    await opening(host, table)
    now = (await host.lookup.get(table.id)).started.position_number
    _, path = await host.plans.change(table.id, caller(BO), now, Try((), "d4-c5"))
    _, path = await host.plans.change(table.id, caller(BO), now, Try(path, "d6xb4"))
    await host.plans.change(table.id, caller(BO), now, Queue(path, is_queued=True))
    owed = await messages(host, ItemKind.BOARD)
    assert len(owed) == 3
    await host.database.write("UPDATE tables SET engine_due = 1")
    engines = EngineStore(host.database)
    await apart(host, missing, table)
    assert await messages(host, ItemKind.BOARD) == []
    assert await engines.due((), 9) == []
    woken = list[int]()
    host.queues.listen(OUTBOX, woken.append)
    found = await back(host, missing, table)
    assert woken, "what is owed doesn't wait for another look"
    assert await messages(host, ItemKind.BOARD) == owed
    assert await engines.due((), 9) == [], "what follows from the log is written again"
    moved = await host.do(found, ANN, Play("d4-c5"))
    assert len(moved.started.plies) == 4, "the planned answer is played"


async def test_a_message_owed_by_a_table_apart_is_kept(host: Host, missing: Missing) -> None:
    """The process that is to send it may be the first to notice."""
    table = await host.game("1d")
    owed = (await host.queues.waiting())[-1]
    missing.games.add(table.terms.game)
    host.restart()
    with pytest.raises(TableError, match="This game is stuck"):
        await Composer(host.lookup, host.store).compose(owed)
    await back(host, missing, table)
    assert await Composer(host.lookup, host.store).compose(owed)


async def test_a_table_whose_channel_has_another_game_waits_for_its_end(
    host: Host, missing: Missing
) -> None:
    table = await host.game("none")
    await apart(host, missing, table)
    other = await host.opened(BO, terms=Terms("turkish", {}))
    other = await host.do(other, BO, Accept())
    missing.games.clear()
    host.restart()
    with pytest.raises(TableError, match="another game is in progress in its channel"):
        await host.do(table, ANN, Play("c3-d4"))
    assert (await host.lookup.playing_in(CHANNEL)).id == other.id
    await host.do(other, ANN, Resign())
    assert (await host.lookup.playing_in(CHANNEL)).id == table.id
    assert (await host.do(table, ANN, Play("c3-d4"))).started.plies


async def test_a_table_that_was_closed_while_apart_stays_closed(
    host: Host, missing: Missing
) -> None:
    table = await host.game("1d")
    await apart(host, missing, table)
    await host.do(table, BO, Close())
    missing.games.clear()
    host.restart()
    assert (await host.lookup.get(table.id)).status is Status.CLOSED
    assert [timer for timer in await host.queues.timers() if timer.table_id == table.id] == []
    assert await host.database.rows("SELECT 1 FROM outages") == []

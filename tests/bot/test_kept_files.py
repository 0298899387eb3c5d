"""Databases of earlier versions: this one opens each and goes on with all that runs there."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.checking import faults_in
from bot.delivery.composing import Composer
from bot.extensions.replays.values import POSTER
from bot.model.position import holds
from bot.model.table import Table
from bot.store.database import Database
from bot.tables.commands import Play
from rules.time.duration import DAY
from tests.bot.kept_file import KeptFile, kept_files
from tests.bot.known_verbs import decode
from tests.bot.table_service import caller
from tests.bot.timed_host import NOON, Host

pytestmark = pytest.mark.file("a file of an older version")

every_version = pytest.mark.parametrize("kept", kept_files(), ids=lambda kept: kept.version)


@asynccontextmanager
async def brought_up(kept: KeptFile, folder: Path) -> AsyncGenerator[Host]:
    """Start this version on a kept file, at the time at which it was left."""
    file = folder / "kept.sqlite3"
    kept.lay_out(file)
    async with Database.open(file) as opened:
        host = Host(opened)
        host.clock.time, host.requests = kept.now, 10**6
        yield host


async def running(host: Host) -> list[Table]:
    rows = await host.database.rows("SELECT id FROM tables WHERE status = 'playing'")
    return [await host.lookup.get(row["id"]) for row in rows]


@every_version
def test_the_migrations_of_a_release_never_change(kept: KeptFile) -> None:
    if not kept.is_released:
        pytest.skip(f"{kept.version} isn't released, so its migrations may still change")
    assert kept.has_its_migrations


@every_version
async def test_a_kept_file_is_in_order_after_it_was_brought_up_to_date(
    kept: KeptFile, tmp_path: Path
) -> None:
    """Every log by the rules, and all that follows from it: columns, timers, results, ratings."""
    async with brought_up(kept, tmp_path) as host:
        await host.database.clear_deleted()
        assert faults_in(host.database.path, kept.now) == []
        assert await host.services.reconciling.reconcile_all() == 0


@every_version
async def test_every_game_goes_on(kept: KeptFile, tmp_path: Path) -> None:
    async with brought_up(kept, tmp_path) as host:
        games = await running(host)
        assert len({table.terms.game for table in games}) >= 7
        for table in games:
            assert table.set_apart is None
            match, due = table.started, table.due
            if due is None or due.is_engine:
                continue
            move = match.game.notate(match.game.legal(match.state)[0])
            who = caller(due.user, table.channel_id)
            change = await host.tables.execute(table.id, who, Play(move), host.request())
            assert change.table.started.entries[: len(match.entries)] == match.entries


@every_version
async def test_every_message_that_waits_can_be_made(kept: KeptFile, tmp_path: Path) -> None:
    async with brought_up(kept, tmp_path) as host:
        composer = Composer(host.lookup, host.store)
        items = await host.queues.waiting(1000)
        made = [item.kind for item in items if await composer.compose(item) is not None]
        assert len(made) > 50
        assert len(set(made)) > 5, "rows of many kinds"


@every_version
async def test_every_timer_is_carried_out(kept: KeptFile, tmp_path: Path) -> None:
    async with brought_up(kept, tmp_path) as host:
        before = await host.queues.timers()
        assert len({timer.kind for timer in before}) > 2
        await host.at(kept.now - NOON + 30 * DAY)
        left = {timer.kind for timer in await host.queues.timers() if timer.due < kept.now}
        assert left <= {POSTER}, "which needs Discord"


@every_version
async def test_every_button_still_means_its_position(kept: KeptFile, tmp_path: Path) -> None:
    async with brought_up(kept, tmp_path) as host:
        for text in kept.buttons:
            custom_id = decode(text)
            if custom_id.table is None:
                continue
            table = await host.lookup.get(custom_id.table)
            if custom_id.position is not None:
                assert holds(table.started, custom_id.position), text

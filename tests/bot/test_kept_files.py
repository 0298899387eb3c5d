"""Databases of earlier versions: this one opens each and goes on with all that runs there.

`test_kept_club` does so where the channels and messages of that time are kept, too.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

from bot.app import create_app
from bot.checking import faults_in
from bot.extensions.replays.posters import POSTER
from bot.interactions.client import Postboard
from bot.messages.controls.custom_ids import decode
from bot.model.caller import Caller
from bot.model.position import holds
from bot.model.study import EXPLORE
from bot.model.table import Request, Table
from bot.store.sql.database import Database
from bot.tables.commands import Play
from rules.time.duration import DAY
from tests.bot import kept_file
from tests.bot.kept_file import KeptFile, keep, kept_files
from tests.bot.timed_host import NOON, Host

pytestmark = pytest.mark.file("a file of an older version")

_LATER: Final = 2**62
"""A number of an interaction after all that came before."""

every_version = pytest.mark.parametrize("kept", kept_files(), ids=lambda kept: kept.version)


async def test_a_release_keeps_a_file_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`python -m tests.bot.kept_file` makes it, before the version is out."""
    monkeypatch.setattr(kept_file, "_FOLDER", tmp_path / "kept")
    monkeypatch.setattr(kept_file, "_STEPS", 5)
    await keep()
    (kept,) = kept_files()
    assert kept.has_its_migrations
    async with brought_up(kept, tmp_path) as bot:
        assert len(await running(bot)) >= 7
    assert faults_in(tmp_path / "kept.sqlite3", kept.now) == []
    with pytest.raises(FileExistsError):
        kept.write(tmp_path / "kept.sqlite3", (), kept.now)


@asynccontextmanager
async def brought_up(kept: KeptFile, folder: Path) -> AsyncGenerator[Postboard]:
    """Put this version together, with all extensions, on a kept file, when it was left."""
    file = folder / "kept.sqlite3"
    kept.lay_out(file)
    async with create_app(file, now=lambda: kept.now) as bot:
        yield bot


async def running(bot: Postboard) -> list[Table]:
    rows = await bot.store.database.rows("SELECT id FROM tables WHERE status = 'playing'")
    return [await bot.lookup.get(row["id"]) for row in rows]


@every_version
def test_the_migrations_of_a_release_never_change(kept: KeptFile) -> None:
    """The schema changes by new migrations alone."""
    assert kept.has_its_migrations


@every_version
async def test_a_kept_file_is_in_order_after_it_was_brought_up_to_date(
    kept: KeptFile, tmp_path: Path
) -> None:
    """Every log by the rules, and all that follows from it: columns, timers, results, ratings."""
    async with brought_up(kept, tmp_path) as bot:
        await bot.store.database.clear_deleted()
        assert faults_in(tmp_path / "kept.sqlite3", kept.now) == []
        assert await bot.services.reconciling.reconcile_all() == 0


@every_version
async def test_everything_that_is_stored_is_known(kept: KeptFile, tmp_path: Path) -> None:
    """No row, timer or message that is kept up to date is of a kind that nothing adds."""
    async with brought_up(kept, tmp_path) as bot:
        assert await bot.store.queues.left_alone() == set()
        displays = await bot.store.database.rows("SELECT DISTINCT kind FROM displays")
        assert {row["kind"] for row in displays} <= bot.outbox.displays.sources.keys()
        studies = await bot.store.database.rows("SELECT DISTINCT aim FROM studies")
        assert {row["aim"] for row in studies} <= {EXPLORE, *bot.additions.tasks}


@every_version
async def test_every_game_goes_on(kept: KeptFile, tmp_path: Path) -> None:
    async with brought_up(kept, tmp_path) as bot:
        games = await running(bot)
        assert len(games) >= 7
        for table in games:
            assert table.set_apart is None
            match, due = table.started, table.due
            if due is None or due.is_engine:
                continue
            move = match.game.notate(match.game.legal(match.state)[0])
            who, request = Caller(due.user, table.place), Request(str(_LATER + table.id))
            change = await bot.tables.execute(table.id, who, Play(move), request)
            assert change.table.started.entries[: len(match.entries)] == match.entries


@every_version
async def test_every_message_that_waits_can_be_made(kept: KeptFile, tmp_path: Path) -> None:
    """Without Discord; those that ask it who sees what are delivered in `test_kept_club`."""
    async with brought_up(kept, tmp_path) as bot:
        made = list[str]()
        for item in await bot.store.queues.waiting(1000):
            with suppress(ConnectionError):
                if await bot.outbox.composer.compose(item) is not None:
                    made.append(item.kind)
        assert len(made) > 50
        assert len(set(made)) > 5, "rows of many kinds"


@pytest.mark.parametrize(
    "kept",
    [each for each in kept_files() if not each.world.exists()],
    ids=lambda kept: kept.version,
)
async def test_every_timer_is_carried_out(kept: KeptFile, tmp_path: Path) -> None:
    file = tmp_path / "kept.sqlite3"
    kept.lay_out(file)
    async with Database.open(file) as opened:
        host = Host(opened)
        host.clock.time, host.requests = kept.now, 10**6
        before = await host.queues.timers()
        assert len({timer.kind for timer in before}) > 2
        await host.at(kept.now - NOON + 30 * DAY)
        left = {timer.kind for timer in await host.queues.timers() if timer.due < kept.now}
        assert left <= {POSTER}, "which needs Discord"


@every_version
async def test_every_button_still_means_its_position(kept: KeptFile, tmp_path: Path) -> None:
    async with brought_up(kept, tmp_path) as bot:
        for text in kept.buttons:
            custom_id = decode(text, bot.additions.verbs)
            assert custom_id.verb in bot.additions.controls, text
            if custom_id.table is None:
                continue
            table = await bot.lookup.get(custom_id.table)
            if custom_id.position is not None:
                assert holds(table.started, custom_id.position), text

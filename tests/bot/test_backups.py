"""`postboard backup` and `postboard restore`: copies of a database in use, and the way back."""

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot import backups
from bot.app import create_app
from bot.backups import KEPT, back_up, restore
from bot.checking import check
from bot.command_line import main
from bot.delivery.background.cleaning import cleaning_at
from bot.model.queues import TimerKind
from bot.model.retention import Retention
from bot.startup_errors import TRY_AGAIN, WRONG_SETUP, only_process
from bot.store.sql.database import Database
from bot.store.sql.errors import StoreError
from bot.store.sql.sqlite import files, schema
from bot.tables.commands import Resign
from rules.time.duration import DAY
from tests.bot.table_service import ANN, Clock
from tests.bot.timed_host import NOON, Host, opening

pytestmark = pytest.mark.file("copies of files")


@pytest.fixture
async def played(database: Path) -> Path:
    """Return a database with a game that runs."""
    async with Database.open(database) as opened:
        host = Host(opened)
        await opening(host, await host.game("3d"))
    return database


def _entries(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("SELECT count(*) FROM entries").fetchone()[0])


def _files(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


async def test_a_database_in_use_is_copied_whole(database: Path, tmp_path: Path) -> None:
    """What is still in the write-ahead log is in the copy, which is one file for its owner."""
    folder = tmp_path / "copies"
    folder.mkdir()
    async with Database.open(database) as opened:
        host = Host(opened)
        table_id = await host.game("3d")
        await opening(host, table_id)
        with only_process(database):
            report = back_up(database, folder / "copy", NOON)
        assert report.status == 0, report.lines
        assert report.lines[0].startswith(f"{folder / 'copy'} is in order (")
        await host.do(table_id, ANN, Resign())
    assert _files(folder) == {"copy"}
    assert stat.S_IMODE((folder / "copy").stat().st_mode) == 0o600
    assert _entries(folder / "copy") == _entries(database) - 1
    assert check(folder / "copy", NOON, repairs=False).status == 0


def test_no_copy_stays_for_more_than_30_days(played: Path, tmp_path: Path) -> None:
    """It knows people who were forgotten since, and they are listed for as long."""
    folder = tmp_path / "copies"
    folder.mkdir()
    for day in (0, 1, 30):
        assert back_up(played, folder, NOON + day * DAY).status == 0
    assert len(_files(folder)) == 3
    assert back_up(played, folder, NOON + 30 * DAY + 1).status == 0
    assert len(_files(folder)) == 3


def test_a_host_keeps_copies_for_fewer_days(played: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    for day in (0, 2, 4):
        assert back_up(played, folder, NOON + day * DAY, 3).status == 0
    assert len(_files(folder)) == 2


async def test_old_copies_beside_the_database_are_deleted_daily(database: Path) -> None:
    """Those from before migrations, and what a restored copy has replaced."""
    clock = Clock()
    old = [f"{database.name}.before-{name}" for name in ("0002", "0002-2", "20261123T120000Z-wal")]
    other = [f"{database.name}.forgotten", "notes.before-0002"]
    for name in (*old, *other):
        database.with_name(name).write_bytes(b"")
    made = database.with_name(old[0]).stat().st_ctime
    async with create_app(database, now=clock, retention=Retention(copies=3)) as bot:
        handlers = bot.scheduler._handlers  # pyright: ignore[reportPrivateUsage]
        clean = handlers[TimerKind.CLEANING]
        for later, left in ((2 * DAY, len(old)), (3 * DAY + 60, 0)):
            clock.time = made + later
            await clean(cleaning_at(int(clock.time)), lambda _: None)
            found = {file.name for file in database.parent.iterdir()}
            assert len(found & set(old)) == left
            assert set(other) <= found


def test_the_newest_seven_copies_stay_in_a_folder(played: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    (folder / "postboard-notes.txt").write_text("mine")
    for day in range(KEPT + 2):
        report = back_up(played, folder, NOON + day * DAY)
        assert report.status == 0
        assert len(report.lines) == 1 + (day >= KEPT)
    kept = sorted(_files(folder))
    assert len(kept) == KEPT + 1
    assert kept[-1] == "postboard-notes.txt"
    oldest = back_up(played, folder, NOON + 2 * DAY)
    assert oldest.status == WRONG_SETUP, "it is there already"
    assert "already exists" in oldest.lines[0]


def test_a_name_that_ends_in_a_slash_is_a_folder_which_is_made(
    played: Path, tmp_path: Path
) -> None:
    """A file of that name would be refused on the next day, and nothing be copied any more."""
    folder = tmp_path / "daily" / "copies"
    for day in range(2):
        assert back_up(played, f"{folder}/", NOON + day * DAY).status == 0
    assert len(_files(folder)) == 2
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    (tmp_path / "file").touch()
    report = back_up(played, f"{tmp_path / 'file'}/", NOON)
    assert report.status == WRONG_SETUP
    assert report.lines == [f"{tmp_path / 'file'} can't be used: File exists."]


def test_a_copy_with_faults_has_another_name_and_replaces_none(
    played: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    for day in range(KEPT):
        back_up(played, folder, NOON + day * DAY)
    before = _files(folder)
    with closing(sqlite3.connect(played)) as connection, connection:
        connection.execute("UPDATE tables SET due_at = 5")
    report = back_up(played, folder, NOON + 30 * DAY)
    assert report.status == 1
    assert report.lines[0].startswith("table 1: due_at is 5")
    (faulty,) = _files(folder) - before
    assert faulty.endswith(".faulty")
    assert before < _files(folder)
    assert report.lines[-1].startswith(str(folder / faulty))


def test_copies_of_a_clock_that_was_ahead_push_out_none(played: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    for day in range(KEPT):
        back_up(played, folder, NOON + (1000 + day) * DAY)
    ahead = _files(folder)
    for day in range(KEPT):
        assert back_up(played, folder, NOON + day * DAY).status == 0
        assert len(_files(folder) - ahead) == day + 1
    assert len(_files(folder)) == KEPT, "those that can't be right are gone"


def test_a_copy_with_faults_pushes_out_none(played: Path, tmp_path: Path) -> None:
    """Copies in order stay, however many have faults; faulty ones go with those of their time."""
    folder = tmp_path / "copies"
    folder.mkdir()
    for day in range(KEPT):
        back_up(played, folder, NOON + day * DAY)
    sound = _files(folder)
    for day in range(KEPT):
        (folder / f"postboard-202311{18 + day}T130000Z.sqlite3.faulty").touch()
    assert back_up(played, folder, NOON + KEPT * DAY).status == 0
    assert len(sound & _files(folder)) == KEPT - 1
    assert len(_files(folder)) == KEPT + KEPT
    for day in range(KEPT):
        assert back_up(played, folder, NOON + (30 + day) * DAY).status == 0
    assert len(_files(folder)) == KEPT


def test_a_full_disk_gets_no_copy(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = played.stat().st_size
    disk = SimpleNamespace(free=3 * size - 1)

    def usage(_: Path) -> SimpleNamespace:
        return disk

    monkeypatch.setattr(shutil, "disk_usage", usage)
    before = _files(tmp_path)
    report = back_up(played, tmp_path / "copy", NOON)
    assert report.status == TRY_AGAIN
    assert report.lines[0].startswith("No backup was made: ")
    assert _files(tmp_path) - before == {f"{played.name}.backup-failed"}, "for the owner to know"
    disk.free = 3 * size
    assert back_up(played, tmp_path / "copy", NOON).status == 0
    assert not played.with_name(f"{played.name}.backup-failed").exists()


async def test_what_can_not_be_copied_is_said_in_a_sentence(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = back_up(tmp_path / "none", tmp_path / "copy", NOON)
    assert (missing.lines, missing.status) == (
        [f"There is no file {tmp_path / 'none'}."], WRONG_SETUP,
    )  # fmt: skip
    nowhere = back_up(database, tmp_path / "no" / "copy", NOON)
    assert nowhere.status == WRONG_SETUP
    assert "No such file or directory" in nowhere.lines[0]
    (tmp_path / "text").write_text("no database at all")
    assert back_up(tmp_path / "text", tmp_path / "copy", NOON).status == 1
    assert not (tmp_path / "copy").exists()
    with pytest.raises(SystemExit):
        main(["backup"])
    assert "required: FILE" in capsys.readouterr().err


async def killed_after_a_copy(database: Path, folder: Path) -> tuple[Path, Path]:
    """Return a copy, and the files as a process leaves them that was killed an entry later."""
    copy, killed = folder / "copy", folder / "killed"
    async with Database.open(database) as opened:
        host = Host(opened)
        table = await host.game("3d")
        await opening(host, table)
        assert back_up(database, copy, NOON).status == 0
        await host.do(table, ANN, Resign())
        for ending in ("", "-wal", "-shm"):
            shutil.copy(f"{database}{ending}", f"{killed}{ending}")
    return copy, killed


async def test_a_copy_comes_back_and_what_was_there_stays(
    database: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The former database keeps what its write-ahead log held, and the copy doesn't read that."""
    copy, killed = await killed_after_a_copy(database, tmp_path)
    monkeypatch.setenv("POSTBOARD_DATABASE", str(killed))
    monkeypatch.chdir(tmp_path)
    assert main(["restore", str(copy)]) == 0
    restored, kept = capsys.readouterr().out.splitlines()
    assert restored == f"{killed} is now a copy of {copy}."
    former = Path(kept.removeprefix("The former database is ").removesuffix("."))
    assert _entries(killed) == _entries(copy) == _entries(former) - 1
    assert check(killed, NOON, repairs=False).status == 0
    assert not killed.with_name("killed-wal").exists()
    assert not killed.with_name("killed.part").exists()


async def test_a_log_that_cannot_be_emptied_stays_with_what_was_there(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite would apply it to the restored copy, which has the name of the former database."""

    def full(_database: Path) -> None:
        raise StoreError("the disk is full")

    copy, killed = await killed_after_a_copy(database, tmp_path)
    monkeypatch.setattr(backups, "empty_log", full)
    assert restore(killed, copy, NOON).status == 0
    (kept,) = killed.parent.glob("killed.before-*Z")
    assert _files(tmp_path) >= {f"{kept.name}-wal", f"{kept.name}-shm"}
    assert not _files(tmp_path) & {"killed-wal", "killed-shm"}
    assert _entries(killed) == _entries(copy) == _entries(kept) - 1


def test_a_copy_replaces_a_damaged_database(played: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    assert back_up(played, copy, NOON).status == 0
    played.write_bytes(b"rubbish" * 1000)
    played.with_name(f"{played.name}-wal").write_bytes(b"more rubbish")
    report = restore(played, copy, NOON)
    assert report.status == 0, report.lines
    assert _entries(played) == _entries(copy)
    assert former(played).read_bytes().startswith(b"rubbish")
    assert not played.with_name(f"{played.name}-wal").exists()


def test_a_copy_of_an_older_version_comes_back_up_to_date(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy"
    assert back_up(played, copy, NOON).status == 0
    migrations = Path(shutil.copytree(schema.MIGRATIONS, tmp_path / "migrations"))
    (migrations / "9999_colours.sql").write_text("ALTER TABLE metadata ADD COLUMN colour TEXT;")
    for module in (schema, backups):
        monkeypatch.setattr(module, "MIGRATIONS", migrations)
    report = restore(played, copy, NOON)
    assert report.status == 0, report.lines
    assert check(played, NOON, repairs=False).status == 0
    with closing(sqlite3.connect(played)) as connection:
        connection.execute("SELECT colour FROM metadata")
    assert not list(tmp_path.glob("copy?*")), "nothing is left beside it"
    monkeypatch.undo()
    assert restore(played, former(played), NOON + 1).status == 0


def former(database: Path) -> Path:
    """Return what a restore kept."""
    (found,) = database.parent.glob(f"{database.name}.before-*")
    return found


def test_nothing_changes_where_a_copy_can_not_come_back(played: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    assert back_up(played, copy, NOON).status == 0
    faulty = Path(shutil.copy(copy, tmp_path / "faulty"))
    with closing(sqlite3.connect(faulty)) as connection, connection:
        connection.execute("DELETE FROM timers")
    (tmp_path / "text").write_text("no database at all")
    before, files = played.read_bytes(), _files(tmp_path)
    with only_process(played):
        running = restore(played, copy, NOON)
    assert running.status == TRY_AGAIN
    assert "Stop the bot first" in running.lines[0]
    found = restore(played, faulty, NOON)
    assert found.status == 1
    assert "nothing was changed" in found.lines[-1]
    assert restore(played, tmp_path / "text", NOON).status == 1
    assert restore(played, tmp_path / "none", NOON).status == WRONG_SETUP
    assert "itself" in restore(played, played, NOON).lines[0]
    assert played.read_bytes() == before
    assert _files(tmp_path) - files <= {f"{played.name}.lock"}


def test_a_restore_that_is_cut_off_leaves_the_database(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy"
    assert back_up(played, copy, NOON).status == 0
    before = _entries(played)

    def fail(*_: object) -> None:
        raise OSError(28, os.strerror(28), "disk")

    monkeypatch.setattr(files, "sync", fail)
    assert restore(played, copy, NOON).status == WRONG_SETUP
    assert _entries(played) == before
    assert check(played, NOON, repairs=False).status == 0
    monkeypatch.undo()
    assert restore(played, copy, NOON + 1).status == 0

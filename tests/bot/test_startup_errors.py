"""Whatever keeps the bot from starting is a sentence, and an exit status that says who must act."""

import errno
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import discord
import dotenv.main
import pytest

from bot.__main__ import main
from bot.startup_errors import TRY_AGAIN, WRONG_SETUP, DatabaseInUse, only_process, startup_failure
from bot.store.sql.database import Database
from bot.store.sql.errors import Busy, MigrationError, StoreError
from bot.store.sql.sqlite.files import foreign_disk
from loopback import Loopback

FILE = Path("tables.sqlite3")


def _nothing(*_: object) -> None:
    pass


def _of_network(_: Path) -> str:
    return "nfs4"


def failed(error: BaseException) -> tuple[str, int]:
    found = startup_failure(error, FILE)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (discord.PrivilegedIntentsRequired(None), WRONG_SETUP, "Install the newest Postboard"),
        (aiohttp.ServerDisconnectedError(), TRY_AGAIN, "Can't reach Discord"),
        (TimeoutError(), TRY_AGAIN, "Can't reach Discord"),
        (Busy("database is locked"), TRY_AGAIN, "locked by another program"),
        (Busy("database or disk is full"), TRY_AGAIN, "full"),
        (Busy("disk I/O error"), TRY_AGAIN, "a network disk"),
        (OSError(errno.ENOSPC, "No space left on device", "/srv"), TRY_AGAIN, "/srv"),
        (OSError(errno.EIO, "Input/output error"), TRY_AGAIN, "Input/output"),
        (StoreError("database disk image is malformed"), WRONG_SETUP, "postboard restore"),
        (Busy("attempt to write a readonly database"), WRONG_SETUP, "readonly"),
        (StoreError("file is not a database"), WRONG_SETUP, "not a database"),
        (PermissionError(errno.EACCES, "Permission denied", "/srv"), WRONG_SETUP, "/srv"),
        (OSError(errno.EROFS, "Read-only file system", "/srv"), WRONG_SETUP, "Read-only"),
        (OSError(errno.ENETUNREACH, "Network is unreachable"), TRY_AGAIN, "network"),
        (DatabaseInUse(), TRY_AGAIN, "in use by another process"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else str(value),
)
def test_what_is_wrong_is_one_sentence(error: Exception, status: int, words: str) -> None:
    sentence, exit_status = failed(error)
    assert exit_status == status
    assert words in sentence
    assert "\n" not in sentence


@pytest.mark.file("the disk of a file")
@pytest.mark.parametrize("answer", ["database or disk is full", "disk I/O error"])
async def test_a_full_disk_at_the_start_can_be_tried_again(
    answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service manager starts it again: there may be room by then."""

    def full(*_: object) -> None:
        raise Busy(answer)

    monkeypatch.setattr("bot.store.sql.sqlite.file.migrate", full)
    with pytest.raises(MigrationError) as refused:
        async with Database.open(tmp_path / "games"):
            pass
    sentence, status = failed(refused.value)
    assert status == TRY_AGAIN
    assert answer in sentence
    assert "POSTBOARD_DATABASE" not in sentence, "another file would be without its games"


@pytest.mark.file("a copy of a file")
async def test_a_migration_without_room_for_its_copy_can_be_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Database.open(tmp_path / "games"):
        pass
    with closing(sqlite3.connect(tmp_path / "games")) as older:
        older.execute("PRAGMA user_version = 1")
        monkeypatch.setattr("bot.store.sql.sqlite.schema._require_released", _nothing)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("bot.store.sql.sqlite.schema.copy_into", full)
    with pytest.raises(MigrationError) as refused:
        async with Database.open(tmp_path / "games"):
            pass
    sentence, status = failed(refused.value)
    assert (status, "No space left" in sentence) == (TRY_AGAIN, True)


@pytest.mark.file("the journal of a file")
async def test_a_file_system_without_shared_memory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite answers that it keeps another journal, and raises nothing."""

    class Dotfile(sqlite3.Connection):
        def execute(self, sql: str, *rest: Any) -> sqlite3.Cursor:
            return super().execute(sql.replace("journal_mode = WAL", "journal_mode"), *rest)

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", partial(connect, factory=Dotfile))
    with pytest.raises(MigrationError) as refused:
        async with Database.open(tmp_path / "games"):
            pass
    sentence, status = failed(refused.value)
    assert status == WRONG_SETUP
    assert "local disk" in sentence


@pytest.mark.parametrize(
    ("kind", "is_foreign"),
    [
        ("ext4", False), ("overlay", False), ("fuseblk", False), ("tmpfs", False), ("nfs", True),
        ("nfs4", True), ("cifs", True), ("smb3", True), ("9p", True), ("fuse.sshfs", True),
        ("fuse.mergerfs", True),
    ],
)  # fmt: skip
def test_a_disk_of_a_network_is_known(kind: str, is_foreign: bool, tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/a / ext4 rw 0 0\nx /srv/my\\040games {kind} rw 0 0\n")
    found = foreign_disk(Path("/srv/my games/var/games.sqlite3"), mounts)
    assert found == (kind if is_foreign else None)
    assert foreign_disk(Path("/srv/my other/games.sqlite3"), mounts) is None
    mounts.write_text(f"x / {kind} rw 0 0\n/dev/a /srv ext4 rw 0 0\n/dev/b / ext4 rw 0 0\n")
    assert foreign_disk(Path("/srv/games.sqlite3"), mounts) is None
    assert foreign_disk(Path("/games.sqlite3"), mounts) is None
    assert foreign_disk(Path("/games.sqlite3"), tmp_path / "gone") is None


@pytest.mark.file("the disk of a file")
async def test_a_disk_of_a_network_is_warned_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.store.sql.sqlite.file.foreign_disk", _of_network)
    async with Database.open(tmp_path / "games"):
        pass
    assert f"{tmp_path / 'games'} is on a file system of the kind nfs4" in caplog.text


def test_settings_that_are_no_text_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_bytes(b"\xff\xfe\x00")
    assert main([]) == WRONG_SETUP
    assert capsys.readouterr().err == (
        f"{tmp_path / '.env'} can't be read: it isn't text in UTF-8. Save it as UTF-8.\n"
    )


def test_settings_that_may_not_be_read_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("POSTBOARD_PAGE_PORT=none")  # nothing starts by mistake

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", ".env")

    monkeypatch.setattr(dotenv.main.DotEnv, "dict", refuse)
    assert main([]) == WRONG_SETUP
    assert capsys.readouterr().err == (
        f"{tmp_path / '.env'} can't be read: Permission denied. Make it a file the bot can"
        " read, or delete it.\n"
    )


def test_a_bug_is_no_failure_of_the_start() -> None:
    assert startup_failure(KeyError("x"), FILE) is None


async def test_a_refused_token_is_a_wrong_setting(server: Loopback) -> None:
    connector = server.connector()
    async with discord.Client(intents=discord.Intents.none(), connector=connector) as client:
        with pytest.raises(discord.LoginFailure) as refused:
            await client.login("wrong")
    sentence, status = failed(refused.value)
    assert status == WRONG_SETUP
    assert "DISCORD_TOKEN" in sentence


@pytest.mark.file("the locks of a file")
@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
async def test_a_locked_file_may_be_free_later(tmp_path: Path, journal: str) -> None:
    """A new file is locked while it is opened, one in use at the first commit."""
    path = tmp_path / "tables.sqlite3"
    if journal == "WAL":
        async with Database.open(path):
            pass
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Exception) as refused:  # noqa: PT011 - which one does not matter
            async with Database.open(path) as opened:
                await opened.write("DELETE FROM requests")
    sentence, status = failed(refused.value)
    assert status == TRY_AGAIN
    assert "locked" in sentence


def test_a_folder_that_cannot_be_made_is_a_wrong_setting(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError) as refused, only_process(tmp_path / "file" / "tables.sqlite3"):  # noqa: PT011
        pass
    assert failed(refused.value)[1] == WRONG_SETUP

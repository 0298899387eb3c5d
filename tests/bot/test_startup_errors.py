"""Whatever keeps the bot from starting is a sentence, and an exit status that says who must act."""

import errno
import sqlite3
from contextlib import closing
from pathlib import Path

import aiohttp
import discord
import dotenv.main
import pytest

from bot.__main__ import main
from bot.startup_errors import TRY_AGAIN, WRONG_SETUP, DatabaseInUse, only_process, startup_failure
from bot.store.sql.database import Database
from bot.store.sql.errors import Busy, StoreError
from loopback import Loopback

FILE = Path("tables.sqlite3")


def failed(error: BaseException) -> tuple[str, int]:
    found = startup_failure(error, FILE)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (discord.PrivilegedIntentsRequired(None), WRONG_SETUP, "refused the intents"),
        (aiohttp.ServerDisconnectedError(), TRY_AGAIN, "can't be reached"),
        (TimeoutError(), TRY_AGAIN, "can't be reached"),
        (Busy("database is locked"), TRY_AGAIN, "locked by another program"),
        (Busy("attempt to write a readonly database"), WRONG_SETUP, "readonly"),
        (StoreError("file is not a database"), WRONG_SETUP, "not a database"),
        (PermissionError(errno.EACCES, "Permission denied", "/srv"), WRONG_SETUP, "/srv"),
        (OSError(errno.EROFS, "Read-only file system", "/srv"), WRONG_SETUP, "Read-only"),
        (OSError(errno.ENETUNREACH, "Network is unreachable"), TRY_AGAIN, "network"),
        (DatabaseInUse(), TRY_AGAIN, "Another process"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else str(value),
)
def test_what_is_wrong_is_one_sentence(error: Exception, status: int, words: str) -> None:
    sentence, exit_status = failed(error)
    assert exit_status == status
    assert words in sentence
    assert "\n" not in sentence


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
        f"{tmp_path / '.env'} can't be read: Permission denied. It has to be a file that the"
        " bot may read, or to be taken away.\n"
    )


def test_a_bug_is_no_failure_of_the_start() -> None:
    assert startup_failure(KeyError("x"), FILE) is None


async def test_a_token_that_discord_refuses(server: Loopback) -> None:
    connector = server.connector()
    async with discord.Client(intents=discord.Intents.none(), connector=connector) as client:
        with pytest.raises(discord.LoginFailure) as refused:
            await client.login("wrong")
    sentence, status = failed(refused.value)
    assert status == WRONG_SETUP
    assert "DISCORD_TOKEN" in sentence


@pytest.mark.file("the locks of a file")
@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
async def test_a_file_that_another_program_holds(tmp_path: Path, journal: str) -> None:
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


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError) as refused, only_process(tmp_path / "file" / "tables.sqlite3"):  # noqa: PT011
        pass
    assert failed(refused.value)[1] == WRONG_SETUP

"""A table of starts that go wrong: each ends in one sentence that names the setting and the remedy.

Most run `main` in this process; a few are processes of their own.
"""

import asyncio
import errno
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Coroutine, Generator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.command_line import main
from bot.startup_errors import only_process
from bot.store.sql.sqlite.schema import APPLICATION_ID, MIGRATIONS
from tests.bot.first_starts import AGAIN, WAITS, bare, sentences
from tests.conformance.configured import SOAK

__all__ = ["bare"]

ROOT = Path(__file__).parents[2]


# Settings ---------------------------------------------------------------------------------------

WRONG_SETTINGS = (
    (
        "POSTBOARD_PAGE_PORT=http",
        'POSTBOARD_PAGE_PORT is "http", but it has to be a whole number from 0 to 65535'
        " (default: 8420).",
    ),
    (
        "POSTBOARD_PAGE_PORT=80000",
        'POSTBOARD_PAGE_PORT is "80000", but it has to be a whole number from 0 to 65535'
        " (default: 8420).",
    ),
    (
        "POSTBOARD_ENGINE_WORKERS=0",
        'POSTBOARD_ENGINE_WORKERS is "0", but it has to be a whole number from 1 to 64'
        " (default: 1).",
    ),
    (
        "POSTBOARD_ENGINE_WORKERS=1.5",
        'POSTBOARD_ENGINE_WORKERS is "1.5", but it has to be a whole number from 1 to 64'
        " (default: 1).",
    ),
    (
        "POSTBOARD_LOG_LEVEL=loud",
        'POSTBOARD_LOG_LEVEL is "loud", but it has to be DEBUG, INFO, WARNING or ERROR'
        " (default: INFO).",
    ),
    (
        "POSTBOARD_DATABASE=/",
        'POSTBOARD_DATABASE is "/", but it has to be the path of a file, or'
        " postgresql://USER:PASSWORD@HOST/DATABASE (default: var/postboard.sqlite3).",
    ),
    (
        "POSTBOARD_DATABASE=postgresql:bot:secret@host/games",
        "POSTBOARD_DATABASE is an address, but it has to be the path of a file, or"
        " postgresql://USER:PASSWORD@HOST/DATABASE (default: var/postboard.sqlite3).",
    ),
    *(
        (
            f"POSTBOARD_PROXY={wrong}",
            "POSTBOARD_PROXY is something else, but it has to be an address such as"
            " http://USER:PASSWORD@HOST:PORT (default: none).",
        )
        for wrong in ("proxy", "proxy:3128", "socks5://host:1080", "http://host", "http://a@b@c:1")
    ),
    *(
        (
            f"POSTBOARD_SHARDS={wrong}",
            f'POSTBOARD_SHARDS is "{wrong}", but it has to be a number of shards from 1 to 1024, or'
            " some of them, such as 0-3/16 (default: none).",
        )
        for wrong in ("0", "1025", "four", "4/4", "3-2/4", "0-4/4", "-1/4", "0-3", "1/", "٣")
    ),
    (
        "POSTBOARD_SHARDS=0-3/16",
        'POSTBOARD_SHARDS is "0-3/16", but it has to be the number of all shards, unless'
        " POSTBOARD_DATABASE is an address (default: none).",
    ),
    (
        "POSTBOARD_DATABASE=~nobody-here/games",
        'POSTBOARD_DATABASE is "~nobody-here/games", but it has to be a path below a home folder'
        " that exists (default: var/postboard.sqlite3).",
    ),
    (
        'POSTBOARD_DATABASE="a\\nb"',
        'POSTBOARD_DATABASE is "a\\nb", but it has to be without line breaks and other control'
        " characters (default: var/postboard.sqlite3).",
    ),
    *(
        (
            f"DISCORD_TOKEN={token}",
            "DISCORD_TOKEN has a blank, a line break or another character that no token has."
            " Copy it again from the developer portal.",
        )
        for token in ('"ab\\ncd"', "Bot abcd", "ab\tcd", "äbcd", "abc…", "ab\u200bcd", "ab\x00cd")
    ),
)


@pytest.mark.parametrize(("line", "sentence"), WRONG_SETTINGS, ids=lambda text: repr(text[:50]))
def test_a_wrong_setting_is_named_with_what_is_right(
    line: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(".env").write_text(f"{line}\n")
    assert main([]) == 78
    assert capsys.readouterr().err == f"{sentence}\n"
    assert [path.name for path in Path().iterdir()] == [".env"]


def test_each_wrong_setting_has_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".env").write_text("POSTBOARD_PAGE_PORT=http\nPOSTBOARD_LOG_LEVEL=loud\n")
    assert main([]) == 78
    assert [line.split()[0] for line in capsys.readouterr().err.splitlines()] == [
        "POSTBOARD_PAGE_PORT",
        "POSTBOARD_LOG_LEVEL",
    ]


def _folder() -> None:
    Path(".env").mkdir()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (_folder, "Is a directory. Make it a file the bot can read"),
        (lambda: Path(".env").write_bytes("NAME=ä".encode("latin-1")), "Save it as UTF-8."),
        (lambda: Path(".env").write_bytes("NAME=ä".encode("utf-16")), "Save it as UTF-8."),
    ],
    ids=["a folder", "Latin-1", "UTF-16"],
)
def test_a_file_of_settings_that_cannot_be_read_is_named(
    make: Callable[[], None], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    make()
    assert main([]) == 78
    (sentence,) = sentences(capsys.readouterr().err)
    assert sentence.startswith(f"{Path('.env').absolute()} can't be read: ")
    assert words in sentence


@pytest.mark.parametrize(
    ("words", "unknown"),
    [
        ("play", "play"),
        ("--port", "--port"),
        ("--port 80", "80"),
        ("chek x", "chek"),
        ("check --port", "--port"),
        ("check a b", "b"),
    ],
)
def test_an_unknown_word_is_refused_in_a_sentence(
    words: str, unknown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(words.split())
    assert refused.value.code == 78
    (sentence,) = sentences(capsys.readouterr().err)
    assert unknown in sentence.split(".")[0].replace("'", "").split()
    assert "choice" not in sentence
    assert sentence.endswith("postboard --help lists the commands.")


# The machine ------------------------------------------------------------------------------------


def _text_file(file: Path) -> None:
    file.write_text("not a database at all, but long enough to be one" * 100)


def _foreign(file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE notes (text)")


def _newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA application_id = 1349415796")
        other.execute("PRAGMA user_version = 99")


def _unreleased(file: Path) -> None:
    """Make a file with the number of a schema, and without a column that it has."""
    with closing(sqlite3.connect(file)) as other:
        for migration in sorted(MIGRATIONS.glob("*.sql")):
            other.executescript(migration.read_text())
        other.executescript(
            "ALTER TABLE people DROP COLUMN exported_at;"
            f" PRAGMA application_id = {APPLICATION_ID};"
            f" PRAGMA user_version = {len([*MIGRATIONS.glob('*.sql')])}"
        )


def _locked(file: Path) -> None:
    Path(f"{file}.lock").mkdir()


def _nothing(_: Path) -> None:
    pass


def _below_a_file(file: Path) -> None:
    file.parent.parent.mkdir(exist_ok=True)
    file.parent.write_text("")


WRONG_FILES: tuple[tuple[str, Callable[[Path], object], str], ...] = (
    ("games", _text_file, "games can't be used as a database: file is not a database."),
    ("games", Path.mkdir, "games can't be used: Is a directory."),
    ("games", _foreign, "games was not written by this version of Postboard"),
    (
        "games",
        _unreleased,
        "games was made by an unreleased version of Postboard, and no later one can read it: its"
        " tables differ (people). Start that version on it, or set POSTBOARD_DATABASE to a new",
    ),
    ("games", _newer, "games was written by a newer Postboard (schema 99)"),
    ("file/games", _below_a_file, "file can't be used: File exists."),
    ("a/b/games", _below_a_file, "b can't be used: File exists."),
    ("/proc/games/games", _nothing, "/proc/games can't be used: No such file or directory."),
    ("x" * 300, _nothing, "can't be used: File name too long."),
    ("games.lock", _locked, "can't be used: Is a directory."),
)


@pytest.mark.file("the file of a database")
@pytest.mark.parametrize(
    ("name", "make", "words"), WRONG_FILES, ids=[words for _, _, words in WRONG_FILES]
)
def test_a_database_that_cannot_be_used_is_named_with_its_setting(
    name: str,
    make: Callable[[Path], object],
    words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    make(Path(name).absolute())
    Path(".env").write_text(f"POSTBOARD_PAGE_PORT=0\nPOSTBOARD_DATABASE={name}\n")
    assert main([]) == 78
    (sentence,) = sentences(capsys.readouterr().err)
    assert words in sentence
    assert sentence.startswith("/")
    assert "POSTBOARD_DATABASE" in sentence


def test_a_database_in_use_may_be_free_later(capsys: pytest.CaptureFixture[str]) -> None:
    file = Path("var/postboard.sqlite3").absolute()
    with only_process(file):
        assert main([]) == 75
    assert sentences(capsys.readouterr().err) == [
        f"{file} is in use by another process. Stop that one, or set POSTBOARD_DATABASE to"
        " another file." + AGAIN
    ]


def test_a_folder_that_is_gone_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    gone = Path("gone").absolute()
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()
    assert main([]) == 78
    assert sentences(capsys.readouterr().err) == [
        "This folder was deleted. Start Postboard in another one."
    ]


def test_a_file_system_without_locks_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unsupported(*_: object, **__: object) -> None:
        raise NotImplementedError("FileSystem does not appear to support flock")

    monkeypatch.setattr("filelock.FileLock.acquire", unsupported)
    assert main([]) == 78
    (sentence,) = sentences(capsys.readouterr().err)
    assert "No locks available. Set POSTBOARD_DATABASE to a file" in sentence


@contextmanager
def _taken(_: pytest.MonkeyPatch) -> Generator[str]:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        Path(".env").write_text(f"POSTBOARD_PAGE_PORT={port}\n")
        yield (
            f"Port {port} is taken. Set POSTBOARD_PAGE_PORT to another port (1024 or higher), or"
            " to 0 for any."
        )


@contextmanager
def _refused(code: int, sentence: str, monkeypatch: pytest.MonkeyPatch) -> Generator[str]:
    def refuse(*_: object) -> None:
        raise OSError(code, "said by the system")

    monkeypatch.setattr(socket, "create_server", refuse)
    Path(".env").write_text("POSTBOARD_PAGE_PORT=80\n")
    yield sentence


@contextmanager
def _long_folder(monkeypatch: pytest.MonkeyPatch) -> Generator[str]:
    long = Path("x" * 120).absolute()
    long.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    Path(".env").write_text("POSTBOARD_PAGE_PORT=0\n")
    yield (
        "The local page can't be opened: AF_UNIX path too long. Set TMPDIR to a folder with a"
        " short path that the bot can write."
    )


@pytest.mark.parametrize(
    "happens",
    [
        _taken,
        partial(
            _refused,
            errno.EACCES,
            "Port 80 is reserved for the system. Set POSTBOARD_PAGE_PORT to another port (1024"
            " or higher), or to 0 for any.",
        ),
        partial(
            _refused,
            errno.EADDRNOTAVAIL,
            "This machine has no address 127.0.0.1, which the local page needs. Set up its loopback"
            " interface with IPv4, or set DISCORD_TOKEN to play on Discord.",
        ),
        partial(
            _refused,
            errno.EAFNOSUPPORT,
            "Port 80 can't be used: said by the system. Set POSTBOARD_PAGE_PORT to another port"
            " (1024 or higher), or to 0 for any.",
        ),
        _long_folder,
    ],
    ids=["taken", "reserved", "no 127.0.0.1", "no IPv4", "long TMPDIR"],
)
def test_a_local_table_that_cannot_be_opened_names_the_setting(
    happens: Callable[[pytest.MonkeyPatch], Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with happens(monkeypatch) as sentence:
        assert main([]) == 78
    assert sentences(capsys.readouterr().err) == [sentence + WAITS]


def test_every_start_warns_of_them_and_of_lines_that_are_no_settings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(".env").write_text("POSTBOARD_DATABASE=/proc/x/y\nDISCORD_TOKEN: aa.bb.cc\naa.bb.cc\n")
    monkeypatch.setenv("DISCORD_TOCKEN", "aa.bb.cc")
    assert main([]) == 78
    said = capsys.readouterr().err
    for number in (2, 3):
        assert f"Line {number} of .env is ignored. It isn't a setting of the form" in said
    assert "WARNING  bot: DISCORD_TOCKEN in the environment isn't a setting. Did you mean" in said
    assert "aa.bb.cc" not in said


def test_no_colours_are_written_into_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a container discord.py writes colours, whatever the output is."""
    monkeypatch.setattr(discord.utils, "is_docker", lambda: True)
    Path(".env").write_text("POSTBOARD_DATABASE=/proc/x/y\n")
    assert main([]) == 78
    assert "\x1b" not in capsys.readouterr().err


# Processes --------------------------------------------------------------------------------------


def process(*command: str, **settings: str) -> tuple[int, list[str]]:
    """Run a command, and return its exit code and its sentences."""
    environment = {**os.environ, **settings}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, sentences(done.stderr)


def test_the_command_runs_no_file_of_the_folder() -> None:
    """Whoever has written bots has a `bot.py` in the folder."""
    for name in ("bot", "discord", "engine", "local", "loopback", "render", "rules"):
        Path(f"{name}.py").write_text("raise SystemExit('my own')")
    command = str(Path(sys.executable).with_name("postboard"))
    assert process(command, POSTBOARD_PAGE_PORT="http") == (78, [WRONG_SETTINGS[0][1]])


@pytest.mark.parametrize(("line", "sentence"), WRONG_SETTINGS if SOAK else WRONG_SETTINGS[-1:])
def test_a_process_ends_with_the_same_sentence(line: str, sentence: str) -> None:
    Path(".env").write_text(f"{line}\n")
    assert process(sys.executable, "-m", "bot") == (78, [sentence])


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        (
            "",
            "Postboard's libraries aren't installed here (discord is missing): start it with make"
            " run, or install it as docs/hosting.md says.",
        ),
        (
            "sys.version_info = (3, 10, 13, 'final', 0)",
            "Postboard needs Python 3.11 or newer, and this is 3.10.",
        ),
    ],
    ids=["no libraries", "3.10"],
)
def test_a_python_that_lacks_something_says_so(program: str, sentence: str) -> None:
    program = f"import runpy, sys; sys.path.insert(0, {str(ROOT)!r}); {program}"
    run = "runpy.run_module('bot', run_name='__main__')"
    assert process(sys.executable, "-I", "-S", "-c", f"{program}\n{run}") == (78, [sentence])


def test_a_process_that_is_interrupted_ends_without_a_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(work: Coroutine[object, object, int]) -> int:
        work.close()
        raise KeyboardInterrupt

    monkeypatch.setattr(asyncio, "run", interrupted)
    assert main([]) == 0

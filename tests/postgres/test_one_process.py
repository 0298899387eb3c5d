"""The bot on PostgreSQL as one process: starts, a game over the wire, and commands about it."""

import asyncio
import os
import signal
import sys

import psycopg
import pytest

from bot.command_line import main
from bot.local import local_server
from bot.model.addresses import ServerAddress
from loopback import Loopback
from tests.bot.conftest import bot_on
from tests.bot.first_starts import bare, logged, sentences, started
from tests.bot.game_driver import card_of, delivered

__all__ = ["bare"]


def set_database(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("POSTBOARD_DATABASE", address)
    monkeypatch.setenv("POSTBOARD_FORGOTTEN", "forgotten")


@pytest.fixture
def address(empty: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of an empty database, which is the bot's by its setting."""
    set_database(monkeypatch, empty)
    return empty


async def _stop(_: Loopback) -> None:
    os.kill(os.getpid(), signal.SIGTERM)


async def test_a_game_is_played_on_it_and_goes_on_with_the_next_start(address: str) -> None:
    async with local_server() as server:
        ann, bo = server.person("Ann"), server.person("Bo")
        async with bot_on(server, ServerAddress(address)) as bot:
            opening = await ann.slash(
                "play", game="czech", values={"opponent": bo, "side": "White"}
            )
            await bo.click(await card_of(bot, ann, opening), "Accept")
            await ann.slash("move", move="c3-d4")
            await delivered(bot)
        async with bot_on(server, ServerAddress(address)) as bot:
            await bo.slash("move", move="b6-a5")
            await delivered(bot)
            table = await bot.lookup.running_in(ann.place("lobby").id)
            assert table is not None
            assert len(table.started.plies) == 2
    assert await asyncio.to_thread(main, ["check"]) == 0


def test_a_start_names_the_database_without_its_password(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    set_database(monkeypatch, address.replace("postgres@", "postgres:secret@"))

    async def stop(_: Loopback) -> None:
        await logged(caplog, "Online as")
        os.kill(os.getpid(), signal.SIGTERM)

    assert started(monkeypatch, act=stop) == 0
    assert "database postgresql:///games" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize(
    ("user", "place", "words", "status"),
    [
        ("bot:secret@", "127.0.0.1:1/games", "/games: ", 75),
        ("bot:sec%ret@", "127.0.0.1:1/games", "can't be read as an address", 78),
        ("postgres:secret@", "/nowhere", 'database "nowhere" does not exist', 78),
    ],
)
def test_an_address_that_leads_nowhere_is_named(
    user: str,
    place: str,
    words: str,
    status: int,
    *,
    server_address: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    where = server_address.partition("?")[2]
    set_database(monkeypatch, f"postgresql://{user}{place}?{where}")
    assert started(monkeypatch) == status
    (sentence,) = sentences(capsys.readouterr().err)
    assert words in sentence
    assert "sec" not in sentence
    assert main(["check"]) == status
    told = "".join(capsys.readouterr())
    assert told.count("\n") == 1
    assert "sec" not in told


def test_without_its_library_the_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    set_database(monkeypatch, "postgresql://host/games")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "bot.store.sql.postgres.server", raising=False)
    assert started(monkeypatch) == 78
    (sentence,) = sentences(capsys.readouterr().err)
    assert "pip install 'postboard[postgres]'." in sentence


@pytest.mark.parametrize("command", [["backup", "copy"], ["restore", "copy"]])
def test_what_is_about_files_alone_says_so(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    set_database(monkeypatch, "postgresql://bot:secret@host/games")
    assert main(command) == 78
    (sentence,) = sentences(capsys.readouterr().err)
    assert sentence.startswith(f"postboard {command[0]} works on files only.")


def test_a_database_is_compared_with_its_logs(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check"]) == 78
    assert "This isn't a database of Postboard" in capsys.readouterr().err
    assert started(monkeypatch, act=_stop) == 0
    assert main(["check"]) == 0
    assert main(["ratings"]) == 0
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("INSERT INTO engine_games VALUES ('czech', 1, 1, 0, 0)")
    assert main(["check"]) == 1
    assert "engine_games" in capsys.readouterr().out

"""What is done to a whole database while no process of the bot serves it."""

import asyncio
import os
import platform
from pathlib import Path

import psycopg
import pytest

from bot.command_line import main
from bot.model.addresses import ServerAddress
from bot.model.shards import ShardRange
from bot.store.sql.backends import opened
from bot.store.sql.database import Database
from bot.store.sql.errors import ShardsTaken
from bot.store.sql.postgres import lease
from bot.tables.commands import Resign
from tests.bot.table_service import ANN
from tests.bot.timed_host import Host, opening

_WRONG = {
    "check": "DELETE FROM timers; UPDATE tables SET due_at = 5; UPDATE played SET won = won + 1",
    "ratings": "INSERT INTO ratings VALUES (9, 'czech', 1, 150000, 25000, 1, 0)",
}
_MENDS = {"check": ["check", "--repair"], "ratings": ["ratings", "--write"]}


@pytest.fixture
async def played(empty: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """Return the address of a database with a game that runs and one that is over."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POSTBOARD_DATABASE", empty)
    monkeypatch.setenv("POSTBOARD_FORGOTTEN", "forgotten")
    async with Database.open(ServerAddress(empty)) as database:
        host = Host(database)
        over = await host.game("3d")
        await opening(host, over)
        await host.do(over, ANN, Resign())
        await opening(host, await host.game("1d"))
    return empty


def _execute(address: str, sql: str) -> None:
    with psycopg.connect(address) as connection:
        connection.execute(sql.encode())


@pytest.mark.parametrize("command", list(_MENDS))
def test_what_differs_is_named_and_mended(
    played: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command]) == 0
    _execute(played, _WRONG[command])
    capsys.readouterr()
    assert main([command]) == 1
    named = capsys.readouterr().out
    assert main(_MENDS[command]) == 0
    assert capsys.readouterr().out.startswith(named)
    assert main([command, played]) == 0, "the address may be an argument, too"


@pytest.mark.parametrize("command", list(_MENDS))
async def test_nothing_is_mended_while_processes_serve_the_database(
    played: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _execute(played, _WRONG[command])
    here = f"process {os.getpid()} on {platform.node()} serves shard"
    address = ServerAddress(played)
    async with (
        Database.open(address, shards=ShardRange(0, 1, 4)),
        Database.open(address, shards=ShardRange(3, 3, 4)),
    ):
        assert await asyncio.to_thread(main, _MENDS[command]) == 75
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith(f"The bot is running: {here}s 0-1/4, {here}s 3/4. Stop it")
    async with Database.open(address):
        assert await asyncio.to_thread(main, _MENDS[command]) == 75
        assert " serves all shards. Stop" in capsys.readouterr().err
        assert await asyncio.to_thread(main, [command]) == 1, "it is only looked at"
    assert await asyncio.to_thread(main, _MENDS[command]) == 0


async def test_a_start_waits_for_what_is_done_to_the_whole_database(
    played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "PATIENCE", 0.5)
    address = ServerAddress(played)
    with opened(address, "rw"):
        with pytest.raises(ShardsTaken, match="postboard check --repair or ratings --write"):
            async with Database.open(address):
                pass
        monkeypatch.setattr(lease, "PATIENCE", 45.0)
        waiting = asyncio.create_task(_start(address))
        await asyncio.sleep(0.2)
        assert not waiting.done()
    await waiting


async def _start(address: ServerAddress) -> None:
    async with Database.open(address):
        pass


def test_a_process_that_has_died_holds_nothing_up(played: str) -> None:
    """One that was frozen finds no lease when it wakes, and ends."""
    _execute(
        played,
        "INSERT INTO held_shards VALUES ('it', 'process 1 on another machine', 0, 0, 1,"
        " clock_timestamp() - interval '1 second')",
    )
    assert main(["check", "--repair"]) == 0
    with psycopg.connect(played) as connection:
        assert connection.execute("SELECT * FROM held_shards").fetchall() == []

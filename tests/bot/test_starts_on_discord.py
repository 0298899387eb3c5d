"""Starts with a token, on a loopback Discord: each that fails says why, with its exit code."""

import asyncio
import os
import platform
import shutil
import signal
import socket
import threading
from base64 import b64decode, b64encode
from functools import partial
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import discord
import pytest
from aiohttp import web

from bot import command_line
from bot.interactions.client import Postboard
from bot.interactions.installs import PERMISSIONS
from bot.model.shards import ShardRange
from bot.startup_errors import startup_failure
from loopback import Faults, Loopback
from loopback.gateway.service import Gateway
from tests.bot.first_starts import (
    AGAIN,
    TOKEN,
    WAITS,
    as_it_is,
    bare,
    logged,
    nothing,
    reached,
    sentences,
    started,
)
from tests.conformance.configured import SOAK
from tests.engine.small_games import GAMES, registered, solved

__all__ = ["bare"]

ENDGAMES: Final = ("czech-endgames", "turkish-endgames", "turkish-crown-continue-endgames")
"""Tables that can be made beside those of the small games."""


async def end(_: Loopback) -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def test_exact_tables_that_cannot_be_read_are_done_without(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("POSTBOARD_EXACT_TABLES", "x" * 300)
    assert started(monkeypatch, act=end) == 0
    assert ".exact can't be read: [Errno" in caplog.text


def test_a_start_says_which_exact_tables_are_there(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path_factory: pytest.TempPathFactory,
    tmp_path: Path,
) -> None:
    there, lacking = (str(cast("Any", game).table_key) for game in GAMES)
    monkeypatch.setenv("POSTBOARD_EXACT_TABLES", str(tmp_path))
    shutil.copy(solved(tmp_path_factory) / f"{there}.exact", tmp_path)
    with registered():
        assert started(monkeypatch, act=end) == 0
        missing = ", ".join(sorted((lacking, *ENDGAMES)))
        said = f"Endgame tables: {there}. Optional, `make exact` builds {missing}."
        assert said in caplog.messages
        (tmp_path / f"{there}.exact").unlink()
        assert started(monkeypatch, act=end) == 0
    assert "Endgame tables: none. Optional, `make exact` builds " in caplog.text


def test_a_start_that_is_stopped_halfway_is_no_failure(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def stopped(*_: object, **__: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise RuntimeError("Session is closed") from None

    Path(".env").write_text(f"DISCORD_TOKEN={TOKEN}\n")
    monkeypatch.setattr(command_line, "create_app", partial(reached, Faults(), nothing, as_it_is))
    monkeypatch.setattr(command_line, "start", stopped)
    assert command_line.main([]) == 0
    assert sentences(capsys.readouterr().err) == []
    failure = RuntimeError("Session is closed")
    assert f"Something failed while the bot was stopped: {failure!r}" in caplog.messages


def test_what_is_cancelled_though_nobody_stops_it_is_started_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A unit is started again on failure alone."""

    async def cancelled(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    Path(".env").write_text(f"DISCORD_TOKEN={TOKEN}\n")
    monkeypatch.setattr(command_line, "create_app", partial(reached, Faults(), nothing, as_it_is))
    monkeypatch.setattr(command_line, "start", cancelled)
    with pytest.raises(RuntimeError, match="no one stopped it"):
        command_line.main([])


@pytest.mark.parametrize(
    "arguments", [[], ["setup"], ["trial", "123456789012345678"]], ids=["run", "setup", "trial"]
)
def test_everything_goes_through_the_proxy(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It refuses, so nothing leaves this machine; its password is said nowhere."""
    asked: list[bytes] = []

    def refuse() -> None:
        connection, _ = proxy.accept()
        with connection:
            asked.append(connection.recv(4096))
            connection.sendall(b"HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as proxy:
        address = f"127.0.0.1:{proxy.getsockname()[1]}"
        monkeypatch.setenv("POSTBOARD_PROXY", f"http://ann:hidden@{address}")
        monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
        answering = threading.Thread(target=refuse, daemon=True)
        answering.start()
        assert command_line.main(arguments) == 75
        answering.join()
    (request,) = asked
    assert request.startswith(b"CONNECT discord.com:443 ")
    assert b"Proxy-Authorization: Basic " + b64encode(b"ann:hidden") in request
    (sentence,) = sentences(capsys.readouterr().err)
    assert "407" in sentence
    assert "hidden" not in sentence


def test_a_second_ctrl_c_does_not_interrupt_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ended: list[int] = []

    async def serve(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        try:
            await asyncio.Event().wait()
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                os.kill(os.getpid(), number)
                await asyncio.sleep(0.01)
                ended.append(number)

    Path(".env").write_text(f"DISCORD_TOKEN={TOKEN}\n")
    monkeypatch.setattr(command_line, "_serve", serve)
    assert command_line.main([]) == 0
    assert len(ended) == 2
    assert sentences(capsys.readouterr().err) == []


@pytest.mark.parametrize("token", ["wrong", "\"'quoted'\"", "MTIz.abc.def"])
def test_a_token_that_discord_refuses_is_named(
    token: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert started(monkeypatch, token=token) == 78
    assert sentences(capsys.readouterr().err) == [
        "Discord refused DISCORD_TOKEN. Copy it again from the developer portal." + WAITS
    ]


def test_a_login_without_an_answer_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert started(monkeypatch, faults=Faults(hangs=1), patience=0.01) == 75
    assert sentences(capsys.readouterr().err) == [
        "Can't reach Discord: Discord hasn't answered for 0.01 seconds. Check the network." + AGAIN
    ]


def test_a_first_connection_without_an_answer_ends(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The login has worked, and the gateway takes the connection and stays silent."""

    async def silent(_: object, request: web.Request) -> web.StreamResponse:
        connection = web.WebSocketResponse()
        await connection.prepare(request)
        loop = asyncio.get_running_loop()
        time = loop.time
        monkeypatch.setattr(loop, "time", lambda: time() + 600)
        await connection.receive()
        return connection

    monkeypatch.setattr(Gateway, "serve", silent)
    assert started(monkeypatch, patience=30) == 75
    assert sentences(capsys.readouterr().err) == [
        "Can't reach Discord: Discord hasn't answered for 30 seconds. Check the network." + AGAIN
    ]


def test_a_first_connection_that_is_refused_may_be_taken_later(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    refused: list[int] = []

    async def refuse(*_: object) -> web.StreamResponse:
        refused.append(1)
        if len(refused) == 2:
            loop = asyncio.get_running_loop()
            time = loop.time
            monkeypatch.setattr(loop, "time", lambda: time() + 600)
        elif len(refused) > 2:
            os.kill(os.getpid(), signal.SIGTERM)
        raise web.HTTPServiceUnavailable

    monkeypatch.setattr(Gateway, "serve", refuse)
    assert started(monkeypatch, patience=60) == 75
    assert sentences(capsys.readouterr().err) == [
        "Can't reach Discord: Discord hasn't answered for 60 seconds. Check the network." + AGAIN
    ]
    assert "Failed to connect for shard_id: 0. Retrying...: WSServerHandshakeError(" in caplog.text


def test_a_connection_that_breaks_at_the_login_may_be_whole_later(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert started(monkeypatch, faults=Faults(dropped_before=1)) == 75
    (sentence,) = sentences(capsys.readouterr().err)
    assert sentence.startswith("Can't reach Discord: ")


CLOSED = {
    4004: "Discord refused DISCORD_TOKEN.",
    4010: "POSTBOARD_SHARDS is too low for this many servers.",
    4011: "POSTBOARD_SHARDS is too low for this many servers.",
    4012: "Discord no longer supports this version's API",
    4013: "Discord no longer supports this version's API",
    4014: "Discord no longer supports this version's API",
}


@pytest.mark.parametrize("code", CLOSED if SOAK else [4004, 4014])
def test_a_gateway_that_closes_for_good_says_its_cause(
    code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A token may be revoked at any time."""

    async def close(server: Loopback) -> None:
        await server.gateway.ready()
        server.gateway.close(code)

    assert started(monkeypatch, act=close) == 78
    (sentence,) = sentences(capsys.readouterr().err)
    assert sentence.startswith(CLOSED[code])
    assert sentence.endswith(WAITS)


@pytest.mark.parametrize("code", CLOSED)
def test_every_code_that_discord_py_gives_up_on_has_a_sentence(code: int) -> None:
    closed = discord.ConnectionClosed(cast("Any", None), shard_id=None, code=code)
    failure = startup_failure(closed, Path("games"), shards=ShardRange(0, 0, 1))
    assert failure is not None
    assert (failure[0].startswith(CLOSED[code]), failure[1]) == (True, 78)


@pytest.mark.parametrize("kind", [discord.Forbidden, discord.NotFound])
def test_a_refusal_that_is_not_the_tokens_says_so(kind: type[discord.HTTPException]) -> None:
    """A blocked address or a gateway of a company answers so, and not for good."""
    response = cast("Any", SimpleNamespace(status=403, reason="Denied"))
    failure = startup_failure(kind(response, "blocked"), Path("games"))
    assert failure is not None
    assert "The token is fine." in failure[0]
    assert failure[1] == 75


@pytest.mark.parametrize("status", [400, 429])
def test_a_page_in_place_of_an_answer_is_said_in_one_line(status: int) -> None:
    """Discord's proxies answer with pages."""
    page = "<!DOCTYPE html>\n<html>\n<title>Access denied</title>\n" + "<p>Error 1015</p>\n" * 99
    response = cast("Any", SimpleNamespace(status=status, reason="Denied"))
    failure = startup_failure(discord.HTTPException(response, page), Path("games"))
    assert failure is not None
    assert len(failure[0]) < 400
    assert "\n" not in failure[0]
    assert failure[1] == (78 if status == 400 else 75)


def test_a_start_says_who_is_online_and_how_to_invite_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def watch(server: Loopback) -> None:
        await logged(caplog, "Online as")
        server.gateway.drop()
        await logged(caplog, "Reconnected")
        os.kill(os.getpid(), signal.SIGTERM)

    invite = discord.utils.oauth_url(
        b64decode(TOKEN.split(".")[0] + "==").decode(), permissions=PERMISSIONS
    )
    assert started(monkeypatch, token=f" {TOKEN} ", act=watch) == 0
    said = [record.getMessage() for record in caplog.records if record.name == "bot"]
    assert said == [
        f"Postboard {version('postboard')} · Python {platform.python_version()} · database"
        f" {Path('var/postboard.sqlite3').absolute()}",
        "Connected",
        f"Online as bot: 1 server, 0 games in progress. Invite people with {invite}",
        "Disconnected, reconnecting",
        "Reconnected",
        "Stopped",
    ]
    assert {record.levelname for record in caplog.records if record.name == "bot"} == {"INFO"}


def test_a_connection_that_fails_is_logged_in_a_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def watch(server: Loopback) -> None:
        await logged(caplog, "Connected")
        server.socket.unlink()
        server.gateway.drop()
        await logged(caplog, "Attempting a reconnect")
        os.kill(os.getpid(), signal.SIGTERM)

    assert started(monkeypatch, act=watch) == 0
    assert sentences(capsys.readouterr().err) == []


def test_the_time_limit_ends_with_the_first_connection(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ends: list[str] = []
    close = Postboard.close

    async def note(bot: Postboard) -> None:
        ends.append("closed")
        await close(bot)

    async def watch(_: Loopback) -> None:
        await logged(caplog, "Connected")
        loop = asyncio.get_running_loop()
        later = loop.time() + 2 * 600
        with monkeypatch.context() as patch:
            patch.setattr(loop, "time", lambda: later)
            for _step in range(3):  # A limit that is left would end the bot now.
                await asyncio.sleep(0)
        ends.append("stopped")
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(Postboard, "close", note)
    assert started(monkeypatch, act=watch, patience=600) == 0
    assert ends[0] == "stopped"

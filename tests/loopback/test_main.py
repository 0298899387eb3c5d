"""`python -m loopback` in a process of its own, with its page for the people."""

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from socket import create_server

import aiohttp
import pytest

from loopback.__main__ import main
from loopback.gateway.session import PRIVILEGED
from loopback.payload import Payload


@asynccontextmanager
async def serving(*arguments: str) -> AsyncGenerator[tuple[Process, dict[str, str], str]]:
    """Serve until the block ends; with what was printed line by line, and the code."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "loopback", "--page-port", "0", *arguments, stdout=PIPE
    )
    try:
        assert process.stdout is not None
        named: dict[str, str] = {}
        while words := (await process.stdout.readline()).decode().split():
            named[words[0]] = words[1]
        await process.stdout.readuntil(b"\n\n")
        yield process, named, (await process.stdout.readuntil(b"asyncio.run(main())\n")).decode()
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def test_the_printed_lines_run_a_bot_of_discord_py(tmp_path: Path) -> None:
    async with (
        serving("--socket", str(tmp_path / "discord.sock")) as (server, named, code),
        aiohttp.ClientSession(named["page"]) as page,
    ):
        assert named["socket"] == str(tmp_path / "discord.sock")
        async with page.get("/api/state") as response:
            assert not (await response.json())["application"]["online"]
        async with page.ws_connect("/api/live") as live:
            assert (await live.receive_json())["online"] is False
            bot = await asyncio.create_subprocess_exec(
                sys.executable, "-c", code, stdout=DEVNULL, stderr=DEVNULL
            )
            assert await live.receive_json() == {"event": "bot", "online": True}
            bot.kill()
            await bot.wait()
        server.terminate()
        assert await server.wait() == 0
    assert not (tmp_path / "discord.sock").exists()


async def test_a_library_without_connectors_uses_the_port() -> None:
    async with serving("--port", "0") as (_, named, _), aiohttp.ClientSession() as bot:
        headers = {"Authorization": f"Bot {named['token']}"}
        async with bot.get(f"{named['api']}/gateway/bot", headers=headers) as response:
            assert (await response.json())["url"] == named["gateway"]
        async with bot.ws_connect(named["gateway"]) as gateway:
            assert (await gateway.receive_json())["op"] == 10
            identify: Payload = {
                "token": named["token"],
                "intents": int(PRIVILEGED),
                "properties": {},
            }
            await gateway.send_json({"op": 2, "d": identify})
            assert (await gateway.receive_json())["t"] == "READY"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--port", "x"], "--port: a port is a number from 0 to 65535, not 'x'."),
        (["--page-port", "70000"], "--page-port: a port is a number from 0 to 65535, not '70000'."),
        (["--socket", "no/such.sock"], "--socket: there is no folder 'no'."),
        (["--socket", __file__], f"--socket: {__file__!r} is there already and is no socket."),
        (["--socket", 104 * "x"], "--socket: the path of a socket has at most 103 bytes, not 104."),
        (["--sockets"], "unrecognized arguments: --sockets."),
    ],
)
def test_a_wrong_option_gets_one_sentence(
    words: list[str],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["loopback", *words])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 2
    assert capsys.readouterr() == ("", f"{sentence} --help lists the options.\n")


def test_a_port_that_is_taken_gets_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        monkeypatch.setattr(sys, "argv", ["loopback", "--page-port", port])
        assert main() == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("The server cannot be opened: ")
    assert port in err

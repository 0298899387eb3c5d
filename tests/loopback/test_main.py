"""The server alone, in a process of its own, with its page for the person."""

import asyncio
import sys
from pathlib import Path

import aiohttp


async def test_python_m_loopback(tmp_path: Path) -> None:
    socket = tmp_path / "discord.sock"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "loopback", "--socket", str(socket), "--port", "0"),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    lines = [(await process.stdout.readline()).decode().split() for _ in range(3)]
    printed = {line[0]: line[1] for line in lines}
    assert printed["socket"] == str(socket)
    connector = aiohttp.UnixConnector(str(socket))
    headers = {"Authorization": f"Bot {printed['token']}"}
    async with (
        aiohttp.ClientSession(connector=connector) as bot,
        bot.get("https://discord.com/api/v10/users/@me", headers=headers) as response,
    ):
        assert (await response.json())["username"] == "bot"
    async with (
        aiohttp.ClientSession() as page,
        page.get(printed["page"] + "api/state") as response,
    ):
        assert not (await response.json())["application"]["online"]
    process.terminate()
    await process.wait()

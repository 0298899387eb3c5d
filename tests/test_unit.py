"""The bot and its backup as their units start them, with what systemd gives to a service.

The manual of operating is followed to the letter but for places: a folder stands for
`/var/lib/postboard`, the program is that of the source, and Discord is local.
"""

import asyncio
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
import trustme

from loopback import Loopback
from tests.conformance.configured import SOAK
from tests.test_architecture import ROOT
from tests.test_image import discord

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")
STATE = "/var/lib/postboard"
PROGRAM = "/opt/postboard/bin/postboard"
SECONDS = 60
"""The longest that a start or a command may take, on a busy machine."""


def of_unit(unit: str, name: str) -> list[str]:
    text = (ROOT / "deploy" / unit).read_text("utf-8")
    return re.findall(rf"^{name}=(.*)$", text, flags=re.M)


class Units:
    """Services below a folder, which hear what they tell their manager."""

    def __init__(self, folder: Path, told: socket.socket, settings: Mapping[str, str]) -> None:
        self.told = told
        self.told.bind(str(folder / "notify"))
        self.told.setblocking(False)
        self.state = folder / "postboard"
        self.state.mkdir(mode=0o700)
        written = (ROOT / ".env.example").read_text("utf-8")
        for name, value in settings.items():
            written = re.sub(rf"^#?{name}=.*$|\Z", f"{name}={value}", written, count=1, flags=re.M)
        (self.state / ".env").write_text(written)

    def environment(self, unit: str) -> dict[str, str]:
        """Return what systemd sets for a service, and where the source and its authority are."""
        assert of_unit(unit, "Environment") == of_unit(unit, "EnvironmentFile") == []
        (watched,) = of_unit(unit, "WatchdogSec") or ["0"]
        return {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin",
            "LANG": "C.UTF-8", "USER": "postboard", "LOGNAME": "postboard", "HOME": STATE,
            "SHELL": "/usr/sbin/nologin", "INVOCATION_ID": "0" * 32,
            "STATE_DIRECTORY": str(self.state), "NOTIFY_SOCKET": self.told.getsockname(),
            "WATCHDOG_USEC": f"{watched}000000", "PYTHONPATH": str(ROOT),
            "SSL_CERT_FILE": str(self.state.with_name("authority.pem")),
        }  # fmt: skip

    async def begin(self, unit: str) -> asyncio.subprocess.Process:
        """Start what a unit starts, where it starts it."""
        assert of_unit(unit, "WorkingDirectory") == [STATE]
        (line,), (mask,) = of_unit(unit, "ExecStart"), of_unit(unit, "UMask")
        program, *words = line.replace(STATE, str(self.state)).split()
        assert program == PROGRAM
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", *words,
            cwd=self.state, env=self.environment(unit), umask=int(mask, 8),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Run the bot once it says that it is ready, and stop it as systemd does."""
        process = await self.begin("postboard.service")
        await self._hear("READY=1", process)
        yield
        process.send_signal(signal.SIGTERM)
        said, _ = await asyncio.wait_for(process.communicate(), SECONDS)
        assert process.returncode == 0, said.decode()
        await self._hear("STOPPING=1", process)

    async def _hear(self, word: str, process: asyncio.subprocess.Process) -> None:
        async with asyncio.timeout(SECONDS):
            while await asyncio.get_running_loop().sock_recv(self.told, 4096) != word.encode():
                assert process.returncode in {None, 0}, "it ended"


async def serve(units: Units, server: Loopback) -> None:
    """Let the bot run, in a soak twice, play on it, and back it up meanwhile."""
    ann = server.person("Ann")
    for command in ("play", "games") if SOAK else ("play",):
        async with units.running():
            await server.gateway.ready()
            values = {"game": "czech"} if command == "play" else {}
            reply = await ann.slash(command, values=values)
            assert reply.message is not None
            assert "Czech draughts" in reply.message.content
            backup = await units.begin("postboard-backup.service")
            said, _ = await asyncio.wait_for(backup.communicate(), SECONDS)
            assert (backup.returncode, "is in order" in said.decode()) == (0, True), said
    made = units.state.with_name("postboard-backups")
    for file in (units.state / "var" / "postboard.sqlite3", *made.iterdir()):
        assert file.stat().st_mode & 0o077 == 0, "only its user can read it"
        with closing(sqlite3.connect(file)) as opened:
            assert opened.execute("SELECT game FROM tables").fetchall() == [("czech",)]
    assert made.stat().st_mode & 0o077 == 0
    assert {each.name for each in units.state.iterdir()} == {".env", "var"}


async def test_the_units_serve_back_up_and_go_on(tmp_path: Path) -> None:
    issuer = trustme.CA()
    issuer.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as told:
        async with discord(issuer) as (server, proxy):
            settings = {"DISCORD_TOKEN": server.token, "POSTBOARD_PROXY": proxy}
            await serve(Units(tmp_path, told, settings), server)

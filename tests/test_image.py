"""The image, started as Docker starts it, on a local Discord behind a proxy.

Only `make image` runs this: an image may be older than the source. IMAGE names the one to try.
"""

import asyncio
import json
import os
import shutil
import signal
import ssl
import subprocess
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest
import trustme

from bot.local import local_server
from loopback import Loopback

IMAGE: Final = os.environ.get("IMAGE", "")
USER: Final = 10001
HOSTS: Final = ("discord.com", "gateway.discord.gg", "cdn.discordapp.com")
SECONDS: Final = 120
"""The longest that a start or a command may take, on a busy machine."""

pytestmark = pytest.mark.skipif(
    not IMAGE or shutil.which("buildah") is None, reason="`make image` tries the image"
)


class Container:
    """A container of the image, whose volume is a folder of the test."""

    def __init__(self, name: str, volume: Path, environment: dict[str, str]) -> None:
        self.name = name
        self._arguments = ["--isolation", "chroot", "--volume", f"{volume}:/data"]
        authority = volume.with_name("authority.pem")
        self._arguments += ["--volume", f"{authority}:/authority.pem:ro"]
        for variable, value in environment.items():
            self._arguments += ["--env", f"{variable}={value}"]
        told = subprocess.run(
            ["buildah", "inspect", "--type", "container", name],
            check=True, capture_output=True,
        )  # fmt: skip
        config = json.loads(told.stdout)["Docker"]["config"]
        self.start: list[str] = config["Entrypoint"] + config["Cmd"]
        self.health: list[str] = config["Healthcheck"]["Test"][1:]
        assert config["User"] == "postboard"
        assert [*config["Volumes"]] == ["/data"]

    def command(self, *words: str) -> list[str]:
        """Return the words that run something in it."""
        return ["buildah", "run", *self._arguments, self.name, "--", *words]

    async def run(self, *words: str) -> tuple[int, str]:
        """Run something in it; return its exit code and what it said."""
        process = await asyncio.create_subprocess_exec(
            *self.command(*words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        said, _ = await asyncio.wait_for(process.communicate(), SECONDS)
        assert process.returncode is not None
        return process.returncode, said.decode()

    @asynccontextmanager
    async def started(self) -> AsyncGenerator[None]:
        """Run the bot as the image says, until it is healthy; stop it as Docker does."""
        process = await asyncio.create_subprocess_exec(*self.command(*self.start))
        try:
            async with asyncio.timeout(SECONDS):
                while (await self.run(*self.health))[0] != 0:
                    assert process.returncode is None, "the bot ended"
            yield
        finally:
            for number in _programs(process.pid):
                os.kill(number, signal.SIGTERM)
            await asyncio.wait_for(process.wait(), SECONDS)
        assert process.returncode == 0


def _programs(number: int) -> list[int]:
    """Return the processes below one that have no children: what buildah runs."""
    threads = Path(f"/proc/{number}/task").glob("*/children")
    below = [int(child) for thread in threads for child in thread.read_text().split()]
    return [found for child in below for found in _programs(child)] or [number]


@pytest.fixture(name="volume")
def _volume(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    os.chown(folder, USER, USER)
    return folder


@pytest.fixture(name="name")
def _name() -> Generator[str]:
    made = subprocess.run(["buildah", "from", IMAGE], check=True, capture_output=True, text=True)
    yield made.stdout.strip()
    subprocess.run(["buildah", "rm", made.stdout.strip()], check=True, capture_output=True)


@asynccontextmanager
async def discord(issuer: trustme.CA) -> AsyncGenerator[tuple[Loopback, str]]:
    """Open a local Discord that calls itself by Discord's names; yield it with its proxy."""
    inward = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    issuer.issue_cert(*HOSTS).configure_cert(inward)  # pyright: ignore[reportUnknownMemberType]
    async with local_server(tls=inward) as server:
        assert server.address is not None
        host, port = server.address

        async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            asked = await reader.readuntil(b"\r\n\r\n")
            assert asked.startswith(b"CONNECT ")
            inner, outer = await asyncio.open_connection(host, port)
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            async with asyncio.TaskGroup() as both:
                both.create_task(_copy(reader, outer))
                both.create_task(_copy(inner, writer))

        proxy = await asyncio.start_server(forward, "127.0.0.1")
        yield server, f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}"
        proxy.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass  # Whoever went first, the other one is told.
    writer.close()


@pytest.fixture(name="issuer")
def _issuer(volume: Path) -> trustme.CA:
    issuer = trustme.CA()
    issuer.cert_pem.write_to_path(str(volume.with_name("authority.pem")))
    return issuer


async def test_it_starts_is_healthy_and_restores_its_backup(
    name: str, volume: Path, issuer: trustme.CA
) -> None:
    async with discord(issuer) as (server, proxy):
        container = Container(
            name,
            volume,
            {
                "DISCORD_TOKEN": server.token,
                "POSTBOARD_PROXY": proxy,
                "SSL_CERT_FILE": "/authority.pem",
            },
        )
        ann = server.person("Ann")
        async with container.started():
            await server.gateway.ready()
            await ann.slash("play", game="czech")
            code, said = await container.run("postboard", "backup", "/data/backups/")
            assert (code, "is in order" in said) == (0, True), said
            await ann.slash("play", game="rematch", channel="games")
        (copy,) = (volume / "backups").iterdir()
        code, said = await container.run("postboard", "restore", f"/data/backups/{copy.name}")
        assert code == 0, said
        async with container.started():
            await server.gateway.ready()
            games = (await ann.slash("games")).message
            assert games is not None
            assert "Czech draughts" in games.content
            assert "ReMatch" not in games.content, "it began after the backup"

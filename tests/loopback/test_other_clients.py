"""Libraries other than discord.py, each in a process and an environment of its own: `make soak`.

They come from PyPI and npm; where those can't be reached, or there is no Node.js, the test says so.
"""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from loopback import Loopback
from tests.loopback.other_clients import PROGRAMS
from tests.loopback.test_alone import DOCUMENT, ROOT, shown_files, write
from tests.openapi.recorder import Recorder

pytestmark = pytest.mark.skipif("SOAK" not in os.environ, reason="installs packages: make soak")
SECONDS_TO_CONNECT = 60.0


def installed(package: str, folder: Path) -> list[str]:
    """Install a library into a folder, and return the command that runs a program of it."""
    if package == "discord.js":
        if shutil.which("npm") is None:
            pytest.skip("there is no npm")
        _install(["npm", "install", "--silent", "--no-audit", package], folder)
        return ["node", "bot.mjs"]
    _install([sys.executable, "-m", "venv", "environment"], folder)
    python = str(folder / "environment" / "bin" / "python")
    _install([python, "-m", "pip", "install", "-q", package], folder)
    return [python, "bot.py"]


def _install(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or "it says nothing").splitlines()[-1]
        pytest.skip(f"it can't be installed: {last}")


@asynccontextmanager
async def process(
    server: Loopback, command: list[str], package: str, folder: Path
) -> AsyncGenerator[Path]:
    """Run a program of a library until the block ends; return the file of what it says."""
    (folder / command[-1]).write_text(PROGRAMS[package], encoding="utf-8")
    said = folder / "said.txt"
    assert server.url is not None
    with said.open("wb") as file:
        running = await asyncio.create_subprocess_exec(
            *command,
            server.url,
            str(server.socket),
            server.token,
            cwd=folder,
            stdout=file,
            stderr=file,
        )
        try:
            yield said
        finally:
            running.kill()
            await running.wait()


@pytest.mark.parametrize("package", PROGRAMS)
async def test_a_bot_of_another_library(package: str, tmp_path: Path, recorder: Recorder) -> None:
    recorder.checks_requests = False  # they send keys that Discord ignores
    command = await asyncio.to_thread(installed, package, tmp_path)
    async with (
        Loopback(port=0, strict=True) as server,
        process(server, command, package, tmp_path) as said,
    ):
        ann = server.person("Ann")
        try:
            await asyncio.wait_for(server.gateway.ready(), SECONDS_TO_CONNECT)
            assert (await ann.slash("hello")).message == ann.sees()[-1]
            assert ann.sees()[-1].content == "Hello"
            slow = await ann.slash("slow")
            assert slow.message is not None
            assert slow.message.content == "Done"
            file = await ann.slash("upload")
            assert file.message is not None
            assert [each.bytes for each in file.message.attachments] == [b"abc"]
            thread = await ann.slash("thread")
            assert thread.message is not None
            assert [each.content for each in ann.sees("Game")] == ["begin"]
            for breaks in (server.gateway.drop, server.gateway.reconnect):
                breaks()
                await asyncio.wait_for(server.gateway.connected(), SECONDS_TO_CONNECT)
                assert (await ann.slash("hello")).failed is None
        except BaseException as error:
            error.add_note(said.read_text("utf-8", "replace"))
            raise


@pytest.mark.parametrize("package", ["disnake", "hikari"])
def test_the_example_of_another_library_runs(package: str, tmp_path: Path) -> None:
    """With the distribution, in an environment that has nothing else."""
    python, _ = installed(package, tmp_path)
    shutil.copytree(ROOT / "loopback", tmp_path / "built" / "loopback")
    _install([python, "-m", "pip", "install", "-q", "pytest", "./built/loopback"], tmp_path)
    files = shown_files(DOCUMENT, package)
    assert files
    write(tmp_path, files)
    command = [python, "-m", "pytest", "-q", *files]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout

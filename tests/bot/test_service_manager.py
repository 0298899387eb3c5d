"""What systemd hears of the bot: ready, alive, stopping."""

import asyncio
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from bot.service_manager import reporting
from loopback import Loopback
from tests.bot.first_starts import bare, started
from tests.loopback.waiting import until

__all__ = ["bare"]


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Return the socket on which a service manager listens."""
    address = str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(address)
        listening.setblocking(False)
        yield listening


async def _heard(manager: socket.socket) -> str:
    return (await asyncio.get_running_loop().sock_recv(manager, 100)).decode()


def test_the_manager_hears_of_a_bot_that_serves_and_stops(
    manager: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is ready once Discord knows it, and stops though the watchdog was told just before.

    Somebody hears it all the time: a socket holds ten words, and a stop may take long.
    """
    heard: list[str] = []
    monkeypatch.setenv("WATCHDOG_USEC", "20000")
    manager.setblocking(True)

    def hear() -> None:
        while "STOPPING=1" not in heard:
            heard.append(manager.recv(100).decode())

    async def listen(server: Loopback) -> None:
        await until(lambda: "READY=1" in heard)
        assert server.gateway.online
        await until(lambda: heard.count("WATCHDOG=1") > 1)
        os.kill(os.getpid(), signal.SIGTERM)

    hearing = Thread(target=hear, daemon=True)
    hearing.start()
    assert started(monkeypatch, act=listen) == 0
    hearing.join()
    assert heard[:2] == ["STATUS=1 of 1 connection to Discord", "READY=1"]
    assert set(heard[2:-1]) == {"WATCHDOG=1"}


def test_a_start_that_fails_is_never_ready(
    manager: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert started(monkeypatch, token="wrong") == 78
    assert manager.recv(100) == b"STOPPING=1"
    with pytest.raises(BlockingIOError):
        manager.recv(100)


@pytest.mark.parametrize(
    ("environment", "alive"),
    [
        ({}, 0),
        ({"WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"}, 0),
        ({"WATCHDOG_USEC": "", "WATCHDOG_PID": str(os.getpid())}, 0),
        ({"WATCHDOG_USEC": "1000", "WATCHDOG_PID": str(os.getpid())}, 3),
    ],
)
async def test_only_the_watched_process_says_that_it_lives(
    environment: dict[str, str], alive: int, manager: socket.socket
) -> None:
    told = {**environment, "NOTIFY_SOCKET": os.environ["NOTIFY_SOCKET"]}
    async with reporting(told) as reports:
        reports.ready()
        reports.ready()
        assert await _heard(manager) == "READY=1"
        for _ in range(alive):
            assert await _heard(manager) == "WATCHDOG=1"
    words: list[bytes] = []
    while not words or words[-1] != b"STOPPING=1":
        words.append(manager.recv(100))
    assert alive or len(words) == 1


async def test_an_abstract_socket_is_reached() -> None:
    name = f"postboard-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{name}")
        listening.setblocking(False)
        async with reporting({"NOTIFY_SOCKET": f"@{name}"}) as reports:
            reports.ready()
        assert listening.recv(100) == b"READY=1"


async def test_without_a_manager_nothing_is_said(caplog: pytest.LogCaptureFixture) -> None:
    async with reporting({}) as reports:
        reports.ready()
    assert not caplog.text


async def test_a_manager_that_does_not_listen_stops_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with reporting({"NOTIFY_SOCKET": str(tmp_path / "gone")}) as reports:
        reports.ready()
    assert "Can't tell the service manager READY=1: " in caplog.text

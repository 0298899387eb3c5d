"""Words to the service manager that started the process: ready, alive, stopping.

systemd listens on the socket that `NOTIFY_SOCKET` names, as sd_notify(3) describes. Without it,
nothing is said.
"""

import asyncio
import logging
import os
import socket
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager

__all__ = ["reporting"]

_log = logging.getLogger("bot")


@asynccontextmanager
async def reporting(environment: Mapping[str, str]) -> AsyncGenerator[Callable[[], None]]:
    """Return a function that says, once, that the bot is ready.

    From then on the manager hears that the event loop turns, twice in the time after which it would
    kill the process (`WATCHDOG_USEC`); at the end it hears that the process stops.
    """
    address = environment.get("NOTIFY_SOCKET", "")
    alarm = _alarm(environment)
    watching: list[asyncio.Task[None]] = []

    def ready() -> None:
        if address and not watching:
            _say(address, "READY=1")
            watching.append(asyncio.create_task(_watch(address, alarm), name="watchdog"))

    try:
        yield ready
    finally:
        if address:
            _say(address, "STOPPING=1")
        for task in watching:
            task.cancel()


async def _watch(address: str, alarm: float | None) -> None:
    """Say time and again that the event loop turns."""
    while alarm:
        _say(address, "WATCHDOG=1")
        await asyncio.sleep(alarm / 2)


def _alarm(environment: Mapping[str, str]) -> float | None:
    """Return the seconds of silence after which the manager kills this process, if it does."""
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    microseconds = environment.get("WATCHDOG_USEC", "")
    return int(microseconds) / 1e6 if microseconds.isdecimal() else None


def _say(address: str, word: str) -> None:
    """Send a word. A socket in the abstract namespace is written with `@`."""
    target = f"\0{address[1:]}" if address.startswith("@") else address
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.setblocking(False)
            sender.sendto(word.encode(), target)
    except OSError as error:
        _log.warning("The service manager did not hear %s: %s", word, error)

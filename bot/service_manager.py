"""Words to the service manager that started the process: ready, alive, how it is, stopping.

systemd listens on the socket that `NOTIFY_SOCKET` names, as sd_notify(3) describes. Without it,
nothing is said.
"""

import asyncio
import logging
import os
import socket
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager

__all__ = ["ServiceManager", "reporting"]

_log = logging.getLogger("bot")


class ServiceManager:
    """The service manager that started this process. An empty address means there is none."""

    def __init__(self, address: str, alarm: float | None) -> None:
        self._address = address
        self._alarm = alarm
        self._watching: asyncio.Task[None] | None = None

    def ready(self) -> None:
        """Report once that the bot is ready, and from then on that its event loop runs."""
        if self._address and self._watching is None:
            _say(self._address, "READY=1")
            watching = _watch(self._address, self._alarm)
            self._watching = asyncio.create_task(watching, name="watchdog")

    def tell(self, state: str) -> None:
        """Report the bot's state in a sentence."""
        if self._address:
            _say(self._address, f"STATUS={state}")

    def stop(self) -> None:
        """Report that the process stops."""
        if self._address:
            _say(self._address, "STOPPING=1")
        if self._watching is not None:
            self._watching.cancel()


@asynccontextmanager
async def reporting(environment: Mapping[str, str]) -> AsyncGenerator[ServiceManager]:
    """Yield the service manager, and report to it at the end that the process stops.

    Once the bot is ready, it is told twice a `WATCHDOG_USEC` that the event loop runs.
    Without a report in that time it kills the process.
    """
    manager = ServiceManager(environment.get("NOTIFY_SOCKET", ""), _alarm(environment))
    try:
        yield manager
    finally:
        manager.stop()


async def _watch(address: str, alarm: float | None) -> None:
    """Report time and again that the event loop runs."""
    while alarm:
        _say(address, "WATCHDOG=1")
        await asyncio.sleep(alarm / 2)


def _alarm(environment: Mapping[str, str]) -> float | None:
    """Return the seconds of silence after which the manager kills this process, or None."""
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
        _log.warning("Can't tell the service manager %s: %s", word, error)

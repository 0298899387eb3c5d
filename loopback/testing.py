"""The pytest plugin: the fixture `loopback`, a server for the test of any bot.

Every pytest loads it where this package is installed, so it imports nothing until a test asks for
the fixture.
"""

import inspect
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from loopback.server import Loopback


@pytest.fixture
def loopback() -> "Loopback":
    """Return a server that `loopback.running(bot)` or `async with loopback` opens.

    It is made without an event loop, and serves in the test's, whatever plugin runs
    asynchronous tests. A fixture of this name in a project returns one with other settings.
    """
    from loopback.server import Loopback  # noqa: PLC0415

    return Loopback()


def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> None:
    """Run an asynchronous test of a server that no other plugin runs.

    A server that is open by now was opened by a fixture, in the event loop of another plugin.
    """
    test = pyfuncitem.obj
    if "loopback" not in pyfuncitem.funcargs or not inspect.iscoroutinefunction(test):
        return
    import asyncio  # noqa: PLC0415

    from loopback.server import Loopback  # noqa: PLC0415

    server = pyfuncitem.funcargs["loopback"]
    if isinstance(server, Loopback) and not server.is_open:

        def run(**fixtures: object) -> None:
            asyncio.run(test(**fixtures))

        pyfuncitem.obj = run

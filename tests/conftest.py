"""What holds for every test: what Discord describes goes over the wire, and chance repeats."""

import gc
import os
import random
import shutil
import signal
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from discord.gateway import KeepAliveHandler

from loopback import Loopback
from tests.conformance.configured import THIRD
from tests.made_columns import remember_columns
from tests.openapi.recorder import Recorder
from tests.postgres.in_place import dropped, is_in_place, postgres_in_place

_MEMORY: Final = Path("/dev/shm")
_ENOUGH: Final = 2**30
"""Bytes."""

# The database waits for the disk at each commit, and no test cuts the power. So files of tests lie
# in memory where there is room.
if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ENOUGH:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))

# `&` in a script lets it be ignored, and so would the processes of tests, some of which are to be
# stopped by it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Pictures are the same on every machine.
os.environ["POSTBOARD_FONTS"] = "pinned"


def pytest_report_header() -> str:
    """Say which third of the long walks is tried, so that it can be tried again."""
    return f"long walks: THIRD={THIRD} of 0, 1, 2, or all"


def pytest_collection_finish() -> None:
    """Collect garbage seldom, and never look at what is loaded by now: it stays until the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


@pytest.fixture(autouse=True, scope="session")
def made_columns() -> Generator[None]:
    """Let each start of the bot compare a database with what an earlier one found out."""
    with pytest.MonkeyPatch.context() as patch:
        remember_columns(patch)
        yield


@pytest.fixture(autouse=True, scope="session")
def postgres() -> Generator[None]:
    """Let tests of the store run on PostgreSQL if POSTGRES is in the environment, any word."""
    if "POSTGRES" not in os.environ:
        yield
        return
    with postgres_in_place():
        yield


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out what is about SQLite's files alone, as its mark says, where there are none."""
    if is_in_place() and (mark := item.get_closest_marker("file")) is not None:
        pytest.skip(f"is about {mark.args[0]}")


@pytest.fixture(autouse=True)
def postgres_databases() -> Generator[None]:
    """Drop the databases of each test there."""
    with dropped():
        yield


@pytest.fixture(autouse=True)
def chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process draw the same seats and dice whenever the same test runs.

    `CHANCE` in the environment, any word, draws others.
    """
    seeded = random.Random(f"{os.environ.get('CHANCE', '')} {request.node.nodeid}")
    monkeypatch.setattr("bot.tables.seating._random", seeded)
    monkeypatch.setattr("bot.model.dice_secret.token_bytes", seeded.randbytes)


@pytest.fixture(autouse=True)
def heartbeats() -> Generator[None]:
    """Stop the threads of shards that a closing bot kept from connecting.

    discord.py leaves them, and 41 seconds later they fail in whatever test is running.
    """
    yield
    for thread in threading.enumerate():
        if isinstance(thread, KeepAliveHandler):
            thread.stop()


@pytest.fixture(autouse=True)
def recorder(request: pytest.FixtureRequest) -> Generator[Recorder]:
    """Check every exchange with a loopback server, and fail the test that deviates."""
    recording = Recorder(hostile="tests/loopback" in request.node.nodeid)
    Loopback.observers.append(recording)
    yield recording
    Loopback.observers.remove(recording)
    assert not recording.deviations, recording.report()

"""Waiting for what another task brings about."""

import asyncio
from collections.abc import Callable


async def until(condition: Callable[[], bool]) -> None:
    """Let other tasks run until a condition holds; the test's own time-out ends it otherwise."""
    while not condition():  # noqa: ASYNC110 - nothing tells of an arbitrary condition
        await asyncio.sleep(0.001)

"""The desk."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from loopback.platform import Platform


class Desk:
    """Serves the chat page."""

    def __init__(self, platform: Platform) -> None:
        self._platform = platform

    @asynccontextmanager
    async def open(self, port: int) -> AsyncIterator[str]:
        """Serve."""
        yield f"http://127.0.0.1:{port}/"

"""Limits of time that end when a test says so, not by the clock."""

import asyncio

import pytest

__all__ = ["HeldTime"]


class HeldTime:
    """The limits of what a pool reads from its workers: nothing is too late until one is ended."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._latest: asyncio.Timeout | None = None
        monkeypatch.setattr("engine.pool.timeout", self._limit)

    def end(self) -> None:
        """Let the time of what was read last be up."""
        assert self._latest is not None
        self._latest.reschedule(asyncio.get_running_loop().time())

    def _limit(self, _seconds: float) -> asyncio.Timeout:
        self._latest = asyncio.timeout(None)
        return self._latest

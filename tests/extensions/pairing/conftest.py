"""Paired games that follow one another at once."""

import pytest


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let threads follow one another at once, and tries as well."""
    monkeypatch.setattr("bot.extensions.pairing.opening._PER_SECOND", 1000.0)
    monkeypatch.setattr("bot.extensions.pairing.opening._REST", 0.05)
    monkeypatch.setattr("bot.extensions.pairing.opening._REFUSED", 0.05)

"""What pictures share is drawn before the bot logs in, not while somebody waits for an answer."""

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import render
from bot.app import create_app
from bot.messages import pictures
from rules.registry import all_games


def _caches() -> Iterator[Any]:
    """Yield the functions of `render` that keep what they draw."""
    for module in pkgutil.walk_packages(render.__path__, "render."):
        for held in vars(importlib.import_module(module.name)).values():
            if hasattr(held, "cache_info"):
                yield held


async def test_a_bot_has_drawn_each_board_before_it_logs_in(database: Path) -> None:
    caches = list(_caches())
    for cached in (*caches, pictures.warm_up):
        cached.cache_clear()
    async with create_app(database):
        drawn = [cached.cache_info().misses for cached in caches]
        assert any(drawn)
        for game in all_games().values():
            await pictures.draw(game.view(game.start()))
        assert [cached.cache_info().misses for cached in caches] == drawn

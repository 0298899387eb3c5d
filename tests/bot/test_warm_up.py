"""What pictures share is drawn before the bot logs in, not while somebody waits for an answer."""

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

import render
from bot.app import create_app
from bot.messages import pictures
from render import pieces
from rules.contract.sentence import ENGLISH
from rules.registry import all_games, find


def _caches() -> Iterator[Any]:
    """Yield the functions of `render` that keep what they draw."""
    for module in pkgutil.walk_packages(render.__path__, "render."):
        yield from _caches_of(importlib.import_module(module.name))


def _caches_of(module: ModuleType) -> Iterator[Any]:
    for held in vars(module).values():
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
            pictures.drawn(game.view(game.start())).draw(ENGLISH)
        assert [cached.cache_info().misses for cached in caches] == drawn


@pytest.mark.parametrize("key", ["czech", "turkish"])
def test_it_has_drawn_men_and_kings_with_all_that_marks_them(key: str) -> None:
    pictures.warm_up()
    caches = list(_caches_of(pieces))
    before = [cached.cache_info().misses for cached in caches]
    game, chance, kings = find(key), Random(9), 0
    state = game.start()
    while game.turn(state) is not None:
        move = chance.choice(game.legal(state))
        state = game.apply(state, move)
        view = game.view(state, move)
        kings += sum(stack.pieces[-1].crowned for stack in view.stacks)
        pictures.drawn(view).draw(ENGLISH)
    assert kings
    assert [cached.cache_info().misses for cached in caches] == before

"""What pictures share is drawn once the bot is there, for the games that are being played."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.delivery.background import warming
from bot.interactions.client import Postboard
from bot.messages import pictures
from loopback import Loopback
from render import pieces
from rules.contract.sentence import ENGLISH
from rules.registry import find
from tests.bot.conftest import bot_on
from tests.bot.game_driver import sit_down
from tests.render.caches import caches


def _drawn() -> int:
    """Return how much was drawn that later pictures share."""
    return sum(cached.cache_info().misses for cached in caches())


async def _warmed(server: Loopback, database: Path) -> None:
    """Run a process until it draws nothing beforehand any more."""
    for cached in caches():
        cached.cache_clear()
    async with bot_on(server, database):
        while warm := [task for task in asyncio.all_tasks() if task.get_name() == "warming"]:
            await asyncio.wait(warm)


def _new_in_the_picture_of(key: str) -> int:
    """Return how much is drawn for the beginning of a game that wasn't drawn before."""
    before, game = _drawn(), find(key)
    pictures.draw(game.view(game.start())).draw(ENGLISH)
    return _drawn() - before


@pytest.fixture
async def czech(server: Loopback, bot: Postboard, database: Path) -> None:
    """Begin a game of Czech draughts, and end the process."""
    await sit_down(server, bot, database)
    await bot.close()


@pytest.mark.usefixtures("czech")
async def test_the_boards_of_running_games_are_drawn_and_no_others(
    server: Loopback, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "_PAUSE", 0.0)
    await _warmed(server, database)
    assert _new_in_the_picture_of("czech") == 0
    assert _new_in_the_picture_of("rekushu") > 0


@pytest.mark.usefixtures("czech")
async def test_with_little_memory_no_boards_are_drawn(
    server: Loopback, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "memory", lambda: warming.LEAST_MEMORY - 1)
    await _warmed(server, database)
    assert _drawn() == 0


def test_the_memory_is_that_of_the_narrowest_group(tmp_path: Path) -> None:
    groups, service = tmp_path / "groups", tmp_path / "system" / "postboard"
    service.mkdir(parents=True)
    groups.write_text("0::/system/postboard\n")
    whole = warming.memory(groups, tmp_path)
    assert whole is None or whole > 2000
    (service / "memory.max").write_text("max\n")
    assert warming.memory(groups, tmp_path) == whole
    (tmp_path / "system" / "memory.max").write_text("1000\n")
    assert warming.memory(groups, tmp_path) == 1000
    (service / "memory.max").write_text("2000\n")
    assert warming.memory(groups, tmp_path) == 1000


@pytest.mark.parametrize("key", ["czech", "turkish"])
def test_it_has_drawn_men_and_kings_with_all_that_marks_them(key: str) -> None:
    game, chance, kings = find(key), Random(9), 0
    assert all(pictures.warm_up(game))
    kept = [cached for cached in caches() if cached.__module__ == pieces.__name__]
    before = [cached.cache_info().misses for cached in kept]
    state = game.start()
    while game.turn(state) is not None:
        move = chance.choice(game.legal(state))
        state = game.apply(state, move)
        view = game.view(state, move)
        kings += sum(stack.pieces[-1].crowned for stack in view.stacks)
        pictures.draw(view).draw(ENGLISH)
    assert kings
    assert [cached.cache_info().misses for cached in kept] == before


@pytest.mark.parametrize("is_there", [False, True])
async def test_the_log_says_which_names_are_not_drawn_without_a_library(
    server: Loopback,
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    is_there: bool,
) -> None:
    monkeypatch.setattr(warming, "joins_letters", lambda: is_there)
    monkeypatch.setattr(warming, "memory", lambda: 0)
    async with bot_on(server, database):
        pass
    told = [each for each in caplog.messages if "libfribidi" in each]
    assert len(told) == (0 if is_there else 1)
    assert all("Hebrew" in each and "docs/hosting.md" in each for each in told)

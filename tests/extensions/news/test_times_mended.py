"""Moments of news that a clock which was ahead has written, once the right one has come."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.extensions.news.values import DIGEST, FOLLOWED
from bot.model.preferences import Preferences
from bot.tables.commands import Play
from rules.time.duration import DAY, HOUR
from tests.bot.table_service import ANN, CY, caller
from tests.bot.timed_host import NOON
from tests.extensions.news.news_host import NewsHost, follow, host_on

AHEAD = 40 * DAY
SEVEN = Preferences(zone="UTC", digest=7 * 60)


@pytest.fixture
async def host(tmp_path: Path) -> AsyncGenerator[NewsHost]:
    async with host_on(tmp_path) as opened:
        yield opened


async def due(host: NewsHost, kind: str) -> list[int]:
    """Return when timers of a kind are due, in seconds after noon."""
    return [timer.due - NOON for timer in await host.queues.timers() if timer.kind == kind]


async def mend(host: NewsHost) -> None:
    """Set the clock right, and let the bot look at its times as it does every day."""
    host.clock.time = NOON
    await host.store.times.mend(NOON)


async def test_a_daily_summary_comes_at_the_next_hour_of_the_right_clock(host: NewsHost) -> None:
    host.clock.time = NOON + AHEAD
    await host.lived()
    await host.prefers(ANN.id, SEVEN)
    await host.game("7d")
    await host.at(AHEAD + 20 * HOUR)
    assert (await due(host, DIGEST))[0] > AHEAD + DAY
    await mend(host)
    assert await due(host, DIGEST) == [19 * HOUR]


async def test_news_of_a_followed_game_are_told_at_once(host: NewsHost) -> None:
    table = await host.game("7d")
    await follow(host, table, caller(CY), moves=True)
    host.clock.time = NOON + AHEAD
    await host.lived()
    await host.do(table, ANN, Play("c3-d4"))
    assert (await due(host, FOLLOWED))[0] >= AHEAD
    await mend(host)
    assert await due(host, FOLLOWED) == [0]

"""News and summaries that wait to be sent when their person switches pings off."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.extensions.news.values import DIGEST, FOLLOWED
from bot.model.preferences import Preferences
from bot.tables.commands import Play, Resign
from rules.time.duration import HOUR
from tests.bot.table_service import ANN, BO, CY, caller
from tests.bot.timed_host import Host
from tests.extensions.news.news_host import NewsHost, composer, follow, host_on

SEVEN = Preferences(zone="UTC", digest=7 * 60)


@pytest.fixture
async def host(tmp_path: Path) -> AsyncGenerator[NewsHost]:
    async with host_on(tmp_path) as opened:
        yield opened


async def is_sent(host: Host, kind: str) -> bool:
    """Tell whether the only row of a kind would be sent now."""
    (row,) = [each for each in await host.queues.waiting() if each.kind == kind]
    return await composer(host).compose(row) is not None


async def test_a_summary_is_not_sent_to_who_wants_no_pings_by_then(host: Host) -> None:
    await host.prefers(ANN.id, SEVEN)
    await host.game("none")
    await host.at(19 * HOUR)
    assert await is_sent(host, DIGEST)
    await host.prefers(ANN.id, Preferences(zone="UTC", pings=False))
    assert not await is_sent(host, DIGEST)


async def test_news_of_a_game_are_not_sent_to_who_wants_no_pings_by_then(host: Host) -> None:
    table = await host.game("1d")
    await follow(host, table, caller(CY), moves=False)
    await host.do(table, ANN, Play("c3-d4"))
    await host.do(table, BO, Resign())
    await host.scheduler.run_due()
    assert await is_sent(host, FOLLOWED)
    await host.prefers(CY.id, Preferences(pings=False))
    assert not await is_sent(host, FOLLOWED)

"""Series and busy channels, with as few messages a channel as Discord is measured to allow.

Discord does not publish its limits (topics/rate-limits.mdx); five messages in five seconds are what
bots commonly see in the headers. The tests are those of the two modules, on a server of this kind.
"""

from collections.abc import AsyncGenerator

import pytest

from bot.local import local_server
from loopback import Limits, Loopback, Window
from tests.bot import test_busy_channel, test_series


@pytest.fixture
async def server() -> AsyncGenerator[Loopback]:
    async with local_server(limits=Limits(messages=Window(5, 5.0))) as opened:
        yield opened


for module in (test_busy_channel, test_series):
    globals().update(
        {name: test for name, test in vars(module).items() if name.startswith("test_")}
    )

"""A message whose reply was lost is looked for in its channel, however much was written since."""

import pytest

from bot.delivery.outbox import outbox
from bot.interactions.client import Postboard
from loopback import Faults, Loopback
from loopback.exchange import Exchange
from rules.time.duration import HOUR
from tests.bot.game_driver import delivered
from tests.bot.test_outbox import remind, said, tried

MESSAGES = "/channels/{channel}/messages"


async def tried_below(
    server: Loopback, bot: Postboard, monkeypatch: pytest.MonkeyPatch, faults: Faults, lines: int
) -> None:
    """Let an attempt meet faults, and people write so many lines before the next one."""
    monkeypatch.setattr(outbox, "ATTEMPT", 0.5)
    server.faults = faults
    await remind(server, bot, "lobby", "once")
    await tried(bot, "once")
    monkeypatch.setattr(outbox, "ATTEMPT", 3600.0)
    for number in range(lines):
        server.person("Cy").say(f"line {number}", "lobby")
    server.clock.advance(HOUR)  # Discord keeps a nonce for minutes.


@pytest.mark.parametrize("lines", [20, 130])
async def test_what_has_arrived_is_not_sent_again(
    server: Loopback, bot: Postboard, monkeypatch: pytest.MonkeyPatch, lines: int
) -> None:
    faults = Faults(server_errors_after=1, routes=frozenset({MESSAGES}))
    await tried_below(server, bot, monkeypatch, faults, lines)
    server.faults = Faults()
    await delivered(bot)
    assert said(server, "lobby") == ["once"]


async def test_a_search_goes_on_where_the_attempt_before_has_ended(
    server: Loopback, bot: Postboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, broken = list[int](), Faults(dropped_before=1, routes=frozenset({MESSAGES}))

    def look(exchange: Exchange) -> None:
        if exchange.method == "GET" and exchange.route == MESSAGES:
            read.append(int(exchange.query["after"]))
            server.faults = broken if len(read) == 1 else server.faults

    faults = Faults(server_errors=1, routes=frozenset({MESSAGES}))
    await tried_below(server, bot, monkeypatch, faults, lines=230)
    server.faults = Faults()
    server._platform.observers.append(look)  # pyright: ignore[reportPrivateUsage]
    await bot.outbox.deliver_due()
    (row,) = [each for each in await bot.store.queues.waiting() if each.payload == "once"]
    broke_at = len(read)
    server.faults = Faults()
    server.clock.advance(HOUR)
    await delivered(bot)
    assert said(server, "lobby") == ["once"]
    assert read[broke_at] == row.after
    assert read[0] < read[broke_at] < read[-1]

"""Rate limits that Discord shares between routes, without a header that tells of them before."""

import time
from pathlib import Path

import pytest

from bot.delivery.requests import GlobalLimit
from bot.interactions.client import Postboard
from bot.local import local_server
from loopback import Clock, Limits, Loopback, Person, Window
from loopback.exchange import Exchange
from tests.bot.conftest import bot_on
from tests.bot.game_driver import choose_and_play, delivered, private, sit_down
from tests.loopback.waiting import until


@pytest.mark.parametrize(
    ("status", "headers", "is_strained"),
    [
        (429, {"Retry-After": "9", "X-RateLimit-Scope": "shared"}, True),
        (429, {"Retry-After": "9", "X-RateLimit-Scope": "global", "X-RateLimit-Global": "1"}, True),
        (429, {"Retry-After": "9", "X-RateLimit-Scope": "user"}, False),
        (429, {"Retry-After": "0", "X-RateLimit-Scope": "shared"}, False),
        (200, {"X-RateLimit-Scope": "shared"}, False),
    ],
)
async def test_the_scope_of_a_limit_is_read(
    status: int, headers: dict[str, str], *, is_strained: bool
) -> None:
    limit = GlobalLimit()
    assert not limit.is_strained
    limit.note(status, headers)
    assert limit.is_strained is is_strained
    assert (limit.remaining() > 0) == ("X-RateLimit-Global" in headers)


async def test_old_panels_stay_while_a_shared_limit_lasts(bot: Postboard, ann: Person) -> None:
    """Nothing depends on their removal, and it might count for the limit."""
    limit = bot.panels._limit  # pyright: ignore[reportPrivateUsage]
    first = private(await ann.slash("games"))
    limit.note(429, {"Retry-After": "30", "X-RateLimit-Scope": "shared"})
    second = private(await ann.slash("games"))
    await bot.idle()
    await bot.panels.settled()
    assert {first.id, second.id} <= {each.id for each in ann.sees()}
    limit._shared_until = 0.0  # pyright: ignore[reportPrivateUsage]
    third = private(await ann.slash("games"))
    await until(lambda: second.id not in {each.id for each in ann.sees()})
    assert {first.id, third.id} <= {each.id for each in ann.sees()}


class StoppedClock(Clock):
    """A clock that only `advance` moves, so that no window of a limit ends by itself."""

    def __init__(self) -> None:
        super().__init__()
        self._began = time.time()

    def now(self) -> float:
        return self._began + self._ahead


async def test_moves_come_once_through_a_limit_that_follow_ups_share(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window ends only once a follow-up was refused."""
    clock, refused = StoppedClock(), list[str]()

    def heard(exchange: Exchange) -> None:
        if exchange.status == 429:
            refused.append(exchange.route or "")
            clock.advance(0.05)

    monkeypatch.setattr(Loopback, "observers", [*Loopback.observers, heard])
    limits = Limits(follow_ups=Window(2, 0.05))
    async with local_server(limits=limits, clock=clock) as server, bot_on(server, database) as bot:
        driver = await sit_down(server, bot, database)
        for move in ("c3-d4", "b6-a5", "g3-h4", "c7-b6"):
            assert driver.match.seat_due is not None
            after = driver.match.play(driver.match.seat_due, move)
            panel = private(await driver.due.click(driver.board, "Move"))
            await driver.became(after, await choose_and_play(driver.due, panel, move))
        await delivered(bot)
        assert bot.limit._shared_until > 0  # pyright: ignore[reportPrivateUsage]
    assert refused
    assert set(refused) == {"/webhooks/{application}/{token}"}

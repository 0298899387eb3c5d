"""Rate limits that Discord shares between routes, without a header that tells of them before."""

import pytest

from bot.delivery.requests import GlobalLimit
from bot.interactions.client import Postboard
from loopback import Person
from tests.bot.game_driver import private
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

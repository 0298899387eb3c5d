"""What a diagnosis says without Discord."""

from math import inf, nan

import pytest

from bot.messages.diagnosis import Access, diagnosis
from bot.store.servers import Work

WORK = Work(
    size=2048, messages=0, oldest_message=None, parked=0, engine_turns=0, oldest_engine_turn=None
)


@pytest.mark.parametrize(
    ("latency", "said"),
    [
        (0.0426, "Discord answers in 43 ms."),
        (inf, "Discord has not answered a heartbeat yet."),
        (nan, "Discord has not answered a heartbeat yet."),
    ],
)
def test_a_bot_that_has_just_connected_is_diagnosed_too(latency: float, said: str) -> None:
    told = diagnosis(Access(1, ()), [], WORK, latency=latency, has_bot_scope=True)
    assert said in told.english()

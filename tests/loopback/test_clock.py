import pytest

from loopback import Clock
from loopback.snowflake import Snowflakes, created, named
from tests.loopback.waiting import until


async def test_alarms_ring_when_their_moment_comes() -> None:
    clock = Clock()
    rung: list[str] = []
    clock.alarm(clock.now() + 60, lambda: rung.append("minute"))
    clock.alarm(clock.now() + 3600, lambda: rung.append("hour"))
    cancelled = clock.alarm(clock.now() + 1, lambda: rung.append("never"))
    cancelled.cancel()
    clock.advance(61)
    await until(lambda: bool(rung))
    assert rung == ["minute"]
    clock.advance(3600)
    await until(lambda: len(rung) > 1)
    assert rung == ["minute", "hour"]
    with pytest.raises(ValueError, match="only moves ahead"):
        clock.advance(-1)


def test_ids_rise_and_carry_the_time() -> None:
    clock = Clock()
    ids = Snowflakes(clock)
    before = clock.now()
    made = [ids.next() for _ in range(1000)]
    assert made == sorted(set(made))
    assert before - 0.001 < created(made[0]) <= clock.now()
    clock.advance(3600)
    assert created(ids.next()) - created(made[0]) > 3599


def test_named_ids_are_the_same_on_every_start_and_old() -> None:
    assert named("user Ann") == named("user Ann") != named("user Bo")
    assert 1.45e9 < created(named("user Ann")) < 1.49e9

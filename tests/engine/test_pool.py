"""Worker processes that die, freeze, talk nonsense or are no longer wanted."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from engine.choose import choose
from engine.levels import LEVELS, find_level
from engine.pool import Limits, Pool, RefusedError, WorkerError
from engine.tasks import Request, Task
from rules.match.match import Match
from tests.engine.games import deep_game, random_match, transcript_of

SLOW = Limits(seconds=dict.fromkeys(Task, 60.0))


@pytest.fixture
async def pool() -> AsyncGenerator[Pool]:
    """Return a pool of one worker."""
    async with Pool(SLOW) as open_pool:
        yield open_pool


def deep_match() -> Match:
    """Return a match about which the strongest level thinks for seconds."""
    return random_match(deep_game(), 3, 6)


def deep_request(level: int = LEVELS[-1].number) -> Request:
    """Return a request for a move in it."""
    return Request(Task.CHOOSE, transcript_of(deep_match()), level, seed=1)


async def thinking(pool: Pool) -> int:
    """Wait until a worker thinks and return its process id."""
    while not pool.busy:  # noqa: ASYNC110 - a process signals nothing when it begins
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.2)  # it has read the request by now, or will before it answers
    return pool.busy[0]


def is_legal(notation: str) -> bool:
    """Tell whether the move can be played in the deep match."""
    match = deep_match()
    return match.read(notation) in match.game.legal(match.state)


async def test_a_pool_answers_as_the_engine_does(pool: Pool) -> None:
    match = deep_match()
    expected = choose(match.game, match.state, find_level(2), 1)
    answer = await pool.choose(deep_request(level=2))
    assert answer.move == match.game.notate(expected.move)
    assert answer.line == tuple(map(match.game.notate, expected.line))
    assert not answer.makeshift
    assert pool.failures == 0


async def test_a_worker_killed_in_mid_thought_is_replaced(pool: Pool) -> None:
    asked = asyncio.create_task(pool.choose(deep_request()))
    pid = await thinking(pool)
    os.kill(pid, signal.SIGKILL)
    answer = await asked
    assert is_legal(answer.move)
    assert not answer.makeshift
    assert pool.failures == 1
    again = await pool.choose(deep_request(level=2))
    assert is_legal(again.move)


async def test_a_frozen_worker_is_killed_when_its_time_is_up() -> None:
    limits = Limits(seconds=dict.fromkeys(Task, 3.0))
    async with Pool(limits) as pool:
        asked = asyncio.create_task(pool.choose(deep_request()))
        pid = await thinking(pool)
        os.kill(pid, signal.SIGSTOP)
        answer = await asked
        assert is_legal(answer.move)
        assert pool.failures >= 1
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


async def test_without_any_worker_there_is_still_a_move() -> None:
    """No process is ready at once."""
    async with Pool(Limits(start=0.0)) as pool:
        answer = await pool.choose(deep_request())
        assert answer.makeshift
        assert is_legal(answer.move)
        assert pool.failures == 2
        with pytest.raises(WorkerError):
            await pool.ask(deep_request())


@pytest.mark.parametrize("said", [{}, {"answer": 3}, {"answer": {}}])
async def test_a_worker_that_answers_nonsense_is_not_believed(
    said: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = tmp_path / "worker"
    worker.write_text(
        f"#!{sys.executable}\nimport json, sys\nprint('{{\"ready\": true}}', flush=True)\n"
        f"for line in sys.stdin:\n    asked = json.loads(line)['id']\n"
        f"    print(json.dumps({{'id': asked, **{said!r}}}), flush=True)\n"
    )
    worker.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(worker))
    async with Pool() as pool:
        answer = await pool.choose(deep_request())
    assert answer.makeshift
    assert is_legal(answer.move)


async def test_what_nobody_waits_for_is_not_thought_to_its_end(pool: Pool) -> None:
    asked = asyncio.create_task(pool.choose(deep_request()))
    pid = await thinking(pool)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    answer = await pool.choose(deep_request(level=1))
    assert is_legal(answer.move)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_no_move_waits_for_an_analysis(pool: Pool) -> None:
    """With one worker for moves; the analysis would take minutes."""
    told = transcript_of(random_match(deep_game(), 1, 60))
    analysis = asyncio.create_task(pool.ask(Request(Task.ANALYSE, told, LEVELS[-1].number)))
    await thinking(pool)
    answer = await pool.choose(deep_request(level=1))
    assert is_legal(answer.move)
    assert not analysis.done()
    analysis.cancel()


async def test_gentle_levels_come_before_strong_ones(pool: Pool) -> None:
    """All are asked before the only process has started, for the first of them."""
    done: list[str] = []

    async def ask(name: str, request: Request) -> None:
        await pool.ask(request)
        done.append(name)

    async with asyncio.TaskGroup() as group:
        group.create_task(ask("first", deep_request(level=3)))
        for _ in range(3):
            await asyncio.sleep(0)  # it is taken from the queue
        group.create_task(ask("strong", deep_request(level=2)))
        group.create_task(ask("gentle", deep_request(level=1)))
    assert done == ["first", "gentle", "strong"]


async def test_a_senseless_request_is_refused_and_the_worker_stays(pool: Pool) -> None:
    before = await pool.choose(deep_request(level=1))
    with pytest.raises(RefusedError, match="no level"):
        await pool.choose(deep_request(level=99))
    assert await pool.choose(deep_request(level=1)) == before
    assert pool.failures == 0


async def test_a_worker_is_replaced_after_enough_answers() -> None:
    async with Pool(Limits(answers=1)) as pool:
        first = await pool.choose(deep_request(level=1))
        assert await pool.choose(deep_request(level=1)) == first
        assert pool.failures == 0


async def test_two_workers_think_at_once() -> None:
    async with Pool(Limits(workers=2)) as pool:
        asked = [asyncio.create_task(pool.choose(deep_request())) for _ in range(2)]
        while len(pool.busy) < 2:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.01)
    for one in asked:
        with pytest.raises(asyncio.CancelledError):
            await one


async def test_a_closed_pool_leaves_no_process_and_nobody_waiting() -> None:
    async with Pool(SLOW) as pool:
        asked = [asyncio.create_task(pool.choose(deep_request())) for _ in range(2)]
        pid = await thinking(pool)
    for one in asked:
        with pytest.raises(asyncio.CancelledError):
            await one
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def environment_of(pid: int) -> bytes:
    """Return what a process was given as its environment."""
    return Path(f"/proc/{pid}/environ").read_bytes()


async def test_a_worker_gets_none_of_the_programs_secrets(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "not for workers")
    asked = asyncio.create_task(pool.choose(deep_request()))
    pid = await thinking(pool)
    environment = environment_of(pid)
    asked.cancel()
    assert b"not for workers" not in environment
    assert b"PATH=" in environment

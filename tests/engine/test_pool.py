"""Worker processes that die, freeze, talk nonsense or are no longer wanted."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from engine.choose import choose
from engine.levels import LEVELS, find_level
from engine.pool import Limits, Pool, RefusedError, WorkerError
from engine.tasks import Answered, Request, Task
from rules.match.match import Match
from tests.engine.games import deep_game, random_match, transcript_of
from tests.engine.held_time import HeldTime
from tests.engine.held_worker import begun, holding

SLOW = Limits(start=120.0, seconds=dict.fromkeys(Task, 120.0))


@pytest.fixture
def thoughts(tmp_path: Path) -> Path:
    """Return the folder in which held workers tell that they think."""
    return tmp_path / "thoughts"


@pytest.fixture
def program(thoughts: Path) -> Sequence[str]:
    """Return workers that come to no end at the strongest level."""
    return holding(thoughts, LEVELS[-1])


@pytest.fixture
async def pool(program: Sequence[str]) -> AsyncGenerator[Pool]:
    """Return a pool of one such worker."""
    async with Pool(SLOW, program=program) as open_pool:
        yield open_pool


def deep_match() -> Match:
    """Return a match in which there is much to think about."""
    return random_match(deep_game(), 3, 6)


def deep_request(level: int = LEVELS[-1].number) -> Request:
    """Return a request for a move in it."""
    return Request(Task.CHOOSE, transcript_of(deep_match()), level, seed=1)


def is_legal(notation: str) -> bool:
    """Tell whether the move can be played in the deep match."""
    match = deep_match()
    return match.read(notation) in match.game.legal(match.state)


async def test_a_pool_answers_as_the_engine_does() -> None:
    match = deep_match()
    expected = choose(match.game, match.state, find_level(2), 1)
    async with Pool(SLOW) as pool:
        answer = await pool.choose(deep_request(level=2))
    assert answer.move == match.game.notate(expected.move)
    assert answer.line == tuple(map(match.game.notate, expected.line))
    assert not answer.makeshift
    assert pool.failures == 0


async def test_a_worker_killed_in_mid_thought_is_replaced(pool: Pool, thoughts: Path) -> None:
    asked = asyncio.create_task(pool.choose(deep_request()))
    pid = await begun(thoughts)
    assert pool.busy == (pid,)
    os.kill(pid, signal.SIGKILL)
    answer = await asked
    assert is_legal(answer.move)
    assert not answer.makeshift
    assert pool.failures == 1
    again = await pool.choose(deep_request(level=2))
    assert is_legal(again.move)


async def test_a_frozen_worker_is_killed_when_its_time_is_up(
    monkeypatch: pytest.MonkeyPatch, pool: Pool, thoughts: Path
) -> None:
    time = HeldTime(monkeypatch)
    asked = asyncio.create_task(pool.choose(deep_request()))
    pid = await begun(thoughts)
    os.kill(pid, signal.SIGSTOP)
    time.end()
    answer = await asked
    assert is_legal(answer.move)
    assert not answer.makeshift
    assert pool.failures == 1
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_an_answer_has_the_time_of_its_task(program: Sequence[str], thoughts: Path) -> None:
    """Nobody ends the limit of an analysis here; that of a move is one that any machine reaches."""
    seconds = {**dict.fromkeys(Task, 3600.0), Task.CHOOSE: 0.05}
    async with Pool(Limits(seconds=seconds), program=program) as pool:
        analysis = asyncio.create_task(pool.ask(replace(deep_request(), task=Task.ANALYSE)))
        pid = await begun(thoughts)
        with pytest.raises(WorkerError, match=r"took more than 0\.05 s"):
            await pool.ask(deep_request())
        assert pool.busy == (pid,)
        assert not analysis.done()
        analysis.cancel()


async def test_without_any_worker_there_is_still_a_move() -> None:
    """No process is ready at once."""
    async with Pool(Limits(start=0.0)) as pool:
        answer = await pool.choose(deep_request())
        assert answer.makeshift
        assert is_legal(answer.move)
        assert pool.failures == 2
        with pytest.raises(WorkerError):
            await pool.ask(deep_request())


WELL_FORMED: dict[str, object] = {
    "move": "a1-b2",
    "value": 0.0,
    "line": [],
    "method": "search",
    "positions": 1,
}


@pytest.mark.parametrize(
    "said", [{}, {"answer": 3}, {"answer": {}}, {"id": 0, "answer": WELL_FORMED}]
)
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


async def test_what_nobody_waits_for_is_not_thought_to_its_end(
    program: Sequence[str], thoughts: Path
) -> None:
    """The time of an answer would end the thought too, so there is no end to it here."""
    async with Pool(Limits(seconds=dict.fromkeys(Task, inf)), program=program) as pool:
        asked = asyncio.create_task(pool.choose(deep_request()))
        pid = await begun(thoughts)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        answer = await pool.choose(deep_request(level=1))
        assert is_legal(answer.move)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_no_move_waits_for_an_analysis(pool: Pool, thoughts: Path) -> None:
    """With one worker for moves."""
    analysis = asyncio.create_task(pool.ask(replace(deep_request(), task=Task.ANALYSE)))
    await begun(thoughts)
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
    async with Pool(Limits(answers=2)) as pool:
        answers, processes = list[Answered](), list[int]()
        for _ in range(5):
            answers.append(await pool.choose(deep_request(level=1)))
            (worker,) = pool._workers.values()  # pyright: ignore[reportPrivateUsage]
            processes.append(worker.pid)
        assert pool.failures == 0
    assert answers == answers[:1] * 5
    first, _, second, _, third = processes
    assert processes == [first, first, second, second, third]
    assert len({first, second, third}) == 3


async def test_two_workers_think_at_once(program: Sequence[str], thoughts: Path) -> None:
    async with Pool(replace(SLOW, workers=2), program=program) as pool:
        asked = [asyncio.create_task(pool.choose(deep_request())) for _ in range(2)]
        await begun(thoughts, 2)
        assert len(pool.busy) == 2
    for one in asked:
        with pytest.raises(asyncio.CancelledError):
            await one


async def test_a_closed_pool_leaves_no_process_and_nobody_waiting(
    program: Sequence[str], thoughts: Path
) -> None:
    async with Pool(SLOW, program=program) as pool:
        asked = [asyncio.create_task(pool.choose(deep_request())) for _ in range(2)]
        pid = await begun(thoughts)
    for one in asked:
        with pytest.raises(asyncio.CancelledError):
            await one
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def limits_of(pid: int) -> str:
    """Return what the system says of the limits of a process."""
    return Path(f"/proc/{pid}/limits").read_text()


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells the limits of a process")
async def test_a_worker_has_no_more_memory_than_it_is_given(
    program: Sequence[str], thoughts: Path
) -> None:
    async with Pool(replace(SLOW, memory=700 << 20), program=program) as pool:
        asked = asyncio.create_task(pool.choose(deep_request()))
        limits = limits_of(await begun(thoughts))
        asked.cancel()
    (line,) = (each for each in limits.splitlines() if each.startswith("Max address space"))
    assert line.split()[3:5] == [str(700 << 20)] * 2


def environment_of(pid: int) -> bytes:
    """Return what a process was given as its environment."""
    return Path(f"/proc/{pid}/environ").read_bytes()


async def test_a_worker_gets_none_of_the_programs_secrets(
    pool: Pool, thoughts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "not for workers")
    asked = asyncio.create_task(pool.choose(deep_request()))
    pid = await begun(thoughts)
    environment = environment_of(pid)
    asked.cancel()
    assert b"not for workers" not in environment
    assert b"PATH=" in environment

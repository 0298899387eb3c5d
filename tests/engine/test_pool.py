"""Worker processes that die, freeze, talk nonsense or are no longer wanted."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from functools import cache
from math import inf
from pathlib import Path

import pytest

from engine.choose import choose
from engine.levels import LEVELS, find_level
from engine.pool import Limits, Pool, Purpose, WorkerError
from engine.tasks import Answered, Request, Task
from rules.match.match import Match
from tests.engine.broken_worker import PROGRAM
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


@pytest.fixture
async def quick(tmp_path: Path) -> AsyncGenerator[Pool]:
    """Return a pool of one worker that answers nothing of use, and at once."""
    (tmp_path / "answer").write_text('{"id": NUMBER, "answer": {}}')
    async with Pool(SLOW, program=(*PROGRAM, str(tmp_path))) as open_pool:
        yield open_pool


@cache
def deep_match() -> Match:
    """Return a match in which there is much to think about."""
    return random_match(deep_game(), 3, 6)


def deep_request(level: int = LEVELS[-1].number) -> Request:
    """Return a request for a move in it."""
    return Request(Task.CHOOSE, transcript_of(deep_match()), level, seed=1)


LEGAL = [deep_match().game.notate(move) for move in deep_match().legal]
ANALYSIS = replace(deep_request(), task=Task.ANALYSE)


def is_legal(notation: str) -> bool:
    """Tell whether the move can be played in the deep match."""
    match = deep_match()
    return match.read(notation) in match.game.legal(match.state)


async def test_a_pool_answers_as_the_engine_does() -> None:
    match = deep_match()
    expected = choose(match.game, match.state, find_level(2), 1)
    async with Pool(SLOW) as pool:
        answer = await pool.choose(deep_request(level=2), LEGAL)
    assert answer.move == match.game.notate(expected.move)
    assert answer.line == tuple(map(match.game.notate, expected.line))
    assert not answer.makeshift
    assert pool.failures == 0


async def test_a_move_that_fails_at_an_ease_is_chosen_by_the_gentlest_level() -> None:
    async with Pool(SLOW) as pool:
        answer = await pool.choose(replace(deep_request(), ease=99), LEGAL)
        assert answer == await pool.choose(deep_request(level=1), LEGAL)
    assert not answer.makeshift
    assert pool.failures == 1


async def test_a_worker_runs_no_file_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot may be started in any folder, also beside somebody's own `engine.py`."""
    monkeypatch.chdir(tmp_path)
    for name in ("engine", "rules"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('my own')")
    async with Pool(SLOW) as pool:
        answer = await pool.choose(deep_request(level=1), LEGAL)
    assert not answer.makeshift
    assert pool.failures == 0


async def test_a_worker_killed_in_mid_thought_is_replaced(pool: Pool, thoughts: Path) -> None:
    asked = asyncio.create_task(pool.choose(deep_request(), LEGAL))
    pid = await begun(thoughts)
    assert pool.busy == (pid,)
    os.kill(pid, signal.SIGKILL)
    answer = await asked
    assert is_legal(answer.move)
    assert not answer.makeshift
    assert pool.failures == 1
    again = await pool.choose(deep_request(level=2), LEGAL)
    assert is_legal(again.move)


async def test_a_frozen_worker_is_killed_when_its_time_is_up(
    monkeypatch: pytest.MonkeyPatch, pool: Pool, thoughts: Path
) -> None:
    time = HeldTime(monkeypatch)
    asked = asyncio.create_task(pool.choose(deep_request(), LEGAL))
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
        analysis = asyncio.create_task(pool.ask(ANALYSIS, Purpose.ANALYSIS, dict))
        pid = await begun(thoughts)
        with pytest.raises(WorkerError, match=r"took more than 0\.05 s"):
            await pool.ask(deep_request(), Purpose.MOVE, dict)
        assert pool.busy == (pid,)
        assert not analysis.done()
        analysis.cancel()


async def test_without_any_worker_there_is_still_a_move() -> None:
    """No process is ready at once."""
    async with Pool(Limits(start=0.0)) as pool:
        answer = await pool.choose(deep_request(), LEGAL)
        assert (answer.move, answer.makeshift) == (LEGAL[0], True)
        assert pool.failures == 2
        with pytest.raises(WorkerError):
            await pool.ask(deep_request(), Purpose.MOVE, dict)


async def test_a_worker_that_cannot_be_started_is_survived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no such program; once there is one, it is used."""
    (tmp_path / "answer").write_text(chosen(LEGAL[-1], "NUMBER"))
    async with Pool(SLOW, program=(*PROGRAM, str(tmp_path))) as pool:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "executable", str(tmp_path / "nothing"))
            assert (await pool.choose(deep_request(), LEGAL)).makeshift
        assert (await pool.choose(deep_request(), LEGAL)).move == LEGAL[-1]


def chosen(move: str, number: str) -> str:
    """Return a worker's well-formed answer."""
    answer = {"move": move, "value": 0.0, "line": [move], "method": "search", "positions": 1}
    return f'{{"id": {number}, "answer": {json.dumps(answer)}}}'


@pytest.mark.parametrize(
    ("move", "number", "is_believed"),
    [(LEGAL[-1], "NUMBER", True), (LEGAL[-1], "0", False), ("a1-a1", "NUMBER", False)],
)
async def test_only_a_legal_move_in_answer_to_the_question_is_believed(
    move: str, number: str, is_believed: bool, tmp_path: Path
) -> None:
    (tmp_path / "answer").write_text(chosen(move, number))
    async with Pool(SLOW, program=(*PROGRAM, str(tmp_path))) as pool:
        answer = await pool.choose(deep_request(), LEGAL)
        assert pool.failures == (0 if is_believed else 2)
    assert answer.move == LEGAL[-1 if is_believed else 0]
    assert answer.makeshift != is_believed


async def test_what_nobody_waits_for_is_not_thought_to_its_end(
    program: Sequence[str], thoughts: Path
) -> None:
    """The time of an answer would end the thought too, so there is no end to it here."""
    async with Pool(Limits(seconds=dict.fromkeys(Task, inf)), program=program) as pool:
        asked = asyncio.create_task(pool.choose(deep_request(), LEGAL))
        pid = await begun(thoughts)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        answer = await pool.choose(deep_request(level=1), LEGAL)
        assert is_legal(answer.move)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_no_move_waits_for_analyses(pool: Pool, thoughts: Path) -> None:
    """With one worker for moves, and thirty analyses of which the first comes to no end."""
    async with asyncio.TaskGroup() as group:
        analyses = [
            group.create_task(pool.ask(ANALYSIS, Purpose.ANALYSIS, dict)) for _ in range(30)
        ]
        await begun(thoughts)
        answer = await pool.choose(deep_request(level=1), LEGAL)
        assert not answer.makeshift
        assert not any(analysis.done() for analysis in analyses)
        for analysis in analyses:
            analysis.cancel()


async def answered_in_order(pool: Pool, asked: Sequence[tuple[Request, Purpose]]) -> list[int]:
    """Ask everything at once; return the requests' numbers in the order of the answers.

    The first is begun before the others are asked.
    """
    done: list[int] = []

    async def ask(number: int, request: Request, purpose: Purpose) -> None:
        await pool.ask(request, purpose, dict)
        done.append(number)

    async with asyncio.TaskGroup() as group:
        for number, (request, purpose) in enumerate(asked):
            group.create_task(ask(number, request, purpose))
            for _ in range(3):
                await asyncio.sleep(0)  # A worker that waits takes it from the queue.
    return done


async def test_gentle_levels_come_before_strong_ones(quick: Pool) -> None:
    levels = (3, 2, 1)
    order = await answered_in_order(quick, [(deep_request(n), Purpose.MOVE) for n in levels])
    assert order == [0, 2, 1]


async def test_moves_come_before_hints_whatever_their_level(quick: Pool) -> None:
    """A move of the strongest level waits for one hint of thirty: the one that has begun."""
    hint = replace(deep_request(level=1), task=Task.HINT)
    asked = [(hint, Purpose.HINT)] * 30 + [(deep_request(level=3), Purpose.MOVE)]
    order = await answered_in_order(quick, asked)
    assert order == [0, 30, *range(1, 30)]


async def test_everything_else_is_served_in_the_order_of_its_purpose(quick: Pool) -> None:
    others = [Purpose.PUZZLE, Purpose.PUZZLE, Purpose.VERIFYING, Purpose.POSTER, Purpose.ANALYSIS]
    order = await answered_in_order(quick, [(deep_request(level=1), each) for each in others])
    assert order == [0, 4, 3, 2, 1]


@pytest.mark.parametrize("purpose", Purpose)
async def test_what_nobody_waits_for_is_dropped_while_the_workers_are_busy(
    purpose: Purpose, program: Sequence[str], thoughts: Path
) -> None:
    """What a worker has begun, and what a person waits for, is never dropped."""
    async with Pool(replace(SLOW, patience=0.0), program=program) as pool:
        first = asyncio.create_task(pool.ask(deep_request(), purpose, dict))
        await begun(thoughts)
        later = asyncio.create_task(pool.ask(deep_request(level=1), purpose, dict))
        for _ in range(100):
            await asyncio.sleep(0)
        assert later.done() == (purpose in (Purpose.POSTER, Purpose.VERIFYING, Purpose.PUZZLE))
        if later.done():
            with pytest.raises(WorkerError, match="busy"):
                await later
        assert not first.done()
        first.cancel()
        later.cancel()


async def test_a_level_that_no_engine_has_plays_too(
    pool: Pool, caplog: pytest.LogCaptureFixture
) -> None:
    assert is_legal((await pool.choose(deep_request(level=99), LEGAL)).move)
    (told,) = [each.getMessage() for each in caplog.records if each.name == "engine.pool"]
    assert "no level" in told


async def test_a_worker_is_replaced_after_enough_answers() -> None:
    async with Pool(Limits(answers=2)) as pool:
        answers, processes = list[Answered](), list[int]()
        for _ in range(5):
            answers.append(await pool.choose(deep_request(level=1), LEGAL))
            (worker,) = pool._workers.values()  # pyright: ignore[reportPrivateUsage]
            processes.append(worker.pid)
        assert pool.failures == 0
    assert answers == answers[:1] * 5
    first, _, second, _, third = processes
    assert processes == [first, first, second, second, third]
    assert len({first, second, third}) == 3


async def test_two_workers_think_at_once(program: Sequence[str], thoughts: Path) -> None:
    async with Pool(replace(SLOW, workers=2), program=program) as pool:
        asked = [asyncio.create_task(pool.choose(deep_request(), LEGAL)) for _ in range(2)]
        await begun(thoughts, 2)
        assert len(pool.busy) == 2
    for one in asked:
        with pytest.raises(asyncio.CancelledError):
            await one


async def test_a_closed_pool_leaves_no_process_and_nobody_waiting(
    program: Sequence[str], thoughts: Path
) -> None:
    async with Pool(SLOW, program=program) as pool:
        asked = [asyncio.create_task(pool.choose(deep_request(), LEGAL)) for _ in range(2)]
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
        asked = asyncio.create_task(pool.choose(deep_request(), LEGAL))
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
    asked = asyncio.create_task(pool.choose(deep_request(), LEGAL))
    pid = await begun(thoughts)
    environment = environment_of(pid)
    asked.cancel()
    assert b"not for workers" not in environment
    assert b"PATH=" in environment


async def test_a_worker_that_has_read_a_file_is_replaced() -> None:
    """Whatever a stranger's file did to the process ends with it."""
    async with Pool(SLOW) as pool:
        await pool.ask(deep_request(level=1), Purpose.ANALYSIS, dict)
        (before,) = pool._workers.values()  # pyright: ignore[reportPrivateUsage]
        found = await pool.read_file(b"game: czech\nc3-d4\nended: black\n")
        assert found.members is not None
        assert found.members["turns"] == ["c3-d4"]
        assert before.has_ended
        assert not pool._workers  # pyright: ignore[reportPrivateUsage]
        refused = await pool.read_file(b"{" * 99)
        assert refused.fault is not None
        assert refused.fault.startswith("Read as JSON, the file holds no game")
        assert pool.failures == 0

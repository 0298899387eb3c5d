"""Workers that fail in every way, at every step and for every purpose, and what comes of it."""

import asyncio
import io
import json
import logging
import os
import sys
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cache
from math import inf, nan
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

import pytest

from engine import pool as pool_module
from engine import worker
from engine.exact import Shelf
from engine.pool import Limits, Pool, Purpose, WorkerError
from engine.report import read_report
from engine.tasks import (
    Answer,
    Answered,
    FileRequest,
    Request,
    Task,
    answer_line,
    read_adjudged,
    read_answered,
    read_file_answer,
    read_hinted,
    read_puzzled,
    read_standing,
    request_line,
)  # fmt: skip
from engine.worker import answered, serve
from tests.conformance.configured import SOAK
from tests.engine.broken_worker import DEEDS, PROGRAM
from tests.engine.games import deep_game, random_match, transcript_of
from tests.engine.held_time import HeldTime

MATCH: Final = random_match(deep_game(), 3, 6)
LEGAL: Final = [MATCH.game.notate(move) for move in MATCH.legal]
FILE: Final = b"game: hypergammon\n[5-2]\n24/22 23/18\n[6-1]\n"
READERS: Final[Mapping[Task, Callable[[Answer], object]]] = {
    Task.CHOOSE: read_answered,
    Task.STANDING: read_standing,
    Task.HINT: read_hinted,
    Task.ANALYSE: read_report,
    Task.ADJUDGE: read_adjudged,
    Task.PUZZLE: read_puzzled,
    Task.READ: read_file_answer,
}
PURPOSES: Final = {
    Task.CHOOSE: Purpose.MOVE,
    Task.STANDING: Purpose.MOVE,
    Task.HINT: Purpose.HINT,
    Task.ANALYSE: Purpose.ANALYSIS,
    Task.ADJUDGE: Purpose.HINT,
    Task.PUZZLE: Purpose.ANALYSIS,
}
LINE: Final = 1 << 16
"""Bytes of the longest answer here, so that too long a one takes no time."""
SAID: Final = {
    "nothing": "",
    "words": "I'd rather not say",
    "half a line": '{"id": NUMBER, "answer": {"mo',
    "no UTF-8": "\xff\xfe\xe9",
    "brackets": "[" * 100_000,
    "a list": "[]",
    "a number": "7",
    "null": "null",
    "an empty object": "{}",
    "another number": '{"id": 0, "answer": {}}',
    "no number": '{"answer": {}}',
    "a number as text": '{"id": "NUMBER", "answer": {}}',
    "no answer": '{"id": NUMBER}',
    "an empty answer": '{"id": NUMBER, "answer": {}}',
    "null for an answer": '{"id": NUMBER, "answer": null}',
    "text for an answer": '{"id": NUMBER, "answer": "c3-d4"}',
    "a failure": '{"id": NUMBER, "failed": "no idea"}',
    "a failure of null": '{"id": null, "failed": null}',
    "ready": '{"ready": true}',
    "too much": '{"id": NUMBER, "answer": "' + "x" * LINE + '"}',
}
"""What a worker says in place of an answer, or of being ready."""
WAYS: Final = {**{deed: deed for deed in DEEDS if deed != "hang"}, **SAID}
A_FEW: Final = {
    name: WAYS[name]
    for name in (
        "raise an error",
        "exit at once",
        "close",
        "complain",
        "nothing",
        "brackets",
        "null",
    )
}


def asked(task: Task, level: int = 1) -> Request:
    """Return a request about the match."""
    return Request(task, transcript_of(MATCH), level, seed=1)


@cache
def good(task: Task) -> str:
    """Return what a sound worker answers, as JSON."""
    request = FileRequest(FILE) if task is Task.READ else asked(task)
    line = answer_line(1, answered(request, Shelf(None)))
    return json.dumps(json.loads(line)["answer"])


@asynccontextmanager
async def pool_in(folder: Path) -> AsyncGenerator[Pool]:
    """Open a pool of workers that do what the files in this folder say, however long it takes."""
    for task in Task:
        (folder / task.value).write_text(good(task))
    limits = Limits(start=inf, seconds=dict.fromkeys(Task, inf))
    async with Pool(limits, program=(*PROGRAM, str(folder))) as pool:
        yield pool


async def answer_of(pool: Pool, task: Task) -> object:
    """Return what the pool answers; a move is chosen, so it is never an error."""
    if task is Task.CHOOSE:
        return await pool.choose(asked(task, 3), LEGAL)
    try:
        if task is Task.READ:
            return await pool.read_file(FILE)
        return await pool.ask(asked(task), PURPOSES[task], READERS[task])
    except WorkerError as error:
        return error


def is_survived(task: Task, outcome: object) -> bool:
    """Tell whether this is the first legal move or, where none is asked for, an error."""
    if task is Task.CHOOSE:
        return outcome == Answered(LEGAL[0], 0.0, (LEGAL[0],), "none", 0, makeshift=True)
    return isinstance(outcome, WorkerError)


def children() -> set[str]:
    """Return the processes that this one has started and that haven't been waited for."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


@pytest.mark.parametrize(
    ("moment", "task", "ways"),
    [
        ("start", Task.CHOOSE, A_FEW),
        ("answer", Task.CHOOSE, WAYS),
        *(("answer", task, WAYS if SOAK else A_FEW) for task in Task if task is not Task.CHOOSE),
    ],
)
async def test_whatever_a_worker_does_its_request_is_answered(
    moment: str,
    task: Task,
    ways: Mapping[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing is left in the pool, and the next request is answered well."""
    monkeypatch.setattr(pool_module, "_LINE", LINE)
    async with pool_in(tmp_path) as pool:
        for name, way in ways.items():
            (tmp_path / moment).write_text(way, encoding="latin-1")
            failures = pool.failures
            assert is_survived(task, await answer_of(pool, task)), name
            assert pool.failures == failures + (2 if task is Task.CHOOSE else 1), name
            assert pool.busy == ()
        (tmp_path / moment).unlink()
        assert await answer_of(pool, task) == READERS[task](json.loads(good(task)))


@pytest.mark.parametrize("moment", ["start", "answer"])
@pytest.mark.parametrize("task", Task, ids=lambda task: task.value)
async def test_a_worker_that_hangs_is_ended_when_its_time_is_up(
    moment: str, task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time, done = HeldTime(monkeypatch), tmp_path / "done"
    (tmp_path / moment).write_text("hang")
    async with pool_in(tmp_path) as pool:
        outcome = asyncio.create_task(answer_of(pool, task))
        for _ in range(2 if task is Task.CHOOSE else 1):
            while not done.exists():  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.005)
            done.unlink()
            time.end()
        assert is_survived(task, await outcome)


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells the children of a process")
async def test_no_process_is_left_of_workers_that_failed(tmp_path: Path) -> None:
    before = children()
    async with pool_in(tmp_path) as pool:
        for way in ("close", "exit at once", "be killed", "nothing"):
            (tmp_path / "answer").write_text(WAYS[way])
            await answer_of(pool, Task.CHOOSE)
            assert children() == before
    assert children() == before


async def test_a_pool_that_stops_while_a_worker_is_ended_leaves_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ending, end = asyncio.Event(), pool_module._Worker.end  # pyright: ignore[reportPrivateUsage]

    async def slowly(one: Any) -> str:
        if not ending.is_set():
            ending.set()
            await asyncio.Future[None]()
        return await end(one)

    (tmp_path / "answer").write_text("exit at once")
    monkeypatch.setattr("engine.pool._Worker.end", slowly)
    async with pool_in(tmp_path) as pool:
        outcome = asyncio.create_task(answer_of(pool, Task.HINT))
        await ending.wait()
    with pytest.raises(asyncio.CancelledError):
        await outcome


async def test_a_workers_last_words_are_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with pool_in(tmp_path) as pool:
        (tmp_path / "answer").write_text("raise an error")
        await answer_of(pool, Task.CHOOSE)
        (tmp_path / "answer").write_text(SAID["a failure"])
        await answer_of(pool, Task.HINT)
    logged = [record for record in caplog.records if record.name == "engine.pool"]
    *moves, hint = [record.getMessage() for record in logged]
    assert len(moves) == 2
    for level, told in zip((3, 1), moves, strict=True):
        assert f"couldn't choose for level {level}: the worker died" in told
        assert "RuntimeError: a worker's last words" in told
    assert "couldn't hint for level 1: no idea" in hint
    assert {record.levelno for record in logged} == {logging.ERROR}


_BROKEN: Final = """
import sys
from engine.__main__ import main
from rules.registry import all_games
def judged(position):
    return judged(position)
for game in all_games().values():
    object.__setattr__(game.judgement, "value", judged)
sys.argv.insert(1, "work")
sys.exit(main())
"""


async def test_a_broken_judgement_leads_to_a_legal_move(caplog: pytest.LogCaptureFixture) -> None:
    async with Pool(program=("-c", _BROKEN)) as pool:
        answer = await pool.choose(asked(Task.CHOOSE, 3), LEGAL)
    assert is_survived(Task.CHOOSE, answer)
    told = [record.getMessage() for record in caplog.records if record.name == "engine.pool"]
    assert len(told) == 2
    assert all("in judged" in each and "RecursionError" in each for each in told)


class _OfItsOwnError(Exception):
    """An error that nobody has heard of."""


def _endless() -> None:
    _endless()


def raising(error: BaseException) -> Callable[..., Any]:
    """Return a function that raises an error whatever it is called with."""

    def fail(*_: object, **__: object) -> None:
        if isinstance(error, RecursionError):
            _endless()
        raise error

    return fail


@pytest.mark.parametrize("step", ["read_request", "find_level", "choose", "answer_line"])
@pytest.mark.parametrize(
    "error",
    [
        ValueError("a"), LookupError("a"), KeyError("a"), TypeError("a"), AttributeError("a"),
        AssertionError(), RecursionError(), ZeroDivisionError(), OverflowError(), OSError("a"),
        StopIteration(), NotImplementedError(), UnicodeError("a"), ExceptionGroup("a", [OSError()]),
        MemoryError(), _OfItsOwnError(),
    ],
    ids=lambda error: type(error).__name__,
)  # fmt: skip
def test_an_error_is_answered_with_its_traceback_and_ends_the_worker(
    step: str, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, step, raising(error))
    answers = io.StringIO()
    lines = [request_line(number, asked(Task.CHOOSE)) for number in (5, 6)]
    assert serve(lines, answers, None) != 0
    greeting, reply = map(json.loads, answers.getvalue().splitlines())
    assert greeting == {"ready": True}
    assert reply["id"] == (None if step == "read_request" else 5)
    if isinstance(error, MemoryError):
        assert reply["failed"] == "out of memory"
    else:
        assert type(error).__name__ in reply["failed"]
        assert "in fail" in reply["failed"] or isinstance(error, RecursionError)
    assert len(reply["failed"]) < 4_000


_Json: TypeAlias = "bool | int | float | str | list[_Json] | dict[str, _Json] | None"

WRONG: Final[list[_Json]] = [
    None, True, "", "x", 7, -1.5, inf, nan, [], [None], {}, {"a": 1}, [[]],
]  # fmt: skip


def variants(members: _Json) -> list[_Json]:
    """Return the members with each part missing or replaced by each wrong value."""
    found = list(WRONG)
    if isinstance(members, dict):
        for key, own in members.items():
            found.append({k: v for k, v in members.items() if k != key})
            found += [{**members, key: wrong} for wrong in variants(own)]
    elif isinstance(members, list) and members:
        found += [[wrong, *members[1:]] for wrong in variants(members[0])]
    return found


@pytest.mark.parametrize("task", Task, ids=lambda task: task.value)
def test_an_answer_is_read_as_it_should_be_or_not_at_all(task: Task) -> None:
    """What is read from a wrong answer survives being written and read again."""
    read, wrong = READERS[task], variants(json.loads(good(task)))
    refused = 0
    for members in wrong:
        try:
            found = read(cast("Answer", members))
        except (LookupError, TypeError, ValueError, AttributeError):
            refused += 1
        else:
            again = json.loads(answer_line(1, found))["answer"]
            assert read(again) == found, members
    assert refused > len(wrong) / 2

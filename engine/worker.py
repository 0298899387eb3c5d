"""A worker process: lines of JSON in, lines of JSON out, one at a time.

It announces itself with `{"ready": true}`, answers lines in order of arrival, and ends when its
input ends. If anything goes wrong, it answers `{"id": …, "failed": …}` with the traceback and ends,
so that the next worker starts afresh.
"""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from traceback import format_exc
from typing import Any, Final, TextIO

from engine.analyse import analyse
from engine.choose import Choice, choose, foreknown, investigate
from engine.endgames import EndgameTable
from engine.exact import AnyTable, Shelf, Table
from engine.levels import EASES, Level, find_level
from engine.outlook import standings
from engine.posed import members_of, puzzles_in
from engine.table_file import TableError
from engine.tasks import (
    Adjudged,
    Answered,
    FileAnswer,
    FileRequest,
    Hinted,
    Move,
    Puzzled,
    Request,
    Standing,
    Task,
    answer_line,
    read_request,
    transcript_members,
)
from engine.verdict import verdict
from rules.contract.core import AnyGame, AnyState
from rules.records.reading import read_file, written_out
from rules.records.transcript import RecordError

__all__ = ["answered", "confine", "serve"]

_FRAMES: Final = 20
"""The most lines of the program that a traceback names."""
_FAILED: Final = 3
"""The exit code of a worker that couldn't answer."""


def confine(memory: int, niceness: int) -> None:
    """Limit this process to this many bytes of address space, and lower its priority.

    On systems without such limits, do nothing.
    """
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on every system

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        os.nice(niceness)


def serve(requests: Iterable[str], answers: TextIO, tables: Path | None) -> int:
    """Answer every line until one can't be answered; return the exit code."""
    shelf = Shelf(tables)
    _tell(answers, ready=True)
    for line in requests:
        number: int | None = None
        try:
            number, request = read_request(line)
            reply = answer_line(number, answered(request, shelf))
        except MemoryError:  # There may be too little left for a traceback.
            _tell(answers, id=number, failed="out of memory")
            return _FAILED
        except Exception:
            _tell(answers, id=number, failed=format_exc(limit=-_FRAMES))
            return _FAILED
        print(reply, file=answers, flush=True)
    return 0


def _tell(answers: TextIO, **members: object) -> None:
    print(json.dumps(members), file=answers, flush=True)


def answered(request: Request | FileRequest, shelf: Shelf) -> Any:  # noqa: ANN401 - by the task
    """Return the answer to the request.

    Raises ValueError or LookupError if the request is invalid.
    """
    if isinstance(request, FileRequest):
        return _read(request.content)
    level = find_level(request.level)
    match request.task:
        case Task.CHOOSE:
            return _chosen(request, level, shelf)
        case Task.STANDING:
            return _standing(request, level, shelf)
        case Task.HINT:
            return _hinted(request, level, shelf)
        case Task.ANALYSE:
            transcript = request.transcript
            return analyse(transcript, level, _table(shelf, transcript.game))
        case Task.ADJUDGE:
            return _adjudged(request, shelf)
        case Task.PUZZLE:
            return _puzzled(request, shelf)
        case Task.READ:
            raise ValueError("A file is read from its content.")


def _read(content: bytes) -> FileAnswer:
    """Return the game in a file, or why there is none."""
    try:
        found = read_file(content)
    except RecordError as fault:
        return FileAnswer(str(fault))
    log = found.record.match if found.record else None
    return FileAnswer(
        kind=found.kind,
        members=transcript_members(written_out(found.transcript)),
        digest=log.digest if log else None,
        entries=len(log.entries) if log else 0,
    )


def _chosen(request: Request, level: Level, shelf: Shelf) -> Answered:
    game, state = request.transcript.game, _running(request)
    strength = level if request.ease is None else EASES[request.ease]
    choice: Choice = choose(game, state, strength, request.seed, _table(shelf, game))
    return Answered(
        game.notate(choice.move),
        choice.value,
        _notated(game, choice.line),
        choice.method.value,
        choice.positions,
    )


def _standing(request: Request, level: Level, shelf: Shelf) -> Standing:
    game, state = request.transcript.game, _running(request)
    table = foreknown(level, _table(shelf, game))
    _, finding = investigate(game, state, level.positions(game), request.seed, table)
    values = standings(game, state, finding.ranking[0].value)
    return Standing({side.key: values[side.key] for side in game.spec.sides})


def _hinted(request: Request, level: Level, shelf: Shelf) -> Hinted:
    game, state = request.transcript.game, _running(request)
    # Twice the highest possible value, so that every move is valued, however bad it is.
    method, finding = investigate(
        game,
        state,
        level.positions(game),
        request.seed,
        _table(shelf, game),
        spread=2.0 * game.spec.highest_worth,
    )
    moves = tuple(Move(game.notate(move), value) for move, value in finding.ranking)
    return Hinted(moves, _notated(game, finding.line), method.value)


def _adjudged(request: Request, shelf: Shelf) -> Adjudged:
    game, state = request.transcript.game, _running(request)
    table = _table(shelf, game)
    found = verdict(game, state, table) if isinstance(table, EndgameTable) else None
    if found is None:
        return Adjudged(None)
    return Adjudged(tuple(sorted(found.winners)), _notated(game, found.line), found.is_sure)


def _puzzled(request: Request, shelf: Shelf) -> Puzzled:
    """Return the first puzzle of a game, by how much its right move stands out."""
    table = _table(shelf, request.transcript.game)
    whole = table if isinstance(table, Table) else None
    posed = next(puzzles_in(request.transcript, table=whole), None)
    return Puzzled(None if posed is None else members_of(posed))


def _table(shelf: Shelf, game: AnyGame) -> AnyTable | None:
    """Return the game's table, or None even if it is damaged, which the bot has logged."""
    try:
        return shelf.best(game)
    except TableError:
        return None


def _running(request: Request) -> AnyState:
    """Return the position. Raises ValueError if the game is over, however it ended."""
    if request.transcript.ending() is not None:
        raise ValueError("The game is over: it's no one's turn.")
    return request.transcript.state()


def _notated(game: AnyGame, line: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(map(game.notate, line))
